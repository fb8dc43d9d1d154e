"""eps is the usual one, whatever was asked for."""

REJECTED_BY = "adds_eps_under_the_root"
REPLACE = [
    (
        "    return F.rms_norm(x, (x.shape[-1],), weight, eps)",
        "    return F.rms_norm(x, (x.shape[-1],), weight, 1e-5)",
    ),
]
