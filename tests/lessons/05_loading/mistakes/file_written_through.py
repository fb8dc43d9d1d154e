"""The mapping is shared: who changes the tensor changes the file."""

REJECTED_BY = "leaves_the_file_alone"
REPLACE = [
    (
        """    with open(path, "rb") as file:
        pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)""",
        """    with open(path, "r+b") as file:
        pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_WRITE)""",
    ),
]
