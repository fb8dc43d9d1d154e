"""Any role is written, also one that holds a line end or a whole message."""

REJECTED_BY = "refuses_what_is_not_special"
REPLACE = [
    (
        """            if message["role"] not in ROLES:
                raise ValueError(f"the role {message['role']!r} is none of {', '.join(ROLES)}")
""",
        "",
    ),
]
