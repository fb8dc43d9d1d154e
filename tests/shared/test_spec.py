"""How a lesson's checks are written, and what is refused when they are read."""

import itertools
from pathlib import Path

import pytest

from shared.checking import check, equals, gather, raised, same
from shared.checking.spec import read_checks

names = itertools.count()


@pytest.fixture
def read(tmp_path: Path):
    """`read(text)`: the checks of a file with that text."""

    def read(text: str):
        path = tmp_path / "checks.py"
        path.write_text(f"from shared.checking import check, equals\n{text}")
        return read_checks(path, f"some_checks_{next(names)}")

    return read


CHECK = '''
@check("{task}")
def {name}(lesson):
    """{title}"""
    return 1
'''
ONE = CHECK.format(task="f", name="first", title="First.")
TWO = ONE + CHECK.format(task="g", name="second", title="Second.")


class TestCheck:
    def test_it_has_the_name_and_title_of_its_driver(self):
        @check("f", points=3, judge=equals(1))
        def removes_nul(lesson):
            """NUL disappears.

            More about it.
            """

        found = removes_nul
        assert (found.name, found.task, found.points) == ("removes_nul", "f", 3)
        assert found.title == "NUL disappears."
        assert found.judge == equals(1)

    def test_it_has_defaults(self):
        @check("f")
        def driver(lesson):
            """Title."""

        assert (driver.points, driver.judge, driver.given) == (1, same(), None)
        assert driver.cases() == [{}]
        assert driver.seconds > 0
        assert driver.megabytes > 0

    @pytest.mark.parametrize("docstring", [None, "", "   \n  "])
    def test_without_a_title_it_is_refused(self, docstring):
        def silent(lesson):
            return 1

        silent.__doc__ = docstring
        with pytest.raises(ValueError, match="the check silent needs a docstring"):
            check("f")(silent)

    def test_every_combination_of_parameters_is_a_case(self):
        @check("f", params={"size": [1, 2], "kind": ["a", "b", "c"]})
        def driver(lesson, size, kind):
            """Title."""

        assert driver.cases() == [{"size": s, "kind": k} for s in (1, 2) for k in "abc"]
        assert driver.cases() == driver.cases()


class TestFile:
    def test_checks_come_in_order_with_tasks_and_hints(self, read):
        found = read('PRELOAD = ["regex"]\nHINTS = {"f": ("a",), "g": ("b", "c")}\n' + TWO)
        assert [each.name for each in found.checks] == ["first", "second"]
        assert found.tasks == ["f", "g"]
        assert found.hints == {"f": ("a",), "g": ("b", "c")}
        assert found.preload == ("regex",)
        assert found.get("second").title == "Second."

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "checks.py holds no check"),
            (ONE, "HINTS has nothing for f"),
            ('HINTS = {"g": ("a",)}\n' + TWO, "HINTS has nothing for f"),
            ('HINTS = {"f": (), "g": ("a",)}\n' + TWO, "HINTS has nothing for f"),
            ('HINTS = {"f": ("only one")}\n' + ONE, "HINTS of f must be a tuple"),
        ],
    )
    def test_what_is_missing_is_named(self, read, text, words):
        with pytest.raises(ValueError, match=words):
            read(text)


class RefusalError(ValueError):
    pass


class TestRaised:
    def fails(self, error):
        raise error

    def test_an_error_is_evidence(self):
        found = raised(ValueError, self.fails, ValueError("too long"))
        assert found == {"raised": "ValueError", "message": "too long"}

    def test_a_subclass_is_as_right(self):
        assert raised(ValueError, self.fails, RefusalError("x"))["raised"] == "ValueError"
        several = (TypeError, ValueError)
        assert raised(several, self.fails, RefusalError("x"))["raised"] == "ValueError"

    def test_a_value_is_evidence_too(self):
        assert raised(ValueError, max, 1, 2) == {"returned": 2}
        assert raised(ValueError, sorted, [1, 2], reverse=True) == {"returned": [2, 1]}

    @pytest.mark.parametrize("error", [KeyError, NotImplementedError, KeyboardInterrupt])
    def test_other_errors_pass_through(self, error):
        with pytest.raises(error):
            raised((ValueError, RuntimeError), self.fails, error())


def part(folder, name, check):
    (folder / f"{name}.py").write_text(
        "from shared.checking import check\n"
        f"HINTS = {{'{name}': ('a', 'b')}}\n"
        f"@check('{name}')\ndef {check}(lesson):\n    'What it must do.'\n"
    )


def test_checks_in_several_files_are_gathered(tmp_path):
    part(tmp_path, "one", "first")
    part(tmp_path, "two", "second")
    found = gather(tmp_path, "one", "two")
    assert found["HINTS"] == {"one": ("a", "b"), "two": ("a", "b")}
    assert [found[name].task for name in ("first", "second")] == ["one", "two"]


def test_a_check_of_the_same_name_in_two_files_is_refused(tmp_path):
    part(tmp_path, "one", "same")
    part(tmp_path, "two", "same")
    with pytest.raises(ValueError, match=r"two\.py: a check `same` is in another file"):
        gather(tmp_path, "one", "two")
