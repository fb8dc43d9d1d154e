"""The settings of the first request are used for all."""

REJECTED_BY = "takes_the_best_where_temperature_is_0"
REPLACE = [
    (
        "getattr(one, name) for one in params]",
        "getattr(params[0], name) for _ in params]",
    ),
]
