"""How JupyterLab is started, and that it asks nothing of the network."""

import os
from pathlib import Path

import pytest
from jupyterlab.commands import get_app_dir
from jupyterlab_server.settings_utils import get_settings

from shared import lab
from shared.curriculum import Lesson

NOTIFICATION = "@jupyterlab/apputils-extension:notification"


@pytest.fixture
def started(toy: Lesson, monkeypatch: pytest.MonkeyPatch):
    """`started(**options)`: the arguments with which `launch` would become JupyterLab."""

    def become(program: str, arguments: list[str]) -> None:
        raise SystemExit(arguments)

    def started(**options) -> list[str]:
        with pytest.raises(SystemExit) as caught:
            lab.launch(toy, **options)
        return caught.value.code

    monkeypatch.setattr(os, "execv", become)
    monkeypatch.chdir(toy.root)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "")
    return started


def test_it_opens_the_lesson_in_the_course(started, toy: Lesson) -> None:
    arguments = started()
    assert f"--ServerApp.root_dir={toy.root}" in arguments
    assert "--LabApp.default_url=/lab/tree/lessons/02_toy/lesson.ipynb" in arguments


@pytest.mark.parametrize(("port", "tries"), [(0, 50), (9000, 0)])
def test_only_a_port_that_was_not_chosen_may_become_another(started, port: int, tries: int) -> None:
    arguments = started(port=port)
    assert f"--ServerApp.port={port or 8888}" in arguments
    assert f"--ServerApp.port_retries={tries}" in arguments


@pytest.mark.parametrize("display", ["", ":0"])
def test_without_a_display_no_browser_is_started(started, monkeypatch, display: str) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert f"--ServerApp.open_browser={bool(display)}" in started()
    assert "--ServerApp.open_browser=True" in started(browser=True)


def fetches_news(home: Path) -> str:
    """What the notification extension of a server with this environment has as its setting."""
    folder = Path(get_app_dir())
    found, _ = get_settings(
        str(folder / "settings"), str(folder / "schemas"), str(home), NOTIFICATION
    )
    return found["schema"]["properties"]["fetchNews"]["default"]


def test_the_question_about_news_is_answered_for_this_server(
    started, monkeypatch, tmp_path
) -> None:
    assert fetches_news(tmp_path) == "none", "JupyterLab no longer asks: drop the setting"
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(tmp_path))
    started()
    assert os.environ["JUPYTER_CONFIG_PATH"] == f"{lab.CONFIG}{os.pathsep}{tmp_path}"
    assert fetches_news(tmp_path) == "false"
