"""Markers are evaluated on this machine, whatever machine is asked about."""

REJECTED_BY = "heeds_markers"
REPLACE = [
    ("wanted.marker.evaluate(dict(environment or {}))", "wanted.marker.evaluate()"),
]
