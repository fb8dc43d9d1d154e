"""Lesson 05: from bytes on disk to a model in memory, once and not twice, trusting nothing.

A file of weights is a table (name, type, shape, place) and a block of numbers. Two formats are read
here: safetensors, whose table is JSON, and GGUF, whose numbers may be quantised. Both may come from
a stranger. So the table is checked before anything is done with it: a file that lies is refused
after its header, and no size that it claims is ever allocated.

Source: the safetensors format (github.com/huggingface/safetensors), the GGUF specification
(github.com/ggml-org/ggml/blob/master/docs/gguf.md), and `LlamaModel` in llama.cpp's converter.
"""

from __future__ import annotations

import json
import math
import mmap
import struct
import types
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import torch
from torch import nn


class FormatError(ValueError):
    """A file breaks its format. The message names the file, the place in it, and the rule."""


@dataclass(frozen=True)
class TensorInfo:
    """One tensor in a file: its type by the file's name, its shape as torch has it, its place."""

    dtype: str
    shape: tuple[int, ...]
    start: int
    """Bytes from the beginning of the file."""
    size: int
    """Bytes."""


DTYPES = {
    "F64": torch.float64,
    "F32": torch.float32,
    "F16": torch.float16,
    "BF16": torch.bfloat16,
    "F8_E4M3": torch.float8_e4m3fn,
    "F8_E5M2": torch.float8_e5m2,
    "I64": torch.int64,
    "I32": torch.int32,
    "I16": torch.int16,
    "I8": torch.int8,
    "U8": torch.uint8,
    "BOOL": torch.bool,
}
"""The types of safetensors that are read here."""

MAX_HEADER = 100_000_000
"""Bytes: a longer header is refused, as by the library of safetensors."""


### BEGIN SOLUTION task=read_header
def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0  # True and 1.0 are no counts


def _info(name: str, entry: Any, data: int) -> TensorInfo:
    """One entry of the table; `data` is where the numbers begin. Raises ValueError."""
    if not isinstance(entry, dict) or entry.keys() != {"dtype", "shape", "data_offsets"}:
        raise ValueError(f"{name!r:.80} must have dtype, shape and data_offsets")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in DTYPES:
        raise ValueError(
            f"{name!r:.80} has the dtype {dtype!r:.80}: it must be one of {', '.join(DTYPES)}"
        )
    if not isinstance(shape, list) or not all(map(_is_count, shape)):
        raise ValueError(f"{name!r:.80} has the shape {shape!r:.80}: it must be a list of counts")
    if not isinstance(offsets, list) or len(offsets) != 2 or not all(map(_is_count, offsets)):
        raise ValueError(
            f"{name!r:.80} has the data_offsets {offsets!r:.80}: they must be two counts"
        )
    begin, end = offsets
    size = math.prod(shape) * DTYPES[dtype].itemsize
    if end - begin != size:
        raise ValueError(
            f"{name!r:.80} of shape {shape!r:.80} in {dtype} takes {size} bytes, and has the "
            f"data_offsets {offsets}"
        )
    return TensorInfo(dtype, tuple(shape), data + begin, size)


### END SOLUTION


def _lies_end_to_end(tensors: Mapping[str, TensorInfo], start: int, end: int) -> None:
    """Raise ValueError unless the tensors fill `start` to `end`: no gap, no byte used twice."""
    ### BEGIN SOLUTION task=read_header
    at = start
    for name, info in sorted(tensors.items(), key=lambda item: (item[1].start, item[1].size)):
        if info.start != at:
            what = "overlaps the tensor before it" if info.start < at else "leaves a gap before it"
            raise ValueError(f"{name!r} begins at byte {info.start} and {what}, up to {at}")
        at += info.size
    if at != end:
        raise ValueError(f"the tensors end at byte {at}, and the file at {end}")
    ### END SOLUTION


def read_header(path: str | Path) -> dict[str, TensorInfo]:
    """Return the table of a safetensors file, without `__metadata__`, in the order of the file.

    The file is: 8 bytes, the header's length N as a little-endian number; N bytes of JSON, padded
    with blanks; the numbers. The JSON is one object, `{name: {"dtype", "shape", "data_offsets"}}`,
    with offsets [begin, end) from the first byte after the header. `__metadata__`, if it is there,
    holds texts by text.

    Raises FormatError, which names the file and what is wrong with what, where:

    - the file ends within the first 8 bytes or within the header, or N is over MAX_HEADER: asked
      before N bytes are read;
    - the header does not begin with `{`, is not UTF-8 or not JSON (also: nested too deeply), is no
      object, or has a key twice at any level;
    - an entry has other fields than the three, an unknown dtype, or a shape or offsets that are not
      lists of counts (whole numbers from 0 on; `true` and `1.0` are none);
    - a shape and its dtype take other bytes than the offsets give them;
    - the tensors do not lie end to end from the header to the end of the file, in any order: they
      overlap, leave a gap, or the file is longer or shorter (`_lies_end_to_end`).

    Reads the header and nothing behind it, but for what a buffered file reads ahead.
    """
    ### BEGIN SOLUTION task=read_header
    with open(path, "rb") as file:
        size = file.seek(0, 2)
        file.seek(0)
        try:
            if size < 8:
                raise ValueError(f"it has {size} bytes, and the length of its header takes 8")
            (length,) = struct.unpack("<Q", file.read(8))
            if length > min(MAX_HEADER, size - 8):
                raise ValueError(
                    f"its header claims {length} bytes: the file has {size}, and {MAX_HEADER} are "
                    "allowed"
                )
            data = 8 + length
            if file.peek(1)[:1] != b"{":
                raise ValueError("its header does not begin with {")
            table = json.loads(file.read(length).decode(), object_pairs_hook=_unique)
            metadata = table.pop("__metadata__", {})
            if not isinstance(metadata, dict) or not all(
                isinstance(value, str) for value in metadata.values()
            ):
                raise ValueError("__metadata__ must hold texts by text")
            tensors = {name: _info(name, entry, data) for name, entry in table.items()}
            _lies_end_to_end(tensors, data, size)
        except (ValueError, RecursionError) as error:
            raise FormatError(f"{path}: {error}") from None
    return tensors
    ### END SOLUTION


def read_tensor(
    path: str | Path, name: str, table: Mapping[str, TensorInfo] | None = None
) -> torch.Tensor:
    """Return one tensor of a safetensors file, mapped into memory: nothing else is read.

    `table` is what `read_header` said of the file, where that is known; else it is asked.

    The tensor's memory is the file's own pages, which the system reads when they are touched, and
    can drop again. Writing into the tensor changes a private copy of the page, never the file. It
    stays valid for as long as anybody holds it.

    Raises FormatError as `read_header` does, and KeyError for a name that is not there.
    """
    ### BEGIN SOLUTION task=read_header
    table = read_header(path) if table is None else table
    if name not in table:
        raise KeyError(f"{path} has no tensor {name!r}; it has {len(table)} others")
    info = table[name]
    dtype, count = DTYPES[info.dtype], math.prod(info.shape)
    if count == 0:
        return torch.empty(info.shape, dtype=dtype)
    with open(path, "rb") as file:
        pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    return torch.frombuffer(pages, dtype=dtype, count=count, offset=info.start).view(info.shape)
    ### END SOLUTION


class SafetensorsFile(Mapping[str, torch.Tensor]):
    """The tensors of a safetensors file by name, each mapped when it is asked for."""

    def __init__(self, path: str | Path) -> None:
        self.path, self.table = Path(path), read_header(path)

    def __getitem__(self, name: str) -> torch.Tensor:
        return read_tensor(self.path, name, self.table)

    def __iter__(self) -> Iterator[str]:
        return iter(self.table)

    def __len__(self) -> int:
        return len(self.table)


@dataclass(frozen=True)
class Gguf:
    """What a GGUF file says before its numbers: settings by key, and the table."""

    fields: dict[str, Any]
    tensors: dict[str, TensorInfo]


KINDS = {
    0: ("F32", 1, 4),
    1: ("F16", 1, 2),
    3: ("Q4_1", 32, 20),
    8: ("Q8_0", 32, 34),
}
"""Types of GGUF by number, those that are read here: name, numbers in a block, bytes of a block."""

MAX_DIMS = 4
"""GGUF's tensors have at most so many dimensions."""


class Cursor:
    """Reads a GGUF file's header from its beginning, and never more than the file has.

    `at` is the next byte, `size` the file's. Raises ValueError for a claim that the rest of the
    file, or of MAX_HEADER bytes, cannot hold: before anything of that size is made.
    """

    NUMBERS = types.MappingProxyType(
        {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 10: "Q", 11: "q", 12: "d"}
    )
    BOOL, STRING, ARRAY = 7, 8, 9

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.size = file.seek(0, 2)
        self.end = min(self.size, MAX_HEADER)
        self.at = file.seek(0)

    def take(self, count: int, what: str = "a value") -> bytes:
        """The next `count` bytes."""
        if count > self.end - self.at:
            raise ValueError(f"{what} of {count} bytes begins at byte {self.at} of {self.end}")
        self.at += count
        return self.file.read(count)

    def number(self, code: str) -> Any:
        """The next number; `code` is one of the module `struct`: I is 4 bytes, Q is 8."""
        return struct.unpack("<" + code, self.take(struct.calcsize("<" + code)))[0]

    def string(self) -> str:
        """The next text: its length, then UTF-8."""
        return self.take(self.number("Q"), "a text").decode()

    def value(self, kind: int) -> Any:
        """The next value of a type of GGUF; a list of numbers comes as a NumPy array."""
        if kind in self.NUMBERS:
            return self.number(self.NUMBERS[kind])
        if kind == self.BOOL:
            return bool(self.number("B"))
        if kind == self.STRING:
            return self.string()
        if kind == self.ARRAY:
            return self._array()
        raise ValueError(f"a value of the type {kind} at byte {self.at}: there is no such type")

    def _array(self) -> Any:
        kind, count = self.number("I"), self.number("Q")
        if kind in self.NUMBERS:
            dtype = np.dtype("<" + self.NUMBERS[kind])
            return np.frombuffer(self.take(count * dtype.itemsize, "a list"), dtype)
        if kind not in (self.BOOL, self.STRING):  # lists of lists are allowed, and nobody has any
            raise ValueError(f"a list of values of the type {kind} at byte {self.at}")
        if count * (8 if kind == self.STRING else 1) > self.end - self.at:
            raise ValueError(f"a list of {count} values begins at byte {self.at} of {self.end}")
        return [self.value(kind) for _ in range(count)]


def read_gguf(path: str | Path) -> Gguf:
    """Return the settings and the table of a GGUF file (version 2 or 3), without its numbers.

    The file is: `GGUF`; the version (I); the number of tensors and that of settings (Q each); the
    settings, each a key (text), a type (I) and a value of it; for each tensor a name (text), the
    number of its dimensions (I), the dimensions (Q each), a type (I) and an offset (Q); zeros up to
    the next multiple of the alignment; the numbers. The alignment is the setting
    `general.alignment`, or 32. Offsets count from the first byte of the numbers.

    A shape stands in the file from the inside out: the number of columns comes first. TensorInfo
    has it as torch does, rows first, with `start` from the beginning of the file.

    Raises FormatError, which names the file and what is wrong with what, where:

    - it does not begin with `GGUF`, has another version, or ends too early (`Cursor`);
    - it claims more tensors or settings than its size could hold (24 and 13 bytes is the least that
      one of them takes): asked before any of them is read;
    - a key or a name is there twice, or is not UTF-8;
    - the alignment is not a whole number, or not a power of two;
    - a tensor has no dimension or more than MAX_DIMS, a dimension of 0, a type that is not in
      KINDS, or rows that are not whole blocks;
    - an offset is not a multiple of the alignment;
    - a tensor reaches behind the end of the file, or two of them overlap.

    Reads the header and nothing behind it, but for what a buffered file reads ahead.
    """
    ### BEGIN SOLUTION task=read_gguf
    with open(path, "rb") as file:
        try:
            cursor = Cursor(file)
            if cursor.take(4, "the mark") != b"GGUF":
                raise ValueError("it does not begin with GGUF")
            if (version := cursor.number("I")) not in (2, 3):
                raise ValueError(f"it has version {version}: 2 and 3 are read")
            count, settings = cursor.number("Q"), cursor.number("Q")
            if 24 * count + 13 * settings > cursor.size - cursor.at:
                raise ValueError(
                    f"it claims {count} tensors and {settings} settings in {cursor.size} bytes"
                )
            fields: dict[str, Any] = {}
            for _ in range(settings):
                key = cursor.string()
                if key in fields:
                    raise ValueError(f"the setting {key!r} is there twice")
                fields[key] = cursor.value(cursor.number("I"))
            tensors: dict[str, TensorInfo] = {}
            for _ in range(count):
                name, info = _gguf_info(cursor)
                if name in tensors:
                    raise ValueError(f"the tensor {name!r} is there twice")
                tensors[name] = info
            return Gguf(fields, _placed(tensors, cursor, fields.get("general.alignment", 32)))
        except ValueError as error:
            raise FormatError(f"{path}: {error}") from None
    ### END SOLUTION


### BEGIN SOLUTION task=read_gguf
def _gguf_info(cursor: Cursor) -> tuple[str, TensorInfo]:
    """The next entry of the table; its `start` is still the offset. Raises ValueError."""
    name, dims = cursor.string(), cursor.number("I")
    if not 1 <= dims <= MAX_DIMS:
        raise ValueError(f"{name!r} has {dims} dimensions: 1 to {MAX_DIMS} are allowed")
    shape = tuple(cursor.number("Q") for _ in range(dims))[::-1]
    kind, offset = cursor.number("I"), cursor.number("Q")
    if kind not in KINDS:
        raise ValueError(f"{name!r} has the type {kind}: {', '.join(map(str, KINDS))} are read")
    dtype, block, size = KINDS[kind]
    if 0 in shape or shape[-1] % block:
        raise ValueError(f"{name!r} has the shape {shape}: no 0, and whole blocks of {block}")
    return name, TensorInfo(dtype, shape, offset, math.prod(shape) // block * size)


def _placed(
    tensors: dict[str, TensorInfo], cursor: Cursor, alignment: Any
) -> dict[str, TensorInfo]:
    """The table with places from the beginning of the file. Raises ValueError."""
    if type(alignment) is not int or alignment < 1 or alignment & (alignment - 1):
        raise ValueError(f"general.alignment is {alignment!r}: it must be a power of two")
    data = -(-cursor.at // alignment) * alignment
    placed, end = {}, 0
    for name, info in sorted(tensors.items(), key=lambda item: item[1].start):
        if info.start % alignment:
            raise ValueError(f"{name!r} has the offset {info.start}: no multiple of {alignment}")
        if info.start < end:
            raise ValueError(f"{name!r} at offset {info.start} overlaps the tensor before it")
        end = info.start + info.size
        if data + end > cursor.size:
            raise ValueError(f"{name!r} ends at byte {data + end} of {cursor.size}")
        placed[name] = TensorInfo(info.dtype, info.shape, data + info.start, info.size)
    return {name: placed[name] for name in tensors}


### END SOLUTION


def dequantize_q8_0(blocks: np.ndarray) -> np.ndarray:
    """Return the numbers in Q8_0 blocks: uint8 (…, 34·n) to float32 (…, 32·n).

    A block is one float16 scale d, then 32 signed bytes q; a number is d·q, computed in float32.
    Raises ValueError for another dtype or a last axis that is not whole blocks.
    """
    ### BEGIN SOLUTION task=dequantize_q4_1
    blocks = _blocks(blocks, 34)
    scale = blocks[..., :2].copy().view(np.float16).astype(np.float32)
    numbers = blocks[..., 2:].view(np.int8) * scale
    return numbers.reshape(*blocks.shape[:-2], -1)
    ### END SOLUTION


def dequantize_q4_1(blocks: np.ndarray) -> np.ndarray:
    """Return the numbers in Q4_1 blocks: uint8 (…, 20·n) to float32 (…, 32·n).

    A block is a float16 scale d, a float16 minimum m, then 16 bytes. The low four bits of byte i
    are q of number i, the high four those of number i + 16; a number is d·q + m, computed in
    float32: first the product, then the sum.
    Raises ValueError for another dtype or a last axis that is not whole blocks.
    """
    ### BEGIN SOLUTION task=dequantize_q4_1
    blocks = _blocks(blocks, 20)
    scale, minimum = np.split(blocks[..., :4].copy().view(np.float16).astype(np.float32), 2, -1)
    nibbles = np.concatenate([blocks[..., 4:] & 15, blocks[..., 4:] >> 4], axis=-1)
    numbers = nibbles * scale
    numbers += minimum
    return numbers.reshape(*blocks.shape[:-2], -1)
    ### END SOLUTION


### BEGIN SOLUTION task=dequantize_q4_1
def _blocks(data: np.ndarray, size: int) -> np.ndarray:
    """(…, size·n) as (…, n, size). Raises ValueError."""
    if data.dtype != np.uint8 or data.ndim < 1 or data.shape[-1] % size:
        raise ValueError(
            f"blocks of shape {data.shape} in {data.dtype}: uint8 is needed, and a last axis of "
            f"whole blocks of {size} bytes"
        )
    return data.reshape(*data.shape[:-1], -1, size)


### END SOLUTION


NAMES = {
    "token_embd.weight": "model.embed_tokens.weight",
    "output_norm.weight": "model.norm.weight",
    "output.weight": "lm_head.weight",
}
"""Tensors outside of layers: GGUF's names, transformers' names. `output.weight` may be missing."""
LAYER_NAMES = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
"""Those of layer i: `blk.i.attn_q.weight` is `model.layers.i.self_attn.q_proj.weight`."""
DEQUANTIZE = {
    "F32": lambda data: data.view(np.float32),
    "F16": lambda data: data.view(np.float16).astype(np.float32),
    "Q8_0": dequantize_q8_0,
    "Q4_1": dequantize_q4_1,
}
"""Bytes of whole rows, uint8 (rows, bytes), to float32 (rows, columns), by type."""
SLAB = 2**20
"""At most so many numbers (or one row) are held in float32 at once: 4 MiB."""


### BEGIN SOLUTION task=llama_state
def _read(file: BinaryIO, info: TensorInfo, dtype: torch.dtype, heads: int | None) -> torch.Tensor:
    """A tensor of a GGUF file in `dtype`, slab by slab; with `heads`, its rows back in order."""
    rows, columns = math.prod(info.shape[:-1]), info.shape[-1]
    order = torch.arange(rows)
    if heads:  # row 2i + s of a head in the file is row i + s·(half a head) of transformers
        order = order.view(heads, 2, -1).transpose(1, 2).reshape(-1)
    result = torch.empty(rows, columns, dtype=dtype)
    step = max(SLAB // columns, 1)
    file.seek(info.start)
    for first in range(0, rows, step):
        count = min(step, rows - first)
        data = np.frombuffer(file.read(count * (info.size // rows)), np.uint8).reshape(count, -1)
        numbers = torch.from_numpy(DEQUANTIZE[info.dtype](data).copy())
        result[order[first : first + count]] = numbers.to(dtype)
    return result.view(info.shape)


### END SOLUTION


def llama_state(path: str | Path, dtype: torch.dtype = torch.bfloat16) -> dict[str, torch.Tensor]:
    """Return all weights of a GGUF Llama in `dtype`, by the names that transformers gives them.

    NAMES and LAYER_NAMES say which name becomes which. DEQUANTIZE makes float32 of a tensor's
    bytes, which are rounded to `dtype`.

    The rows of `attn_q` and `attn_k` stand in another order in the file: llama.cpp rotates
    neighbours, rows 2i and 2i + 1 of a head, and transformers rows i and i + D/2. So in the file
    the two halves of a head are interleaved: first half, second half, first half, … It is undone
    here. The settings `llama.attention.head_count` and `…head_count_kv` say how many heads.

    At any time no more is in memory than the result and two or three slabs of SLAB numbers: tensors
    are read in parts, and the file is not mapped, for its pages would count as well.

    Raises FormatError as `read_gguf` does, where the setting `general.architecture` is not "llama",
    and where tensors are missing or unknown: for `llama.block_count` layers there must be all nine
    each, the embedding and the last norm; nothing else but `output.weight`. The message names the
    first of them. Raises it too where one of the three settings is missing, no count, or 0, and
    where `attn_q` or `attn_k` is no matrix with an even number of rows for each head.
    """
    ### BEGIN SOLUTION task=llama_state
    header = read_gguf(path)
    fields, tensors = header.fields, header.tensors
    if (architecture := fields.get("general.architecture")) != "llama":
        raise FormatError(f"{path}: the architecture is {architecture!r}, not 'llama'")
    counts = {}
    for key in ("block_count", "attention.head_count", "attention.head_count_kv"):
        counts[key] = fields.get(f"llama.{key}")
        if type(counts[key]) is not int or counts[key] < 1:
            raise FormatError(f"{path}: llama.{key} is {counts[key]!r}, and must be at least 1")
    del header, fields  # a vocabulary as Python's texts takes more than a slab
    if counts["block_count"] * len(LAYER_NAMES) > len(tensors):
        raise FormatError(
            f"{path}: {len(tensors)} tensors are too few for {counts['block_count']} layers"
        )
    names = dict(NAMES)
    for layer in range(counts["block_count"]):
        for short, long in LAYER_NAMES.items():
            names[f"blk.{layer}.{short}.weight"] = f"model.layers.{layer}.{long}.weight"
    missing = [name for name in names if name not in tensors and name != "output.weight"]
    unknown = [name for name in tensors if name not in names]
    if missing or unknown:
        what, name = ("lacks", missing[0]) if missing else ("has the unknown", unknown[0])
        raise FormatError(f"{path}: it {what} tensor {name!r}, for {counts['block_count']} layers")
    heads = {"attn_q": counts["attention.head_count"], "attn_k": counts["attention.head_count_kv"]}
    state = {}
    with open(path, "rb") as file:
        for name, info in tensors.items():
            own = heads.get(name.split(".")[-2])
            if own and (len(info.shape) != 2 or info.shape[0] % (2 * own)):
                raise FormatError(f"{path}: {name!r} has the shape {info.shape}, for {own} heads")
            state[names[name]] = _read(file, info, dtype, own)
    return state
    ### END SOLUTION


def load_weights(
    module: nn.Module,
    tensors: Mapping[str, torch.Tensor],
    *,
    dtype: torch.dtype | None = None,
    device: str | torch.device = "cpu",
) -> None:
    """Put tensors into a module that was made on the meta device, without a second copy of them.

    A module on the meta device has shapes and no memory. Each of its parameters and persistent
    buffers is replaced by the tensor of its name, on `device` and, if it is of a floating type, in
    `dtype` (None: as it is). A tensor that needs no change is taken as it is, memory and all.

    - `tensors` is asked for each name once, and a tensor that was converted is not held: a lazy
      mapping such as SafetensorsFile then has one tensor in memory at a time.
    - A parameter that has several names (tied weights) is one parameter afterwards too, and one of
      its names in `tensors` is enough; with several, the first that the module has counts.
    - Parameters keep their `requires_grad`.
    - All or nothing: where something is refused, the module is as it was.

    Raises ValueError, which names the first of them and how many there are, for names of the module
    that `tensors` lacks and for names that the module does not have; for a tensor of another shape
    (the message has both); and where a buffer that is not persistent is on the meta device, for no
    file holds it: whoever makes the module must make such buffers anew before.
    """
    ### BEGIN SOLUTION task=load_weights
    state = module.state_dict(keep_vars=True)
    names = defaultdict(list)
    for name, old in state.items():
        names[id(old)].append(name)
    lacking = [own[0] for own in names.values() if not any(name in tensors for name in own)]
    unknown = [name for name in tensors if name not in state]
    left = [name for name, old in module.named_buffers() if name not in state and old.is_meta]
    for what, found in (
        ("the module needs and nobody gives", lacking),
        ("the module does not have", unknown),
        ("stay on the meta device, as no file holds such buffers", left),
    ):
        if found:
            raise ValueError(f"{len(found)} names {what}, the first is {found[0]!r}")
    fresh = {}
    for own in names.values():
        old, name = state[own[0]], next(name for name in own if name in tensors)
        tensor = tensors[name]
        if tensor.shape != old.shape:
            raise ValueError(
                f"{name!r} has the shape {tuple(tensor.shape)}, and the module needs "
                f"{tuple(old.shape)}"
            )
        tensor = tensor.to(device, dtype if tensor.is_floating_point() else None)
        if isinstance(old, nn.Parameter):
            tensor = nn.Parameter(tensor, requires_grad=old.requires_grad)
        fresh |= dict.fromkeys(own, tensor)
    for name, tensor in fresh.items():
        owner, _, attribute = name.rpartition(".")
        setattr(module.get_submodule(owner), attribute, tensor)
    ### END SOLUTION


@dataclass(frozen=True)
class Row:
    """What one layer holds in one dtype: `numbers` of them, `bytes`."""

    layer: str
    dtype: str
    numbers: int
    bytes: int


def footprint(module: nn.Module) -> list[Row]:
    """Return what a module's parameters and buffers take, by layer and dtype.

    The layer of a tensor is its name up to the first part that is a number, that part included
    (`model.layers.3`); where there is none, the name without its last part (`model.norm`). The
    dtype is torch's name without `torch.`. Rows come in the order in which layers, and in each
    layer dtypes, are met: first in `named_parameters`, then in `named_buffers`. A tensor that has
    several names counts once, under the first. It also works on the meta device: that is the
    prediction.
    """
    ### BEGIN SOLUTION task=footprint
    layers: dict[str, dict[str, list[int]]] = {}
    for name, tensor in chain(module.named_parameters(), module.named_buffers()):
        dtypes = layers.setdefault(_layer(name), {})
        counts = dtypes.setdefault(str(tensor.dtype).removeprefix("torch."), [0, 0])
        counts[0] += tensor.numel()
        counts[1] += tensor.nbytes
    return [
        Row(layer, dtype, *counts)
        for layer, dtypes in layers.items()
        for dtype, counts in dtypes.items()
    ]
    ### END SOLUTION


### BEGIN SOLUTION task=footprint
def _layer(name: str) -> str:
    parts = name.split(".")
    for place, part in enumerate(parts):
        if part.isdecimal():
            return ".".join(parts[: place + 1])
    return ".".join(parts[:-1])


### END SOLUTION
