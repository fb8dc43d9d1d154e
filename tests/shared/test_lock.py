"""The lock, the project, the conda file and CI name the same packages and the same Python."""

import re
import tomllib
from importlib import metadata

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from shared import ROOT
from shared.setup import bootstrap, environment, lock

LOCK = (ROOT / "requirements.txt").read_text(encoding="utf-8")
PINS = [Requirement(line) for line in LOCK.splitlines() if not line.lstrip().startswith("#")]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DIRECT = [Requirement(line) for line in PROJECT["dependencies"]]
CONDA = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
PROVED = ".".join(map(str, bootstrap.PROVED))


def pinned(requirement: Requirement) -> str:
    (specifier,) = requirement.specifier
    assert specifier.operator == "==", f"{requirement} is not pinned with =="
    return specifier.version


VERSIONS = {canonicalize_name(pin.name): pinned(pin) for pin in PINS}


def test_each_package_is_pinned_once_for_every_platform() -> None:
    assert len(VERSIONS) == len(PINS)
    for pin in PINS:
        assert "+" not in pinned(pin), f"{pin}: a local version exists only on some machines"
        assert not pin.extras
        assert pin.url is None


def test_nothing_of_the_compiling_machine_is_in_the_lock() -> None:
    for line in LOCK.splitlines():
        assert not re.search(r"--|://|/|^-| -c ", line), line


@pytest.mark.parametrize("direct", DIRECT, ids=str)
def test_direct_dependency_is_locked_within_its_range(direct: Requirement) -> None:
    version = VERSIONS[canonicalize_name(direct.name)]
    assert direct.specifier.contains(version), f"{direct} does not allow {version}"


def test_the_lock_was_compiled_from_these_dependencies() -> None:
    """pip-compile notes with each pin who asked for it; ours must be exactly the listed ones."""
    asked = set()
    for entry in re.split(r"^(?=\w)", LOCK, flags=re.MULTILINE)[1:]:
        if f"{PROJECT['name']} (pyproject.toml)" in entry:
            asked.add(canonicalize_name(Requirement(entry.splitlines()[0]).name))
    assert asked == {canonicalize_name(direct.name) for direct in DIRECT}, "run `make lock`"


def test_conda_uses_the_same_lock_and_the_same_python() -> None:
    plain = [entry for entry in CONDA["dependencies"] if isinstance(entry, str)]
    (pip,) = [entry["pip"] for entry in CONDA["dependencies"] if isinstance(entry, dict)]
    assert plain == [f"python={PROVED}", "pip"]
    assert pip == ["-r requirements.txt", "-e ."]
    assert "conda-forge" in CONDA["channels"]


def test_one_python_is_named_everywhere() -> None:
    lowest = ".".join(map(str, bootstrap.MINIMUM))
    assert PROJECT["requires-python"] == f">={lowest}"
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    versions = [
        step["with"]["python-version"]
        for step in workflow["jobs"]["test"]["steps"]
        if "python-version" in step.get("with", {})
    ]
    assert versions == [PROVED]
    assert bootstrap.CANDIDATES[0] == f"python{PROVED}"
    assert PROJECT["name"] == environment.PROJECT


@pytest.mark.parametrize("name", sorted(VERSIONS))
def test_installed_package_is_the_locked_one(name: str) -> None:
    found = metadata.distribution(name)
    assert found.version.split("+")[0] == VERSIONS[name], "run `make setup`"
    # pip counts patch releases too: 3.11.5 or later would shut out Debian 12 and its 3.11.2.
    allowed = SpecifierSet(found.metadata["Requires-Python"] or "")
    assert allowed.contains(f"{PROVED}.0"), f"{name} needs Python {allowed}"


def test_the_set_up_script_reads_the_same_pins() -> None:
    assert environment.pins() == VERSIONS


def test_tidy_drops_what_belongs_to_one_machine() -> None:
    raw = """\
--index-url https://index.example/simple
--find-links /opt/wheels
--trusted-host example

numpy==2.4.6
    # via
    #   -c /etc/constraints.txt
    #   contourpy
torch==2.13.0+cpu
    # via -c /etc/constraints.txt
torchvision==0.28.0+cu128 ; platform_system == "Linux"
    # via ai-engineering-from-scratch (pyproject.toml)

# The following packages are considered to be unsafe in a requirements file:
# pip
"""
    assert lock.tidy(raw) == lock.HEADER + (
        "numpy==2.4.6\n    # via\n    #   contourpy\n"
        "torch==2.13.0\n"
        'torchvision==0.28.0 ; platform_system == "Linux"\n'
        "    # via ai-engineering-from-scratch (pyproject.toml)\n"
    )
