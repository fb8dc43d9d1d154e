"""A lesson that stands only in the README's map is called planned, and not unknown."""

import pytest
from toy_site import README


@pytest.mark.parametrize("name", ["3", "03", "later", "03_later", "lessons/03_Later/"])
def test_a_lesson_that_is_only_planned_is_called_so(toy_course, course, name):
    (toy_course.root / "README.md").write_text(README)
    result = course("check", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == ("lesson 03_later is planned and not there yet. There are: 02_toy\n")


@pytest.mark.parametrize("readme", [None, "# No map", README])
def test_what_is_not_planned_either_is_unknown(toy_course, course, readme):
    if readme:
        (toy_course.root / "README.md").write_text(readme)
    for name in ("5", "zzz"):
        said = f"there is no lesson `{name}`: `course list` shows those there are.\n"
        assert course("check", name).stderr == said
    assert course("hint", "2").exit_code == 0
