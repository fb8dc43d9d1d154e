"""What a report says, and that nothing in it can harm the terminal or the runner that reads it."""

import json

import pytest

from shared.checking.report import Report, Result, Verdict, printable, worst

ONE = Result("f", "first", "First.", 2, Verdict.PASS)
TWO = Result("f", "second", "Second.", 1, Verdict.NOT_ATTEMPTED)
THREE = Result("g", "third", "Third.", 4, Verdict.TIMEOUT, "it was ended")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\n\ttext, ü 中 😀 \xa0", "plain\n\ttext, ü 中 😀 \xa0"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x9b31m", "\\x9b31m"),
        ("\x00\x07\x08\x0b\r\x7f\x85", "\\x00\\x07\\x08\\x0b\\r\\x7f\\x85"),
        ("\ud800 \udfff", "\\ud800 \\udfff"),
    ],
)
def test_text_is_made_printable(text, shown):
    assert printable(text) == shown
    printable(text).encode()


def test_a_report_adds_up():
    report = Report("toy", "exercise.py", 0, [ONE, TWO, THREE])
    assert (report.points, report.earned, report.passed) == (7, 2, False)
    assert report.tasks() == {"f": [ONE, TWO], "g": [THREE]}
    assert Report("toy", "exercise.py", 0, [ONE]).passed
    assert not Report("toy", "exercise.py", 0, []).passed


def test_what_failed_comes_before_what_is_not_written():
    assert Report("toy", "", 0, [ONE, TWO, THREE]).first_open() is THREE
    assert Report("toy", "", 0, [TWO, ONE]).first_open() is TWO
    assert Report("toy", "", 0, [ONE]).first_open() is None


def test_the_first_case_that_does_not_pass_stands_for_its_check():
    assert worst([ONE, TWO, THREE]) is TWO
    assert worst([ONE, ONE]) is ONE


def test_it_is_one_json_document():
    found = json.loads(json.dumps(Report("toy", "exercise.py", 3, [ONE, THREE]).as_dict()))
    assert (found["points"], found["earned"], found["seed"]) == (6, 2, 3)
    assert found["results"][1] == {
        "task": "g",
        "check": "third",
        "title": "Third.",
        "points": 4,
        "verdict": "TIMEOUT",
        "message": "it was ended",
        "output": "",
        "earned": 0,
    }


def test_what_code_returns_and_raises_cannot_harm_who_reads_it(run):
    report = run(
        "class Evil:\n"
        "    def __repr__(self): return '\\x1b[2J\\ud800'\n"
        "def double(x): return Evil()\n"
        "def join(words): raise ValueError('\\x1b[2J\\ud800' + 'x' * 10_000_000)\n"
    )
    double, join = report.results
    assert (double.verdict, join.verdict) == (Verdict.FAIL, Verdict.ERROR)
    assert "returned \\x1b[2J\\ud800, which is a Evil and not plain data" in double.message
    assert join.message.startswith("ValueError: \\x1b[2J\\ud800xxx")
    assert "at line 4 of exercise.py, in join" in join.message
    assert len(join.message) < 3000


def test_an_argument_that_cannot_be_shown_does_not_fail_the_call(run, toy):
    toy.checks.write_text(
        "from shared.checking import check\n"
        "HINTS = {'join': ('a', 'b')}\n"
        "class Odd:\n"
        "    def __repr__(self): raise RuntimeError\n"
        "@check('join')\n"
        "def joins(lesson):\n"
        "    'Title.'\n"
        "    return lesson.join([Odd(), 10 ** 5000])\n"
    )
    toy.solution.write_text("def join(words):\n    return len(words)\n")
    assert run("def join(words):\n    return 2\n").passed
    message = run("def join(words):\n    return 3\n").results[0].message
    assert message == "join([(its repr raises), (its repr raises)]) returned 3; expected 2"


FORGED_HEADER = """
import os, sys
def double(x):
    from shared.checking import wire
    frame = sys._getframe()
    while "nonce" not in frame.f_locals:
        frame = frame.f_back
    reply, nonce = frame.f_locals["answer"], frame.f_locals["nonce"]
    {send}
    os._exit(0)
def join(words):
    return ' '.join(words)
"""


@pytest.mark.parametrize(
    "send",
    [
        "reply.sendall(wire.pack({'nonce': nonce, 'outcome': 'evidence'}))",
        "reply.sendall(wire.pack({'nonce': nonce, 'outcome': 'evidence', 'calls': 3}))",
        "reply.sendall(wire.pack({'nonce': nonce, 'outcome': ['PASS'], 'calls': []}))",
        "reply.sendall(wire.pack({'nonce': nonce, 'outcome': 'PASS', 'message': 3}))",
        "reply.sendall(wire.LENGTHS.pack(200_000, 0) + b'[' * 200_000)",
    ],
)
def test_a_forged_header_is_a_protocol_error_and_the_other_checks_run(run, send):
    report = run(FORGED_HEADER.format(send=send))
    assert [result.verdict for result in report.results] == [Verdict.PROTOCOL, Verdict.PASS]
