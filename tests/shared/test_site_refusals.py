"""The course as static pages: what ends the making, and which folders it may take."""

import re
from pathlib import Path

import pytest
from toy_site import PIXEL, README, make_course, retext
from typer.testing import CliRunner

import shared.site
from shared import ROOT, cli
from shared.curriculum import Lesson
from shared.site import Built, SiteError, build, folder, links


@pytest.fixture
def course(toy: Lesson, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("CI", raising=False)
    return make_course(toy)


# --- what ends the making --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[x](gone.md)", "lessons/02_toy/lesson.html: 'gone.md' leads to no file"),
        ("[x](#Gone)", "'#Gone' names a place that this page does not have"),
        ("[x](../../data/raw/README.md#Gone)", "'../../data/raw/README.html#Gone' names a place"),
        ("[x](../../../etc/passwd)", "'../../../etc/passwd' leads out of the site"),
        ("![x](https://example.org/x.png)", "would be loaded from somewhere else"),
        ("[x](../../data/raw/rows.txt)\n# Two", "one heading of the first level"),
        (r"$\nothing$", r"lessons/02_toy/lesson.ipynb: the formula $\nothing$"),
    ],
)
def test_a_fault_ends_it_and_the_site_before_stays(
    course: Path, tmp_path: Path, text: str, told: str
) -> None:
    out = build(tmp_path / "out", root=course).folder
    before = sorted(folder.files(tmp_path))
    retext(course, f"# Lesson 02: Toy\n\n{text}\n")
    with pytest.raises(SiteError) as caught:
        build(out, root=course)
    assert told in str(caught.value)
    assert sorted(folder.files(tmp_path)) == before


def test_what_is_of_one_machine_is_not_published(course: Path, tmp_path: Path) -> None:
    (course / ".course").mkdir()
    (course / ".course" / "progress.json").write_text("{}")
    retext(course, "# Lesson 02: Toy\n\n[x](../../.course/progress.json)\n")
    with pytest.raises(
        SiteError, match=r"links to \.course/progress\.json, which is of this machine"
    ):
        build(tmp_path / "out", root=course)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("**[04 next](lessons/04_next/lesson.ipynb)**", "04 next", "has lesson 04_next, which"),
        ("04 next](lessons/04_next", "05 more](lessons/05_more", "no such lesson"),
        ("04 next]", "04 other]", "is other in the stage Speed of the map, and next in Speed"),
        ("**Speed**", "", "is next in the stage Ground of the map, and next in Speed"),
        ("03 later", "01 later", "must rise"),
        ("## The map", "## A map", "a section `## The map`"),
    ],
)
def test_map_and_curriculum_cannot_drift(
    course: Path, tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert README.count(old) == 1
    (course / "README.md").write_text(README.replace(old, new))
    with pytest.raises(SiteError) as caught:
        build(tmp_path / "out", root=course)
    assert told in str(caught.value)


# --- the folder ------------------------------------------------------------------------------


@pytest.mark.parametrize("foreign", ["notes.txt", "lessons/02_toy/notes.txt", "empty/"])
def test_a_folder_with_anything_else_in_it_is_left_alone(
    course: Path, tmp_path: Path, foreign: str
) -> None:
    out = build(tmp_path / "out", root=course).folder
    path = out / foreign
    path.mkdir() if foreign.endswith("/") else path.write_text("mine")
    before = folder.files(out)
    with pytest.raises(
        SiteError, match=re.escape(f"holds {foreign.rstrip('/')}, which `course site`")
    ):
        build(out, root=course)
    assert folder.files(out) == before


def test_a_folder_of_somebody_else_and_a_file_are_refused(course: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(SiteError, match="is a file"):
        build(tmp_path / "file", root=course)
    with pytest.raises(SiteError, match=r"holds 02_toy/lesson\.ipynb"):
        build(course / "lessons", root=course)


def test_an_empty_folder_and_an_older_site_are_replaced(course: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    retext(course, "# Lesson 02: Toy\n\n[x](../../data/raw/unlinked.txt)")
    assert (build(out, root=course).folder / "data" / "raw" / "unlinked.txt").exists()
    retext(course, "# Lesson 02: Toy\n")
    build(out, root=course)
    assert not (out / "data" / "raw" / "unlinked.txt").exists()
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".out")] == []


# --- links, command -------------------------------------------------------------------------

GOOD = """<p id="here"></p><a href="#here">1</a><a href="b%20c.html#%C3%A9">2</a>
<a href="https://example.org">3</a><img src="x.png">"""


@pytest.mark.parametrize(
    ("added", "told"),
    [
        ("", None),
        ('<a href="/index.html">', "is an absolute path"),
        ('<a href="sub">', "leads to a folder"),
        ('<a href="x.html">', "leads to no file"),
        ('<a href="javascript:alert(1)">', "would be loaded"),
        ('<script src="//cdn.example.org/x.js"></script>', "would be loaded"),
        ('<link rel="stylesheet" href="https://example.org/x.css">', "would be loaded"),
        ('<p id="here">', "the id 'here' is used twice"),
        ('<a href="b%20c.html#e">', "names a place"),
    ],
)
def test_each_kind_of_bad_link_is_found(tmp_path: Path, added: str, told: str | None) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "x.png").write_bytes(PIXEL)
    (tmp_path / "b c.html").write_text('<p id="é"></p>')
    (tmp_path / "a.html").write_text(GOOD + added)
    found = links.check(tmp_path)
    assert found.external == {"https://example.org"}
    assert len(found.broken) == (told is not None)
    assert all(one.startswith("a.html: ") and told in one for one in found.broken)


def test_the_command_says_what_it_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = []

    def made(out: Path, *, anyway: bool) -> Built:
        asked.append((out, anyway))
        return Built(out, 5, ["https://example.org"])

    monkeypatch.setattr(shared.site, "build", made)
    done = CliRunner().invoke(cli.app, ["site", str(tmp_path), "--anyway"])
    assert (done.exit_code, asked) == (0, [(tmp_path, True)])
    assert "not fetched: https://example.org" in done.stdout
    assert f"open {tmp_path}/index.html" in done.stdout
    CliRunner().invoke(cli.app, ["site"])
    assert asked[1] == (ROOT / "build" / "site", False)


def test_the_command_ends_with_1_and_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("")
    done = CliRunner().invoke(cli.app, ["site", str(tmp_path)])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "holds mine, which" in done.stderr
    assert "Nothing was written." in done.stderr
