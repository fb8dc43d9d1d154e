"""Task 3: one token for each request of a batch."""

import inspect
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

from shared.checking import check, equals, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_generation_samples")

HINTS = {
    "sample": (
        "Turn the settings of all requests into tensors (B,), filter, softmax: that is a row of "
        "probabilities for each request. One number from `draw` per row picks a token.",
        "Lay the probabilities end to end: `cumsum`. The token is the one in whose stretch the "
        "number falls.",
        "`torch.searchsorted(sums, number, right=True)`, in float64, with the number multiplied "
        "by the last sum: a rounded sum may end a little below 1. With right=False a 0 would fall "
        "on a token of probability 0.",
    )
}


def params(lesson, number, rng, **fixed):
    """Requests of different settings."""
    random = rng.python
    return [
        lesson.SamplingParams(
            **{
                "temperature": random.choice([0.0, 0.3, 1.0, 2.0]),
                "top_k": random.choice([0, 3, 10]),
                "top_p": random.choice([1.0, 0.9, 0.5]),
                "min_p": random.choice([0.0, 0.1]),
                "seed": random.randrange(2**40),
            }
            | fixed
        )
        for _ in range(number)
    ]


@check("sample", points=2)
def takes_the_best_where_temperature_is_0(lesson, rng):
    """For all rows or for some of them, ties by the lower id; int64 of shape (B,)."""
    import torch

    logits = samples.logits(rng, 6, 20)
    logits[2, [4, 9, 15]] = 50.0
    greedy = lesson.sample(logits, params(lesson, 6, rng, temperature=0.0), range(6))
    some = params(lesson, 6, rng, temperature=0.0)
    some[::2] = params(lesson, 3, rng, temperature=1.0)
    mixed = lesson.sample(logits.bfloat16().float(), some, [0] * 6)
    one_left = lesson.sample(logits, params(lesson, 6, rng, temperature=5.0, top_k=1), [3] * 6)
    return {
        "all": [greedy, str(greedy.dtype)],
        "some": [mixed[1::2], str(mixed.dtype), list(mixed.shape)],
        "top_k 1": one_left,
        "one row": lesson.sample(torch.tensor([[0.0, 2.0]]), [lesson.SamplingParams()], [9]),
    }


SHAPES = {
    "plain": {"temperature": 1.0},
    "hot, some removed": {"temperature": 2.0, "top_k": 9, "top_p": 0.9},
    "cold, near the best": {"temperature": 0.7, "min_p": 0.1},
}


def follows(evidence):
    for name, (counts, probabilities) in evidence.items():
        if found := samples.unlikely(counts, probabilities):
            return f"{name}: {found}"
    return None


@check("sample", points=3, judge=holds(follows))
def follows_the_probabilities(lesson, rng):
    """10,000 tokens, over seeds and over steps; a right answer fails once in 10⁹ runs."""
    import torch

    logits = samples.logits(rng, 1, 14)
    found = {}
    for name, settings in SHAPES.items():
        rows = [
            (
                settings["temperature"],
                *(
                    settings.get(key, other)
                    for key, other in (("top_k", 0), ("top_p", 1.0), ("min_p", 0.0))
                ),
            )
        ]
        exact = exact_probabilities(logits[0], *rows[0])
        some = [lesson.SamplingParams(**settings, seed=seed) for seed in range(100)]
        for way in ("seeds", "steps"):
            requests = [one for one in some for _ in range(100)]
            steps = list(range(100)) * 100
            if way == "steps":
                requests, steps = [some[7]] * 10_000, range(10_000)
            ids = lesson.sample(logits.expand(10_000, -1), requests, steps)
            found[f"{name}, over {way}"] = [torch.bincount(ids, minlength=14).tolist(), exact]
    return found


def exact_probabilities(logits, temperature, top_k, top_p, min_p):
    """By the definition, token by token: written here, so that no lesson's code is used."""
    shares = (logits.double() / temperature).softmax(-1).tolist()
    order = sorted(range(len(shares)), key=lambda token: (-shares[token], token))
    order = order[: top_k or len(order)]
    total, kept, reached = sum(shares[token] for token in order), [], 0.0
    for token in order:
        if not kept or (reached < top_p and shares[token] >= min_p * shares[order[0]]):
            kept.append(token)
        reached += shares[token] / total
    total = sum(shares[token] for token in kept)
    return [shares[token] / total if token in kept else 0.0 for token in range(len(shares))]


def follows_the_number(evidence):
    tokens = [token for _, token in sorted(evidence)]
    changes = sum(one != other for one, other in pairwise(tokens))
    if changes > 20:  # 3 where the tokens lie end to end; 300 where the number plays no part
        return "the token does not depend on draw(seed, step): nearly equal numbers, other tokens"
    return None


@check("sample", points=1, judge=holds(follows_the_number))
def takes_the_number_of_seed_and_step(lesson, rng):
    """draw(seed, step) decides which token it is: nearly equal numbers pick the same."""
    import torch

    seeds, steps = ([rng.python.randrange(90) for _ in range(400)] for _ in range(2))
    some = [lesson.SamplingParams(temperature=1.0, seed=seed) for seed in seeds]
    ids = lesson.sample(torch.zeros(400, 4), some, steps).tolist()
    return [[lesson.draw(*at), token] for *at, token in zip(seeds, steps, ids, strict=True)]


NUMBERS = [0.0, 2.0**-53, 0.5, 1 - 2.0**-53]
"""The smallest and the largest that `draw` can give, and some between."""


def can_be_drawn(evidence, size):
    for number, ids in evidence.items():
        for row, token in enumerate(ids):
            drawable = [0, size - 1] if row % 2 else range(1, size - 1)
            if token not in drawable:
                what = "that has been removed" if 0 <= token < size else "that there is not"
                return f"where draw gives {number}, row {row} gets token {token}, one {what}"
    return None


@check("sample", points=1, judge=holds(can_be_drawn), params={"size": [3, 1000]})
def draws_no_removed_token_at_the_ends(lesson, rng, size):
    """A number of 0, or one next to 1, falls on a token that has a probability, too."""
    logits = samples.logits(rng, 60, size)
    logits[::2, [0, -1]] = float("-inf")
    logits[1::2, 1:-1] = float("-inf")
    some, found = [lesson.SamplingParams(temperature=1.0)] * 60, {}
    names = inspect.unwrap(lesson.sample).__globals__
    for number in NUMBERS:
        with patch.dict(names, draw=lambda seed, step, number=number: number):
            found[repr(number)] = lesson.sample(logits, some, range(60)).tolist()
    return found


@check("sample", points=1, judge=holds(samples.stays_there))
def answers_where_the_logits_are(lesson, rng):
    """No tensor is made on the CPU for logits elsewhere; here that is `meta`, without numbers."""
    logits, greedy = samples.logits(rng, 4, 12), params(lesson, 4, rng, temperature=0.0)
    drawn = params(lesson, 4, rng, temperature=1.0)
    lesson.sample(logits, greedy, range(4)), lesson.sample(logits, drawn, range(4))
    there = logits.to("meta")
    return {
        "temperature 0": samples.on_meta(lesson.sample, there, greedy, range(4)),
        "temperature 1": samples.on_meta(lesson.sample, there, drawn, range(4)),
    }


@check("sample", points=3, judge=equals([True, True, True]))
def depends_on_no_neighbour(lesson, rng):
    """Alone, in a batch, in another order: each request draws the same token."""
    logits = samples.logits(rng, 64, 40)
    some = params(lesson, 64, rng)
    steps = [rng.python.randrange(50) for _ in some]
    together = lesson.sample(logits, some, steps).tolist()
    alone = [
        lesson.sample(logits[row : row + 1], [one], [step]).item()
        for row, (one, step) in enumerate(zip(some, steps, strict=True))
    ]
    order = list(range(64))
    rng.python.shuffle(order)
    turned = lesson.sample(logits[order], [some[at] for at in order], [steps[at] for at in order])
    again = lesson.sample(logits, some, steps).tolist()
    return [together == alone, turned.tolist() == [together[at] for at in order], again == together]


@check("sample", points=1, judge=equals({"heavy": 0, "best": [2, 0]}))
def does_no_more_than_argmax_where_that_is_enough(lesson, counters):
    """Where every row has temperature 0 nothing is sorted and nothing summed."""
    import torch

    logits = torch.tensor([[0.0, 1.0, 2.0], [5.0, 1.0, 2.0]])
    some = [lesson.SamplingParams(), lesson.SamplingParams(top_k=2, top_p=0.5)]
    with counters.dispatches() as found:
        ids = lesson.sample(logits, some, [0, 1])
    heavy = ("aten.sort", "aten.cumsum", "aten._softmax", "aten.topk")
    return {"heavy": sum(found[name] for name in heavy), "best": ids.tolist()}


@check("sample", points=1, judge=equals([True, True]))
def leaves_the_global_generators(lesson, rng):
    """torch's and Python's own random states neither matter nor move."""
    import random

    import torch

    logits, some = samples.logits(rng, 30, 40), params(lesson, 30, rng, temperature=1.0)
    random.seed(1), torch.manual_seed(1)
    first = lesson.sample(logits, some, range(30)).tolist()
    random.seed(2), torch.manual_seed(2)
    before = random.getstate(), torch.get_rng_state().tolist()
    second = lesson.sample(logits, some, range(30)).tolist()
    return [first == second, before == (random.getstate(), torch.get_rng_state().tolist())]


def attempt(lesson, logits, some, steps):
    found = raised(ValueError, lesson.sample, logits, some, steps)
    return found.get("raised")


@check("sample", points=1, judge=equals(["ValueError"] * 2))
def wants_one_of_each_for_a_row(lesson, rng):
    """Too few params or steps are a ValueError."""
    logits, some = samples.logits(rng, 3, 5), [lesson.SamplingParams()] * 3
    lesson.sample(logits, some, [0, 0, 0])  # not attempted, if so
    return [attempt(lesson, logits, some[:2], [0] * 3), attempt(lesson, logits, some, [0] * 2)]
