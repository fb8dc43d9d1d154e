"""Task 3: numbers out of quantised blocks, to the bit."""

from pathlib import Path

from shared.checking import check, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_loading_samples")

HINTS = {
    "dequantize_q4_1": (
        "Make (…, bytes) to (…, n, bytes of a block) with `reshape(*shape[:-1], -1, 34)`. Then "
        "each part of a block is a slice of the last axis.",
        "`part.copy().view(np.float16)` reads two bytes as one number: the copy is needed, since "
        "a view wants its bytes side by side. Make it float32 before you multiply; float16 would "
        "round. `view(np.int8)` reads bytes as signed ones.",
        "The nibbles: `np.concatenate([data & 15, data >> 4], axis=-1)`, all low ones first. Then "
        "`nibbles * scale + minimum` in float32, and `reshape(*shape[:-1], -1)`.",
    )
}

SIZES = {"q8_0": 34, "q4_1": 20}


def blocks_given(rng):
    """Random blocks: any scales at all, usual scales, the odd ones among float16."""
    import numpy as np

    found = {}
    for name, size in SIZES.items():
        drawn = rng.numpy.integers(0, 256, (40, 8 * size), dtype=np.uint8)
        usual = drawn.reshape(40, 8, size).copy()
        for place in range(0, 4 if name == "q4_1" else 2, 2):
            scales = (rng.numpy.standard_normal((40, 8, 1)) / 50).astype(np.float16)
            usual[..., place : place + 2] = scales.view(np.uint8)
        odd = usual[:12].copy()
        special = np.array(
            [0.0, -0.0, np.inf, -np.inf, np.nan, 65504, -65504, 6e-8, -6e-8, 6.1e-5, 1, -1],
            np.float16,
        )
        odd[:, :, :2] = special.view(np.uint8).reshape(12, 1, 2)
        found[name] = {
            "any bytes": drawn,
            "usual scales": usual.reshape(40, -1),
            "odd scales": odd.reshape(12, -1),
        }
    return found


def as_gguf(evidence, given):
    import numpy as np
    from gguf import GGMLQuantizationType, dequantize

    for name, groups in given.items():
        kind = GGMLQuantizationType[name.upper()]
        for group, data in groups.items():
            with np.errstate(all="ignore"):
                wanted = dequantize(data, kind)
            found = evidence[name][group].data
            if found.dtype != np.float32 or found.shape != wanted.shape:
                return (
                    f"dequantize_{name}, {group}: {found.dtype} of shape {found.shape}; "
                    f"expected float32 of {wanted.shape}"
                )
            same = (found.view(np.uint32) == wanted.view(np.uint32)) | (
                np.isnan(found) & np.isnan(wanted)
            )
            if not same.all():
                row, column = np.argwhere(~same)[0]
                size = SIZES[name]
                block = data[row, column // 32 * size : column // 32 * size + size]
                return (
                    f"dequantize_{name}, {group}: number {column % 32} of the block "
                    f"{block.tobytes().hex()} is {found[row, column]!r}; the package gguf gives "
                    f"{wanted[row, column]!r}"
                )
    return None


@check("dequantize_q4_1", points=3, given=blocks_given, judge=holds(as_gguf))
def agrees_with_gguf_to_the_bit(lesson, given):
    """10,000 numbers and more of each type have the bits that the package `gguf` gives them."""
    import numpy as np

    with np.errstate(all="ignore"):
        return {
            name: {
                group: getattr(lesson, f"dequantize_{name}")(data) for group, data in groups.items()
            }
            for name, groups in given.items()
        }


@check("dequantize_q4_1", points=1)
def takes_any_shape(lesson, rng):
    """One axis or three, no block at all, a slice of something larger, memory that is read-only."""
    import numpy as np

    found = {}
    for name, size in SIZES.items():
        call = getattr(lesson, f"dequantize_{name}")
        block = np.zeros(size, np.uint8)
        block[:2] = np.array([0.5], np.float16).view(np.uint8)
        block[4:] = np.arange(4, size)
        rows = np.stack([np.concatenate([block, block])] * 6)
        frozen = rows.copy()
        frozen.flags.writeable = False
        found[name] = {
            "one block": call(block),
            "three axes": call(rows.reshape(2, 3, -1)),
            "no block": call(np.zeros((3, 0), np.uint8)),
            "every second row": call(rows[::2]),
            "columns of something wider": call(np.concatenate([rows, rows], axis=1)[:, : 2 * size]),
            "read-only": call(frozen),
            "input": frozen,
        }
    return found


def refused(evidence):
    for name, found in evidence.items():
        if "raised" not in found:
            return f"{name}: nothing was raised; expected ValueError"
    return None


@check("dequantize_q4_1", points=1, judge=holds(refused))
def refuses_what_is_no_block(lesson):
    """Half a block, signed bytes, floats, no axis: ValueError."""
    import numpy as np

    found = {}
    for name, size in SIZES.items():
        call = getattr(lesson, f"dequantize_{name}")
        for what, data in {
            "a byte too few": np.zeros((2, 3 * size - 1), np.uint8),
            "a byte too many": np.zeros((2, size + 1), np.uint8),
            "signed bytes": np.zeros((2, size), np.int8),
            "floats": np.zeros((2, size), np.float32),
            "no axis": np.zeros((), np.uint8),
        }.items():
            result = raised(ValueError, call, data)
            found[f"dequantize_{name}, {what}"] = result if "raised" in result else {}
    return found
