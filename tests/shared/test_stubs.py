"""solution.py becomes exercise.py: what is replaced, what stays, what is refused."""

import inspect
import subprocess
import textwrap

import pytest
from ruff import find_ruff_bin

from shared import ROOT, stubs
from shared.curriculum import import_file
from shared.stubs import StubError


@pytest.fixture
def stub(toy):
    """`stub(text)`: the body of the stub for a solution with that text."""

    def stub(text: str) -> str:
        toy.solution.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
        first, _, body = stubs.make_stub(toy).partition("\n")
        assert first.startswith("# Lesson 02: edit this file, then: course check toy [stub ")
        return body

    return stub


def region(body: str, task: str = "f", indent: int = 4) -> str:
    """Statements between markers."""
    lines = [f"### BEGIN SOLUTION task={task}", *body.split("\n"), "### END SOLUTION"]
    return textwrap.indent("\n".join(lines), " " * indent) + "\n"


def function(body: str, head: str = "def f(x):", task: str = "f") -> str:
    return f"{head}\n{region(body, task)}"


NOT_DONE = 'raise NotImplementedError("f: lesson 02, task 1")'


class TestReplacement:
    def test_a_region_becomes_one_statement_and_the_rest_stays_to_the_letter(self, stub):
        body = stub('''
            """Module, with a ‘quote’ and an em—dash."""

            from dataclasses import dataclass

            LIMIT = 3  # a constant


            @dataclass(frozen=True)
            class Report:
                """What was done."""

                kept: int = 0  # documents
                names: tuple[str, ...] = ()


            def f(
                x: int,  # a comment here
                /,
                *rest: str,
                key: float = 1e-3,
                **more: object,
            ) -> dict[str, list[int]]:
                """Contract.

                Raises ValueError.
                """
                if x < 0:
                    raise ValueError("x")
                ### BEGIN SOLUTION task=f
                # the trick
                return {}
                ### END SOLUTION
        ''')
        assert ruff("format", body) == body
        assert "the trick" not in body
        assert body.endswith(f'        raise ValueError("x")\n    {NOT_DONE}\n')
        for kept in ("key: float = 1e-3,", "names: tuple[str, ...] = ()", "# documents", "‘quote’"):
            assert kept in body

    def test_markers_in_strings_are_none(self, stub):
        text = '''
def f(x):
    """Write between ### BEGIN SOLUTION task=f and ### END SOLUTION.

    ### BEGIN SOLUTION task=g
    """
    y = "### BEGIN SOLUTION task=h"
    ### BEGIN SOLUTION task=f
    return f"""
    ### END SOLUTION
    """ + y
    ### END SOLUTION
'''
        body = stub(text)
        assert body.count("raise NotImplementedError") == 1
        assert "task=g" in body
        assert '"### BEGIN SOLUTION task=h"' in body
        assert '"""' + " + y" not in body

    def test_lines_are_those_of_the_parser(self, stub):
        body = stub(
            "SEPARATORS = '\x0c\x1c\x85\u2028'\n\n\ndef f(x):\n    y = x\n" + region("return y")
        )
        assert body == (
            'SEPARATORS = "\x0c\x1c\x85\u2028"\n\n\ndef f(x):\n    y = x\n    ' + NOT_DONE + "\n"
        )

    def test_a_nested_function_can_be_the_task(self, stub):
        body = stub(
            "def f(x):\n    def inner(y):\n"
            + region("return y + x", indent=8)
            + "\n    return inner\n"
        )
        assert body == f"def f(x):\n    def inner(y):\n        {NOT_DONE}\n\n    return inner\n"

    def test_decorators_stay(self, stub):
        body = stub("import functools\n\n\n@functools.cache\n" + function("return x"))
        assert body == f"import functools\n\n\n@functools.cache\ndef f(x):\n    {NOT_DONE}\n"

    def test_methods_may_hold_regions(self, stub):
        head = "class A:\n    size: int = 0\n\n    @property\n    def f(self):\n"
        body = stub(head + region("return 1", indent=8))
        assert body == f"{head}        {NOT_DONE}\n"

    def test_tabs_stay_tabs_until_they_are_formatted(self, stub):
        text = "def f(x):\n\t### BEGIN SOLUTION task=f\n\treturn x\n\t### END SOLUTION\n"
        assert stub(text) == f"def f(x):\n    {NOT_DONE}\n"

    def test_statements_after_a_region_stay(self, stub):
        body = stub("def f(x):\n" + region("x += 1") + "    return x\n")
        assert body == f"def f(x):\n    {NOT_DONE}\n    return x\n"

    def test_tasks_are_numbered_as_they_first_appear(self, stub, toy):
        body = stub(
            "\n\n".join(
                function("return x", f"def {name}(x):", task)
                for name, task in (("a", "later"), ("b", "first"), ("c", "later"))
            )
        )
        assert [line.strip() for line in body.splitlines() if "raise" in line] == [
            'raise NotImplementedError("later: lesson 02, task 1")',
            'raise NotImplementedError("first: lesson 02, task 2")',
            'raise NotImplementedError("later: lesson 02, task 1")',
        ]
        assert stubs.tasks(toy.solution.read_text()) == ["later", "first"]


def ruff(command: str, text: str) -> str:
    """What a ruff command says of, or makes of, a text, with the course's settings."""
    done = subprocess.run(
        [find_ruff_bin(), *command.split(), "--no-cache", "--stdin-filename", "x.py", "-"],
        input=text.encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    return done.stdout.decode()


class TestGenerators:
    """A stub fails when it is first used, as a generator does, and never becomes another thing."""

    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            (function("for i in x:\n    yield i"), inspect.isgeneratorfunction),
            (function("yield from x"), inspect.isgeneratorfunction),
            (function("got = yield\nreturn got"), inspect.isgeneratorfunction),
            (
                function("async for i in x:\n    yield i", "async def f(x):"),
                inspect.isasyncgenfunction,
            ),
            (function("return await x", "async def f(x):"), inspect.iscoroutinefunction),
            (
                "def f(x):\n" + region("a = 1\nyield a") + "    b = 2\n" + region("yield b"),
                inspect.isgeneratorfunction,
            ),
            ("def f(x):\n" + region("yield 1") + "    yield 2\n", inspect.isgeneratorfunction),
        ],
    )
    def test_the_kind_of_function_stays(self, stub, tmp_path, text, kind):
        path = tmp_path / "stub.py"
        path.write_text(stub(text))
        assert kind(import_file(path, "some_stub").f)

    @pytest.mark.parametrize(
        "inner",
        [
            "def inner():\n    yield 1\nreturn list(inner())",
            "return sum(i for i in x)",
            "class A:\n    def m(self):\n        yield 1\nreturn A",
            "return 1",
        ],
    )
    def test_what_is_none_does_not_become_one(self, stub, tmp_path, inner):
        path = tmp_path / "stub.py"
        path.write_text(stub(function(inner)))
        with pytest.raises(NotImplementedError, match="f: lesson 02, task 1"):
            import_file(path, "some_stub").f(1)


class TestHelpersAndImports:
    def test_private_helpers_in_a_region_go_and_others_stay(self, stub):
        body = stub(
            region(
                "_TABLE = {1: 2}\n'A table.'\n_TABLE[2] = 3\n_a, (_b, *_c) = 1, (2, 3)\n"
                "_size: int = 3\n_count = 0\n_count += 1\n\n\n"
                "@staticmethod\ndef _helper(x):\n    return x\n\n\nclass _State:\n    pass\n",
                indent=0,
            )
            + "\n_KEPT = 1\n\n\n"
            + function("return _helper(x) + _TABLE[1]")
        )
        assert body == f"_KEPT = 1\n\n\ndef f(x):\n    {NOT_DONE}\n"

    @pytest.mark.parametrize(
        ("imports", "used", "in_solution", "kept"),
        [
            ("import math", "1", "math.pi", ""),
            ("import math", "math.e", "math.pi", "import math"),
            ("from math import e, pi", "e", "pi", "from math import e"),
            ("from math import (\n    e,\n    pi,\n)", "e", "pi", "from math import (\n    e,\n)"),
            ("from math import (\n    e,\n    pi,\n)", "1", "e + pi", ""),
            ("from math import e as euler", "1", "euler", ""),
            ("import os.path", "1", "os.path.sep", ""),
            ("import os.path", "os.path.sep", "os.path.curdir", "import os.path"),
            # ruff takes all of `xml` as used: rather one too many than one too few
            (
                "import xml.dom\nimport xml.sax",
                "xml.sax",
                "xml.dom",
                "import xml.dom\nimport xml.sax",
            ),
            ("import readline  # noqa: F401", "1", "2", "import readline  # noqa: F401"),
            ("from __future__ import annotations", "1", "2", "from __future__ import annotations"),
        ],
    )
    def test_imports_go_only_if_the_solution_alone_needs_them(
        self, stub, imports, used, in_solution, kept
    ):
        head = f"{imports}\n\nUSED = {used}\n\n\n"
        body = stub(head + function(f"return {in_solution}"))
        assert body.partition("USED")[0].strip() == kept

    def test_an_import_for_an_annotation_or_a_docstrings_type_stays(self, stub):
        head = "from collections.abc import Iterator\nfrom pathlib import Path\n\n\n"
        body = stub(head + function("yield Path(x)", 'def f(x: "Path") -> Iterator[int]:'))
        assert body.startswith(head)


REFUSED = {
    "class body": ("class A:\n" + region("x = 1"), "one function's body"),
    "finaliser": ("class A:\n    def __del__(self):\n" + region("pass", indent=8), "__del__"),
    "if block": ("def f(x):\n    if x:\n" + region("return 1", indent=8), "a block inside"),
    "else block": (
        "def f(x):\n    if x:\n        pass\n    else:\n" + region("return 1", indent=8),
        "a block inside",
    ),
    "try block": (
        "def f(x):\n    try:\n"
        + region("return 1", indent=8)
        + "    except OSError:\n        pass\n",
        "a block inside",
    ),
    "except block": (
        "def f(x):\n    try:\n        pass\n    except OSError:\n" + region("return 1", indent=8),
        "a block inside",
    ),
    "with block": ("def f(x):\n    with x:\n" + region("return 1", indent=8), "a block inside"),
    "case block": (
        "def f(x):\n    match x:\n        case 1:\n" + region("return 1", indent=12),
        "a block inside",
    ),
    "if without its else": (
        "def f(x):\n    ### BEGIN SOLUTION task=f\n    if x:\n        return 1\n"
        "    ### END SOLUTION\n    else:\n        return 2\n",
        "cuts a statement",
    ),
    "else without its if": (
        "def f(x):\n    if x:\n        return 1\n" + region("else:\n    return 2"),
        "not indented as what follows",
    ),
    "half an expression": (
        "def f(x):\n    return [\n        ### BEGIN SOLUTION task=f\n        x,\n"
        "        ### END SOLUTION\n    ]\n",
        "cuts a statement",
    ),
    "end in an expression": (
        "def f(x):\n    ### BEGIN SOLUTION task=f\n    y = 1\n    return [\n"
        "    ### END SOLUTION\n        x,\n    ]\n",
        "cuts a statement",
    ),
    "the def without its body": (
        "### BEGIN SOLUTION task=f\ndef _f(x):\n### END SOLUTION\n    return x\n",
        "cuts a statement",
    ),
    "a decorator without its def": (
        "### BEGIN SOLUTION task=f\n@staticmethod\n### END SOLUTION\ndef _f(x):\n    return x\n",
        "cuts a statement",
    ),
    "a def without its decorator": (
        "@staticmethod\n### BEGIN SOLUTION task=f\ndef _f(x):\n    return x\n### END SOLUTION\n",
        "not indented as what follows",
    ),
    "half a signature": (
        "def f(\n    ### BEGIN SOLUTION task=f\n    x,\n):\n    return x\n    ### END SOLUTION\n",
        "ruff refuses",
    ),
    "parameters": (
        "def f(\n    ### BEGIN SOLUTION task=f\n    x,\n    ### END SOLUTION\n):\n    return x\n",
        "empty",
    ),
    "two functions": (
        "def f(x):\n    ### BEGIN SOLUTION task=f\n    return x\n\n\ndef g(x):\n    return x\n"
        "    ### END SOLUTION\n",
        "more than one block",
    ),
    "a docstring": (function('"""Contract."""\nreturn x'), "docstring"),
    "nothing": (function("# a comment") + "    return x\n", "empty"),
    "a public constant": (region("LIMIT = 1", indent=0), "private helpers only"),
    "a public function": (region("def f(x):\n    return x", indent=0), "private helpers only"),
    "an import": (region("import math", indent=0), "private helpers only"),
    "a loop over a private name": (region("for _i in ():\n    pass", indent=0), "private helpers"),
    "a module's face": (region("__all__ = []", indent=0), "private helpers only"),
    "unpacking into a public name": (region("_a, b = 1, 2", indent=0), "private helpers only"),
    "a region in a region": (function(region("return x", "g", 0)), "begins inside"),
    "no end": ("def f(x):\n    ### BEGIN SOLUTION task=f\n    return x\n", "without an END"),
    "no begin": ("def f(x):\n    return x\n    ### END SOLUTION\n", "without a BEGIN"),
    "no task": (function("return x").replace(" task=f", ""), "is neither"),
    "other spelling": (function("return x").replace("###", "#"), "is neither"),
    "lower case": (function("return x").replace("END SOLUTION", "end solution"), "is neither"),
    "indents that differ": (
        "def f(x):\n    ### BEGIN SOLUTION task=f\n    return x\n### END SOLUTION\n",
        "not indented as its BEGIN",
    ),
    "beside code": (
        "def f(x):  ### BEGIN SOLUTION task=f\n    return x\n    ### END SOLUTION\n",
        "shares its line",
    ),
    "a solution that is cut off": ("def f(x:\n", "line 1"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_region_is_refused_in_words(stub, name):
    text, words = REFUSED[name]
    with pytest.raises(StubError) as caught:
        stub(text)
    assert words in str(caught.value)
    assert "solution.py of lesson toy, " in str(caught.value)
