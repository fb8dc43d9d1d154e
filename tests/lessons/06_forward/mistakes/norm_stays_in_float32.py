"""The answer is float32 whatever came in."""

REJECTED_BY = "computes_in_float32"
REPLACE = [
    (
        "    return F.rms_norm(x, (x.shape[-1],), weight, eps)",
        "    return F.rms_norm(x.float(), (x.shape[-1],), weight.float(), eps)",
    ),
]
