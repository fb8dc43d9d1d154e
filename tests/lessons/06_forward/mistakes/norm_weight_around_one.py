"""The weight is taken as what is added to 1, as some families store it."""

REJECTED_BY = "divides_by_the_root_of_the_mean_square"
REPLACE = [
    (
        "    return F.rms_norm(x, (x.shape[-1],), weight, eps)",
        "    return F.rms_norm(x, (x.shape[-1],), 1 + weight, eps)",
    ),
]
