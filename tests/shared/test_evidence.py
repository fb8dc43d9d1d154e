"""Evidence crosses unchanged, or not at all; nothing that arrives is trusted."""

import json
import math
import random
import struct
import tracemalloc

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from shared.checking import evidence
from shared.checking.evidence import Array, EvidenceError, Opaque, decode, encode, opaque_in

texts = st.text(st.characters(exclude_categories=())) | st.text("\ud800\udfffa😀\0\x85")
scalars = st.none() | st.booleans() | st.integers() | st.floats() | texts | st.binary()
hashables = st.recursive(
    scalars, lambda inner: st.lists(inner).map(tuple) | st.frozensets(inner), max_leaves=3
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.sets(hashables)
        | st.frozensets(hashables)
        | st.dictionaries(hashables, inner)
    ),
    max_leaves=10,
)


def form(value: object) -> object:
    """Stands for a value with all that `==` overlooks: types, the sign of zero, NaN."""
    if isinstance(value, dict):
        return "dict", [(form(key), form(part)) for key, part in value.items()]
    if isinstance(value, (list, tuple)):
        return type(value), [form(part) for part in value]
    if isinstance(value, (set, frozenset)):
        return type(value), sorted(repr(form(part)) for part in value)
    return type(value), value.hex() if isinstance(value, float) else value


@settings(max_examples=50, deadline=None)
@given(values)
def test_plain_data_crosses_unchanged(value):
    found = decode(encode(value))
    assert form(found) == form(value)
    assert opaque_in(found) is None


@pytest.mark.parametrize(
    "value",
    [
        *(math.nan, math.inf, -math.inf, -0.0, 5e-324, 1.7976931348623157e308),
        *(2**53 - 1, 2**53, -(2**53), 10**5000, -(10**5000), 1 << 100_000),
        *("\ud800", "\udfff", "\ud83d\ude00", "😀", "\0", "\x85\u2028", ""),
        *(True, 1, 1.0, False, 0, None, b"", b"\xff"),
        {1: "int", "1": "text", b"1": "bytes", (1,): "tuple", None: "none"},
        {"int": "0x1"},
        {"array": 0},
        [[], (), set(), frozenset(), {}],
    ],
    ids=lambda value: type(value).__name__,
)
def test_edges_cross_unchanged(value):
    assert form(decode(encode(value))) == form(value)


class OfText(str):
    pass


class OfNumber(int):
    pass


class Odd:
    def __repr__(self):
        raise RuntimeError


class Equal:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


itself: list = []
itself.append(itself)
deep: list = []
for _ in range(70):
    deep = [deep]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (OfText("a"), "OfText (a subclass of str)"),
        (OfNumber(1), "OfNumber (a subclass of int)"),
        (np.float64(1), "float64 (a subclass of float)"),
        (np.int64(1), "int64"),
        (np.bool_(True), "bool"),
        (np.ma.masked_array([1]), "MaskedArray"),
        (np.array(["a"]), "ndarray"),
        (np.array([None]), "ndarray"),
        (np.zeros(1, [("a", "i4")]), "ndarray"),
        (torch.zeros(2).to_sparse(), "Tensor"),
        (torch.zeros(2, device="meta"), "Tensor"),
        (1j, "complex"),
        (bytearray(b"a"), "bytearray"),
        (range(3), "range"),
        ((i for i in "ab"), "generator"),
        ({}.keys(), "dict_keys"),
        (len, "builtin_function_or_method"),
        (int, "type"),
        (Odd(), "Odd"),
        (Equal(), "Equal"),
        (itself, "list"),
        (deep, "list"),
    ],
    ids=lambda value: value if type(value) is str else "",
)
@pytest.mark.parametrize("wrap", [lambda v: v, lambda v: [1, (v,)], lambda v: {"a": {"b": v}}])
def test_what_is_not_plain_is_noted_wherever_it_stands(value, kind, wrap):
    found = opaque_in(decode(encode(wrap(value))))
    assert isinstance(found, Opaque)
    assert found.type == kind


def test_what_is_not_plain_is_found_as_key_and_member():
    for value in ({Equal(): 1}, {Equal()}, {frozenset([Equal()])}, {(1, Equal()): 1}):
        assert opaque_in(decode(encode(value))).type == "Equal"


def test_a_note_has_no_address_and_is_short():
    assert decode(encode(object())).text == "<object object>"
    assert decode(encode(Odd())).text == "(its repr raises)"
    assert len(decode(encode(range(10**300))).text) <= 200


numpy_dtypes = (
    hnp.boolean_dtypes()
    | hnp.integer_dtypes(endianness="?")
    | hnp.unsigned_integer_dtypes(endianness="?")
    | hnp.floating_dtypes(endianness="?", sizes=(16, 32, 64))
    | hnp.complex_number_dtypes(endianness="?", sizes=(64, 128))
)


@settings(max_examples=60, deadline=None)
@given(hnp.arrays(numpy_dtypes, hnp.array_shapes(min_dims=0, min_side=0)), st.booleans())
def test_numpy_arrays_cross_bit_by_bit(array, reverse):
    array = array.T[::-1] if reverse and array.ndim else array
    found = decode(encode([array]))[0]
    assert (type(found), found.kind, found.dtype) == (Array, "numpy", array.dtype.name)
    assert type(found.data) is np.ndarray
    assert found.data.shape == array.shape
    native = array.astype(array.dtype.newbyteorder("="))
    assert found.data.astype(native.dtype).tobytes() == native.tobytes()


TENSORS = {
    "0-d": torch.tensor(1.5),
    "empty": torch.zeros(2, 0, 3),
    "transposed": torch.arange(6).reshape(2, 3).T,
    "expanded": torch.ones(1, 2).expand(3, 2),
    "strided": torch.arange(10, dtype=torch.int16)[1::3],
    "bool": torch.tensor([True, False]),
    "half": torch.tensor([1.5, math.nan, math.inf], dtype=torch.float16),
    "complex": torch.tensor([1 + 2j, -1j]),
    "conjugate": torch.tensor([1 + 2j, -1j]).conj(),
    "negated view": torch.tensor([1 + 2j, -1j]).conj().imag,
    "with gradient": torch.ones(2, requires_grad=True) * 2,
    "parameter": torch.nn.Parameter(torch.ones(2)),
}


@pytest.mark.parametrize("name", TENSORS)
def test_tensors_cross(name):
    found = decode(encode(TENSORS[name]))
    expected = TENSORS[name].detach().resolve_conj().resolve_neg().numpy()
    assert (found.kind, found.dtype) == ("torch", expected.dtype.name)
    np.testing.assert_array_equal(found.data, expected, strict=True)


@pytest.mark.parametrize("shape", [(), (0,), (5,), (5, 1)])
def test_bfloat16_is_widened_without_loss(shape):
    edges = torch.tensor([1.0078125, -0.0, math.inf, math.nan, 1e-40], dtype=torch.bfloat16)
    tensor = edges[: math.prod(shape)].reshape(shape)
    found = decode(encode(tensor))
    assert (found.dtype, type(found.data)) == ("bfloat16", np.ndarray)
    np.testing.assert_array_equal(found.data, tensor.float().numpy(), strict=True)


def test_evidence_has_a_greatest_weight(monkeypatch):
    monkeypatch.setattr(evidence, "MAX_BYTES", 1000)
    for value in ("a" * 1000, np.zeros(1000, np.uint8), [0] * 1000):
        with pytest.raises(EvidenceError, match="bytes; at most 1,000 are taken"):
            encode(value)
    assert decode(encode("a" * 900)) == "a" * 900


def raw(value: object, arrays: object = (), tail: bytes = b"") -> bytes:
    header = json.dumps({"value": value, "arrays": arrays}).encode()
    return struct.pack(">Q", len(header)) + header + tail


def array(**changes: object) -> bytes:
    entry = {"kind": "numpy", "dtype": "int8", "shape": [2], "bytes": 2}
    return raw({"array": 0}, [{**entry, **changes}], b"ab")


HOSTILE = {
    "nothing": b"",
    "half a length": b"\0" * 7,
    "no header": struct.pack(">Q", 0),
    "a length beyond everything": b"\xff" * 8 + b"{}",
    "no JSON": struct.pack(">Q", 2) + b"{]",
    "another document": struct.pack(">Q", 2) + b"[]",
    "no value": struct.pack(">Q", 13) + b'{"arrays":[]}',
    "bytes that nobody asked for": raw(1, (), b"x"),
    "a bare float": raw(1.5),
    "not a number": raw(math.nan),
    "a bare list": raw([1]),
    "an empty tag": raw({}),
    "two tags": raw({"list": [], "set": []}),
    "an unknown tag": raw({"object": "os.system"}),
    "a list that is a number": raw({"list": 3}),
    "a set of lists": raw({"set": [{"list": []}]}),
    "half a pair": raw({"dict": [[1]]}),
    "three of a pair": raw({"dict": [[1, 2, 3]]}),
    "a dict by lists": raw({"dict": [[{"list": []}, 1]]}),
    "an int that is none": raw({"int": "x"}),
    "an int that is a number": raw({"int": 3}),
    "a float that is none": raw({"float": "x"}),
    "a float that is too large": raw({"float": "0x1p99999"}),
    "bytes that are none": raw({"bytes": "***"}),
    "text that is none": raw({"str": "ff"}),
    "an opaque of one": raw({"opaque": ["a"]}),
    "an array that is not there": raw({"array": 7}),
    "an array by name": raw({"array": "0"}),
    "arrays that are a number": raw(1, 5),
    "arrays that are text": raw(1, "ab"),
    "an array without a shape": raw(1, [{"kind": "numpy", "dtype": "int8", "bytes": 0}]),
    "objects": array(dtype="object"),
    "an unknown kind": array(kind="pickle"),
    "a dtype that is a list": array(dtype=["int8"]),
    "a negative side": array(shape=[-2], bytes=-2),
    "sides that are floats": array(shape=[2.0]),
    "sides that are bools": array(shape=[True, 2]),
    "more than there is": array(shape=[2**40], bytes=2**40),
    "a product that overflows": array(shape=[2**32, 2**32]),
    "a side that overflows beside an empty one": array(shape=[0, 10**30], bytes=0),
    "a hundred sides": array(shape=[1] * 99 + [2]),
    "fewer bytes than numbers": array(bytes=1),
    "deep nesting": struct.pack(">Q", 100_000) + b"[" * 100_000,
    "deep lists": raw(json.loads('{"list":[' * 150 + "]}" * 150)),
    "a long number": struct.pack(">Q", 10_024) + b'{"arrays":[],"value":' + b"9" * 10_002 + b"}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_are_refused(name):
    with pytest.raises(EvidenceError):
        decode(HOSTILE[name])


def mutated(data: bytes, rng: random.Random) -> bytes:
    """`data` with a few bytes changed, cut, doubled or put in; mostly those that matter to JSON."""
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(changed) + 1)
        what = rng.randrange(4)
        if what == 0:
            changed[at : at + 1] = bytes([rng.randrange(256)])
        elif what == 1:
            changed[at : at + 1] = rng.choice(b'[]{}",:0-9e.xtfn').to_bytes(1, "big")
        elif what == 2:
            del changed[at : at + rng.randrange(20)]
        else:
            changed[at:at] = changed[at : at + rng.randrange(20)]
    return bytes(changed)


@pytest.mark.timeout(60)  # that none hangs
def test_mutated_evidence_is_evidence_or_refused():
    rng = random.Random(0)
    seeds = [
        encode([1, 2.5, "a\ud800", b"b", {"k": (None, {3}), 2**70: frozenset("x")}, object()]),
        encode([np.arange(6, dtype=">f4").reshape(2, 3), torch.ones(3, dtype=torch.bfloat16)]),
        encode({"shape": [np.zeros((0, 2)), np.array(True)]}),
    ]
    tracemalloc.start()
    refused = 0
    for _ in range(3000):
        try:
            opaque_in(decode(mutated(rng.choice(seeds), rng)))
        except EvidenceError:
            refused += 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert 1000 < refused < 3000  # both ways were taken
    assert peak < 10 * 2**20
