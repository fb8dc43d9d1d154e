"""Bits are taken for bytes."""

REJECTED_BY = "counts_real_models"
REPLACE = [
    (
        ("        + shape.hidden\n    )\n    return ceil(numbers * _bits(dtype) / 8)"),
        ("        + shape.hidden\n    )\n    return numbers * _bits(dtype)"),
    ),
]
