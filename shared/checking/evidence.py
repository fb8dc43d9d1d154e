"""Evidence: plain data that crosses from a learner's process to the judge's.

Only exact built-in types and raw arrays cross, as JSON and buffers: never pickle, which would run
the sender's code in the judge. What is not plain data (a generator, an object, a subclass of `str`
that is equal to everything) crosses as `Opaque`, a note of what it was, and no judge accepts that.

Format: the JSON header's length (8 bytes, big-endian), the header, then each array's bytes.
"""

import base64
import json
import math
import re
import struct
import sys
from dataclasses import dataclass
from typing import Any

MAX_DEPTH = 60
MAX_BYTES = 64 * 2**20
"""The most that one piece of evidence may weigh, encoded, in bytes."""

LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")
DTYPES = {"bool", "bfloat16", "float16", "float32", "float64", "complex64", "complex128"}
DTYPES |= {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}


class EvidenceError(ValueError):
    """Bytes that are no evidence, or evidence that is too large to send."""


@dataclass(frozen=True)
class Opaque:
    """Stands for a value that is not plain data: its type, and what it looked like."""

    type: str
    text: str


@dataclass(frozen=True, eq=False)
class Array:
    """A numpy array or torch tensor: `kind`, `dtype` as sent, and the numbers as a numpy array
    (bfloat16 widened to float32, which holds every one of its values)."""

    kind: str
    dtype: str
    data: Any


def encode(value: object) -> bytes:
    """Evidence as bytes. Raises EvidenceError where it weighs more than MAX_BYTES."""
    buffers: list[bytes] = []
    arrays: list[dict] = []
    tree = _encode(value, buffers, arrays, ())
    header = json.dumps({"value": tree, "arrays": arrays}).encode()
    size = len(header) + sum(map(len, buffers))
    if size > MAX_BYTES:
        raise EvidenceError(f"the result weighs {size:,} bytes; at most {MAX_BYTES:,} are taken")
    return b"".join([struct.pack(">Q", len(header)), header, *buffers])


def _encode(value: Any, buffers: list[bytes], arrays: list[dict], above: tuple[int, ...]) -> Any:
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is str:
        if not value.isascii() and LONE_SURROGATE.search(value):  # JSON would join a pair of them
            return {"str": value.encode("utf-8", "surrogatepass").hex()}
        return value
    if kind is int:
        return value if -(2**53) < value < 2**53 else {"int": hex(value)}
    if kind is float:
        return {"float": value.hex()}
    if kind is bytes:
        return {"bytes": base64.b64encode(value).decode()}
    if kind in (list, tuple, set, frozenset, dict):
        if id(value) in above:
            return _opaque(kind.__name__, f"a {kind.__name__} that contains itself")
        if len(above) >= MAX_DEPTH:
            return _opaque(kind.__name__, f"nested more than {MAX_DEPTH} deep")
        below = (*above, id(value))
        if kind is dict:
            items = [
                [_encode(part, buffers, arrays, below) for part in pair] for pair in value.items()
            ]
        else:
            items = [_encode(part, buffers, arrays, below) for part in value]
        return {kind.__name__: items}
    return _encode_array(value, buffers, arrays) or _opaque(_type_name(kind), describe(value))


def _encode_array(value: Any, buffers: list[bytes], arrays: list[dict]) -> dict | None:
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    if numpy and type(value) is numpy.ndarray and value.dtype.name in DTYPES:
        entry = {"kind": "numpy", "dtype": value.dtype.name, "shape": list(value.shape)}
        data = value.astype(value.dtype.newbyteorder("<"), copy=False).tobytes()
    elif torch and type(value) in (torch.Tensor, torch.nn.Parameter):
        name = str(value.dtype).removeprefix("torch.")
        if name not in DTYPES or value.layout is not torch.strided or value.is_meta:
            return None
        entry = {"kind": "torch", "dtype": name, "shape": list(value.shape)}
        flat = value.detach().cpu().resolve_conj().resolve_neg().contiguous().reshape(-1)
        data = flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""
    else:
        return None
    buffers.append(data)
    arrays.append({**entry, "bytes": len(data)})
    return {"array": len(arrays) - 1}


def _opaque(name: str, text: str) -> dict:
    return {"opaque": [name, text]}


def _type_name(kind: type) -> str:
    bases = [base.__name__ for base in kind.__mro__[1:] if base.__module__ == "builtins"]
    plain = [name for name in bases if name in ("str", "int", "float", "bytes", "list", "dict")]
    return f"{kind.__name__} (a subclass of {plain[0]})" if plain else kind.__name__


def describe(value: object) -> str:
    """The start of a value's repr, without addresses, which differ from run to run."""
    try:
        return re.sub(r" at 0x[0-9a-f]+", "", repr(value))[:200]
    except Exception:  # noqa: BLE001 - a learner's __repr__ may do anything
        return "(its repr raises)"


_MALFORMED = (LookupError, TypeError, ValueError, ArithmeticError, struct.error)
_MALFORMED += (RecursionError, MemoryError)


def decode(data: bytes) -> Any:
    """The value of evidence. Trusts nothing: raises EvidenceError for anything malformed."""
    try:
        (length,) = struct.unpack_from(">Q", data)
        header = json.loads(data[8 : 8 + length])
        arrays, offset = [], 8 + length
        for entry in header["arrays"]:
            arrays.append(_decode_array(entry, data, offset))
            offset += entry["bytes"]
        if offset != len(data):
            raise EvidenceError("its length is not what its header says")
        return _decode(header["value"], arrays, 0)
    except _MALFORMED as error:
        raise EvidenceError(f"not evidence: {error}") from None


def _decode_array(entry: dict, data: bytes, offset: int) -> Array:
    import numpy as np

    kind, dtype, shape = entry["kind"], entry["dtype"], tuple(entry["shape"])
    if kind not in ("numpy", "torch") or dtype not in DTYPES:
        raise EvidenceError(f"an array of kind {kind!r} and dtype {dtype!r}")
    stored = np.dtype("uint16" if dtype == "bfloat16" else dtype).newbyteorder("<")
    if any(type(size) is not int or size < 0 for size in shape):
        raise EvidenceError(f"an array of shape {shape}")
    if entry["bytes"] != math.prod(shape) * stored.itemsize or offset + entry["bytes"] > len(data):
        raise EvidenceError("an array whose bytes do not fit its shape")
    numbers = np.frombuffer(data, stored, math.prod(shape), offset).reshape(shape)
    if dtype == "bfloat16":
        numbers = np.asarray(numbers.astype(np.uint32) << 16).view(np.float32)  # 0-d: no scalar
    return Array(kind, dtype, numbers)


_CONTAINERS = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}


def _decode(node: Any, arrays: list[Array], depth: int) -> Any:
    if depth > MAX_DEPTH:
        raise EvidenceError(f"nested more than {MAX_DEPTH} deep")
    if not isinstance(node, dict):
        if isinstance(node, (float, list)):
            raise EvidenceError("a bare float or list in the header")
        return node
    ((tag, content),) = node.items()
    if tag in _CONTAINERS:
        return _CONTAINERS[tag](_decode(part, arrays, depth + 1) for part in content)
    if tag == "dict":
        pairs = [[_decode(part, arrays, depth + 1) for part in pair] for pair in content]
        return dict(pairs)
    if tag == "str":
        return bytes.fromhex(content).decode("utf-8", "surrogatepass")
    if tag == "int":
        return int(content, 16)
    if tag == "float":
        return float.fromhex(content)
    if tag == "bytes":
        return base64.b64decode(content, validate=True)
    if tag == "array":
        return arrays[content]
    if tag == "opaque":
        name, text = content
        return Opaque(str(name), str(text))
    raise EvidenceError(f"an unknown tag {tag!r}")


def opaque_in(value: object) -> Opaque | None:
    """The first value in decoded evidence that was not plain data, if any."""
    if isinstance(value, Opaque):
        return value
    if isinstance(value, dict):
        value = [part for pair in value.items() for part in pair]
    if isinstance(value, (list, tuple, set, frozenset)):
        return next((found for part in value if (found := opaque_in(part))), None)
    return None
