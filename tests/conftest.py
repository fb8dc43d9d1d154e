"""How tests are spread over processes: those of one file stay together, as its fixtures want.

The proofs of all lessons are in one file, which grows with the course: there each lesson is a
group of its own.
"""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        parameters = item.callspec.params if hasattr(item, "callspec") else {}
        lesson = getattr(parameters.get("lesson"), "id", "")
        item.add_marker(pytest.mark.xdist_group(f"{item.path.stem} {lesson}".strip()))
