"""Files, tensors and modules that the checks of this lesson share."""

import json
import struct


def bits(tensor):
    """A tensor as evidence, to the bit: its dtype, shape and bytes."""
    import torch

    data = tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes()
    return [str(tensor.dtype), list(tensor.shape), data]


def drawn(rng, shape, dtype=None):
    """A random tensor of any dtype; float32 without one."""
    import torch

    dtype = dtype or torch.float32
    if dtype is torch.bool:
        return torch.randint(0, 2, shape, generator=rng.torch).bool()
    if dtype.is_floating_point:
        return torch.randn(shape, generator=rng.torch).to(dtype)
    return torch.randint(0, 100, shape, generator=rng.torch).to(dtype)


def safetensors(path, table, data=b"", *, length=None, pad=0):
    """A safetensors file with any header at all: a dict, or bytes as they are."""
    header = table if isinstance(table, bytes) else json.dumps(table).encode()
    header += b" " * pad
    path.write_bytes(struct.pack("<Q", len(header) if length is None else length) + header + data)
    return path


def entry(dtype="F32", shape=(2,), offsets=(0, 8)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


def text(value):
    data = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(data)) + data


U32, F32, BOOL, STRING, ARRAY, U64 = 4, 6, 7, 8, 9, 10


def setting(key, kind, value):
    """One setting of a GGUF file, `value` as bytes."""
    return text(key) + struct.pack("<I", kind) + value


def number(key, value):
    return setting(key, U32, struct.pack("<I", value))


def tensor(name, dims, kind=0, offset=0):
    """One entry of a GGUF table; `dims` as the file has them, columns first."""
    return (
        text(name)
        + struct.pack("<I", len(dims))
        + struct.pack(f"<{len(dims)}Q", *dims)
        + struct.pack("<IQ", kind, offset)
    )


def gguf(
    path,
    settings=(),
    tensors=(),
    data=b"",
    *,
    mark=b"GGUF",
    version=3,
    tensor_count=None,
    setting_count=None,
    alignment=32,
):
    """A GGUF file with any header at all."""
    count = len(tensors) if tensor_count is None else tensor_count
    keys = len(settings) if setting_count is None else setting_count
    head = mark + struct.pack("<IQQ", version, count, keys) + b"".join([*settings, *tensors])
    path.write_bytes(head + b"\0" * (-len(head) % alignment) + data)
    return path


def tried(lesson, call, counters, path, allowed):
    """What a call on a hostile file did, what it read, and what it needed."""
    with counters.reads(path) as read, counters.allocations() as cost:
        try:
            call(path)
            outcome = {"returned": True}
        except lesson.FormatError as error:
            outcome = {"raised": "FormatError", "message": str(error)}
            rest = str(error).replace(str(path), "").replace(path.name, "")
            outcome["says why"] = any(map(str.isalpha, rest))
        except KeyError as error:
            outcome = {"raised": "KeyError", "message": str(error)}
    return outcome | {"read": read.bytes, "peak": cost.peak, "allowed": allowed}


def refused(evidence):
    """Each hostile file must be refused in words, after its header, without a large allocation."""
    for name, found in evidence.items():
        if found.get("raised") != "FormatError":
            what = f"raised {found['raised']}" if "raised" in found else "was accepted"
            return f"{name}: it {what}; expected FormatError"
        if missing := [part for part in found["named"] if part not in found["message"]]:
            return f"{name}: the message {found['message'][:200]!r} does not name {missing[0]!r}"
        if not found["says why"]:
            return f"{name}: the message {found['message'][:200]!r} does not say what is wrong"
        if len(found["message"]) > 1000:
            return f"{name}: the message has {len(found['message']):,} characters: cut it"
        if found["read"] > found["allowed"] + 150_000:
            return f"{name}: {found['read']:,} bytes were read; its header has {found['allowed']:,}"
        if found["peak"] > 40 * found["allowed"] + 400_000:
            return (
                f"{name}: {found['peak']:,} bytes were allocated for a header of "
                f"{found['allowed']:,}"
            )
    return None
