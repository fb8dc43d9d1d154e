"""The course as static pages: what is on them, what never is, and whether they can be read."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from toy_site import PIXEL, make_course, soup

from shared import ROOT, course_map, notebooks, stubs
from shared.curriculum import Lesson, lessons
from shared.site import SiteError, build, folder, formulas, pages


@pytest.fixture
def course(toy: Lesson, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("CI", raising=False)
    return make_course(toy)


@pytest.fixture
def site(course: Path, tmp_path: Path) -> Path:
    """The toy course's site."""
    return build(tmp_path / "out", root=course).folder


# --- what is on the pages --------------------------------------------------------------------


def test_the_site_holds_the_lessons_and_what_they_link_to_and_nothing_else(site: Path) -> None:
    lesson = ["figure-1-0.png", "figure-2-0.png", "lesson.html", "exercise.py.html"]
    wanted = {f"lessons/{name}/{file}" for name in ("02_toy", "04_next") for file in lesson}
    wanted |= {"index.html", "style.css", "README.html", folder.MARKER}
    assert folder.files(site) == wanted | {"data/raw/README.html", "data/raw/rows.txt"}


def test_the_index_is_the_map(site: Path) -> None:
    page = soup(site / "index.html")
    assert [each.get_text() for each in page.find_all(["h1", "h2"])] == [
        "A toy course",
        "Ground",
        "Speed",
    ]
    first, planned, last = page.select(".map li")
    assert first.a["href"] == "lessons/02_toy/lesson.html"
    assert ("Doubles and joins." in first.get_text(), "1 minutes" in first.get_text()) == (
        True,
    ) * 2
    assert (planned.a, planned.get_text(" ", strip=True)) == (None, "03 later planned: more")
    assert last.a.get_text() == "Next & last"
    assert page.find("a", string="the data")["href"] == "data/raw/README.html"
    assert "2 of 3 lessons" in page.get_text()


def test_a_lesson_shows_its_outputs_without_terminal_codes(site: Path) -> None:
    page = soup(site / "lessons" / "02_toy" / "lesson.html")
    said = [pre.get_text() for pre in page.select(".output_area pre")]
    assert said == ["E: <v>", "bold & more\n"]
    assert page.select_one(".output_area .scroll > table td").get_text() == "1"
    assert page.select_one(".highlight .n").get_text() == "figure"


def test_figures_are_files_with_a_text_and_a_size(site: Path) -> None:
    first, second = soup(site / "lessons" / "02_toy" / "lesson.html").find_all("img")
    assert (first["alt"], second["alt"]) == (
        "Figure: Sizes by step",
        "Figure: to the section “Twice”",
    )
    assert (first["width"], first["height"]) == ("2", "3")
    assert (site / "lessons" / "02_toy" / first["src"]).read_bytes() == PIXEL


def test_answers_are_folded_and_headings_told_apart(site: Path) -> None:
    page = soup(site / "lessons" / "02_toy" / "lesson.html")
    answer = page.find("summary", string="Answer").parent
    assert not answer.has_attr("open")
    assert "Four." in answer.get_text()
    assert [a["href"] for a in page.select(".toc a")] == ["#Twice", "#Twice-2"]


def test_formulas_are_drawn_and_keep_their_text(site: Path) -> None:
    formula = soup(site / "lessons" / "02_toy" / "lesson.html").select_one("p svg.formula")
    assert formula["aria-label"] == "1 - s^r"
    assert formula.path["d"].startswith("M")
    with pytest.raises(SiteError, match=r"\\nothing.*mathtext"):
        formulas.draw(r"\nothing")


def test_previous_and_next_go_over_what_is_planned(site: Path) -> None:
    first, last = (soup(site / "lessons" / name / "lesson.html") for name in ("02_toy", "04_next"))
    assert [(a["rel"], a["href"]) for a in first.select(".steps a")] == [
        (["next"], "../04_next/lesson.html")
    ]
    assert [a.get_text() for a in last.select(".steps a")] == ["Previous: Toy"]
    assert last.select_one("header a")["href"] == "../../index.html"


def test_the_exercise_on_the_site_is_the_stub_whatever_the_learner_wrote(
    course: Path, tmp_path: Path
) -> None:
    lesson = lessons(course)[0]
    lesson.exercise.write_text("MINE = 1\n")
    build(tmp_path / "out", root=course)
    page = soup(tmp_path / "out" / "lessons" / "02_toy" / "exercise.py.html")
    assert page.pre.get_text() == stubs.make_stub(lesson)
    assert lesson.exercise.read_text() == "MINE = 1\n"


def test_a_changed_notebook_is_refused_or_shown_without_outputs(
    course: Path, tmp_path: Path
) -> None:
    path = lessons(course)[0].notebook
    nb = notebooks.read(path)
    nb.cells[4].outputs[0].text = "my own output"
    notebooks.write(path, nb)
    with pytest.raises(SiteError, match=r"^lessons/02_toy/lesson\.ipynb: .*--anyway"):
        build(tmp_path / "out", root=course)
    assert not (tmp_path / "out").exists()
    build(tmp_path / "out", root=course, anyway=True)
    changed, other = (
        soup(tmp_path / "out" / "lessons" / name / "lesson.html") for name in ("02_toy", "04_next")
    )
    assert (changed.select(".output_area"), len(other.select(".output_area"))) == ([], 5)
    assert "changed" in changed.select_one(".note").get_text()
    assert other.select_one(".note") is None


def test_two_sites_of_one_course_are_the_same_to_the_byte(course: Path, tmp_path: Path) -> None:
    first, second = (build(tmp_path / name, root=course).folder for name in ("one", "two"))
    assert folder.files(first) == folder.files(second)
    for name in folder.files(first):
        assert (first / name).read_bytes() == (second / name).read_bytes(), name


# --- colours ---------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """As the Web Content Accessibility Guidelines 2.2 define it."""
    digits = colour.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return sum(weight * x for weight, x in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_contrast_is_computed_right() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_can_be_read(theme: str) -> None:
    """AA asks for 4.5 to 1."""
    css = pages.stylesheet()
    night = "@media (prefers-color-scheme: dark)"
    tokens = {"light": "@media not (prefers-color-scheme: dark)", "dark": night}[theme]
    blocks = re.findall(r":root \{(.*?)\}", css, re.DOTALL)
    assert css.index(blocks[0]) < css.index(night) < css.index(blocks[1])
    colours = dict(re.findall(r"--(\w+): (#\w+);", blocks[theme == "dark"]))
    code = css[css.rindex(tokens) :].split("\n}")[0]
    pairs = [
        (colours[ink], colours[on]) for ink in ("text", "muted", "link") for on in ("page", "code")
    ]
    for rule in re.findall(r"\.highlight [^{]*\{([^}]*)\}", code):
        ink = re.search(r"(?<!-)\bcolor: (#\w+)", rule)
        on = re.search(r"background-color: (#\w+)", rule)
        pairs.append((ink[1] if ink else colours["text"], on[1] if on else colours["code"]))
    assert len(pairs) > 30
    assert {pair: contrast(*pair) for pair in pairs if contrast(*pair) < 4.5} == {}


# --- the course itself -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("site") / "out", anyway=True).folder


def test_the_readme_has_every_lesson_on_its_map() -> None:
    found = course_map.read(ROOT).entries
    assert [entry.lesson for entry in found if entry.lesson] == lessons()


def test_every_page_of_the_course_is_well_formed(real: Path) -> None:
    for path in real.rglob("*.html"):
        page = soup(path)
        assert (page.html["lang"], len(page.find_all("h1"))) == ("en", 1), path
        assert page.title.get_text()
        assert page.find("meta", attrs={"name": "viewport"})
        assert page.select_one("body > a:first-child")["href"] == "#content"
        levels = [int(each.name[1]) for each in page.find_all(pages.HEADINGS)]
        assert all(b <= a + 1 for a, b in pairwise(levels)), (path, levels)
        assert page.find_all("script") == []
        assert all(image.get("alt") for image in page.find_all("img")), path
        assert page.select("details[open]") == []


def test_the_style_loads_nothing(real: Path) -> None:
    style = (real / "style.css").read_text()
    assert not re.search(r"url\(|@import|@font-face", style)
