"""COURSE_MODEL: a folder or a hub id, and what is said when it cannot be used. No network."""

import errno
import json
from pathlib import Path

import huggingface_hub
import pytest
from huggingface_hub.errors import LocalEntryNotFoundError

from shared.assets import AssetError, model_path


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder that looks like a Llama."""
    folder = tmp_path / "llama"
    folder.mkdir()
    (folder / "config.json").write_text('{"model_type": "llama"}')
    (folder / "tokenizer.json").write_text("{}")
    (folder / "model.safetensors").touch()
    monkeypatch.setenv("COURSE_MODEL", str(folder))
    return folder


def test_a_folder_is_used(folder):
    assert model_path() == folder


def test_fetch_verifies_the_model_that_is_named_and_not_the_default(folder, course, monkeypatch):
    monkeypatch.setenv("COURSE_DATA", str(folder.parent / "nothing"))
    result = course("fetch")
    assert (result.exit_code, result.stdout) == (0, f"COURSE_MODEL={folder} is in {folder}\n")
    monkeypatch.setenv("COURSE_MODEL", "/no/such/model")
    result = course("fetch")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("COURSE_MODEL=/no/such/model cannot be used: there is no such")
    assert "It names a folder with config.json" in result.stderr
    assert "unset COURSE_MODEL to use the default model" in result.stderr


def test_an_unreadable_folder_is_refused_in_words(folder, monkeypatch):
    def refuse(self):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "is_file", refuse)
    with pytest.raises(AssetError, match=r"llama cannot be read \(Permission denied\)"):
        model_path()


@pytest.mark.parametrize("index", ["", "[]", '{"weight_map": 3}', "{}", "\xff"])
def test_an_index_of_shards_that_is_none_is_refused_in_words(folder, index):
    (folder / "model.safetensors.index.json").write_text(index, encoding="latin-1")
    with pytest.raises(AssetError, match="does not say which file holds which weight"):
        model_path()


def test_a_sharded_model_is_used_when_every_shard_is_there(folder):
    index = {"weight_map": {"a": "1.safetensors", "b": "2.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    (folder / "1.safetensors").touch()
    with pytest.raises(AssetError, match=r"has no 2\.safetensors"):
        model_path()
    (folder / "2.safetensors").touch()
    assert model_path() == folder


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("config.json", None, "has no config.json"),
        ("config.json", "[]", "is not a JSON object"),
        ("config.json", "{", "is not a JSON object"),
        ("config.json", '{"model_type": "qwen2"}', "'qwen2' and the course runs the Llama family"),
        ("tokenizer.json", None, "has no tokenizer.json"),
        ("model.safetensors", None, "has no model.safetensors"),
    ],
)
def test_an_unfit_folder_is_refused(folder, name, content, text):
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_text(content)
    with pytest.raises(AssetError, match=text) as caught:
        model_path()
    assert "unset COURSE_MODEL" in str(caught.value)


@pytest.mark.parametrize("named", ["nowhere", "/no/such/folder", "../up/there", "a/b/c"])
def test_neither_folder_nor_hub_id(monkeypatch, named):
    monkeypatch.setenv("COURSE_MODEL", named)
    with pytest.raises(AssetError, match="no such folder, and it is not a hub id"):
        model_path()


class FakeHub:
    """A hub with one model; `online` and `cached` say what can be had."""

    def __init__(self, folder, online, cached):
        self.folder, self.online, self.cached = folder, online, cached
        self.asked = []

    def snapshot_download(self, name, *, local_files_only=False, allow_patterns=None):
        if not local_files_only:
            self.asked.append(allow_patterns)
        if local_files_only and not self.cached:
            raise LocalEntryNotFoundError("not cached")
        if not local_files_only and not self.online:
            raise LocalEntryNotFoundError("Got: ConnectError\nand much more")
        return str(self.folder)


@pytest.fixture
def hub(folder, monkeypatch):
    def make(online, cached):
        hub = FakeHub(folder, online, cached)
        monkeypatch.setattr(huggingface_hub, "snapshot_download", hub.snapshot_download)
        monkeypatch.setenv("COURSE_MODEL", "somebody/llama")
        return hub

    return make


def test_a_cached_hub_model_needs_no_network(hub, folder):
    fake = hub(online=False, cached=True)
    assert model_path() == folder
    assert fake.asked == []


def test_a_hub_model_is_fetched(hub, folder):
    fake = hub(online=True, cached=False)
    assert model_path() == folder
    assert fake.asked[0] == ["config.json"]
    assert "*.safetensors" in fake.asked[1]


def test_no_weights_of_an_unfit_hub_model_are_fetched(hub, folder):
    (folder / "config.json").write_text('{"model_type": "bert"}')
    fake = hub(online=True, cached=False)
    with pytest.raises(AssetError, match="'bert'"):
        model_path()
    assert fake.asked == [["config.json"]]


def test_an_offline_hub_is_explained(hub):
    hub(online=False, cached=False)
    with pytest.raises(AssetError, match=r"\(Got: ConnectError\).*network.*unset COURSE_MODEL"):
        model_path()
