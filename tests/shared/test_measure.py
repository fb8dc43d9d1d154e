"""The instruments of `shared.measure`: what they count and in which order, never how fast."""

import getpass
import json
import os
import platform
import subprocess
import sys
import time
from importlib.metadata import version

import pytest

from shared import ROOT, measure
from shared.measure import Timing, compare, hardware, peak_memory, resident_bytes, save, time_call

MB = 10**6


def test_time_call_warms_up_and_synchronises_around_each_run():
    seen = []
    timing = time_call(
        lambda: seen.append("run"), repeat=2, warmup=1, sync=lambda: seen.append("sync")
    )
    assert seen == ["run", "sync", "run", "sync", "sync", "run", "sync"]
    assert len(timing.runs) == 2
    assert timing.minimum <= timing.median <= timing.maximum


def test_compare_takes_turns():
    seen = []
    compare({"a": lambda: seen.append("a"), "b": lambda: seen.append("b")}, repeat=3, warmup=1)
    assert seen == ["a", "b", "a", "b", "a", "b", "a", "b"]


def test_speedups_are_against_the_first_and_round_by_round(monkeypatch):
    steps = iter([0, 4, 4, 5, 5, 13, 13, 15])  # a takes 4 and 8 s, b takes 1 and 2 s
    monkeypatch.setattr(time, "perf_counter", lambda: next(steps))
    both = compare({"a": lambda: 0, "b": lambda: 0}, repeat=2)
    assert both.timings["a"] == Timing(6, 4, 8, (4, 8))
    assert both.speedups["a"].of_medians == 1
    fast = both.speedups["b"]
    assert (fast.of_medians, fast.of_pairs, fast.lowest, fast.highest) == (4, 4, 4, 4)


def test_too_fast_for_the_clock_divides_by_no_zero(monkeypatch):
    monkeypatch.setattr(time, "perf_counter", lambda: 1.0)
    assert compare({"a": lambda: 0, "b": lambda: 0}).speedups["b"].of_medians == 1


def test_nothing_to_compare_is_an_error():
    with pytest.raises(ValueError, match="0 functions"):
        compare({})
    with pytest.raises(ValueError, match="repeat=0"):
        time_call(lambda: 0, repeat=0)


def test_peak_memory_sees_what_was_freed_again():
    def work():
        held = bytearray(60 * MB)
        del held
        return bytearray(10 * MB)

    peak = peak_memory(work)
    assert 55 * MB < peak.added < 90 * MB
    assert peak_memory(lambda: None).added < 30 * MB
    assert peak.how == "resident, forked child"


def test_peak_memory_of_nothing_is_nothing_whatever_this_process_has_freed():
    before = bytearray(200 * 2**20)
    del before
    assert peak_memory(lambda: None).added < 2 * 2**20


def test_after_a_warmup_the_first_call_does_not_hide_what_the_second_needs():
    seen = []

    def work():
        seen.append(bytearray(b"x" * ((40 if seen else 120) * MB)))
        parts = [bytearray(b"x" * 10_000) for _ in range(3_000)]  # small: from the heap, not mapped
        del parts, seen[-1][:]

    assert 60 * MB < peak_memory(work, warmup=1).added < 100 * MB
    assert peak_memory(work).added > 110 * MB
    assert seen == []


def test_peak_memory_survives_a_used_thread_pool():
    import torch

    square = torch.ones(600, 600)
    assert (square @ square)[0, 0] == 600  # starts torch's threads in this process
    assert peak_memory(lambda: square @ square, seconds=30).added < 90 * MB


def test_peak_memory_does_not_change_this_process():
    kept = []
    peak_memory(lambda: kept.append(1))
    assert kept == []


def test_peak_memory_says_what_went_wrong(capfd):
    with pytest.raises(RuntimeError, match="failed: ZeroDivisionError"):
        peak_memory(lambda: 1 // 0)
    with pytest.raises(RuntimeError, match="ended its process: 3"):
        peak_memory(lambda: os._exit(3))
    with pytest.raises(TimeoutError, match=r"longer than 0\.2 s"):
        peak_memory(lambda: time.sleep(60), seconds=0.2)
    assert capfd.readouterr() == ("", "")


@pytest.mark.gpu
def test_on_cuda_the_allocator_is_asked_and_work_is_waited_for():
    import torch

    if not torch.cuda.is_available():
        pytest.skip("needs CUDA")
    torch.cuda.init()
    peak = peak_memory(lambda: torch.empty(64 * 2**20, dtype=torch.uint8, device="cuda"))
    assert (peak.added, peak.how) == (64 * 2**20, "CUDA allocator")
    done = torch.cuda.Event()
    time_call(lambda: (torch.cuda._sleep(10**8), done.record()))
    assert done.query()  # right after a call that only queued work it would still be open
    assert peak_memory(lambda: bytearray(60 * MB), device="cpu").added > 55 * MB
    assert hardware()["gpu"]["memory_bytes"] > 10**9


def test_resident_bytes_counts_this_process():
    before = resident_bytes()
    held = bytearray(b"x" * (40 * MB))
    assert resident_bytes() - before > 30 * MB
    assert len(held) == 40 * MB


def test_hardware_names_no_person_host_or_path():
    found = hardware()
    assert {"cpu", "cores", "memory_bytes", "os", "python", "torch", "gpu"} == set(found)
    assert found["cores"] >= 1
    assert found["memory_bytes"] > 10**8
    text = json.dumps(found)
    words = text.replace('"', " ").split()
    assert platform.node() not in words
    assert getpass.getuser() not in words
    assert "/" not in text.replace(found["cpu"], "")


def test_torch_is_named_without_being_imported():
    code = "import sys\nfrom shared.measure import hardware\n"
    code += "print(hardware()['torch'], 'torch' in sys.modules)\n"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == f"{version('torch')} False\n"


def test_save_writes_the_record_with_where_and_when(tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_MEASUREMENTS", str(tmp_path / "new"))
    save("cleaning_speed", {"mb_per_s": 1.0})
    path = save("cleaning_speed", {"mb_per_s": 9.5})
    assert path == tmp_path / "new" / "cleaning_speed.json"
    whole = json.loads(path.read_text(encoding="utf-8"))
    assert whole["record"] == {"mb_per_s": 9.5}
    assert whole["hardware"] == hardware()
    assert whole["date"].endswith("+00:00")
    assert [other.name for other in path.parent.iterdir()] == ["cleaning_speed.json"]


@pytest.mark.parametrize("name", ["../x", "a b", "", "A", "x.json"])
def test_save_refuses_names_that_are_no_names(name):
    with pytest.raises(ValueError, match="lower-case words"):
        save(name, {})


@pytest.mark.parametrize("bad", [float("nan"), {1, 2}])
def test_save_refuses_what_is_not_json(tmp_path, monkeypatch, bad):
    monkeypatch.setenv("COURSE_MEASUREMENTS", str(tmp_path))
    with pytest.raises(ValueError, match="the record of 'x' is not plain JSON"):
        save("x", {"value": bad})
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written_the_figures_go_elsewhere(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.touch()  # a file where the folder should be: nobody can write below it, root neither
    monkeypatch.setattr(measure.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("COURSE_MEASUREMENTS", str(blocked))
    assert save("x", {}) == tmp_path / "course-measurements" / "x.json"
