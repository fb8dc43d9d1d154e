"""The whole file is read for one tensor."""

REJECTED_BY = "maps_what_it_returns"
REPLACE = [
    (
        """        pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
""",
        """        pages = bytearray(file.read())
""",
    ),
]
