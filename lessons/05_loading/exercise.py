# Lesson 05: edit this file, then: course check loading [stub e1913a092e06]
"""Lesson 05: from bytes on disk to a model in memory, once and not twice, trusting nothing.

A file of weights is a table (name, type, shape, place) and a block of numbers. Two formats are read
here: safetensors, whose table is JSON, and GGUF, whose numbers may be quantised. Both may come from
a stranger. So the table is checked before anything is done with it: a file that lies is refused
after its header, and no size that it claims is ever allocated.

Source: the safetensors format (github.com/huggingface/safetensors), the GGUF specification
(github.com/ggml-org/ggml/blob/master/docs/gguf.md), and `LlamaModel` in llama.cpp's converter.
"""

from __future__ import annotations

import struct
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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


def _lies_end_to_end(tensors: Mapping[str, TensorInfo], start: int, end: int) -> None:
    """Raise ValueError unless the tensors fill `start` to `end`: no gap, no byte used twice."""
    raise NotImplementedError("read_header: lesson 05, task 1")


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
    raise NotImplementedError("read_header: lesson 05, task 1")


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
    raise NotImplementedError("read_header: lesson 05, task 1")


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
    raise NotImplementedError("read_gguf: lesson 05, task 2")


def dequantize_q8_0(blocks: np.ndarray) -> np.ndarray:
    """Return the numbers in Q8_0 blocks: uint8 (…, 34·n) to float32 (…, 32·n).

    A block is one float16 scale d, then 32 signed bytes q; a number is d·q, computed in float32.
    Raises ValueError for another dtype or a last axis that is not whole blocks.
    """
    raise NotImplementedError("dequantize_q4_1: lesson 05, task 3")


def dequantize_q4_1(blocks: np.ndarray) -> np.ndarray:
    """Return the numbers in Q4_1 blocks: uint8 (…, 20·n) to float32 (…, 32·n).

    A block is a float16 scale d, a float16 minimum m, then 16 bytes. The low four bits of byte i
    are q of number i, the high four those of number i + 16; a number is d·q + m, computed in
    float32: first the product, then the sum.
    Raises ValueError for another dtype or a last axis that is not whole blocks.
    """
    raise NotImplementedError("dequantize_q4_1: lesson 05, task 3")


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
    raise NotImplementedError("llama_state: lesson 05, task 4")


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
    raise NotImplementedError("load_weights: lesson 05, task 5")


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
    raise NotImplementedError("footprint: lesson 05, task 6")
