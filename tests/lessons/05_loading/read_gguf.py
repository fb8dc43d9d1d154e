"""Task 2: settings and table of a GGUF file."""

import struct
from pathlib import Path

from shared.checking import check
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_loading_samples")

HINTS = {
    "read_gguf": (
        "The cursor does the reading: `number('I')`, `number('Q')`, `string()`, `value(kind)`, in "
        "the order of the docstring. Where it stands after the last entry, `cursor.at`, the header "
        "ends.",
        "Round `cursor.at` up to the alignment: that is where offset 0 is. A tensor's bytes: the "
        "numbers of all dimensions multiplied, divided by those of a block, times its bytes. The "
        "shape is `dims[::-1]`.",
        "Ask the counts before the loops: `24 * count + 13 * settings > cursor.size - cursor.at`. "
        "For overlaps go through the tensors sorted by offset and remember the end of the last. "
        "A power of two: `a > 0 and a & (a - 1) == 0`, and `type(a) is int`. All in one `try`, "
        "whose `except ValueError` makes a FormatError with the path in front.",
    )
}


def plain(value):
    """A setting as evidence: NumPy arrays as [dtype, values]."""
    return [str(value.dtype), value.tolist()] if hasattr(value, "dtype") else value


def shown(found):
    return {
        "settings": {key: plain(value) for key, value in found.fields.items()},
        "tensors": [
            [name, info.dtype, list(info.shape), info.start, info.size]
            for name, info in found.tensors.items()
        ],
    }


@check("read_gguf", points=2)
def reads_what_the_package_writes(lesson, tmp, rng):
    """A file of the package `gguf`: settings of every type, tensors of four types."""
    import numpy as np
    from gguf import GGMLQuantizationType, GGUFWriter, quantize

    path = tmp / "some.gguf"
    writer = GGUFWriter(path, "llama")
    writer.add_uint8("n.u8", 200)
    writer.add_int8("n.i8", -3)
    writer.add_uint16("n.u16", 60_000)
    writer.add_int16("n.i16", -300)
    writer.add_uint32("n.u32", 2**32 - 1)
    writer.add_int32("n.i32", -70_000)
    writer.add_uint64("n.u64", 2**63)
    writer.add_int64("n.i64", -(2**40))
    writer.add_float32("n.f32", 0.1)
    writer.add_float64("n.f64", 0.1)
    writer.add_bool("n.bool", True)
    writer.add_string("a text", "层 \n end")
    writer.add_array("texts", ["a", "", "好"])
    writer.add_array("whole numbers", [1, -2, 3])
    writer.add_array("fractions", [0.5, -1.25])
    for name, shape, kind in (
        ("norm", (7,), GGMLQuantizationType.F32),
        ("half", (3, 5), GGMLQuantizationType.F16),
        ("q4", (3, 64), GGMLQuantizationType.Q4_1),
        ("q8", (2, 4, 32), GGMLQuantizationType.Q8_0),
    ):
        values = rng.numpy.standard_normal(shape).astype(np.float32)
        writer.add_tensor(name, quantize(values, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return {"a path": shown(lesson.read_gguf(path)), "a text": shown(lesson.read_gguf(str(path)))}


@check("read_gguf", points=2)
def reads_other_files(lesson, tmp):
    """Other alignments, version 2, tensors in any order with gaps, nothing at all."""
    four = struct.pack("<4f", 1, 2, 3, 4)
    files = {}
    for alignment in (1, 8, 64, 4096):
        files[f"alignment {alignment}"] = samples.gguf(
            tmp / f"{alignment}.gguf",
            [samples.number("general.alignment", alignment)],
            [
                samples.tensor("b", (4,), 0, alignment * 16),
                samples.tensor("a", (2, 1, 2), 0, 0),
                samples.tensor("q", (32, 2), 3, alignment * 32),
                samples.tensor("four axes", (1, 2, 1, 2), 0, alignment * 96),
            ],
            b"\0" * (alignment * 96 + 16),
            alignment=alignment,
        )
    files["version 2"] = samples.gguf(tmp / "two.gguf", version=2)
    files["nothing"] = samples.gguf(tmp / "nothing.gguf")
    files["nothing, not even padding"] = samples.gguf(tmp / "bare.gguf", alignment=1)
    files["one setting of 13 bytes"] = samples.gguf(
        tmp / "least.gguf", [samples.setting("", samples.BOOL, b"\1")], alignment=1
    )
    files["no padding behind the last tensor"] = samples.gguf(
        tmp / "last.gguf", [], [samples.tensor("a", (4,))], four
    )
    flags = struct.pack("<IQ3B", samples.BOOL, 3, 1, 0, 1)
    files["a list of flags"] = samples.gguf(
        tmp / "flags.gguf", [samples.setting("flags", samples.ARRAY, flags)]
    )
    empty = struct.pack("<IQ", samples.STRING, 0)
    files["an empty list"] = samples.gguf(
        tmp / "list.gguf", [samples.setting("none", samples.ARRAY, empty)]
    )
    return {name: shown(lesson.read_gguf(path)) for name, path in files.items()}
