"""The alignment is 32, whatever the file says."""

VERDICT = "ERROR"
REJECTED_BY = "reads_other_files"
REPLACE = [
    (
        """cursor, fields.get("general.alignment", 32))""",
        """cursor, 32)""",
    ),
]
