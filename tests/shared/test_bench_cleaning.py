"""The benchmark of lesson 02 measures what it says, on a file small enough for a test."""

import json
import os
from types import SimpleNamespace

import pytest

from shared.bench import cleaning


@pytest.fixture
def quiet(monkeypatch, tmp_path):
    monkeypatch.setenv("COURSE_SOURCE", "solution")
    monkeypatch.setenv("COURSE_MEASUREMENTS", str(tmp_path / "kept"))
    (tmp_path / "work").mkdir()
    return tmp_path


def test_its_documents_are_all_different(tmp_path):
    path = tmp_path / "corpus.jsonl"
    cleaning.write_corpus(path, 400_000)
    texts = [json.loads(line)["text"] for line in path.read_bytes().splitlines()]
    assert path.stat().st_size >= 400_000
    assert len(set(texts)) == len(texts) > 200


def test_last_line_is_json_and_nothing_is_left(quiet, capsys):
    work = quiet / "work"
    assert cleaning.main(["--sizes", "2", "1", "--folder", str(work), "--save"]) == 0
    record = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [row["bytes"] // 10**6 for row in record["rows"]] == [1, 2]
    for row in record["rows"]:
        assert 0 < row["distinct_documents"] <= row["documents"]
        assert row["mb_per_s"] > 0
        assert row["resident_added"] >= 0
    assert isinstance(record["bytes_per_distinct_document"], float)
    assert os.listdir(work) == []
    [kept] = (quiet / "kept").iterdir()
    assert json.loads(kept.read_text("utf-8"))["record"] == record


def test_a_disk_that_is_too_small_is_one_sentence(quiet, capsys, monkeypatch):
    monkeypatch.setattr(cleaning.shutil, "disk_usage", lambda path: SimpleNamespace(free=10**6))
    assert cleaning.main(["--sizes", "1", "--folder", str(quiet / "work")]) == 1
    assert "3 MB of disk are needed, 1 MB are free" in capsys.readouterr().err
