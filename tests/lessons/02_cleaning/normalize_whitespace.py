"""Task 2: one kind of line end, one kind of blank, and no more of them than needed."""

from shared.checking import check, holds

HINTS = (
    "Three steps that do not disturb each other, if they come in the right order: line ends, then "
    "blanks, then empty lines. Neither `str.split()` nor `\\s` knows the difference between a "
    "blank and a line end.",
    "`\\r\\n` must be found before `\\r` alone is: put it first in the alternation. Use `BLANKS` "
    "as a character class. When every run of blanks is one space, the blanks at the edges of a "
    'line are `" \\n"` and `"\\n "`. For source code look at each line by itself: what stands '
    "before `line.lstrip(BLANKS)` is the indentation.",
    'Prose: `re.sub(f"[{BLANKS}]+", " ", text)`, `.replace(" \\n", "\\n").replace("\\n ", "\\n")`, '
    '`re.sub("\\n{3,}", "\\n\\n", …)`, `.strip("\\n ")`. Code: `body = line.strip(BLANKS)`; a line '
    "without a body is empty, else it is its indentation, with every blank but tab and space "
    'replaced by one space, and the body; then `re.sub("\\n{4,}", "\\n\\n\\n", …)`.',
)

BLANKS = "\t \u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u202f\u205f\u3000"
LINE_ENDS = ("\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029")


@check("normalize_whitespace", points=1)
def joins_blanks(lesson):
    """A run of spaces and tabs becomes one space; line feeds stay."""
    texts = ["a  b", "a \t b\tc", "one  two\nthree   four", "Hello, World!", ""]
    return [lesson.normalize_whitespace(text) for text in texts]


@check("normalize_whitespace", points=1)
def knows_every_line_end(lesson):
    r"""Each of the eight line ends becomes one `\n`; `\r\n` is one of them, not two."""
    texts = [f"a{end}b" for end in LINE_ENDS]
    texts += ["a\r\rb", "a\n\rb", "a\r\n\r\nb", "a\r\r\nb", "a \r\n\tb", "a\x85\r\nb"]
    return [lesson.normalize_whitespace(text) for text in texts]


@check("normalize_whitespace", points=2)
def knows_every_blank(lesson):
    """All `BLANKS` are blanks; U+001C to U+001F and zero-width characters are none, and stay."""
    texts = [f"a{blank}b" for blank in BLANKS]
    texts += [f"a{blank} {blank}b" for blank in BLANKS]
    texts += [
        f"{other} a{other}b {other}" for other in "\x1c\x1d\x1e\x1f\u200b\u200d\u2060\ufeff\u180e"
    ]
    return [lesson.normalize_whitespace(text) for text in texts]


@check("normalize_whitespace", points=1)
def tidies_edges_and_empty_lines(lesson):
    """No blanks at the ends of lines, one empty line between paragraphs, none at the ends."""
    texts = [
        "  a  \n  b  ",
        "a\nb\n",
        "a\n\nb",
        "a\n\n\n\nb",
        "a\n \t\n\u3000\nb",
        "\n\n  a\n\n",
        " \n\t\n ",
        "\r\n\r\na\r\n\r\n\r\nb\r\n",
    ]
    return [lesson.normalize_whitespace(text) for text in texts]


CODE = """\
def greet(name):
\tif name:
\t    print("Hello,  " + name)   # two  blanks


    return None
"""


@check("normalize_whitespace", points=2)
def keeps_code_as_it_is(lesson):
    """With `keep_indentation` the blanks before and within the code of a line stay."""
    texts = [
        "if x:\n    y = 1",
        CODE,
        "all:\n\tcc  -o  a  a.c",
        "    starts indented\n  goes on",
        "x = 'a \t b'",
        "s = 'a\u00a0b\u3000\u3000c'",
        "    日本\u3000語 = 1",
    ]
    return [lesson.normalize_whitespace(text, keep_indentation=True) for text in texts]


@check("normalize_whitespace", points=2)
def tidies_code_where_it_may(lesson):
    """In code, too: odd blanks in an indentation, blanks at line ends, line ends, empty lines."""
    texts = [
        "if x:\n\u00a0\u00a0\u00a0\u00a0y = 1",
        "\u3000x\n \u2003\ty\n\u00a0\t\u00a0z",
        *(f"if x:\n{blank}{blank}y = 1" for blank in lesson.BLANKS),
        "a   \n\tb\t \u00a0\n  c",
        "a\r\n    b\r\n\r\n    c\r\n",
        "a\n\nb\n\n\nc\n\n\n\nd\n\n\n\n\n\n\ne",
        "a\n    \n\t\n\u3000\n\nb",
        "\n \n    a\n\n",
        "   ",
        "a\n\x1c b \x1f",
    ]
    return [lesson.normalize_whitespace(text, keep_indentation=True) for text in texts]


def blanks(rng):
    tokens = ["a", "b", "。", "\x1c", "\u200b", " ", " ", "\t", "\u00a0", "\u3000", "\u2009", "\n"]
    tokens += LINE_ENDS
    random = rng.python
    texts = ["".join(random.choices(tokens, k=random.randint(1, 12))) for _ in range(300)]
    return sorted(texts, key=len)  # so that the first failure is a short one


def in_both_modes(lesson, texts):
    return [
        lesson.normalize_whitespace(text, keep_indentation=keep)
        for text in texts
        for keep in (False, True)
    ]


@check("normalize_whitespace", points=2, given=blanks)
def random_white_space(lesson, given):
    """Blanks and line ends of all kinds in random order, as prose and as code."""
    return in_both_modes(lesson, given)


def unchanged(evidence):
    for text, keep, once, twice in evidence:
        if once != twice:
            return (
                f"normalize_whitespace({text!r}, keep_indentation={keep}) returned {once!r}, and "
                f"of that it makes {twice!r}"
            )
    return None


@check("normalize_whitespace", points=1, given=blanks, judge=holds(unchanged))
def once_is_enough(lesson, given):
    """What is normalised is not changed by doing it again."""
    found = []
    for text in given:
        for keep in (False, True):
            once = lesson.normalize_whitespace(text, keep_indentation=keep)
            twice = lesson.normalize_whitespace(once, keep_indentation=keep)
            found.append([text, keep, once, twice])
    return found


@check("normalize_whitespace", points=1, seconds=10)
def takes_linear_time_for_blanks(lesson):
    """100,000 blanks in a row take no longer than 100,000 letters."""
    texts = [
        "a" + " " * 100_000 + "b",
        "a" + " " * 100_000 + "\nb",
        "a" + "\u3000\t" * 50_000 + "b",
        "a" + "\n" * 100_000 + "b",
        "a" + "\n \r" * 30_000 + "b",
    ]
    return in_both_modes(lesson, texts)
