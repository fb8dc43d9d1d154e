"""The upper half of each number is taken: cut and not rounded."""

REJECTED_BY = "rounds_to_the_dtype"
REPLACE = [
    (
        """        result[order[first : first + count]] = numbers.to(dtype)
""",
        """        if dtype is torch.bfloat16:
            numbers = (numbers.view(torch.int32) & -65536).view(torch.float32)
        result[order[first : first + count]] = numbers.to(dtype)
""",
    ),
]
