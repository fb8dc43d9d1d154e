"""Task 1: the table of a safetensors file, and its tensors."""

import struct
from pathlib import Path

from shared.checking import check, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_loading_samples")

HINTS = {
    "read_header": (
        "One rule after the other, each asked before what it protects: the size of the file, the "
        "length of the header, its first byte, JSON, the entries, and at last the places of all "
        "tensors together. `type(x) is int` says no to True and to 1.0.",
        "`json.loads(text, object_pairs_hook=f)` gives `f` the pairs of each object as a list, "
        "twice-named keys still in it. Sorted by `start`, each tensor must begin where the last "
        "one ended. `file.peek(1)` looks at the next byte and leaves it there.",
        "`read_tensor`: `mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)` and "
        "`torch.frombuffer(pages, dtype=…, count=…, offset=…)`, which wants at least one number. "
        "For every error: `except (ValueError, RecursionError) as error: raise "
        "FormatError(f'{path}: {error}') from None`.",
    )
}


def shown(table):
    return [
        [name, info.dtype, list(info.shape), info.start, info.size] for name, info in table.items()
    ]


@check("read_header", points=2)
def reads_the_table(lesson, tmp, rng):
    """Names, dtypes, shapes and places, in the order of the file; `__metadata__` is no tensor."""
    from safetensors.torch import save_file

    path = tmp / "model.safetensors"
    tensors = {
        name: samples.drawn(rng, shape, dtype)
        for name, shape, dtype in zip(
            ("b", "a.weight", "层.0", "empty", "one", "z"),
            ((3, 4), (5,), (2, 3, 4), (0, 7), (), (1, 1, 1, 1)),
            list(lesson.DTYPES.values())[:6],
            strict=True,
        )
    }
    save_file(tensors, path, metadata={"format": "pt"})
    table = {"b": samples.entry("U8", (3,), (5, 8)), "a": samples.entry("I8", (5, 1), (0, 5))}
    samples.safetensors(tmp / "order.safetensors", table, b"12345678")
    samples.safetensors(tmp / "padded.safetensors", table, b"12345678", pad=11)
    samples.safetensors(tmp / "nothing.safetensors", {})
    samples.safetensors(tmp / "only.safetensors", {"__metadata__": {"a": "b"}}, pad=3)
    found = {name.stem: shown(lesson.read_header(name)) for name in sorted(tmp.iterdir())}
    return found | {"path as a text": shown(lesson.read_header(str(path)))}


KINDS = ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8")


def tensors_given(rng):
    import torch

    shapes = ((7,), (3, 5), (2, 1, 4), (), (0,), (4, 0, 2), (64, 33))
    return {
        f"{kind}{list(shape)}": samples.bits(samples.drawn(rng, shape, getattr(torch, kind)))
        for kind in (*KINDS, "bool")
        for shape in shapes
    }


def as_written(evidence, given):
    for name, wanted in given.items():
        dtype, shape, data = evidence[name]
        if [dtype, shape] != wanted[:2]:
            return f"{name} came back as {dtype} of shape {shape}; expected {wanted[:2]}"
        if data != wanted[2]:
            pairs = zip(data, wanted[2], strict=False)
            at = next((place for place, (one, two) in enumerate(pairs) if one != two), len(data))
            return f"{name}: its bytes differ from those that were written, first at byte {at}"
    return None


@check("read_header", points=2, given=tensors_given, judge=holds(as_written))
def reads_every_tensor_to_the_bit(lesson, tmp, given):
    """Tensors of ten dtypes and seven shapes, written by the library, come back to the bit."""
    import torch
    from safetensors.torch import save_file

    tensors = {}
    for name, (dtype, shape, data) in given.items():
        kind = getattr(torch, dtype.removeprefix("torch."))
        flat = torch.frombuffer(bytearray(data), dtype=kind) if data else torch.empty(0, dtype=kind)
        tensors[name] = flat.view(shape)
    path = tmp / "all.safetensors"
    save_file(tensors, path)
    return {name: samples.bits(lesson.read_tensor(path, name)) for name in given}


@check("read_header", points=1)
def reads_what_is_not_aligned(lesson, tmp):
    """A header of an odd length, and numbers that begin anywhere."""
    numbers = struct.pack("<3f", 1.5, -2.0, 3.25)
    table = {
        "byte": samples.entry("U8", (1,), (0, 1)),
        "three": samples.entry("F32", (3,), (1, 13)),
    }
    found = {}
    for pad in range(4):
        path = samples.safetensors(tmp / f"{pad}.safetensors", table, b"\7" + numbers, pad=pad)
        found[str(pad)] = [lesson.read_tensor(path, name).tolist() for name in ("byte", "three")]
    return found


def mapped(evidence):
    for name, added in evidence["added"].items():
        if added > 60_000_000:
            return (
                f"{name}: {added / 1e6:.0f} MB came into memory; the tensors that were not "
                "touched have 200 MB: map the file"
            )
    if evidence["read"] > 200_000:
        return f"{evidence['read']:,} bytes were read for a tensor of 16 bytes"
    return None


@check("read_header", points=2, judge=holds(mapped))
def maps_what_it_returns(lesson, tmp, counters):
    """A large tensor takes no memory until it is touched, and none for a small one beside it."""
    size = 200_000_000
    table = {
        "small": samples.entry("F32", (4,), (0, 16)),
        "large": samples.entry("U8", (size,), (16, 16 + size)),
    }
    path = samples.safetensors(tmp / "large.safetensors", table)
    with open(path, "r+b") as file:
        file.truncate(path.stat().st_size + 16 + size)
    added = {}
    with counters.reads(path) as read, counters.resident() as cost:
        small = lesson.read_tensor(path, "small").sum().item()
    added["the small one"] = cost.added
    with counters.resident() as cost:
        large = lesson.read_tensor(path, "large")
        last = large[-1].item()
    added["one number of the large one"] = cost.added
    return {"added": added, "read": read.bytes, "values": [small, last]}


@check("read_header", points=1)
def leaves_the_file_alone(lesson, tmp):
    """Writing into a tensor changes neither file nor later reads; it outlives the call."""
    table = {"a": samples.entry("F32", (2,), (0, 8)), "b": samples.entry("F32", (2,), (8, 16))}
    path = samples.safetensors(tmp / "a.safetensors", table, struct.pack("<4f", 1, 2, 3, 4), pad=2)
    before = path.read_bytes()
    first, second = (lesson.read_tensor(path, name) for name in "ab")
    first += 10
    again = lesson.read_tensor(path, "a")
    known = lesson.read_tensor(path, "b", table=lesson.read_header(path)).tolist()
    path.unlink()
    return {
        "with a table": known,
        "written": first.tolist(),
        "read again": again.tolist(),
        "beside it": second.tolist(),
        "file": before,
    }


@check("read_header", points=1)
def asks_the_header_once(lesson, tmp, counters):
    """With a table that is known the header is not read again; SafetensorsFile relies on it."""
    table = {str(place): samples.entry("U8", (1,), (place, place + 1)) for place in range(2000)}
    path = samples.safetensors(tmp / "a.safetensors", table, bytes(2000))
    known = lesson.read_header(path)
    with counters.reads(path) as read:
        values = [lesson.read_tensor(path, str(place), known).item() for place in range(20)]
    return {"values": values, "header read again": read.bytes > 20 * 70_000}


def names_it(evidence):
    if "raised" not in evidence:
        return "read_tensor of a name that is not there raised nothing; expected KeyError"
    if "no.such" not in evidence["message"]:
        return f"the message {evidence['message']!r} does not name 'no.such'"
    return None


@check("read_header", points=1, judge=holds(names_it))
def names_a_missing_tensor(lesson, tmp):
    """A name that is not in the file raises KeyError and is named; `__metadata__` is not either."""
    table = {"__metadata__": {"a": "b"}, "a": samples.entry("U8", (1,), (0, 1))}
    path = samples.safetensors(tmp / "a.safetensors", table, b"1")
    if "raised" not in (found := raised(KeyError, lesson.read_tensor, path, "__metadata__")):
        return {"returned": "a tensor"}
    found = raised(KeyError, lesson.read_tensor, path, "no.such")
    return found if "raised" in found else {"returned": "a tensor"}
