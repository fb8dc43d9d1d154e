"""Markers are ignored: packages for Windows are missing on Linux."""

REJECTED_BY = "heeds_markers"
REPLACE = [
    (
        (
            "        if wanted.marker and not wanted.marker.evaluate(dict(environme"
            "nt or {})):\n"
            "            continue\n"
        ),
        "",
    ),
]
