"""A mapped tensor is copied at once: all of it is read."""

REJECTED_BY = "maps_what_it_returns"
REPLACE = [
    (
        """offset=info.start).view(info.shape)""",
        """offset=info.start).view(info.shape).clone()""",
    ),
]
