"""Broken machines: environments with forged packages, and an `nvidia-smi` that is a script."""

import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from shared import cli

SMI = Path(__file__).parents[2] / "data" / "raw" / "nvidia_smi"
HEADER = "| NVIDIA-SMI 565.57.01    Driver Version: 565.57.01    CUDA Version: {cuda}     |"
REFUSES = """case "$*" in *compute_cap*)
  echo 'Field "compute_cap" is not a valid field to query.'; exit 2;;
esac"""
"""What an old driver does first."""


class Environment:
    """A virtual environment without packages, and what is put into it."""

    def __init__(self, folder: Path):
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        self.python = str(folder / "bin" / "python")
        (self.site,) = folder.glob("lib/python*/site-packages")

    def forge(self, name: str, version: str) -> None:
        """Only what says that a package is installed."""
        info = self.site / f"{name}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")

    def module(self, name: str, code: str) -> None:
        (self.site / name).mkdir()
        (self.site / name / "__init__.py").write_text(code)

    def gpu_torch(self, available: bool = True, memory: str = "(10**9, 2 * 10**9)") -> None:
        self.module(
            "torch",
            f"""
__version__ = "2.13.0+cu128"
class version:
    cuda = "12.8"
class cuda:
    is_available = staticmethod(lambda: {available})
    get_device_name = staticmethod(lambda: "A card")
    mem_get_info = staticmethod(lambda: {memory})
""",
        )


class Programs:
    """A folder that the PATH names before those of the system."""

    def __init__(self, folder: Path, monkeypatch):
        folder.mkdir()
        self.folder = folder
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")

    def write(self, name: str, script: str) -> str:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return str(path)

    def nvidia_smi(
        self, answer: str, *, code: int = 0, cuda: str = "12.7", before: str = ""
    ) -> None:
        """One that answers a query with a file of data/raw/nvidia_smi."""
        query = f"cat '{SMI / answer}'; exit {code}"
        header = HEADER.format(cuda=cuda)
        self.write(
            "nvidia-smi",
            f"""{before}
case "$*" in *--query-gpu=*--format=csv) {query};; esac
[ {code} = 0 ] && echo '{header}'""",
        )


def course_doctor(*arguments: str) -> Result:
    """The finished command."""
    result = CliRunner().invoke(cli.app, ["doctor", *arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result
