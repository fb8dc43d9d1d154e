"""What becomes of one file: the rule, and the merge under it."""

import pytest

from shared.updating.rules import decide, merge

BASE = b"""# Lesson 02: edit this file [stub 0123456789ab]
def f():
    raise NotImplementedError("f: lesson 02, task 1")


try:
    a = 1
    #
    #
finally:
    b = 2
"""
LINE = b'raise NotImplementedError("f: lesson 02, task 1")'
MINE = BASE.replace(LINE, b"return 1")
THEIRS = BASE.replace(b"a = 1", b"a = 2")


@pytest.mark.parametrize(
    ("versions", "how", "content"),
    [
        ((BASE, None, THEIRS), "course", THEIRS),
        ((BASE, BASE, THEIRS), "course", THEIRS),
        ((BASE, THEIRS, THEIRS), "course", THEIRS),
        ((BASE, BASE, None), "course", None),
        ((BASE, MINE, BASE), "kept", MINE),
        ((BASE, MINE, None), "gone", None),
        ((BASE, MINE, THEIRS), "merged", MINE.replace(b"a = 1", b"a = 2")),
        ((None, MINE, THEIRS), "beside", MINE),
    ],
)
def test_an_exercise(versions, how, content):
    decision = decide("exercise.py", *versions)
    assert (decision.how, decision.content) == (how, content)
    assert decision.beside == (THEIRS if how == "beside" else None)


def test_an_exercise_beside_which_a_stub_waits_is_not_merged():
    decision = decide("exercise.py", BASE, MINE, THEIRS, waiting=True)
    assert (decision.content, decision.beside) == (MINE, THEIRS)


def test_a_merge_that_is_no_python_is_none():
    mine = MINE.replace(b"try:", b"if f:").replace(b"finally:", b"else:")
    theirs = BASE.replace(b"    #\n    #", b"    #\nexcept ValueError:\n    #")
    theirs = theirs.replace(b"    #\nfinally", b"    pass\nfinally")
    for text in (mine, theirs):
        compile(text, "exercise.py", "exec")
    assert merge(BASE, mine, theirs) is None


@pytest.mark.parametrize("text", [b"\0", b"\xff\xfe", b"((((" * 500, b""])
def test_what_is_no_python_is_not_merged(text):
    assert decide("exercise.py", BASE, text, THEIRS).content == text


def test_other_numbers_are_no_conflict():
    theirs = BASE.replace(b"02", b"11").replace(b"task 1", b"task 3").replace(b"0123", b"4567")
    merged = merge(BASE, MINE, theirs)
    assert merged.startswith(b"# Lesson 11: edit this file [stub 4567456789ab]\n")
    assert b"return 1" in merged
    assert merge(BASE, BASE + b"c = 3\n", theirs) == theirs + b"c = 3\n"
