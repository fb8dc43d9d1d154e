"""The weight is forgotten."""

REJECTED_BY = "divides_by_the_root_of_the_mean_square"
REPLACE = [
    (
        "    return F.rms_norm(x, (x.shape[-1],), weight, eps)",
        "    return F.rms_norm(x, (x.shape[-1],), None, eps)",
    ),
]
