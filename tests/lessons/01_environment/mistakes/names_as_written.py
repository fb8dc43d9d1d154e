"""Names are compared as they are written."""

REJECTED_BY = "normalises_names"
REPLACE = [
    (
        ("    have = {canonicalize_name(name): version for name, version in installed.items()}"),
        "    have = {name.lower(): version for name, version in installed.items()}",
    ),
]
