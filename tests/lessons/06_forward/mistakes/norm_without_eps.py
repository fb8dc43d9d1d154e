"""No eps: a row of zeros becomes NaN."""

REJECTED_BY = "adds_eps_under_the_root"
REPLACE = [
    (
        "    return F.rms_norm(x, (x.shape[-1],), weight, eps)",
        """    wide = x.float()
    return (wide * wide.square().mean(-1, keepdim=True).rsqrt()).to(x.dtype) * weight""",
    ),
]
