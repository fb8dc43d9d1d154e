"""Fields that are null or empty are left out of what is written."""

REJECTED_BY = "cleans_each_document"
REPLACE = [
    (
        '_to_json(document | {"text": text})',
        '_to_json({key: value for key, value in (document | {"text": text}).items() if value})',
    ),
]
