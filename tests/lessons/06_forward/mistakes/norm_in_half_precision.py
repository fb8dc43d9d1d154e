"""The squares are taken in the dtype of x."""

REJECTED_BY = "computes_in_float32"
REPLACE = [
    (
        "    return F.rms_norm(x, (x.shape[-1],), weight, eps)",
        "    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + eps) * weight",
    ),
]
