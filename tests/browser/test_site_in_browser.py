"""The site as a reader sees it: opened from disk, on a phone, by day and by night."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from shared.curriculum import find
from shared.notebooks import shown, untouched
from shared.site import build

pytestmark = pytest.mark.timeout(300)
WIDE, PHONE = {"width": 1000, "height": 800}, {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site made of this checkout. It asks for the browser to be skipped early."""
    notebook = find("cleaning").notebook
    if not untouched([notebook])[0]:
        pytest.skip(f"{shown(notebook)} was changed or run on this machine")
    return build(tmp_path_factory.mktemp("site") / "out", anyway=True).folder


@pytest.fixture
def visit(browser: Browser, site: Path) -> Iterator[Callable[..., Page]]:
    """`visit(path, **options)`: a page of the site. At the end none of them may have complained, or
    asked for anything that does not lie in the folder."""
    faults, contexts = [], []

    def asked(url: str) -> None:
        if not url.startswith(site.as_uri()):
            faults.append(f"asked for {url}")

    def visit(path: str, **options) -> Page:
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.on("request", lambda request: asked(request.url))
        page.on("requestfailed", lambda request: faults.append(f"failed: {request.url}"))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text))
        page.goto(f"{site.as_uri()}/{path}")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert faults == []


LESSON = "lessons/02_cleaning/lesson.html"


def test_from_the_index_to_a_lesson_and_back(visit) -> None:
    page = visit("index.html", viewport=WIDE)
    page.get_by_role("link", name="Cleaning").click()
    assert page.get_by_role("heading", level=1).inner_text() == "Lesson 02: Cleaning"
    figures = page.locator("main img")
    assert figures.count() > 0
    for figure in figures.all():
        figure.scroll_into_view_if_needed()
        assert figure.evaluate("image => image.complete && image.naturalWidth") > 0
    page.get_by_role("link", name="The exercise as it is given").click()
    assert page.get_by_text("raise NotImplementedError").first.is_visible()
    page.get_by_role("link", name="AI Engineering from Scratch").click()
    assert page.url.endswith("/index.html")


def test_answers_open_on_a_click(visit) -> None:
    page = visit(LESSON, viewport=WIDE)
    answers = page.locator("details", has=page.get_by_text("Answer", exact=True))
    assert answers.count() >= 5
    for answer in answers.all():
        text = answer.locator("p").first
        assert not text.is_visible()
        answer.locator("summary").click()
        assert text.is_visible()


def test_contents_and_skip_link_lead_there(visit) -> None:
    page = visit(LESSON, viewport=WIDE)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the text")
    assert skip.evaluate("link => link.getBoundingClientRect().left") >= 0
    page.get_by_text("On this page").click()
    page.get_by_role("link", name="5. Measure").click()
    top = page.get_by_role("heading", name="5. Measure").bounding_box()["y"]
    assert 0 <= top < WIDE["height"]


def test_no_page_scrolls_sideways_on_a_phone(visit, site: Path) -> None:
    page = visit("index.html", viewport=PHONE)
    for path in sorted(site.rglob("*.html")):
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE["width"], path.relative_to(site)
    page.goto(f"{site.as_uri()}/{LESSON}")
    widest = "Math.max(...[...document.querySelectorAll('pre')].map(pre => pre.scrollWidth))"
    assert page.evaluate(widest) > PHONE["width"], "wide code scrolls in its own box"


def test_the_dark_scheme_changes_the_colours(visit) -> None:
    def colours(scheme: str) -> list[str]:
        page = visit(LESSON, color_scheme=scheme)
        look = "name => getComputedStyle(document.querySelector(name))"
        return [
            page.evaluate(f"({look})('body').backgroundColor"),
            page.evaluate(f"({look})('body').color"),
            page.evaluate(f"({look})('.highlight .k').color"),
        ]

    light, dark = colours("light"), colours("dark")
    assert all(one != other for one, other in zip(light, dark, strict=True)), (light, dark)
