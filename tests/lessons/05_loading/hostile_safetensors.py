"""Task 1 as well: safetensors files that lie."""

import json
from pathlib import Path

from shared.checking import check, holds
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_loading_samples")
entry, write = samples.entry, samples.safetensors


def lengths(folder):
    """Files whose length is a lie: (path, words of the message)."""
    good = {"a": entry()}
    size = len(json.dumps(good))
    return {
        "an empty file": (write_raw(folder / "empty", b""), []),
        "seven bytes": (write_raw(folder / "seven", b"\1" * 7), []),
        "no header at all": (write_raw(folder / "none", b"\0" * 8), []),
        "a header of 2**63 bytes": (
            write(folder / "huge", good, b"x" * 8, length=2**63),
            [str(2**63)],
        ),
        "a header of 2**64 - 1 bytes": (
            write(folder / "most", good, b"x" * 8, length=2**64 - 1),
            [],
        ),
        "a header one byte longer than the file": (
            write(folder / "longer", good, b"", length=size + 1),
            [str(size + 1)],
        ),
        "a header that is cut off": (write(folder / "cut", good, b"x" * 8, length=size - 4), []),
        "a header that reaches into the numbers": (
            write(folder / "into", good, b"x" * 8, length=size + 8),
            [],
        ),
    }


def write_raw(path, data):
    path.write_bytes(data)
    return path


def texts(folder):
    """Files whose header is not what it should be."""
    deep = b'{"a":' * 100_000
    twice = b'{"a": %s, "a": %s}' % ((json.dumps(entry("U8", (8,))).encode(),) * 2)
    inner = b'{"a": {"dtype": "U8", "shape": [8], "data_offsets": [0, 4], "data_offsets": [0, 8]}}'
    data = b"x" * 8
    return {
        "no JSON": (write(folder / "json", b"{a: 1}", data), []),
        "a list": (write(folder / "list", b"[]", data), []),
        "a blank before {": (write(folder / "blank", b' {"a": 1}', data), []),
        "no UTF-8": (write(folder / "utf8", b'{"\xff": 1}', data), []),
        "nested 100,000 times": (write(folder / "deep", deep, data), []),
        "a name twice": (write(folder / "twice", twice, data), []),
        "a field twice": (write(folder / "field", inner, data), []),
        "metadata that is a list": (write(folder / "meta", {"__metadata__": []}), []),
        "metadata with a number": (write(folder / "number", {"__metadata__": {"a": 1}}), []),
        "metadata of metadata": (write(folder / "inner", {"__metadata__": {"a": {}}}), []),
    }


def entries(folder):
    """Files with an entry that is wrong in itself."""
    wrong = {
        "a number for an entry": 1,
        "a field too few": {"dtype": "U8", "shape": [8]},
        "a field too many": entry("U8", (8,)) | {"strides": [1]},
        "an unknown dtype": entry("F7", (8,)),
        "a dtype that is a list": entry("U8", (8,)) | {"dtype": ["U8"]},
        "a negative dimension": entry("U8", (-1, -8)),
        "two dimensions of -1": entry("U8", (-1, -1, 8)),
        "a dimension of true": entry("U8", (True, 8)),
        "a dimension of 8.0": entry("U8", (8.0,)),
        "a dimension that is a text": entry("U8", ("8",)),
        "a shape that is a number": entry("U8", (8,)) | {"shape": 8},
        "a shape that is too large": entry("U8", (9,)),
        "a shape that is too small": entry("U8", (7,)),
        "a shape of 2**70": entry("U8", (2**35, 2**35)),
        "a shape of 2**64 + 8": entry("U8", (2**64 + 8,)),
        "a dtype that is too wide": entry("F64", (2,)),
        "offsets backwards": entry("U8", (8,), (8, 0)),
        "negative offsets": entry("U8", (8,), (-8, 0)),
        "three offsets": entry("U8", (8,), (0, 8, 8)),
        "offsets of 0.0": entry("U8", (8,), (0.0, 8.0)),
        "offsets of false": entry("U8", (1,), (False, True)),
        "offsets that are a number": entry("U8", (8,)) | {"data_offsets": 8},
        "offsets behind the end": entry("U8", (8,), (2**40, 2**40 + 8)),
    }
    return {
        name: (write(folder / f"{number}", {"bad.weight": value}, b"x" * 8), ["bad.weight"])
        for number, (name, value) in enumerate(wrong.items())
    }


def places(folder):
    """Files whose tensors are right one by one and not together."""

    def two(first, second, data=b"x" * 16, **more):
        return {"first": first, "second": second, **more}, data

    a, b = entry("U8", (8,), (0, 8)), entry("U8", (8,), (8, 16))
    found = {
        "the same bytes twice": two(a, a, b"x" * 8),
        "an overlap of one byte": two(a, entry("U8", (8,), (7, 15)), b"x" * 15),
        "one inside the other": two(entry("U8", (16,), (0, 16)), entry("U8", (4,), (4, 8))),
        "a gap of one byte": two(a, entry("U8", (7,), (9, 16))),
        "a gap at the beginning": two(entry("U8", (7,), (1, 8)), b),
        "a byte too many at the end": two(a, b, b"x" * 17),
        "a byte too few": two(a, b, b"x" * 15),
        "bytes without tensors": ({}, b"x"),
        "an empty one behind the end": two(a, entry("U8", (0,), (16, 16)), b"x" * 8),
        "an empty one inside another": two(a, entry("U8", (0,), (4, 4)), b"x" * 8),
    }
    return {
        name: (write(folder / f"{number}", table, data), [])
        for number, (name, (table, data)) in enumerate(found.items())
    }


@check(
    "read_header",
    points=4,
    judge=holds(samples.refused),
    params={"group": ["lengths", "texts", "entries", "places"]},
)
def refuses_files_that_lie(lesson, tmp, counters, group):
    """Fifty hostile files: each is refused in words, after its header, in little memory."""
    made = {"lengths": lengths, "texts": texts, "entries": entries, "places": places}[group](tmp)
    found = {}
    for name, (path, named) in made.items():
        allowed = min(path.stat().st_size, 1_000_000)
        found[name] = samples.tried(lesson, lesson.read_header, counters, path, allowed)
        found[name]["named"] = [path.name, *named]
    return found


@check("read_header", points=1, judge=holds(samples.refused), seconds=20)
def asks_before_it_reads(lesson, tmp, counters):
    """A header of 99 MB that is none, or one over MAX_HEADER, is refused by its first bytes."""
    found = {}
    for name, length in (("99 MB of zeros", 99_000_000), ("over MAX_HEADER", 100_000_001)):
        path = samples.safetensors(tmp / f"{len(found)}.safetensors", b"", length=length)
        with open(path, "r+b") as file:
            file.truncate(200_000_000)
        found[name] = samples.tried(lesson, lesson.read_header, counters, path, 100)
        found[name]["named"] = [str(length)] if length > 10**8 else []
    return found


@check("read_header", points=1, judge=holds(samples.refused))
def refuses_before_it_maps(lesson, tmp, counters):
    """`read_tensor` refuses what `read_header` does, also where its own tensor is right."""
    a = entry("U8", (8,), (0, 8))
    files = {
        "another tensor is wrong": ({"a": a, "b": entry("U8", (4,), (8, 16))}, b"x" * 16),
        "another one overlaps": ({"a": a, "b": entry("U8", (8,), (4, 12))}, b"x" * 12),
        "the file is too long": ({"a": a}, b"x" * 9),
    }
    found = {}
    for number, (name, (table, data)) in enumerate(files.items()):
        path = write(tmp / f"{number}.safetensors", table, data)
        call = lambda path: lesson.read_tensor(path, "a")  # noqa: E731
        found[name] = samples.tried(lesson, call, counters, path, 1000)
        found[name]["named"] = [path.name]
    return found
