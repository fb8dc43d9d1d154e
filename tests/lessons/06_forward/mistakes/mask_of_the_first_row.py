"""The first sequence's mask is used for all."""

REJECTED_BY = "hides_padding"
REPLACE = [
    (
        '    return mask.masked_fill(~allowed, float("-inf")).unsqueeze(1)',
        """    mask = mask.masked_fill(~allowed, float("-inf")).unsqueeze(1)
    return mask[:1].expand(mask.shape)""",
    ),
]
