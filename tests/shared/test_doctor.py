"""`course doctor`: environments and drivers that are really broken, and what it says of them."""

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from toy_machine import REFUSES, Environment, Programs
from toy_machine import course_doctor as run
from typer.testing import CliRunner

from shared import ROOT, cli, machine
from shared.machine import Torch

CPU_TORCH = Torch("2.13.0+cpu")
GPU_TORCH = Torch("2.13.0+cu128", "12.8")
ask_once = cache(machine.interpreter)
CONFIG = ROOT / "data" / "raw" / "configs" / "smollm2_135m_instruct.json"


@pytest.fixture(autouse=True)
def reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference judges; the model is one that is only a configuration; no driver is found."""
    monkeypatch.setenv("COURSE_SOURCE", "solution")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    model = tmp_path / "model"
    model.mkdir()
    shutil.copy(CONFIG, model / "config.json")
    for name in ("tokenizer.json", "model.safetensors"):
        (model / name).write_text("")
    monkeypatch.setenv("COURSE_MODEL", str(model))
    monkeypatch.setattr(machine, "free_ram", lambda: 10**9)


@pytest.fixture
def venv(tmp_path: Path) -> Environment:
    return Environment(tmp_path / "venv")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    return Programs(tmp_path / "bin", monkeypatch)


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """`lock(text)`: from now on this is the course's."""
    monkeypatch.setattr(machine, "LOCK", tmp_path / "requirements.txt")
    return (tmp_path / "requirements.txt").write_text


@pytest.fixture
def torch(monkeypatch: pytest.MonkeyPatch) -> Callable[[Torch | None], None]:
    """`torch(facts)`: what this Python's torch says; to ask the real one takes seconds.

    The Python itself is asked once for all tests.
    """
    monkeypatch.setattr(machine, "interpreter", ask_once)
    return lambda facts: monkeypatch.setattr(machine, "torch_of", lambda python: facts)


def document(*arguments: str) -> dict:
    """What --json says; the exit code must say the same."""
    result = run("--json", *arguments)
    assert result.stdout.count("\n") == 1
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert result.exit_code == (1 if found["faults"] else 0)
    return found


def codes(found: dict) -> list[str]:
    return [finding["code"] for finding in found["findings"]]


class TestEnvironments:
    def test_this_one_is_as_the_lock_says(self, torch):
        torch(None)
        found = document()
        assert not [f for f in found["findings"] if f["code"].startswith("package")]
        assert found["python"]["path"] == sys.executable

    def test_this_one_s_torch_is_asked(self):
        from importlib import metadata

        found = document()
        assert found["torch"]["version"].startswith(metadata.version("torch"))
        assert found["torch"]["error"] is None

    def test_an_empty_one_lacks_all_of_the_lock(self, venv):
        found = document("--python", venv.python)
        pins = [line for line in machine.LOCK.read_text().splitlines() if "==" in line]
        assert codes(found) == ["package_missing"] * len(pins)
        assert found["torch"] is None
        assert found["faults"] == len(pins)

    def test_of_many_packages_three_are_shown(self, venv, lock):
        lock("a==1\nb==1\nc==1\nd==1\ne==1\n")
        result = run("--python", venv.python)
        assert result.stdout.count("package_missing") == 3
        shown = "pip install 'c==1'\nand 2 more packages are not as the lock says: see --json\n"
        assert shown in result.stdout
        assert f"all at once: {venv.python} -m pip install -r {machine.LOCK}" in result.stdout
        assert f"Where it says pip, type {venv.python} -m pip" in result.stdout
        lock("a==1\nb==1\nc==1\n")
        assert "more packages" not in run("--python", venv.python).stdout

    def test_another_version_is_named_with_its_next_step_below(self, venv, lock):
        lock("demo==2.0 ; sys_platform != 'nowhere'\nother==1.0 ; sys_platform == 'nowhere'\n")
        venv.forge("Demo", "1.5")
        result = run("--python", venv.python)
        assert (
            "package_differs: demo==2.0 is wanted, demo 1.5 is installed\n"
            "    pip install 'demo==2.0'\n" in result.stdout
        )
        assert result.exit_code == 1
        assert "Nothing is wrong" not in result.stdout

    def test_markers_are_asked_of_the_python_that_is_examined(self, torch, lock, monkeypatch):
        torch(None)
        lock("demo==1 ; sys_platform == 'nowhere'\n")
        assert codes(document()) == []
        there = replace(ask_once(sys.executable), environment={"sys_platform": "nowhere"})
        monkeypatch.setattr(machine, "interpreter", lambda named: there)
        assert codes(document()) == ["package_missing"]

    def test_a_torch_whose_import_fails(self, venv, lock):
        lock("torch==2.13.0\n")
        venv.forge("torch", "2.13.0")
        venv.module("torch", "raise ImportError('libcudart.so.13: cannot open')")
        result = run("--python", venv.python)
        assert "torch_fails: torch cannot be used: ImportError: libcudart.so.13" in result.stdout
        assert f"{venv.python} -m pip install --force-reinstall torch -c" in result.stdout
        assert "Traceback" not in result.output
        assert codes(document("--python", venv.python)) == ["torch_fails"]

    def test_the_system_s_python_is_no_environment(self, lock):
        base = Path(sys.base_prefix)
        python = base / "bin" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
        if not python.exists() or (base / "conda-meta").exists():
            pytest.skip("there is no Python of the system here")
        lock("no-such-a==1\nno-such-b==1\nno-such-c==1\nno-such-d==1\n")
        result = run("--python", str(python))
        assert f"no_environment: the Python in {base}" in result.stdout
        assert f"all at once, in its environment: pip install -r {machine.LOCK}" in result.stdout

    def test_a_python_of_the_wrong_version(self, torch, monkeypatch):
        torch(None)
        monkeypatch.setattr(machine, "needs", lambda: (">=3.99", ""))
        found = document()
        assert "python_unsupported" in codes(found)
        assert ">=3.99" in found["findings"][0]["message"]

    @pytest.mark.parametrize("as_json", [False, True])
    def test_what_is_no_python_ends_with_2(self, as_json):
        result = run("--python", "python3.99", *["--json"] * as_json)
        said = json.loads(result.stdout)["error"] if as_json else result.stderr
        assert "there is no such program. Name the program itself" in said
        assert result.exit_code == 2


class TestDrivers:
    @pytest.fixture(autouse=True)
    def packages(self, lock, torch):
        lock("")
        torch(GPU_TORCH)

    @pytest.mark.parametrize(
        ("answer", "cards", "code"),
        [
            ("a10g.csv", 1, "unexplained"),
            ("a5000_and_4500.csv", 2, "unexplained"),
            ("k80_eight_nounits.csv", 8, "unexplained"),
            ("rtx_pro_6000_mig.csv", 8, "unexplained"),
            ("gb10.csv", 1, "unexplained"),
            ("geforce_930m.csv", 1, "unexplained"),
            ("no_devices.csv", 0, "no_card"),
        ],
    )
    def test_cards_that_torch_does_not_see(self, programs, answer, cards, code):
        programs.nvidia_smi(answer, before=REFUSES)
        found = document()
        assert len(found["cards"]) == cards
        assert codes(found) == [code]

    def test_a_driver_that_lists_nothing_is_one_all_the_same(self, programs):
        programs.nvidia_smi("no_devices.csv", code=6)
        found = document()
        assert codes(found) == ["no_card"]
        assert "the driver of unknown version lists no card" in found["findings"][0]["message"]

    def test_cards_are_shown_with_their_memory(self, programs):
        programs.nvidia_smi("a10g.csv")
        out = run().stdout
        assert "NVIDIA driver 565.57.01, CUDA 12.7" in out
        assert "card 0: NVIDIA A10G, 24.15 GB, 0.23 GB free" in out
        programs.nvidia_smi("gb10.csv")
        assert "card 0: NVIDIA GB10, memory unknown" in run().stdout
        programs.nvidia_smi("rtx_pro_6000_mig.csv")
        assert "Edition, 102.64 GB, partitioned" in run().stdout

    @pytest.mark.parametrize(
        ("cuda", "code"), [("11.8", "driver_too_old"), ("12.0", "unexplained")]
    )
    def test_the_header_tells_how_old_the_driver_is(self, programs, cuda, code):
        programs.nvidia_smi("a10g.csv", cuda=cuda)
        assert codes(document()) == [code]

    def test_cards_that_are_hidden(self, programs, monkeypatch):
        programs.nvidia_smi("v100_eight.csv")
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "8")
        assert codes(document()) == ["hidden"]

    def test_a_torch_without_cuda_beside_a_card(self, programs, torch):
        torch(CPU_TORCH)
        programs.nvidia_smi("a10g.csv")
        assert codes(document()) == ["cpu_only"]

    def test_a_driver_that_cannot_be_reached_is_no_driver_and_is_quoted(self, programs):
        programs.nvidia_smi("no_driver.csv", code=9)
        result = run()
        assert "driver_says: nvidia-smi says: NVIDIA-SMI has failed because" in result.stdout
        assert "no_driver: " in result.stdout
        assert result.exit_code == 0
        assert [f["fault"] for f in document()["findings"]] == [False, False]

    def test_one_that_hangs_is_a_fault_and_not_said_to_be_missing(self, programs, monkeypatch):
        monkeypatch.setattr(machine, "DRIVER_SECONDS", 0.5)
        programs.write("nvidia-smi", "sleep 600")
        found = document()
        assert codes(found) == ["driver_silent"]
        assert "did not end within 0.5 seconds" in found["findings"][0]["message"]

    def test_a_table_that_cannot_be_read_is_a_fault(self, programs):
        programs.write("nvidia-smi", "echo 'index, name'; echo '0'")
        found = document()
        assert codes(found) == ["driver_unclear"]
        assert "'0'" in found["findings"][0]["message"]

    def test_without_a_torch_there_is_nothing_to_say_of_cuda(self, programs, torch):
        torch(None)
        programs.nvidia_smi("a10g.csv", cuda="11.8")
        found = document()
        assert (codes(found), len(found["cards"])) == ([], 1)

    def test_a_laptop_without_a_gpu_is_right(self, torch):
        torch(CPU_TORCH)
        result = run()
        assert "no_driver: there is no NVIDIA driver here" in result.stdout
        assert "Nothing is wrong." in result.stdout
        assert result.exit_code == 0


class TestMemory:
    @pytest.fixture(autouse=True)
    def packages(self, lock):
        lock("")

    def test_ram_where_torch_sees_no_gpu(self, torch):
        torch(CPU_TORCH)
        fits = document()["fits"]
        assert (fits["memory"], fits["free_bytes"], fits["length"]) == ("RAM", 10**9, 2048)
        wide, narrow = fits["dtypes"]
        assert (wide["dtype"], wide["weights"], wide["largest_batch"]) == ("float32", 538060032, 3)
        assert (narrow["dtype"], narrow["largest_batch"]) == ("bfloat16", 10)
        assert wide["total"] == wide["weights"] + wide["kv_cache"] + wide["activations"]

    def test_gigabytes_are_powers_of_ten_with_two_digits(self, torch):
        torch(CPU_TORCH)
        out = run().stdout
        assert "prompts of 2048 tokens, 1.00 GB free (RAM)" in out
        row = next(line for line in out.splitlines() if line.startswith("float32"))
        assert row.split("GB")[:4] == ["float32   0.54 ", "   0.09 ", "      0.05 ", "   0.68 "]

    def test_the_memory_of_a_gpu_that_torch_sees(self, venv):
        venv.gpu_torch(memory="(5 * 10**8, 10**10)")
        found = document("--python", venv.python)
        assert codes(found) == ["fine"]
        assert (found["fits"]["memory"], found["fits"]["free_bytes"]) == ("A card", 5 * 10**8)
        assert [row["largest_batch"] for row in found["fits"]["dtypes"]] == [0, 3]
        assert "none fits" in run("--python", venv.python).stdout

    def test_a_gpu_that_fails_is_a_fault(self, venv):
        venv.gpu_torch(memory="1 / 0")
        found = document("--python", venv.python)
        assert codes(found) == ["gpu_fails", "fine"]
        assert (found["faults"], found["fits"]["memory"]) == (1, "RAM")

    def test_a_model_that_is_not_fetched_is_said(self, torch, monkeypatch, tmp_path):
        torch(CPU_TORCH)
        monkeypatch.delenv("COURSE_MODEL")
        monkeypatch.setenv("COURSE_DATA", str(tmp_path))
        result = run()
        assert "What fits is not known." in result.stdout
        assert "course fetch" in result.stdout
        assert result.exit_code == 0

    def test_a_model_that_the_lesson_does_not_know_is_said(self, torch, tmp_path):
        torch(CPU_TORCH)
        path = tmp_path / "model" / "config.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | {"vocab_size": "many"}))
        assert "vocab_size is 'many'" in document()["fits"]["error"]


def test_it_stands_among_the_commands_of_this_machine():
    listed = CliRunner().invoke(cli.app, ["--help"]).stdout
    assert listed.index("import") < listed.index("doctor") < listed.index("For authors")
