"""The values are turned too."""

REJECTED_BY = "gives_keys_turned_and_values_as_they_are"
REPLACE = [
    (
        "        q, k = apply_rotary(turning, cos, sin).split([queries, keys], dim=2)",
        """        q, k = apply_rotary(turning, cos, sin).split([queries, keys], dim=2)
        v = apply_rotary(v, cos, sin)""",
    ),
]
