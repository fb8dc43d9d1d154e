"""Archives as `course export` writes them, and as nobody should, for a toy course."""

import hashlib
import json
import shutil
import zipfile
from pathlib import Path

import pytest
from toy_progress import RIGHT

from shared import archive, stubs
from shared.curriculum import Lesson


@pytest.fixture
def toy(toy_course: Lesson, monkeypatch) -> Lesson:
    monkeypatch.setenv("COLUMNS", "120")
    toy_course.exercise.write_text(RIGHT)
    return toy_course


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.zip"


def another_machine(toy: Lesson) -> None:
    """The same course, where nobody has begun."""
    shutil.rmtree(toy.root / "home", ignore_errors=True)
    toy.exercise.unlink()
    stubs.write(toy)


def pack(file: Path, members: dict[str, bytes], **manifest) -> None:
    """An archive as `export` writes it, but with these members; `manifest` overrides its fields."""
    members = {"progress.json": b"{}", **members}
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
    fields = {"format": 1, "course": archive.COURSE, "files": digests, **manifest}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("manifest.json", json.dumps(fields))
        for name, data in members.items():
            packed.writestr(name, data)
