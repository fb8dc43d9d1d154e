"""A seed of 64 bits goes to NumPy, which takes 32."""

VERDICT = "ERROR"
REJECTED_BY = "seeds_what_pytorch_does_not"
REPLACE = [
    (
        """np.random.seed(seed % 2**32)  # it takes 32 bits""",
        """np.random.seed(seed)""",
    ),
]
