"""Task 2 as well: GGUF files that lie."""

import struct
from pathlib import Path

from shared.checking import check, holds
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_loading_samples")
gguf, number, setting, tensor = samples.gguf, samples.number, samples.setting, samples.tensor
F32S = struct.pack("<8f", *range(8))


def claims(path, least, tensors, settings):
    """A file of zeros, a few bytes too short for the tensors or settings of its claim."""
    head = b"GGUF" + struct.pack("<IQQ", 3, tensors, settings)
    path.write_bytes(head.ljust(least * (tensors + settings) - 8, b"\0"))
    return path


def headers(folder):
    """Files whose header is a lie before the table: (path, words of the message)."""
    pack = struct.pack
    text = pack("<Q", 2**62) + b"abc"
    many = setting("a", samples.ARRAY, pack("<IQ", 0, 2**60))
    words = setting("a", samples.ARRAY, pack("<IQ", samples.STRING, 2**40))
    lists = setting("a", samples.ARRAY, pack("<IQIQ", samples.ARRAY, 1, samples.ARRAY, 1))
    whole = gguf(folder / "whole", [number("a", 1)], [tensor("t", (8,))], F32S).read_bytes()
    cut = {}
    for at in (0, 3, 4, 12, 23, 30, 40, len(whole) - 33):
        (folder / f"cut{at}").write_bytes(whole[:at])
        cut[f"cut off after {at} bytes"] = (folder / f"cut{at}", [])
    return cut | {
        "another mark": (gguf(folder / "mark", mark=b"GGML"), []),
        "version 1": (gguf(folder / "one", version=1), ["1"]),
        "version 4": (gguf(folder / "four", version=4), ["4"]),
        "a big-endian version": (gguf(folder / "big", version=3 << 24), []),
        "2**60 tensors": (gguf(folder / "tensors", tensor_count=2**60), [str(2**60)]),
        "2**60 settings": (gguf(folder / "settings", setting_count=2**60), [str(2**60)]),
        "2**64 - 1 of both": (
            gguf(folder / "both", tensor_count=2**64 - 1, setting_count=2**64 - 1),
            [],
        ),
        "a tensor more than fits": (claims(folder / "ten", 24, 10_007, 0), ["10007"]),
        "a setting more than fits": (claims(folder / "set", 13, 0, 10_007), ["10007"]),
        "a key of 2**62 bytes": (gguf(folder / "key", [text]), []),
        "a text of 2**62 bytes": (gguf(folder / "text", [setting("a", 8, text)]), []),
        "a list of 2**60 numbers": (gguf(folder / "list", [many]), []),
        "a list of 2**40 texts": (gguf(folder / "words", [words]), []),
        "a list of lists": (gguf(folder / "lists", [lists]), []),
        "an unknown type": (gguf(folder / "type", [setting("a", 13, b"\0" * 8)]), ["13"]),
        "a key that is not UTF-8": (gguf(folder / "utf8", [setting(b"\xff", 4, b"\0" * 4)]), []),
        "a key twice": (gguf(folder / "twice", [number("k.k", 1), number("k.k", 2)]), ["k.k"]),
        "alignment 0": (gguf(folder / "zero", [number("general.alignment", 0)]), ["0"]),
        "alignment 24": (gguf(folder / "24", [number("general.alignment", 24)]), ["24"]),
        "an alignment that is a text": (
            gguf(folder / "words32", [setting("general.alignment", 8, samples.text("32"))]),
            ["32"],
        ),
        "an alignment of true": (
            gguf(folder / "true", [setting("general.alignment", 7, b"\1")]),
            [],
        ),
    }


def tables(folder):
    """Files whose table is a lie."""
    a, data = tensor("a", (8,), 0, 0), F32S * 2
    cases = {
        "a name twice": ([a, tensor("a", (8,), 0, 32)], data),
        "a name that is not UTF-8": ([tensor(b"\xff\xfe", (8,))], data),
        "2**32 - 1 dimensions": (
            [samples.text("bad") + struct.pack("<IQ", 2**32 - 1, 8)],
            data * 4,
        ),
        "five dimensions": ([tensor("bad", (1, 1, 1, 1, 8))], data),
        "no dimension": ([tensor("bad", ())], data),
        "a dimension of 0": ([tensor("bad", (8, 0))], data),
        "a dimension of 2**63": ([tensor("bad", (2**63,))], data),
        "dimensions of 2**32 each": ([tensor("bad", (2**32,) * 4)], data),
        "an unknown type": ([tensor("bad", (8,), 99)], data),
        "a type that is not read here": ([tensor("bad", (256,), 12)], data * 20),
        "half a block": ([tensor("bad", (16,), 8)], data * 4),
        "rows that are not blocks": ([tensor("bad", (16, 2), 8)], data * 4),
        "an offset that is not aligned": ([tensor("bad", (8,), 0, 8)], data),
        "an offset behind the end": ([tensor("bad", (8,), 0, 2**40)], data),
        "an offset of 2**64 - 32": ([tensor("bad", (8,), 0, 2**64 - 32)], data),
        "a tensor that ends behind the end": ([tensor("bad", (24,))], data),
        "a tensor one byte too long": ([tensor("bad", (8,))], F32S[:-1]),
        "the same bytes twice": ([a, tensor("bad", (8,))], data),
        "an overlap": ([tensor("bad", (16,)), tensor("b", (8,), 0, 32)], data),
        "an overlap, later first": ([tensor("b", (8,), 0, 32), tensor("bad", (12,))], data),
    }
    return {
        name: (gguf(folder / f"{place}.gguf", [], table, numbers), [])
        for place, (name, (table, numbers)) in enumerate(cases.items())
    }


@check("read_gguf", points=3, judge=holds(samples.refused), params={"group": ["headers", "tables"]})
def refuses_gguf_files_that_lie(lesson, tmp, counters, group):
    """Nearly fifty hostile files: each is refused in words, after its header, in little memory."""
    made = {"headers": headers, "tables": tables}[group](tmp)
    found = {}
    for name, (path, named) in made.items():
        found[name] = samples.tried(lesson, lesson.read_gguf, counters, path, 2000)
        found[name]["named"] = [path.name, *named]
    return found


def only_the_header(evidence):
    if evidence["read"] > evidence["header"] + 150_000:
        return f"{evidence['read']:,} bytes were read; the header has {evidence['header']:,}"
    if evidence["peak"] > 1_000_000:
        return f"{evidence['peak']:,} bytes were allocated for a header of {evidence['header']}"
    return None


@check("read_gguf", points=1, judge=holds(only_the_header))
def reads_no_numbers(lesson, tmp, counters):
    """Of a file of 60 MB the header is read and no more."""
    rows = 2_000_000
    path = gguf(tmp / "large.gguf", [], [tensor("a", (8, rows))], b"")
    header = path.stat().st_size
    with open(path, "r+b") as file:
        file.truncate(header + 32 * rows)
    with counters.reads(path) as read, counters.allocations() as cost:
        lesson.read_gguf(path)
    return {"read": read.bytes, "peak": cost.peak, "header": header}
