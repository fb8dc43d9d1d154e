"""The sum of squares in place of their mean."""

REJECTED_BY = "divides_by_the_root_of_the_mean_square"
REPLACE = [
    (
        "    return F.rms_norm(x, (x.shape[-1],), weight, eps)",
        """    wide = x.float()
    return (wide * torch.rsqrt(wide.square().sum(-1, keepdim=True) + eps)).to(x.dtype) * weight""",
    ),
]
