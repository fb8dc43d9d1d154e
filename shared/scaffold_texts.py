"""What `course new` writes: a lesson with one small task, to be replaced by the author's.

`$name` stands for what the author gives (`string.Template`): these texts are full of braces.
"""

from shared.notebook_lint import IGNORED

ENTRY = """[[lesson]]
id = $id_text
number = $number
stage = $stage_text
title = $title_text
minutes = $minutes
needs = $needs_text
summary = $summary_text
"""

SOLUTION = '''"""Lesson $number2, $id: one sentence on what is built here."""

from collections.abc import Sequence


def split_into_batches(items: Sequence[int], size: int) -> list[list[int]]:
    """Return `items` in their order, cut into batches of `size`; the last one may be shorter.

    Raises ValueError if `size` is less than 1.
    """
    ### BEGIN SOLUTION task=split_into_batches
    if size < 1:
        raise ValueError(f"size is {size}: a batch holds at least 1 item")
    return [list(items[start : start + size]) for start in range(0, len(items), size)]
    ### END SOLUTION
'''

CHECKS = '''"""Checks of lesson $number2, $id; shared/checking/__init__.py says how they work."""

from shared.checking import check, raised

HINTS = {
    "split_into_batches": (
        "Where does each batch begin? Count the items before it.",
        "A slice may reach beyond the end of a list: it stops there.",
        "`range(0, len(items), size)` gives every start, and a slice the batch.",
    ),
}


def given(rng):
    """A size, and items that fill three batches and a part of a fourth."""
    size = rng.python.randrange(2, 8)
    count = 3 * size + rng.python.randrange(1, size)
    return [rng.python.randrange(100) for _ in range(count)], size


@check("split_into_batches", given=given, seconds=5)
def cuts_full_batches(lesson, given):
    """All batches but the last hold exactly `size` items."""
    items, size = given
    return lesson.split_into_batches(items, size)[:-1]


@check("split_into_batches", given=given, seconds=5)
def keeps_the_short_last_one(lesson, given):
    """What is left over at the end is a batch too: no item is lost."""
    items, size = given
    return lesson.split_into_batches(items, size)[-1:]


@check("split_into_batches", seconds=5)
def knows_the_edges(lesson):
    """No items give no batches; a size beyond their number gives one batch."""
    return [lesson.split_into_batches([], 3), lesson.split_into_batches([1, 2], 3)]


@check("split_into_batches", params={"size": [0, -1]}, seconds=5)
def refuses_a_size_below_1(lesson, size):
    """A size of 0 or less is refused with ValueError."""
    return raised(ValueError, lesson.split_into_batches, [1, 2, 3], size).get("raised")
'''

MISTAKES = {
    "one.py": '''"""Only full batches are made: the items left over at the end are lost."""

REJECTED_BY = "keeps_the_short_last_one"
REPLACE = [("range(0, len(items), size)", "range(0, len(items) - size + 1, size)")]
''',
    "one_too_many.py": '''"""The end of a slice is taken for its last item: one too many in each."""

REJECTED_BY = "cuts_full_batches"
REPLACE = [("start : start + size]", "start : start + size + 1]")]
''',
    "padded.py": '''"""The last batch is padded with zeros: they cannot be told from items."""

REJECTED_BY = "knows_the_edges"
REPLACE = [
    (
        "list(items[start : start + size]) for",
        "(list(items[start : start + size]) + [0] * size)[:size] for",
    )
]
''',
    "zero_alone.py": '''"""Only a size of 0 is refused: with -1 all items are lost in silence."""

REJECTED_BY = "refuses_a_size_below_1"
REPLACE = [("if size < 1:", "if size == 0:")]
''',
}

CELLS: list[tuple[str, str, list[str]]] = [
    (
        "markdown",
        """# Lesson $number2: $title

**What is built, and for what.** About $minutes minutes.

Say in a few sentences what works at the end. Say what the reader needs, and what not.""",
        [],
    ),
    (
        "code",
        """try:
    from shared.curriculum import load
    from shared.notebook import check
except ModuleNotFoundError as error:
    raise ImportError(
        f"No {error.name!r} here: run `make lab` in the course's folder (it sets up what is "
        "missing), or choose the kernel of the course's .venv in the menu Kernel."
    ) from None""",
        [],
    ),
    (
        "markdown",
        """You write in `exercise.py`, beside this notebook. Edit, save, and run a cell again.

The next cell shows which code is in use. For you it must say *your code*.""",
        [],
    ),
    ("code", 'lesson = load("$id", own=True)\nlesson', []),
    (
        "code",
        """import matplotlib.pyplot as plt

from shared.measure import time_call
from shared.plots import figure""",
        [],
    ),
    (
        "markdown",
        """## 1. The incident

Something breaks, live, on the course's real model or data, before any theory.""",
        [],
    ),
    (
        "code",
        """items = list(range(10))
halves = [items[start : start + 4] for start in range(0, len(items) - 3, 4)]
print(len(items), "items went in,", sum(map(len, halves)), "came out")""",
        [],
    ),
    (
        "markdown",
        """## 2. The idea

One picture, and the arithmetic with its units. Every number in the text is computed in a cell.""",
        [],
    ),
    (
        "code",
        """sizes = range(1, 11)
fig, ax = figure("Batches of 10 items", x="items in a batch", y="batches")
ax.plot(sizes, [-(-len(items) // size) for size in sizes], marker="o")
plt.show()""",
        [],
    ),
    (
        "markdown",
        """## 3. Predict

Ask for a number before it is measured. `None` may stay.""",
        [],
    ),
    ("code", "guess_batches = None  # of 1,000,000 items, 7 in a batch", []),
    (
        "markdown",
        """## 4. The tasks

### Task 1: `split_into_batches`

The contract is in the docstring. The text here gives what is needed to solve it, not the code.""",
        [],
    ),
    ("code", 'check("$id", "split_into_batches")', []),
    (
        "markdown",
        """## 5. Measure

Run on real data what was built, and compare it with the prediction and with the limit.""",
        [],
    ),
    (
        "code",
        """many = range(1_000_000)
batches = lesson.split_into_batches(many, 7)
print("predicted:", guess_batches, " counted:", len(batches))""",
        [],
    ),
    (
        "code",
        """seconds = time_call(lambda: lesson.split_into_batches(many, 7), repeat=3).median
print(f"{len(many) / seconds / 1e6:.1f} million items/s")""",
        [IGNORED],
    ),
    (
        "markdown",
        """## 6. Break it

A plausible mistake, made on purpose, and how it shows.""",
        [],
    ),
    (
        "code",
        """overlapping = [items[start : start + 4] for start in range(0, len(items), 3)]
print("every item once:", sum(map(len, overlapping)) == len(items))""",
        [],
    ),
    (
        "markdown",
        """## 7. In production

How a library does it, on the same input. Then the rules of thumb: claim, measured, verdict.""",
        [],
    ),
    (
        "code",
        """import numpy as np

theirs = [batch.tolist() for batch in np.split(np.array(items), range(4, len(items), 4))]
print("numpy.split gives the same:", theirs == lesson.split_into_batches(items, 4))""",
        [],
    ),
    (
        "markdown",
        """## Five questions

**1.** How many batches of 4 do 10 items give?

a) 2. b) 3. c) 4.

<details><summary>Answer</summary>

**b.** Two full ones, and one with the two that are left over.
</details>""",
        [],
    ),
]
