"""Task 8: the largest batch that fits, with few questions."""

from math import log2

from shared.checking import check, holds, raised

HINTS = {
    "largest_batch": (
        "Double until it does not fit any more, then halve the gap. Never trust a guess between "
        "two answers.",
        "Keep two numbers: the largest batch that is known to fit (at first 0) and the smallest "
        "that is known not to. `most + 1` does not fit by definition, and is never asked about.",
        "`while needed(too_many) <= free_bytes:` move `fits` up, stop if it is `most`, double but "
        "not beyond `most`. Then, while there is a number between the two, ask about the middle.",
    )
}


def staircase(random):
    """Bytes of a batch: a fixed part, and steps of random heights, several of them of nothing."""
    total, levels = random.randint(0, 1000), []
    for _ in range(random.randint(1, 300)):
        total += random.choice([0, 0, 1, random.randint(1, 10_000)])
        levels.append(total)
    return levels


def cases(rng):
    """(bytes of a batch of 1, 2, …; free bytes; most)."""
    random = rng.python
    found = []
    for _ in range(150):
        levels = staircase(random)
        free = random.choice([random.choice(levels), random.choice(levels) - 1, levels[-1], 0])
        found.append((levels, max(free, 0), len(levels)))
    found += [([10], 9, 1), ([10], 10, 1), ([0, 0], 0, 2), ([5, 6, 7], 7, 3), ([5, 6, 7], 6, 3)]
    return found


def ask(lesson, levels, free, most):
    """The answer, and what was asked on the way to it."""
    asked = []

    def needed(batch):
        asked.append(batch)
        return levels[batch - 1] if 1 <= batch <= len(levels) else 0

    return {"answer": lesson.largest_batch(needed, free, most), "asked": asked}


def few_questions(evidence, reference, given):
    for (levels, free, most), mine, theirs in zip(given, evidence, reference, strict=False):
        told = f"{free} bytes free, batches of 1 to {most} need {levels}"
        if mine["answer"] != theirs["answer"]:
            return f"{told}: the answer was {mine['answer']!r}; expected {theirs['answer']}"
        asked = mine["asked"]
        if outside := [b for b in asked if type(b) is not int or not 1 <= b <= most]:
            return f"{told}: asked for a batch of {outside[0]!r}; expected 1 to {most}"
        if len(set(asked)) < len(asked):
            return f"{told}: asked for {asked}, the same more than once"
        bound = 2 * log2(max(mine["answer"], 1)) + 3
        if len(asked) > bound:
            return f"{told}: asked {len(asked)} times, {asked}; expected at most {int(bound)}"
    return None


@check("largest_batch", points=3, given=cases, judge=holds(few_questions))
def finds_it_with_few_questions(lesson, given):
    """The answer is exact, whatever the steps, and few batches are asked about."""
    return [ask(lesson, levels, free, most) for levels, free, most in given]


def lines(rng):
    random = rng.python
    return [
        (random.randint(1, 10**9), random.randint(1, 10**7), random.randint(0, 10**most))
        for most in (6, 9, 10, 11, 12)
        for _ in range(40)
    ]


def exact_on_lines(evidence, given):
    for (fixed, each, free), mine in zip(given, evidence, strict=False):
        expected = min(max((free - fixed) // each, 0), 65_536)
        if mine["answer"] != expected:
            return (
                f"{free} bytes free, a batch of b needs {fixed} + b × {each}: the answer was "
                f"{mine['answer']!r}; expected {expected}"
            )
        if len(mine["asked"]) > 2 * log2(max(expected, 1)) + 3 or max(mine["asked"]) > 65_536:
            return f"{fixed} + b × {each} in {free} bytes: asked for {mine['asked']}"
    return None


@check("largest_batch", points=2, given=lines, judge=holds(exact_on_lines))
def finds_it_among_many(lesson, given):
    """Up to 65,536 where nothing else is said; 0 where not even one fits."""
    found = []
    for fixed, each, free in given:
        asked = []

        def needed(batch, fixed=fixed, each=each, asked=asked):
            asked.append(batch)
            return fixed + batch * each

        found.append({"answer": lesson.largest_batch(needed, free), "asked": asked})
    return found


def named(evidence):
    for value, answer in evidence.items():
        if answer.get("raised") != "ValueError" or str(value) not in answer["message"]:
            did = answer.get("message", answer.get("returned"))
            return f"{value} gave {did!r}; expected a ValueError that names it"
    return None


@check("largest_batch", points=1, judge=holds(named))
def refuses_impossible_bounds(lesson):
    """Negative memory and a `most` below 1 are a ValueError that names the value."""
    return {
        -1: raised(ValueError, lesson.largest_batch, lambda batch: batch, -1),
        -17: raised(ValueError, lesson.largest_batch, lambda batch: batch, -17),
        -23: raised(ValueError, lesson.largest_batch, lambda batch: batch, 100, -23),
        0: raised(ValueError, lesson.largest_batch, lambda batch: batch, 100, 0),
    }
