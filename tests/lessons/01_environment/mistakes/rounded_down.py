"""What does not fill the last byte is left out."""

REJECTED_BY = "rounds_up_to_bytes"
REPLACE = [
    (
        ("        + shape.hidden\n    )\n    return ceil(numbers * _bits(dtype) / 8)"),
        ("        + shape.hidden\n    )\n    return numbers * _bits(dtype) // 8"),
    ),
]
