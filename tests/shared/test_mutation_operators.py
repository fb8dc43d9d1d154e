"""Each mutation operator: what it makes of a snippet, and what it leaves."""

import ast
import textwrap

import pytest

from shared.mutation.mutants import mutants

SNIPPET = '''
import re


def f(a, b=None, *, c=1):
    """A docstring with 1, "text" and True."""
    ### BEGIN SOLUTION task=f
{body}
    ### END SOLUTION
'''


def made(body: str, operator: str | None = None) -> list[str]:
    """The changes of the mutants of a function with that body, by one operator or by all."""
    source = SNIPPET.format(body=textwrap.indent(textwrap.dedent(body).strip(), "    "))
    return [m.change for m in mutants(source) if operator in (None, m.operator)]


@pytest.mark.parametrize(
    ("operator", "body", "changes"),
    [
        ("compare", "g(a < b)", ["a < b→a <= b", "a < b→a >= b"]),
        ("compare", "g(a >= b)", ["a >= b→a > b", "a >= b→a < b"]),
        ("compare", "g(a == b)", ["a == b→a != b"]),
        ("compare", "g(a in b)", ["a in b→a not in b"]),
        ("compare", "g(a not in b)", ["a not in b→a in b"]),
        ("compare", "g(a is not b)", ["a is not b→a is b"]),
        ("compare", "g((a) != (b))", ["(a) != (b)→(a) == (b)"]),
        (
            "compare",
            "g(a < b == c)",
            ["a < b == c→a <= b == c", "a < b == c→a >= b == c", "a < b == c→a < b != c"],
        ),
        ("arithmetic", "g(a + b)", ["a + b→a - b"]),
        ("arithmetic", "g(a * b)", ["a * b→a // b"]),
        ("arithmetic", "g(a ** b)", ["a ** b→a * b"]),
        ("arithmetic", "g(a | b)", ["a | b→a & b"]),
        ("arithmetic", "g(a << b)", ["a << b→a >> b"]),
        ("arithmetic", "g(-a)", ["-a→a"]),
        ("arithmetic", "g(~a)", ["~a→a"]),
        ("arithmetic", "a += b", ["a += b→a -= b", "a += b→a = b"]),
        ("arithmetic", 'g(a + "text")', []),
        ("boolean", "g(a and b)", ["a and b→a or b", "a and b→b", "a and b→a"]),
        ("boolean", "g(a or b)", ["a or b→a and b", "a or b→b", "a or b→a"]),
        ("boolean", "g(not a)", ["not a→a"]),
        ("boolean", "g(1 if a else 2)", ["a→not (a)"]),
        ("boolean", "while a:\n    g()", ["a→not (a)"]),
        ("boolean", "while True:\n    g()", []),
        ("boolean", "g([x for x in a if x])", ["x→not (x)"]),
        ("constant", "g(7)", ["7→8", "7→6"]),
        ("constant", "g(0.5)", ["0.5→1.5", "0.5→-0.5"]),
        ("constant", "g(True)", ["True→False"]),
        ("constant", 'g("text")', ["\"text\"→''"]),
        ("constant", 'g("")', ["\"\"→'?'"]),
        ("constant", 'g(b"x")', ["b\"x\"→b''"]),
        ("constant", "g(None)", []),
        ("constant", 'g(f"{a} of 3")', []),
        ("slice", "g(a[b:])", ["a[b:]→a[:]", "a[b:]→a[b + 1:]"]),
        ("slice", "g(a[:3])", ["a[:3]→a[:]"]),
        ("slice", "g(a[b])", []),
        ("argument", "g(a, b)", ["g(a, b)→g(b)", "g(a, b)→g(a)", "g(a, b)→g(b, a)"]),
        ("argument", "g(a)", []),
        ("argument", "a.strip(b)", ["a.strip(b)→a.strip()"]),
        ("argument", "g(x for x in a)", []),
        ("argument", 'g(f"{a}", b)', ['g(f"{a}", b)→g(f"{a}")', 'g(f"{a}", b)→g(b, f"{a}")']),
        ("keyword", "g(a, c=b)", ["g(a, c=b)→g(a)"]),
        ("keyword", "g(a, **b)", ["g(a, **b)→g(a)"]),
        ("default", "def h(x=None, *, y=a): ...", ["None→0", "a→None"]),
        ("statement", "g()", ["g()→pass"]),
        ("statement", "if a:\n    g(); b = 2", ["if a: g(); b = 2→pass", "g()→pass", "b = 2→pass"]),
        ("statement", "new = a", []),
        ("statement", "a = b", ["a = b→pass"]),
        ("statement", "raise ValueError(a)", ["raise ValueError(a)→pass"]),
        ("statement", '"a text alone"', []),
        ("return", "return a", ["a→None"]),
        ("return", "return", []),
        ("return", "return None", []),
        ("loop", "for x in a:\n    break", ["break→continue"]),
        ("loop", "for x in a:\n    continue", ["continue→break"]),
        (
            "exception",
            "try:\n    a\nexcept KeyError:\n    b",
            ["KeyError→()", "KeyError→Exception"],
        ),
        (
            "exception",
            "try:\n    a\nexcept (KeyError, OSError):\n    b",
            [f"(KeyError, OSError)→{new}" for new in ("(OSError,)", "(KeyError,)", "Exception")],
        ),
        ("exception", "try:\n    a\nexcept Exception:\n    b", ["Exception→()"]),
    ],
)
def test_an_operator_makes(operator, body, changes):
    assert made(body, operator) == changes


def test_what_is_returned_becomes_what_is_empty_by_the_annotation():
    source = SNIPPET.format(body="    return [a]").replace("c=1):", "c=1) -> list[int]:")
    changes = [m.change for m in mutants(source) if m.operator == "return"]
    assert changes == ["[a]→None", "[a]→[]"]


@pytest.mark.parametrize(
    ("pattern", "changes"),
    [
        ("r'[ab-d]'", ["[ab-d]→[^ab-d]", "[ab-d]→[b-d]", "[ab-d]→[a]"]),
        ("r'[^x]'", ["[^x]→[x]"]),
        ("r'[]a]'", ["[]a]→[^]a]", "[]a]→[a]", "[]a]→[]]"]),
        (r"r'[\]\x1b]'", [r"[\]\x1b]→[^\]\x1b]", r"[\]\x1b]→[\x1b]", r"[\]\x1b]→[\]]"]),
        ("r'xa*'", ["a*→a+", "a*→a"]),
        ("r'xa+'", ["a+→a*", "a+→a"]),
        ("r'xa?'", ["a?→a"]),
        ("r'xa*?'", ["a*→a+", "a*→a", "a*?→a*"]),
        ("r'a{2,5}'", [f"a{{2,5}}→a{{{n}}}" for n in ("3,5", "1,5", "2,6", "2,4")]),
        ("r'a|bc'", ["a|bc→bc", "a|bc→a"]),
        ("r'x(a|b)+'", ["(a|b)→(b)", "(a|b)→(a)", "(a|b)+→(a|b)*", "(a|b)+→(a|b)"]),
        ("r'a(?=b)'", ["(?=→(?!"]),
        ("r'(?<!b)a'", ["(?<!→(?<="]),
        ("r'(?:ab)'", []),
        ("r'(?s)ab'", []),
        ("r'(?P<n>ab)'", []),
        ("r'^a$'", ["^→", "$→"]),
        (r"r'\d.'", [r"\d→"]),
        (r"r'\p{L}x'", [r"\p{L}→"]),
        (r"'\\d\n'", [r"\\d→", r"\n→"]),
        ("rf'[{a}b]'", ["[{a}b]→[^{a}b]", "[{a}b]→[b]", "[{a}b]→[{a}]"]),
        ("rf'{a}*'", ["{a}*→{a}+", "{a}*→{a}"]),
        (r"rf'\p{{L}}x'", [r"\p{{L}}→"]),
        ("rf'a{{2}}'", ["a{{2}}→a{{3}}", "a{{2}}→a{{1}}"]),
        ("r'[a' r'b]'", ["[a' r'b]→[^a' r'b]", "[a' r'b]→[' r'b]", "[a' r'b]→[a' r']"]),
    ],
)
def test_a_pattern_is_changed_piece_by_piece(pattern, changes):
    assert made(f"re.compile({pattern})", "pattern") == changes


def test_a_pattern_is_known_by_name_too():
    body = 'piece = "[ab]"\nother = "[ab]"\nreturn re.sub(rf"x{piece}", other, a)'
    assert made(body, "pattern") == ["[ab]→[^ab]", "[ab]→[b]", "[ab]→[a]"]
    assert made(body, "constant") == ["\"[ab]\"→''"]


def test_only_regions_change_and_no_annotation_docstring_or_comment():
    source = SNIPPET.format(body='    n: int = a  # 1 "text"\n    g(n)') + "\nX = 1 + 2\n"
    found = mutants(source)
    assert [m.change for m in found] == ["g(n)→pass"]
    for mutant in found:
        assert mutant.code == source.replace("    g(n)", "    pass")


def test_mutants_compile_differ_and_keep_the_rest_to_the_letter():
    body = '    ä = "é" if a < 1 else "中" ; g(ä, a)  # ü\n    for x in a:\n        break'
    source = SNIPPET.format(body=body)
    found = mutants(source)
    trees = {ast.dump(ast.parse(mutant.code)) for mutant in found}
    assert len(trees) == len(found) > 8
    assert ast.dump(ast.parse(source)) not in trees
    assert {len(m.code.split("\n")) for m in found} <= {len(source.split("\n")), 12}
    assert all("# ü" in m.code for m in found)
