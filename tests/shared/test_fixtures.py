"""The fixtures that drivers ask for: rng, state, counters, model, and how they are found."""

import gzip
import random
import subprocess
import sys
from pathlib import Path

import pytest

from shared.checking.fixtures import FIXTURES, Context, counters, resolve
from shared.checking.fixtures.rng import Rng, derive
from shared.checking.fixtures.state import State


@pytest.fixture
def context(tmp_path) -> Context:
    return Context(7, "lesson/check", tmp_path)


def test_every_fixture_can_be_made(context):
    made = resolve(FIXTURES, context)
    assert sorted(made) == ["asgi", "clock", "counters", "model", "rng", "state", "tmp"]
    assert made["tmp"] == context.tmp


def test_an_unknown_fixture_is_named_with_those_there_are(context):
    with pytest.raises(LookupError, match=r"asks for rgn, .* are: asgi, clock, .*rng"):
        resolve(["tmp", "rgn"], context)


def test_a_check_on_text_does_not_pay_for_torch():
    code = (
        "import sys; from pathlib import Path;"
        "from shared.checking.fixtures import *;"
        "resolve(FIXTURES, Context(1, 'x', Path()))['rng'].python.random();"
        "sys.exit('torch' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# rng and state


def drawn(rng: Rng) -> tuple:
    import torch

    return (
        rng.python.random(),
        float(rng.numpy.random()),
        float(torch.rand(1, generator=rng.torch)),
    )


def test_streams_repeat_for_the_same_seed_and_name_only():
    same = drawn(Rng(1, "a"))
    assert drawn(Rng(1, "a")) == same
    for other in (Rng(2, "a"), Rng(1, "b")):
        assert not set(drawn(other)) & set(same)
    assert len(set(same)) == 3


def test_streams_go_on_and_leave_the_global_ones_alone():
    import numpy
    import torch

    rng = Rng(1, "a")
    before = random.getstate(), numpy.random.get_state()[1].tolist(), torch.get_rng_state()
    assert drawn(rng) != drawn(rng)
    assert random.getstate() == before[0]
    assert numpy.random.get_state()[1].tolist() == before[1]
    assert torch.equal(torch.get_rng_state(), before[2])


def test_seeds_are_the_same_in_every_process():
    assert derive(7, "lesson/check", "python") == 1367766036261505437
    assert derive(1, "ab") != derive(1, "a", "b")


def test_weights_depend_on_their_names_and_not_on_their_order():
    import torch

    shapes = {"a.weight": (4, 3), "b.weight": (4, 3), "norm": (64,)}
    one, two = State(5)(shapes), State(5)(dict(reversed(shapes.items())))
    assert all(torch.equal(one[name], two[name]) for name in shapes)
    assert not torch.equal(one["a.weight"], one["b.weight"])
    assert not torch.equal(one["norm"], State(6)(shapes)["norm"])
    assert one["a.weight"].shape == (4, 3)
    assert abs(one["norm"].mean().item() - 1) < 0.2


def test_weights_have_the_scale_and_type_asked_for():
    import torch

    wide = State(1)({"w": (100, 100)}, scale=2.0, dtype="bfloat16")["w"]
    assert wide.dtype is torch.bfloat16
    assert abs(wide.float().std().item() - 2) < 0.1


# counters


def test_allocations_tell_peak_from_kept():
    with counters.allocations() as cost:
        kept = bytearray(10**6)
        bytearray(5 * 10**6)
    assert 0 <= cost.peak - 6 * 10**6 < 20_000
    assert 0 <= cost.kept - 10**6 < 20_000
    assert len(kept) == 10**6


def test_allocations_do_not_count_what_was_there():
    import tracemalloc

    tracemalloc.start()
    try:
        held = bytearray(9 * 10**6)
        with counters.allocations() as cost:
            bytearray(10**6)
        assert cost.peak < 2 * 10**6
        assert tracemalloc.is_tracing()
        assert len(held) == 9 * 10**6
    finally:
        tracemalloc.stop()


def test_allocations_cannot_be_switched_off():
    import tracemalloc

    with pytest.raises(RuntimeError, match=r"called tracemalloc\.stop"), counters.allocations():
        tracemalloc.stop()


def test_calls_are_counted_those_in_c_too():
    def twice(value):
        return abs(value) + abs(value)

    with counters.calls() as cost:
        for value in range(100):
            twice(value)
    assert 300 <= cost.made < 310  # and what ends the block


def test_lines_are_counted_each_turn_of_a_loop_anew():
    def looped(turns):
        total = 0
        for value in range(turns):
            total += value
        return [each for each in range(turns)]

    def cost_of(turns):
        with counters.lines() as cost:
            looped(turns)
        return cost.executed

    assert 200 <= cost_of(100) - cost_of(0) <= 310


def test_dispatches_are_counted_by_name():
    import torch

    a = torch.ones(3, 3)
    with counters.dispatches() as cost:
        (a @ a).t().relu()
        a @ a
    torch.ones(3)
    assert cost == {"aten.mm": 2, "aten.t": 1, "aten.relu": 1}
    assert cost.total() == 4


def test_forwards_are_counted_however_they_are_called():
    import torch

    layer = torch.nn.Linear(4, 2)
    with counters.forwards(layer) as cost:
        layer(torch.ones(3, 4))
        layer.forward(input=torch.ones(1, 4))
    layer(torch.ones(9, 4))
    assert (cost.calls, cost.shapes) == (2, [(3, 4), (1, 4)])
    assert "forward" not in vars(layer)


@pytest.fixture
def lines(tmp_path) -> Path:
    path = tmp_path / "lines.txt"
    path.write_bytes(b"0123456789abcde\n" * 10_000)
    return path


def test_reads_tell_a_stream_from_a_slurp(lines):
    with counters.reads(lines) as stream, lines.open(encoding="utf-8") as file:
        assert sum(1 for _ in file) == 10_000
    with counters.reads(lines) as slurp:
        assert len(lines.read_bytes()) == 160_000
    assert (stream.bytes, slurp.bytes) == (160_000, 160_000)
    assert (stream.opens, slurp.opens) == (1, 1)
    assert stream.largest <= 2**17 < slurp.largest


def test_reads_count_only_what_was_read_of_that_file(lines, tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("x" * 1000)
    with counters.reads(lines) as cost:
        with open(str(lines), "rb", buffering=0) as file:
            file.seek(1000)
            assert file.read(16) == b"89abcde\n01234567"
            assert file.readinto(bytearray(4)) == 4
        assert other.read_text() == "x" * 1000
        with open(lines, "a") as file:
            file.write("more\n")
    assert (cost.bytes, cost.reads, cost.largest, cost.opens) == (20, 2, 16, 1)


def test_reads_see_the_compressed_bytes(tmp_path):
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(b"a" * 10**6))
    with counters.reads(path) as cost, gzip.open(path) as file:
        assert len(file.read()) == 10**6
    assert cost.bytes == path.stat().st_size


def test_a_counted_file_reads_like_any_other(tmp_path):
    path = tmp_path / "text"
    path.write_bytes("ä\r\nb\rc\n".encode("latin-1"))
    modes = [{}, {"newline": ""}, {"errors": "replace"}, {"buffering": 1}]
    for extra in modes:
        options = {"encoding": "latin-1", **extra}
        plain = [path.open(**options).read()]
        with counters.reads(path):
            assert [path.open(**options).read()] == plain
    with counters.reads(path), path.open() as file:
        assert (file.mode, file.name) == ("r", str(path))
    with counters.reads(path), pytest.raises(ValueError, match="unbuffered"):
        path.open(buffering=0)
    with counters.reads(path), pytest.raises(FileNotFoundError):
        (tmp_path / "none").read_text()


# model


def test_tiny_models_follow_the_seed(tmp_path):
    import torch

    def weight(seed: int):
        model = resolve(["model"], Context(seed, "x", tmp_path))["model"].tiny()
        return model.lm_head.weight

    assert torch.equal(weight(1), weight(1))
    assert not torch.equal(weight(1), weight(2))


def test_the_real_model_is_the_one_of_assets(monkeypatch, context):
    from shared import assets

    monkeypatch.setattr(assets, "load_model", lambda: "loaded")
    assert resolve(["model"], context)["model"].real() == "loaded"
