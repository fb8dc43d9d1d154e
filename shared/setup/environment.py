"""What is in an environment, and whether it is what the lock says.

Part of `shared.setup.bootstrap`, and like it standard library only and readable by Python 3.6.
"""

import csv
import hashlib
import json
import os
import re
import subprocess
from typing import Dict, List, Optional, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
LOCK = os.path.join(ROOT, "requirements.txt")
PYPROJECT = os.path.join(ROOT, "pyproject.toml")
PROJECT = "ai-engineering-from-scratch"

PROBE = """
import json, sys, sysconfig
missing = []
for name in ("venv", "ensurepip"):
    try:
        __import__(name)
    except ImportError:
        missing.append(name)
print(json.dumps({"version": sys.version_info[:3], "missing": missing,
                  "site": sysconfig.get_paths()["purelib"]}))
"""


class Python:
    """An interpreter that starts: `version` (three integers), `missing` modules, `site` folder."""

    def __init__(self, path: str, version: List[int], missing: List[str], site: str) -> None:
        self.path = path
        self.version = tuple(version)
        self.missing = missing
        self.site = site

    def __str__(self) -> str:
        return "Python " + dotted(self.version)

    @classmethod
    def probe(cls, path: str) -> "Optional[Python]":
        """Start the interpreter and ask it; None if it does not start."""
        try:
            answer = subprocess.run(
                [path, "-c", PROBE],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                universal_newlines=True,
                env=clean_environment(),
            )
            return cls(path, **json.loads(answer.stdout))
        except (OSError, ValueError):
            return None


def dotted(version: Tuple[int, ...]) -> str:
    return ".".join(str(part) for part in version)


def clean_environment() -> Dict[str, str]:
    """The caller's variables, less the two that push foreign modules into the environment."""
    return {k: v for k, v in os.environ.items() if k not in ("PYTHONHOME", "PYTHONPATH")}


def key(python: Python) -> str:
    """What the environment is made from: when any of it changes, set-up runs again."""
    digest = hashlib.sha256((ROOT + dotted(python.version)).encode())
    for path in (LOCK, PYPROJECT):
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def read_stamp(venv: str) -> dict:
    """What the last set-up noted down; empty if there was none or the note cannot be read."""
    try:
        with open(os.path.join(venv, "course.json"), encoding="utf-8") as file:
            return dict(json.load(file))
    except (OSError, ValueError, TypeError):
        return {}


def write_stamp(venv: str, python: Python) -> None:
    """Note where the environment is, what it was made from, and what pip left undone in it."""
    stamp = {"venv": venv, "key": key(python), "faults": examine(python.site)}
    path = os.path.join(venv, "course.json")
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(stamp, file)
    os.replace(path + ".new", path)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> Dict[str, str]:
    """{package: version} of the lock; lines for some platforms only (`; marker`) are pip's."""
    with open(LOCK, encoding="utf-8") as file:
        found = re.findall(r"^([\w.-]+)==([^\s;#]+)[ \t]*$", file.read(), re.MULTILINE)
    return {normal(name): version for name, version in found}


def examine(site: str) -> List[List[str]]:
    """[half-installed entries of site-packages, packages of the lock that are not in it].

    pip writes RECORD last but believes every package that has METADATA, so after an interruption
    it would keep one whose files are missing. A local version (`+cpu`) counts as the version.
    """
    broken = []
    installed = {}
    for entry in os.listdir(site):
        if entry.startswith("~"):
            broken.append(entry)
        elif entry.endswith(".dist-info"):
            name, _, version = entry[: -len(".dist-info")].rpartition("-")
            if whole(site, entry):
                installed[normal(name)] = version.split("+")[0]
            else:
                broken.append(entry)
    absent = [name for name, version in pins().items() if installed.get(name) != version]
    if PROJECT not in installed:
        absent.append(PROJECT)
    return [sorted(broken), sorted(absent)]


def whole(site: str, entry: str) -> bool:
    """Whether all files in the package's RECORD exist (compiled ones may have been purged)."""
    try:
        with open(os.path.join(site, entry, "RECORD"), encoding="utf-8", newline="") as file:
            names = [row[0] for row in csv.reader(file) if row]
    except OSError:
        return False
    return all(name.endswith(".pyc") or os.path.exists(os.path.join(site, name)) for name in names)
