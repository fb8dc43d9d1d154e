"""Messages between the runner, the zygote and its children: a JSON header and some bytes.

Everything goes over socket pairs and not pipes: a pipe of another process of the same user can be
opened through `/proc/PID/fd` and written to, a socket cannot.
"""

import json
import socket
import struct

LENGTHS = struct.Struct(">IQ")
MAX_HEADER = 4 * 2**20
"""Bytes of a header that a child may send."""


class WireError(ConnectionError):
    """The other side is gone, or what it sent is no message."""


def pack(header: dict, blob: bytes = b"") -> bytes:
    text = json.dumps(header).encode()
    return LENGTHS.pack(len(text), len(blob)) + text + blob


def unpack(data: bytes) -> tuple[dict, bytes]:
    """The one message that `data` is. Raises WireError where it is anything else."""
    try:
        text, blob = LENGTHS.unpack_from(data)
        if len(data) != LENGTHS.size + text + blob:
            raise WireError("its length is not what it says")
        if text > MAX_HEADER:
            raise WireError("its header is too long")
        header = json.loads(data[LENGTHS.size : LENGTHS.size + text])
    except (struct.error, ValueError, RecursionError) as error:
        raise WireError(f"not a message: {error}") from None
    if not isinstance(header, dict):
        raise WireError("its header is not an object")
    return header, data[LENGTHS.size + text :]


def send(sock: socket.socket, header: dict, blob: bytes = b"") -> None:
    sock.sendall(pack(header, blob))


def receive(sock: socket.socket) -> tuple[dict, bytes]:
    """The next message. Raises WireError where the other side is gone."""
    text, blob = LENGTHS.unpack(_exactly(sock, LENGTHS.size))
    return json.loads(_exactly(sock, text)), _exactly(sock, blob)


def _exactly(sock: socket.socket, size: int) -> bytes:
    parts = []
    while size:
        try:
            part = sock.recv(min(size, 1 << 20))
        except ConnectionError:
            part = b""
        if not part:
            raise WireError("the other side is gone")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
