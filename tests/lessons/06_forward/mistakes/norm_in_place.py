"""x itself is divided."""

REJECTED_BY = "changes_nothing_given"
REPLACE = [
    (
        "    return F.rms_norm(x, (x.shape[-1],), weight, eps)",
        """    scale = torch.rsqrt(x.float().square().mean(-1, keepdim=True) + eps)
    return x.mul_(scale.to(x.dtype)) * weight""",
    ),
]
