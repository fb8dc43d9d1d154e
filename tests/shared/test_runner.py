"""Every way that learner's code can misbehave has its named verdict, and ends there."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from shared.checking.client import Worker, WorkerError
from shared.checking.report import Verdict
from shared.checking.runner import SelectionError, run_checks

RIGHT = "def double(x):\n    return 2 * x\n"
JOIN = "def join(words):\n    return ' '.join(words)\n"


def verdicts(report) -> dict[str, str]:
    return {result.check: str(result.verdict) for result in report.results}


def test_right_code_passes(run):
    report = run(RIGHT + JOIN)
    assert verdicts(report) == {"doubles": "PASS", "joins": "PASS"}
    assert (report.passed, report.earned, report.points) == (True, 3, 3)


def test_the_solution_passes(toy):
    assert run_checks(toy, toy.solution).passed


MISBEHAVIOUR = {
    "loops for ever": ("while True: pass", "TIMEOUT"),
    "sleeps": ("import time; time.sleep(60)", "TIMEOUT"),
    "ignores signals": (
        "import signal, time; [signal.signal(n, lambda *a: 0) for n in (2, 15)]; time.sleep(60)",
        "TIMEOUT",
    ),
    "exits": ("import os; os._exit(0)", "CRASH"),
    "exits politely": ("raise SystemExit(0)", "CRASH"),
    "kills itself": ("import os; os.kill(os.getpid(), 9)", "CRASH"),
    "kills its parent": ("import os; os.kill(os.getppid(), 9); return 2 * x", "CRASH"),
    "aborts": ("import os; os.abort()", "CRASH"),
    "allocates 8 GB": ("return len(bytearray(8 << 30)) * x", "LIMIT"),
    "allocates bit by bit": ("a = []\n    while True: a.append(bytearray(1 << 20))", "LIMIT"),
    "is not done": ("raise NotImplementedError", "NOT_ATTEMPTED"),
    "raises": ("return 1 // 0", "ERROR"),
    "interrupts": ("raise KeyboardInterrupt", "ERROR"),
    "recurses": ("return double(x)", "ERROR"),
    "is wrong": ("return 2 * x + 1", "FAIL"),
    "prints 100 MB": ("for _ in range(100): print('x' * 1000000)\n    return 2 * x", "PASS"),
    "closes stdout": ("import sys, os; os.close(2); sys.stdout.close(); return 2 * x", "PASS"),
    "closes every descriptor": ("import os; os.closerange(0, 4096); return 2 * x", "CRASH"),
    "starts a thread": (
        "import threading, time\n"
        "    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "    threading.Thread(target=time.sleep, args=(60,)).start(); return 2 * x",
        "PASS",
    ),
    "returns what equals everything": (
        "class E:\n        def __eq__(self, other): return True\n    return E()",
        "FAIL",
    ),
    "returns a subclass of int": ("class I(int): pass\n    return I(2 * x)", "FAIL"),
    "returns a subclass of str": ("class S(str): pass\n    return S(2 * x)", "FAIL"),
    "returns a bool": ("return True", "FAIL"),
    "returns a list in itself": ("a = []; a.append(a); return a", "FAIL"),
    "returns a generator": ("return (i for i in range(3))", "FAIL"),
    "returns too much": ("return 'x' * (80 << 20)", "LIMIT"),
    "breaks the builtins": (
        "import builtins; builtins.isinstance = builtins.len = lambda *a: True; return 2 * x",
        "CRASH",
    ),
    "patches comparison": (
        "from shared.checking import difference, judges\n"
        "    difference.first_difference = judges.first_difference = lambda *a, **k: None\n"
        "    judges.Same.judge = judges.Equals.judge = lambda *a: None\n"
        "    return 2 * x + 1",
        "FAIL",
    ),
}


@pytest.mark.parametrize("name", MISBEHAVIOUR)
def test_misbehaviour_has_its_verdict(run, name):
    body, verdict = MISBEHAVIOUR[name]
    seconds = 1.5 if verdict == "TIMEOUT" else 20.0
    report = run(f"def double(x):\n    {body}\n{JOIN}", seconds=seconds)
    assert verdicts(report) == {"doubles": verdict, "joins": "PASS"}
    failed = report.results[0]
    assert failed.message or failed.verdict in ("PASS", "NOT_ATTEMPTED")
    assert failed.earned == (2 if verdict == "PASS" else 0)


FORGERY = """
import os, socket
def double(x):
    from shared.checking import wire
    from shared.checking.evidence import encode
    for number in range(3, 200):
        try:
            channel = socket.socket(fileno=os.dup(number))
            channel.sendall({message})
        except OSError:
            pass
    {then}
"""


@pytest.mark.parametrize(
    ("message", "then", "verdict"),
    [
        ("b'PASS'", "return 2 * x", "PROTOCOL"),
        ("b'PASS'", "os._exit(0)", "PROTOCOL"),
        ("wire.pack({'verdict': 'PASS', 'outcome': 'evidence'})", "os._exit(0)", "PROTOCOL"),
        ("wire.pack({'nonce': '0' * 32, 'outcome': 'evidence'})", "os._exit(0)", "PROTOCOL"),
        ("b'x' * 200_000_000", "os._exit(0)", "PROTOCOL"),
    ],
)
def test_a_forged_reply_is_no_answer(run, message, then, verdict):
    report = run(FORGERY.format(message=message, then=then) + JOIN, seconds=20.0)
    assert verdicts(report) == {"doubles": verdict, "joins": "PASS"}


STOLEN_NONCE = """
import os, socket, sys
def double(x):
    from shared.checking import wire
    from shared.checking.evidence import encode
    frame = sys._getframe()
    while "nonce" not in frame.f_locals:
        frame = frame.f_back
    reply, nonce = frame.f_locals["answer"], frame.f_locals["nonce"]
    header = {"nonce": nonce, "outcome": "evidence", "verdict": "PASS", "calls": []}
    reply.sendall(wire.pack(header, encode(0)))
    os._exit(0)
"""


def test_even_with_the_nonce_only_evidence_can_be_forged(run):
    report = run(STOLEN_NONCE + JOIN)
    assert verdicts(report) == {"doubles": "FAIL", "joins": "PASS"}


def test_the_zygotes_channels_cannot_be_opened(run):
    report = run(
        "import os\n"
        "def double(x):\n"
        "    for number in range(3, 64):\n"
        "        try:\n"
        "            with open(f'/proc/{os.getppid()}/fd/{number}', 'wb') as other:\n"
        "                other.write(b'x' * 64)\n"
        "        except OSError:\n"
        "            pass\n"
        "    return 2 * x + 1\n" + JOIN
    )
    assert verdicts(report) == {"doubles": "FAIL", "joins": "PASS"}


@pytest.mark.parametrize(
    ("code", "verdict", "words"),
    [
        ("def double(x:\n    return", "IMPORT_ERROR", "line 1 of exercise.py"),
        ("import no_such_module", "IMPORT_ERROR", "no_such_module"),
        ("raise NotImplementedError", "IMPORT_ERROR", "on import"),
        ("while True: pass", "TIMEOUT", "on import"),
        ("import os; os._exit(3)", "CRASH", "code 3"),
        (b"\xff\xfe\x00", "IMPORT_ERROR", "null bytes"),
        (b"x = '\xff'", "IMPORT_ERROR", "UTF-8"),
    ],
)
def test_a_file_that_does_not_import_says_so_for_every_check(run, code, verdict, words):
    report = run(code, seconds=1.0)
    assert verdicts(report) == {"doubles": verdict, "joins": verdict}
    assert words in report.results[0].message


def test_a_missing_file_is_an_import_error(toy):
    report = run_checks(toy)
    assert verdicts(report) == {"doubles": "IMPORT_ERROR", "joins": "IMPORT_ERROR"}
    assert "there is no file exercise.py" in report.results[0].message


def test_a_missing_function_is_named(run):
    report = run(JOIN)
    assert verdicts(report) == {"doubles": "ERROR", "joins": "PASS"}
    assert "double" in report.results[0].message


def test_a_bom_and_crlf_do_not_matter(run):
    code = (RIGHT + JOIN).replace("\n", "\r\n").encode("utf-8-sig")
    assert run(code).passed


def test_a_half_done_file_passes_what_is_done(run):
    report = run(RIGHT + "def join(words):\n    raise NotImplementedError('join')\n")
    assert verdicts(report) == {"doubles": "PASS", "joins": "NOT_ATTEMPTED"}
    assert not report.passed


@pytest.mark.parametrize(
    "launch",
    [
        "subprocess.Popen(command)",
        "subprocess.Popen(command, start_new_session=True)",
        "subprocess.Popen(['sh', '-c', ' '.join(command) + ' & disown'], start_new_session=True)",
        "(os.fork() or (os.setsid(), os.fork() and os._exit(0), os.execvp('sleep', command)))",
    ],
)
def test_children_do_not_outlive_the_check(run, launch):
    mark = str(10_000_000 + os.getpid())  # seconds no other test's process sleeps for
    code = f"import os, subprocess, time\ndef double(x):\n    command = ['sleep', '{mark}']\n"
    report = run(code + f"    {launch}\n    time.sleep(0.2)\n    return 2 * x\n" + JOIN)
    assert verdicts(report) == {"doubles": "PASS", "joins": "PASS"}
    assert not [p for p in psutil.process_iter(["cmdline"]) if mark in (p.info["cmdline"] or [])]


def test_nothing_is_left_running_or_lying_about(run, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    before = {process.pid for process in psutil.Process().children(recursive=True)}
    run("def double(x):\n    open('left', 'w').write('x')\n    while True: pass\n", seconds=0.5)
    assert {process.pid for process in psutil.Process().children(recursive=True)} <= before
    assert list((tmp_path / "scratch").iterdir()) == []


def test_a_runner_that_is_killed_takes_its_workers_along(toy):
    toy.exercise.write_text("import time\ndef double(x):\n    time.sleep(3218)\n" + JOIN)
    code = (
        "from pathlib import Path; from shared.curriculum import lessons\n"
        "from shared.checking.runner import run_checks\n"
        f"run_checks(lessons(Path({str(toy.root)!r}))[0], seconds=600)"
    )
    runner = subprocess.Popen([sys.executable, "-c", code])
    deadline = time.monotonic() + 30
    while not (found := psutil.Process(runner.pid).children(recursive=True)) or len(found) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    runner.kill()
    runner.wait()
    _, alive = psutil.wait_procs(found, timeout=10)
    assert not alive


def test_a_message_says_call_result_expectation_and_place(run):
    report = run(RIGHT + "def join(words):\n    return '-'.join(words)\n")
    assert report.results[1].message == (
        "join(['a', 'b']) returned 'a-b'; expected 'a b'. "
        "They differ at character 1: '-' (U+002D) instead of U+0020 SPACE."
    )


def test_the_call_that_differs_is_the_one_shown(run):
    report = run(RIGHT + "def join(words):\n    return ' '.join(words) or None\n")
    assert report.results[1].message == "join([]) returned None (NoneType); expected '' (str)"


def test_what_the_code_printed_is_kept_and_harmless(run):
    report = run("def double(x):\n    print('\\x1b[31mred')\n    return 0\n" + JOIN)
    assert report.results[0].output.startswith("\\x1b[31mred")


def test_seeds_draw_other_inputs(run):
    messages = {run("def double(x): return 0", seed=seed).results[0].message for seed in (0, 1, 1)}
    assert len(messages) == 2


def test_unknown_names_are_refused_with_those_there_are(toy):
    with pytest.raises(
        SelectionError, match="no task `triple` in this lesson; it has: double, join"
    ):
        run_checks(toy, toy.solution, tasks=["triple"])
    with pytest.raises(SelectionError, match="no check `x`"):
        run_checks(toy, toy.solution, checks=["x"])


def test_selecting_a_task_runs_only_it(toy):
    assert list(verdicts(run_checks(toy, toy.solution, tasks=["join"]))) == ["joins"]


def test_a_missing_module_to_preload_is_named():
    with (
        Worker(("no_such_module",)) as worker,
        pytest.raises(WorkerError, match=r"no_such_module.*make lab"),
    ):
        worker.run({})


def test_a_broken_check_is_not_blamed_on_the_learner(run, toy):
    broken = toy.checks.read_text() + (
        "\n\nfrom shared.checking import holds\n"
        "@check('join', judge=holds(lambda evidence: 1 // 0))\n"
        "def odd(lesson):\n    'A judge that breaks.'\n    return lesson.join(['a'])\n"
    )
    toy.checks.write_text(broken)
    result = run(RIGHT + JOIN).results[-1]
    assert (result.verdict, "the check itself broke" in result.message) == (Verdict.ERROR, True)


def test_the_checkout_is_not_written_to(run, toy):
    before = {path: path.stat().st_mtime_ns for path in Path(toy.root).rglob("*")}
    toy.exercise.write_text(RIGHT + JOIN)
    run_checks(toy)
    after = {path: path.stat().st_mtime_ns for path in Path(toy.root).rglob("*")}
    assert set(after) - set(before) <= {toy.exercise}
