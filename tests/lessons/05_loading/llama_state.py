"""Task 4: all weights of a GGUF Llama, under their names, in their order."""

import struct
from pathlib import Path

from shared.checking import check, holds
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_loading_samples")

HINTS = {
    "llama_state": (
        "Make the dict of all names first: NAMES, and LAYER_NAMES for each layer. What is in it "
        "and not in the file is missing (but for `output.weight`); what is in the file and not in "
        "it is unknown.",
        "Row 2i + s of a head in the file is row i + s·D/2 of transformers. For all rows at once: "
        "`torch.arange(rows).view(heads, 2, D // 2).transpose(1, 2).reshape(-1)` says for each row "
        "of the file where it goes; `result[order] = numbers`.",
        "A tensor in parts: `max(SLAB // columns, 1)` rows at a time; `file.seek(info.start)` "
        "once, then `np.frombuffer(file.read(count * (info.size // rows)), np.uint8)"
        ".reshape(count, -1)`, DEQUANTIZE, and into a `torch.empty(rows, columns, dtype=dtype)`. "
        "A norm has one axis: it is one row.",
    )
}

HIDDEN, INNER, HEADS, KV_HEADS, VOCABULARY = 64, 96, 4, 2, 50
SHAPES = {
    "attn_norm": (HIDDEN,),
    "attn_q": (HIDDEN, HIDDEN),
    "attn_k": (HIDDEN // 2, HIDDEN),
    "attn_v": (HIDDEN // 2, HIDDEN),
    "attn_output": (HIDDEN, HIDDEN),
    "ffn_norm": (HIDDEN,),
    "ffn_gate": (INNER, HIDDEN),
    "ffn_up": (INNER, HIDDEN),
    "ffn_down": (HIDDEN, INNER),
}
FIELDS = {
    "llama.block_count": 2,
    "llama.attention.head_count": HEADS,
    "llama.attention.head_count_kv": KV_HEADS,
}


def shapes(layers=2, output=False):
    """All tensors of a Llama in GGUF's names."""
    found = {"token_embd.weight": (VOCABULARY, HIDDEN)}
    for layer in range(layers):
        found |= {f"blk.{layer}.{name}.weight": shape for name, shape in SHAPES.items()}
    found["output_norm.weight"] = (HIDDEN,)
    return found | ({"output.weight": (VOCABULARY, HIDDEN)} if output else {})


def write(path, tensors, fields=FIELDS, architecture="llama"):
    """A GGUF file: tensors as (kind, dims, bytes) by name."""
    settings = [samples.number(key, value) for key, value in fields.items()]
    if architecture is not None:
        settings.insert(0, samples.setting("general.architecture", 8, samples.text(architecture)))
    table, data = [], b""
    for name, (kind, shape, content) in tensors.items():
        table.append(samples.tensor(name, shape[::-1], kind, len(data)))
        data += content + b"\0" * (-len(content) % 32)
    return samples.gguf(path, settings, table, data)


def in_files_order(rows, heads):
    """llama.cpp's order of the rows of Q and K: the halves of each head interleaved."""
    import numpy as np

    return np.concatenate(
        [
            half
            for head in np.split(rows, heads)
            for half in np.stack(np.split(head, 2), axis=1).reshape(1, *head.shape)
        ]
    )


def stored(rng, every, kinds=(0,)):
    """Random tensors as the file has them, and as transformers has them, by GGUF's names."""
    import numpy as np
    from gguf import GGMLQuantizationType, dequantize, quantize

    file, wanted = {}, {}
    for place, (name, shape) in enumerate(every.items()):
        values = rng.numpy.standard_normal(shape).astype(np.float32)
        kind = GGMLQuantizationType(kinds[place % len(kinds)] if len(shape) > 1 else 0)
        heads = {"attn_q": HEADS, "attn_k": KV_HEADS}.get(name.split(".")[-2])
        content = quantize(values, kind)
        numbers = dequantize(content, kind).astype(np.float32)
        if heads:
            content, numbers = in_files_order(content, heads), numbers
        file[name] = (int(kind), shape, np.ascontiguousarray(content).tobytes())
        wanted[name] = numbers
    return file, wanted


def names_of(lesson, every):
    """Transformers' names of the tensors in `every`."""
    found = {}
    for name in every:
        if name in lesson.NAMES:
            found[name] = lesson.NAMES[name]
        else:
            _, layer, short, _ = name.split(".")
            found[name] = f"model.layers.{layer}.{lesson.LAYER_NAMES[short]}.weight"
    return found


def rounded(evidence):
    import numpy as np

    for case, found in evidence.items():
        if found["names"] != found["wanted names"]:
            odd = sorted(set(found["names"]) ^ set(found["wanted names"]))
            return f"{case}: the names differ from those of transformers, such as {odd[:2]}"
        for name, tensor in found["state"].items():
            wanted = found["wanted"][name].data
            if tensor.data.shape != wanted.shape:
                return f"{case}: {name} has the shape {tensor.data.shape}; expected {wanted.shape}"
            if not np.array_equal(tensor.data, wanted):
                rows = np.argwhere(np.atleast_2d(tensor.data != wanted).any(axis=-1)).ravel()
                return (
                    f"{case}: {name} differs in {len(rows)} rows, first in row {rows[0]}: the file "
                    "holds these numbers, in these rows or in others"
                )
    return None


@check("llama_state", points=3, judge=holds(rounded))
def gives_every_weight_its_name_and_rows(lesson, tmp, rng):
    """Four types, tied or not: the numbers of the file, under transformers' names, in its rows."""
    import torch

    found = {}
    for case, kinds, output in (
        ("float32", (0,), False),
        ("quantised", (3, 8), False),
        ("mixed", (1, 8, 0, 3), True),
    ):
        every = shapes(output=output)
        file, wanted = stored(rng, every, kinds)
        path = write(tmp / f"{case}.gguf", file)
        state = lesson.llama_state(path, torch.float32)
        names = names_of(lesson, every)
        found[case] = {
            "names": sorted(state),
            "wanted names": sorted(names.values()),
            "state": {name: tensor for name, tensor in state.items() if name in names.values()},
            "wanted": {names[name]: numbers for name, numbers in wanted.items()},
        }
    return found


@check("llama_state", points=1)
def rounds_to_the_dtype(lesson, tmp, rng):
    """bfloat16 unless another dtype is asked for; rounded, not cut; memory of its own."""
    import torch

    file, _ = stored(rng, shapes(), (0, 3))
    path = write(tmp / "some.gguf", file)
    states = {
        "by default": lesson.llama_state(path),
        "float16": lesson.llama_state(str(path), torch.float16),
        "float32": lesson.llama_state(path, dtype=torch.float32),
    }
    for state in states.values():
        for tensor in state.values():
            tensor += 0  # raises where the memory is read-only
    return {
        case: [[name, *samples.bits(state[name])] for name in sorted(state)]
        for case, state in states.items()
    }


@check("llama_state", points=1)
def takes_tensors_in_any_order(lesson, tmp, rng):
    """Tensors in another order in the file, other numbers of heads, one layer."""
    import torch

    found = {}
    for case, layers, heads in (("one layer", 1, (2, 1)), ("three layers", 3, (8, 4))):
        every = dict(sorted(shapes(layers).items(), reverse=True))
        file, _ = stored(rng, every)
        fields = {
            "llama.block_count": layers,
            "llama.attention.head_count": heads[0],
            "llama.attention.head_count_kv": heads[1],
        }
        state = lesson.llama_state(write(tmp / f"{case}.gguf", file, fields), torch.float32)
        found[case] = {name: state[name] for name in sorted(state)}
    return found


def once(evidence):
    if evidence["added"] > evidence["model"] + 40_000_000:
        return (
            f"for a result of {evidence['model'] / 1e6:.0f} MB, {evidence['added'] / 1e6:.0f} MB "
            "came into memory: read and dequantise a tensor in slabs, and do not map the file"
        )
    return None


@check("llama_state", points=2, judge=holds(once), seconds=30)
def holds_the_model_once(lesson, tmp, counters):
    """With a large embedding no more is in memory than the result and some slabs."""
    import torch

    every = shapes(layers=1)
    every["token_embd.weight"] = (800_000, HIDDEN)
    zeros = {name: (8 if len(shape) > 1 else 0, shape, b"") for name, shape in every.items()}
    sizes = {
        name: (34 * shape[0] * shape[1] // 32 if len(shape) > 1 else 4 * shape[0])
        for name, shape in every.items()
    }
    table, offset = [], 0
    for name, (kind, shape, _) in zeros.items():
        table.append(samples.tensor(name, shape[::-1], kind, offset))
        offset += -(-sizes[name] // 32) * 32
    settings = [
        samples.number(key, value) for key, value in (FIELDS | {"llama.block_count": 1}).items()
    ]
    settings.append(samples.setting("general.architecture", 8, samples.text("llama")))
    path = samples.gguf(tmp / "large.gguf", settings, table)
    with open(path, "r+b") as file:
        file.truncate(path.stat().st_size + offset)
    with counters.resident() as cost:
        state = lesson.llama_state(path, torch.bfloat16)
    return {"added": cost.added, "model": sum(tensor.nbytes for tensor in state.values())}


@check("llama_state", points=1)
def joins_its_slabs(lesson, tmp, rng):
    """Tensors of several slabs, and a row longer than one: every number in its place."""
    import numpy as np
    import torch

    wide = lesson.SLAB // 3 + 1
    every = shapes(layers=1) | {
        "token_embd.weight": (5, wide),
        "blk.0.attn_q.weight": (8, wide),
        "blk.0.ffn_norm.weight": (lesson.SLAB + 7,),
        "blk.0.ffn_up.weight": (2, lesson.SLAB + 7),
    }
    file = {}
    for name, shape in every.items():
        values = rng.numpy.standard_normal(shape, dtype=np.float32)
        file[name] = (0, shape, values.tobytes())
    path = write(tmp / "wide.gguf", file, FIELDS | {"llama.block_count": 1})
    state = lesson.llama_state(path, torch.float32)
    return {
        name: [list(tensor.shape), torch.cat([tensor[..., ::9973], tensor[..., -1:]], dim=-1)]
        for name, tensor in sorted(state.items())
    }


@check("llama_state", points=2, judge=holds(samples.refused))
def accounts_for_every_tensor(lesson, tmp, rng, counters):
    """A tensor too few or too many, another architecture, settings that do not fit: FormatError."""
    whole, _ = stored(rng, shapes())
    changes = {
        "no embedding": ("without", "token_embd.weight"),
        "no last norm": ("without", "output_norm.weight"),
        "a layer without attn_k": ("without", "blk.1.attn_k.weight"),
        "an unknown tensor": ("with", "blk.0.attn_q.bias"),
        "a third layer": ("with", "blk.2.attn_q.weight"),
        "rope frequencies": ("with", "rope_freqs.weight"),
        "a name that only looks like one": ("with", "blk.0.attn_q.weight.weight"),
        "a layer with a leading zero": ("with", "blk.00.attn_q.weight"),
        "two layers without attn_k": ("without", "blk.0.attn_k.weight", "blk.1.attn_k.weight"),
        "two unknown tensors": ("with", "blk.0.attn_q.bias", "blk.1.attn_q.bias"),
    }
    files = {}
    for place, (case, (how, *names)) in enumerate(changes.items()):
        tensors = dict(whole)
        for name in names:
            if how == "without":
                del tensors[name]
            else:
                tensors[name] = (0, (HIDDEN,), struct.pack("<f", 1) * HIDDEN)
        files[case] = (write(tmp / f"{place}.gguf", tensors), names[:1])
    for case, fields in {
        "no block_count": {"llama.block_count": None},
        "a block_count of 0": {"llama.block_count": 0},
        "a block_count of 3": {"llama.block_count": 3},
        "a block_count of 20,000": {"llama.block_count": 20_000},
        "no head_count": {"llama.attention.head_count": None},
        "0 heads": {"llama.attention.head_count": 0},
        "5 heads for 64 rows": {"llama.attention.head_count": 5},
        "64 heads for 64 rows": {"llama.attention.head_count": 64},
        "no head_count_kv": {"llama.attention.head_count_kv": None},
    }.items():
        given = {key: value for key, value in (FIELDS | fields).items() if value is not None}
        files[case] = (write(tmp / f"{case}.gguf", whole, given), [])
    flat = whole | {"blk.0.attn_q.weight": (0, (HIDDEN * HIDDEN,), whole["blk.0.attn_q.weight"][2])}
    odd = whole | {"blk.0.attn_q.weight": (0, (60, HIDDEN), bytes(4 * 60 * HIDDEN))}
    files["4 heads for 60 rows"] = (write(tmp / "odd.gguf", odd), ["blk.0.attn_q.weight"])
    many = {f"t{place}": (0, (1,), bytes(4)) for place in range(2000)}
    many_layers = FIELDS | {"llama.block_count": 17_000}
    files["17,000 layers in 2,000 tensors"] = (write(tmp / "many.gguf", many, many_layers), [])
    files["a projection with one axis"] = (write(tmp / "flat.gguf", flat), ["blk.0.attn_q.weight"])
    files["another architecture"] = (write(tmp / "arch.gguf", whole, architecture="gpt2"), ["gpt2"])
    files["no architecture"] = (write(tmp / "none.gguf", whole, architecture=None), [])
    found = {}
    for case, (path, named) in files.items():
        found[case] = samples.tried(lesson, lesson.llama_state, counters, path, 400_000)
        found[case]["named"] = [path.name, *named]
    return found
