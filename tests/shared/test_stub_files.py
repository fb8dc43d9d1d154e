"""The file exercise.py: written from the solution, known while untouched, never overwritten."""

import ast
import inspect

import pytest
from test_stubs import function, region, ruff

from shared import stubs
from shared.curriculum import import_file
from shared.stubs import StubError


def test_a_stub_has_the_face_of_its_solution(toy, tmp_path):
    (tmp_path / "stub.py").write_text(stubs.make_stub(toy))
    stub, solution = import_file(tmp_path / "stub.py", "a"), import_file(toy.solution, "b")
    for name in ("double", "join"):
        ours, theirs = getattr(stub, name), getattr(solution, name)
        assert inspect.signature(ours) == inspect.signature(theirs)
        assert ours.__doc__ == theirs.__doc__
    assert not hasattr(stub, "math")


def test_a_stub_is_clean_and_made_the_same_from_anywhere(toy, tmp_path, monkeypatch):
    long = "x" * 80  # ruff's own 88 columns would wrap it
    toy.solution.write_text(f"NAME = max({long!r}, 'b')\n\n\n" + function("return x"))
    here = stubs.make_stub(toy)
    monkeypatch.chdir(tmp_path)
    assert stubs.make_stub(toy) == here
    assert ruff("check", here) == "All checks passed!\n"
    assert ruff("format", here) == here


def test_a_stub_is_a_fixed_point(toy):
    once = stubs.make_stub(toy)
    toy.solution.write_text(once)
    assert stubs.make_stub(toy).partition("\n")[2] == once


@pytest.mark.parametrize(
    "saved",
    [
        lambda data: data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
    ],
    ids=["as it is", "CRLF", "BOM", "BOM and CRLF"],
)
def test_an_untouched_stub_is_known_whatever_the_editor_adds(toy, saved):
    stubs.write(toy)
    toy.exercise.write_bytes(saved(toy.exercise.read_bytes()))
    assert stubs.is_untouched(toy.exercise)
    assert stubs.state(toy) == "current"


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace("raise NotImplementedError", "return 1  #", 1),
        lambda text: text + "x = 1\n",
        lambda text: text.partition("\n")[2],
        lambda text: "x = 1\n" + text,
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: text.replace("a", "\udcff"),  # bytes that are no UTF-8
    ],
)
def test_a_begun_exercise_is_never_overwritten(toy, edit):
    stubs.write(toy)
    text = edit(toy.exercise.read_text())
    toy.exercise.write_text(text, errors="surrogateescape")
    toy.solution.write_text(toy.solution.read_text().replace("Twice x", "Two times x"))
    before = toy.exercise.read_bytes()
    assert (stubs.state(toy), stubs.write(toy)) == ("begun", "begun")
    assert toy.exercise.read_bytes() == before


def test_states_from_missing_to_current_to_stale(toy):
    assert stubs.state(toy) == "missing"
    assert stubs.write(toy) == "missing"
    assert stubs.write(toy) == "current"
    toy.solution.write_text(toy.solution.read_text().replace("Twice x", "Two times x"))
    assert stubs.state(toy) == "stale"
    assert stubs.write(toy) == "stale"
    assert "Two times x" in toy.exercise.read_text()
    assert stubs.state(toy) == "current"


def test_a_stub_that_cannot_be_made_leaves_the_file_alone(toy):
    stubs.write(toy)
    before = toy.exercise.read_bytes()
    toy.solution.write_text("class A:\n" + region("x = 1"))
    with pytest.raises(StubError):
        stubs.write(toy)
    assert toy.exercise.read_bytes() == before


def test_the_first_line_is_short_for_every_lesson(toy):
    first = stubs.make_stub(toy).partition("\n")[0]
    assert len(first) - len("toy") + len("continuous_batching") <= 100


def test_a_stub_holds_nothing_of_the_solution(toy):
    tree = ast.parse(stubs.make_stub(toy))
    assert not [node for node in ast.walk(tree) if isinstance(node, (ast.Return, ast.Import))]
