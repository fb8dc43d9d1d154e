"""`make lab` as a learner uses it: read, fail, write, be told what is wrong, put it right."""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from copied_course import CopiedCourse
from playwright.sync_api import Browser, Locator, Page, expect

from shared import assets, stubs
from shared.curriculum import find, lessons
from shared.notebooks import shown, untouched

pytestmark = [pytest.mark.timeout(300), pytest.mark.model]
SECONDS = 120_000  # what a slow machine may take for a step, in Playwright's milliseconds
OWN = "lessons/02_cleaning/exercise.py"
ALL_CELLS = '{"windowingMode": "none"}'  # else the page holds only the cells that are in view
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/lab\S+")


@pytest.fixture
def course(browser: Browser, tmp_path: Path) -> CopiedCourse:
    """A copy of this checkout, its exercise not begun."""
    notebook = find("cleaning").notebook
    if not untouched([notebook])[0]:
        pytest.skip(f"{shown(notebook)} was changed or run on this machine")
    if assets.damage(assets.default_path(), thorough=False):
        pytest.skip("the model, which lesson 02 shows, is not there: `course fetch` gets it")
    if not shutil.which("git") or not shutil.which("make"):
        pytest.skip("git and make are needed to copy the checkout and to start the lab")
    copied = CopiedCourse(tmp_path)
    for lesson in lessons(copied.root):
        lesson.exercise.write_text(stubs.make_stub(lesson), encoding="utf-8")
    settings = tmp_path / "home/.jupyter/lab/user-settings/@jupyterlab/notebook-extension"
    settings.mkdir(parents=True)
    (settings / "tracker.jupyterlab-settings").write_text(ALL_CELLS)
    return copied


@pytest.fixture
def address(course: CopiedCourse) -> Iterator[str]:
    """Where the JupyterLab that `make lab` has started listens."""
    log = course.place / "lab.log"
    with log.open("wb") as file:
        lab = subprocess.Popen(
            ["make", "lab", "ARGS=--no-browser"],
            cwd=course.root,
            env=course.variables(),
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + SECONDS / 1000
        while not (found := ADDRESS.search(log.read_text(errors="replace"))):
            assert lab.poll() is None, log.read_text(errors="replace")
            assert time.monotonic() < deadline, log.read_text(errors="replace")
            time.sleep(0.1)
        said = log.read_text(errors="replace")
        assert "==> environment ready" in said
        assert "installing" not in said
        yield found[0]
    finally:
        end(lab)


def end(lab: subprocess.Popen) -> None:
    """End make and JupyterLab, which ends its kernels first; kill what does not listen."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(lab.pid, number)
            lab.wait(timeout=20)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The lab's page. At the end it has asked for nothing from anywhere else."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    context.set_default_timeout(SECONDS)
    page = context.new_page()
    hosts = set()
    page.on("request", lambda request: hosts.add(re.match(r"\w+:(?://[^/]*)?", request.url)[0]))
    first, second = lessons()[0].name, find("cleaning").name
    assert f"/lessons/{first}/" in address  # the first one that is not finished
    page.goto(address.replace(first, second))
    yield page
    context.close()
    assert {host for host in hosts if host.startswith("http")} == {address.split("/lab")[0]}


def cell_with(page: Page, source: str) -> Locator:
    """The code cell that begins so."""
    return page.locator(".jp-CodeCell", has=page.locator(".cm-content", has_text=source))


def rerun(cell: Locator) -> None:
    cell.locator(".cm-content").click()
    cell.page.keyboard.press("Control+Enter")


def test_a_learner_solves_the_first_task(page: Page, course: CopiedCourse) -> None:
    lesson = find("cleaning", course.root)
    expect.set_options(timeout=SECONDS)
    idle = page.get_by_text("| Idle")  # in the status bar: sooner, JupyterLab asks for a kernel
    expect(idle).to_be_visible()
    play = cell_with(page, "cleaning.strip_controls(sample)").first
    checks = cell_with(page, 'check("cleaning", "strip_controls")').first
    verdict = checks.locator(".jp-OutputArea")

    # All cells run, up to the first task, which is not written yet.
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.locator('[data-command="runmenu:run-all"]').click()
    expect(play.locator(".jp-OutputArea")).to_contain_text("NotImplementedError: strip_controls")
    expect(idle).to_be_visible()
    expect(page.locator(".jp-Notebook")).to_contain_text(f"<cleaning: your code ({OWN})")
    expect(verdict).to_have_text("")  # it was to run, and did not
    assert page.get_by_text("Jupyter news").count() == 0

    # A wrong answer, written in the editor: the check says what is wrong with it.
    wanted = 'raise NotImplementedError("strip_controls'
    lines = lesson.exercise.read_text(encoding="utf-8").splitlines()
    above = next(at for at, line in enumerate(lines) if wanted in line)
    page.locator(".jp-DirListing-item", has_text="exercise.py").dblclick()
    editor = page.locator(".jp-FileEditor .cm-content")
    editor.click()
    page.keyboard.press("ControlOrMeta+Home")
    for _ in range(above):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    page.keyboard.insert_text("return text")
    page.keyboard.press("ControlOrMeta+s")
    lines[above] = "    return text"
    until(lambda: lesson.exercise.read_text(encoding="utf-8").splitlines() == lines)
    page.get_by_role("tab", name="lesson.ipynb").click()
    rerun(checks)
    expect(verdict).to_contain_text(f"{OWN}: ")
    expect(verdict).to_contain_text("FAIL")
    expect(verdict).to_contain_text("returned")

    # The right answer: it passes.
    shutil.copy(lesson.solution, lesson.exercise)
    rerun(checks)
    expect(verdict).to_contain_text(f"{OWN}: 14 of 14 points")
    expect(verdict).not_to_contain_text("FAIL")


def until(done) -> None:
    deadline = time.monotonic() + SECONDS / 1000
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.1)
