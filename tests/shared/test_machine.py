"""The facts about a machine: asked of Pythons, torches and drivers that are broken on purpose."""

import sys
from importlib import metadata
from pathlib import Path

import psutil
import pytest
from toy_machine import REFUSES, SMI, Environment, Programs

from shared import machine
from shared.machine import Driver, MachineError, Torch


@pytest.fixture
def venv(tmp_path: Path) -> Environment:
    return Environment(tmp_path / "venv")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    return Programs(tmp_path / "bin", monkeypatch)


class TestInterpreter:
    def test_this_one(self):
        found = machine.interpreter(sys.executable)
        assert found.version == sys.version_info[:3]
        assert (found.prefix, found.base_prefix) == (sys.prefix, sys.base_prefix)
        assert found.installed["packaging"] == metadata.version("packaging")
        assert found.environment["sys_platform"] == sys.platform

    def test_markers_are_asked_of_what_packaging_asks(self):
        from packaging.markers import default_environment

        assert machine.interpreter(sys.executable).environment == default_environment()

    def test_names_are_normalised_and_half_an_installation_is_none(self, venv):
        venv.forge("Ruamel_Yaml", "1.0")
        for name in ("broken", "halved"):
            venv.forge(name, "1.0")
        (venv.site / "broken-1.0.dist-info" / "METADATA").unlink()
        (venv.site / "halved-1.0.dist-info" / "METADATA").write_text("Name: halved\n")
        (venv.site / "empty-2.0.dist-info").mkdir()
        (venv.site / "old-3.0.egg-info").write_bytes(b"\xff\xfe\x00")
        assert machine.interpreter(venv.python).installed == {"ruamel-yaml": "1.0"}

    def test_the_folder_it_is_called_in_counts_for_nothing(self, venv, tmp_path, monkeypatch):
        (tmp_path / "json.py").write_text("raise SystemExit('the wrong json')")
        (tmp_path / "torch.py").write_text("raise SystemExit('the wrong torch')")
        monkeypatch.chdir(tmp_path)
        found = machine.interpreter(venv.python)
        assert found.installed == {}
        assert machine.torch_of(found) is None

    def test_what_it_prints_is_not_the_answer(self, venv):
        venv.forge("demo", "1.0")
        (venv.site / "sitecustomize.py").write_text("print('{\"version\": [1]}' * 99999)")
        assert machine.interpreter(venv.python).installed == {"demo": "1.0"}

    @pytest.mark.parametrize(
        ("name", "rule"),
        [
            ("python3.99", "'python3.99' is no Python that can be asked: there is no such program"),
            ("/", "'/' is no Python that can be asked: it is a folder"),
            (__file__, "it may not be executed"),
            ("/bin/sh", "'/bin/sh' is no Python"),
            ("/bin/ls", "'/bin/ls' is no Python"),
        ],
    )
    def test_what_is_no_python_is_refused(self, name, rule):
        with pytest.raises(MachineError) as caught:
            machine.interpreter(name)
        assert rule in str(caught.value)
        assert "Name the program itself, such as .venv/bin/python" in str(caught.value)

    def test_a_shell_does_not_run_the_script_as_its_own(self, programs, tmp_path):
        programs.write("import", f"touch {tmp_path / 'ran'}")  # `import sys` would be this
        with pytest.raises(MachineError, match="no Python"):
            machine.interpreter("/bin/sh")
        assert not (tmp_path / "ran").exists()

    def test_a_script_without_a_system_to_run_it_is_refused(self, programs):
        path = Path(programs.write("snake", ""))
        path.write_bytes(b"\x00\x01")
        with pytest.raises(MachineError, match="it cannot be started"):
            machine.interpreter("snake")

    def test_one_that_hangs_is_ended_with_its_children(self, programs, tmp_path, monkeypatch):
        monkeypatch.setattr(machine, "PYTHON_SECONDS", 0.5)
        path = programs.write("snake", f"sleep 600 & echo $! > {tmp_path / 'pid'}; wait")
        with pytest.raises(MachineError, match=r"it did not end within 0\.5 seconds"):
            machine.interpreter(path)
        assert is_gone(int((tmp_path / "pid").read_text()))


def is_gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).wait(5) is None  # not a child of ours: no exit code is known
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


class TestTorch:
    def asked(self, venv: Environment) -> Torch | None:
        return machine.torch_of(machine.interpreter(venv.python))

    def test_a_gpu_is_asked_for_its_memory(self, venv):
        venv.gpu_torch()
        assert self.asked(venv) == Torch("2.13.0+cu128", "12.8", True, None, "A card", 10**9)

    def test_without_a_gpu_nothing_is_asked_of_it(self, venv):
        venv.gpu_torch(available=False, memory="1 / 0")
        assert self.asked(venv) == Torch("2.13.0+cu128", "12.8", False)

    def test_a_gpu_that_cannot_be_used(self, venv):
        venv.gpu_torch(memory="1 / 0")
        found = self.asked(venv)
        assert (found.available, found.free_bytes) == (True, None)
        assert found.error == "ZeroDivisionError: division by zero"

    def test_what_the_driver_complains_of_is_kept(self, venv):
        complaint = "CUDA initialization: too old (Triggered internally at x.cpp:1)\\nand so on"
        venv.gpu_torch(available=False)
        with (venv.site / "torch" / "__init__.py").open("a") as file:
            file.write(
                "def _complain():\n"
                f"    import warnings; warnings.warn('{complaint}'); return False\n"
                "cuda.is_available = _complain\n"
            )
        assert self.asked(venv).warning == "CUDA initialization: too old"

    @pytest.mark.parametrize(
        ("code", "error"),
        [
            ("raise ImportError('libcudart.so.13: not there\\nsecond line')", "libcudart.so.13"),
            ("raise ModuleNotFoundError(\"No module named 'torch._C'\")", "torch._C"),
            ("import sys; sys.exit(3)", "SystemExit: 3"),
            ("", "has no attribute '__version__'"),
            ("import os; os.kill(os.getpid(), 4)", "a signal ended it (Illegal instruction"),
            ("import os; os._exit(7)", "exit code 7"),
        ],
    )
    def test_one_that_fails_is_no_end_of_the_diagnosis(self, venv, code, error):
        venv.module("torch", code)
        found = self.asked(venv)
        assert error in found.error
        assert "\n" not in found.error
        assert found.version is None

    def test_one_that_hangs(self, venv, monkeypatch):
        monkeypatch.setattr(machine, "TORCH_SECONDS", 1.0)
        venv.module("torch", "import time; time.sleep(600)")
        assert self.asked(venv).error == "it did not end within 1 seconds"


class TestDriver:
    def test_without_the_program_there_is_none(self, tmp_path, monkeypatch):
        monkeypatch.setenv("PATH", str(tmp_path))
        assert machine.driver() is None

    def test_a_table_and_the_versions_of_the_header(self, programs):
        programs.nvidia_smi("a10g.csv")
        text = (SMI / "a10g.csv").read_text()
        assert machine.driver() == Driver(text, 0, "565.57.01", "12.7")

    def test_from_610_on_the_header_has_other_names(self, programs):
        programs.write("nvidia-smi", "echo '| KMD Version: 610.57.04  CUDA UMD Version: 13.3 |'")
        found = machine.driver()
        assert (found.version, found.cuda) == ("610.57.04", "13.3")

    def test_a_driver_that_does_not_know_its_cuda(self, programs):
        programs.nvidia_smi("a10g.csv", cuda="N/A")
        assert machine.driver().cuda is None

    def test_an_old_one_is_asked_for_less(self, programs):
        programs.nvidia_smi("a10g.csv", before=REFUSES)
        found = machine.driver()
        assert (found.code, found.text) == (0, (SMI / "a10g.csv").read_text())

    def test_the_new_fields_are_asked_for_first(self, programs, tmp_path):
        programs.nvidia_smi("a10g.csv", before=f'echo "$*" >> {tmp_path / "asked"}')
        machine.driver()
        asked = (tmp_path / "asked").read_text().splitlines()
        assert len(asked) == 2  # the query, and the header
        assert "driver_version,compute_cap,mig.mode.current --format=csv" in asked[0]

    def test_a_sentence_and_its_exit_code_are_kept(self, programs):
        programs.nvidia_smi("no_driver.csv", code=9)
        found = machine.driver()
        assert (found.code, found.version, found.silent) == (9, None, False)
        assert found.text.startswith("NVIDIA-SMI has failed")

    def test_a_complaint_on_stderr_is_kept_too(self, programs):
        programs.write("nvidia-smi", "echo 'libnvidia-ml.so: not found' >&2; exit 127")
        assert machine.driver().text == "libnvidia-ml.so: not found\n"

    def test_one_that_hangs_is_ended(self, programs, monkeypatch):
        monkeypatch.setattr(machine, "DRIVER_SECONDS", 0.5)
        programs.write("nvidia-smi", "sleep 600")
        assert machine.driver() == Driver("it did not end within 0.5 seconds", silent=True)

    def test_one_that_cannot_be_started(self, programs):
        Path(programs.write("nvidia-smi", "")).write_bytes(b"\x00")
        found = machine.driver()
        assert found.silent
        assert found.text.startswith("it cannot be started (")


def test_the_model_s_configuration_is_looked_for_without_a_network(tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_DATA", str(tmp_path))
    monkeypatch.delenv("COURSE_MODEL", raising=False)
    with pytest.raises(MachineError, match="course fetch"):
        machine.model_config()
    monkeypatch.setenv("COURSE_MODEL", "nobody/has-this-model")
    with pytest.raises(MachineError, match="it is not on this machine yet"):
        machine.model_config()
