"""A browser for the tests of this folder: the Chromium that the machine has, or none."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    "--no-sandbox",  # which cannot work for root, in a container
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="module")  # while Playwright runs, no other event loop can: not for longer
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip(f"no browser on this machine: none of {', '.join(NAMES)} is installed")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=OPTIONS)
        yield started
        started.close()
