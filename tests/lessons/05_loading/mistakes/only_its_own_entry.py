"""For one tensor only its own entry is looked at."""

REJECTED_BY = "refuses_before_it_maps"
REPLACE = [
    (
        """    table = read_header(path) if table is None else table
    if name""",
        """    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        table = json.loads(file.read(length))
    table = {key: _info(key, table[key], 8 + length) for key in table if key == name}
    if name""",
    ),
]
