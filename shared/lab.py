"""Start JupyterLab on a lesson."""

import os
import sys
from pathlib import Path
from typing import NoReturn

from shared.curriculum import Lesson

CONFIG = Path(__file__).with_name("jupyter")
"""Settings of this server alone: no question about Jupyter's news, which would come from the
network. What users have set themselves still counts for more."""


def launch(lesson: Lesson, *, port: int = 0, browser: bool | None = None) -> NoReturn:
    """Become JupyterLab, open on the lesson's notebook: signals and the exit code are its own.

    `port` 0 is the first free one from 8888 on. Without a display (or with `browser=False`) no
    browser is started and the address is printed.
    """
    browser = has_display() if browser is None else browser
    page = lesson.notebook.relative_to(lesson.root).as_posix()
    options = [
        f"--ServerApp.root_dir={lesson.root}",
        f"--ServerApp.port={port or 8888}",
        f"--ServerApp.port_retries={0 if port else 50}",
        f"--ServerApp.open_browser={browser}",
        f"--LabApp.default_url=/lab/tree/{page}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--ServerApp.log_level=WARN",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")  # containers; elsewhere nobody works as root
    print(
        f"Opening lesson {lesson.number:02d}, {lesson.title}. Ctrl-C twice ends JupyterLab.",
        flush=True,
    )
    others = os.environ.get("JUPYTER_CONFIG_PATH")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(
        [str(CONFIG), *([others] if others else [])]
    )
    os.chdir(lesson.root)
    os.execv(sys.executable, [sys.executable, "-m", "jupyterlab", *options])


def has_display() -> bool:
    """Is there a screen on which a browser could open?"""
    if sys.platform in ("darwin", "win32"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
