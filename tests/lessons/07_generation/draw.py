"""Task 2: a random number that belongs to one request."""

from pathlib import Path

from shared.checking import check, equals, holds
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_generation_samples")

HINTS = {
    "draw": (
        "Make a generator of its own for each call, and seed it with both numbers. A generator "
        "that is kept between calls would depend on what was drawn before.",
        "`seed + step` is the same for (3, 4) and (4, 3): two requests would then draw the same "
        "numbers, one step apart. Seed with a text that has both, or with a pair.",
        '`random.Random(f"{seed}/{step}").random()`, or NumPy\'s `default_rng([seed, step])`. '
        "`hash` of a text is another number in every process.",
    )
}


def spread(evidence):
    for name, numbers in evidence.items():
        if not all(isinstance(one, float) and 0 <= one < 1 for one in numbers):
            return f"{name}: a number is not a float from 0 to below 1"
        if len(set(numbers)) < len(numbers):
            return f"{name}: different pairs of seed and step gave the same number"
        counts = [0] * 20
        for one in numbers:
            counts[int(one * 20)] += 1
        if unlikely := samples.unlikely(counts, [1 / 20] * 20):
            return f"{name}: not evenly spread. By twentieths, {unlikely}"
    return None


@check("draw", points=2, judge=holds(spread))
def is_evenly_spread(lesson):
    """Over seeds, over steps, over both, and over seeds of more than 32 bits."""
    return {
        "seeds": [lesson.draw(seed, 0) for seed in range(2000)],
        "steps": [lesson.draw(5, step) for step in range(2000)],
        "both": [lesson.draw(seed, step) for seed in range(60) for step in range(60)],
        "large seeds": [lesson.draw(high << 32 | 1, 3) for high in range(1, 2000)],
    }


def unrelated(evidence):
    for name, pairs in evidence.items():
        products = [12 * (a - 0.5) * (b - 0.5) for a, b in pairs]
        if abs(sum(products)) > 6.2 * len(products) ** 0.5:  # 6.2 standard deviations
            return f"{name}: the numbers depend on each other"
    return None


@check("draw", points=1, judge=holds(unrelated))
def neighbours_are_unrelated(lesson):
    """The next step and the next seed tell nothing about each other."""
    at = [(seed, step) for seed in range(50) for step in range(50)]
    return {
        "next step": [[lesson.draw(a, b), lesson.draw(a, b + 1)] for a, b in at],
        "next seed": [[lesson.draw(a, b), lesson.draw(a + 1, b)] for a, b in at],
    }


@check("draw", points=2, judge=equals([True, True, True]))
def depends_on_nothing_else(lesson):
    """Not on what was drawn before, nor on global seeds; and global states stay as they are."""
    import random

    import numpy
    import torch

    pairs = [(0, 0), (7, 3), (3, 7), (2**40, 1)]
    random.seed(1), numpy.random.seed(1), torch.manual_seed(1)
    first = [lesson.draw(*pair) for pair in pairs]
    again = [lesson.draw(*pair) for pair in reversed(pairs)][::-1]
    random.seed(2), numpy.random.seed(2), torch.manual_seed(2)
    before = random.getstate(), str(numpy.random.get_state()), torch.get_rng_state().tolist()
    later = [lesson.draw(*pair) for pair in pairs]
    after = random.getstate(), str(numpy.random.get_state()), torch.get_rng_state().tolist()
    return [first == again, first == later, before == after]
