"""eps is added to the root, not under it."""

REJECTED_BY = "adds_eps_under_the_root"
REPLACE = [
    (
        "    return F.rms_norm(x, (x.shape[-1],), weight, eps)",
        """    wide = x.float()
    root = wide.square().mean(-1, keepdim=True).sqrt() + eps
    return (wide / root).to(x.dtype) * weight""",
    ),
]
