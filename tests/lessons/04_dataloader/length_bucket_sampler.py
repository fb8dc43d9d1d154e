"""Task 3: batches of similar length, shuffled, with nothing lost or repeated."""

import statistics
from array import array
from itertools import chain, pairwise
from pathlib import Path

from shared.checking import check, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_dataloader_samples")

HINTS = {
    "LengthBucketSampler": (
        "`rng = np.random.default_rng([seed, epoch])` is a generator that two numbers decide, and "
        "that is nobody else's. `rng.permutation(n)` shuffles the indices.",
        "Cut the permutation into pools of `batch_size * pool_batches`, sort each pool by length, "
        "cut it into batches, collect all batches, shuffle the list of batches. As a pool is a "
        "multiple of a batch, only the last pool can end in a smaller batch.",
        "`rng.shuffle(batches)` shuffles a list of lists. Shares and position come last: "
        "`batches[rank::world_size][start:]`. `len` is `len(range(rank, all_batches, "
        "world_size))`, with `all_batches = -(-n // batch_size)`.",
    )
}


def batches_of(sampler):
    return [[int(index) for index in batch] for batch in sampler]


def once(evidence, n, batch_size):
    for epoch, batches in evidence["epochs"].items():
        delivered = list(chain.from_iterable(batches))
        if lost := set(range(n)) - set(delivered):
            return f"epoch {epoch} of {n} samples lost {len(lost)}, such as {min(lost)}"
        if len(delivered) > n:
            return f"epoch {epoch} of {n} samples delivered {len(delivered)}: some come twice"
        sizes = [len(batch) for batch in batches]
        smaller = [size for size in sizes if size != batch_size]
        if len(smaller) > (n % batch_size > 0) or 0 in sizes:
            return (
                f"epoch {epoch} of {n} samples has batches of {sorted(set(sizes))}; expected "
                f"{batch_size}, but for one smaller at most"
            )
        if len(batches) != evidence["len"]:
            return f"len is {evidence['len']}, and epoch {epoch} has {len(batches)} batches"
    return None


@check(
    "LengthBucketSampler",
    points=2,
    judge=holds(once),
    params={"n": [1, 7, 64, 1003], "batch_size": [1, 8, 64]},
)
def delivers_each_index_once(lesson, rng, n, batch_size):
    """Every index once an epoch; at most one batch is smaller than the others."""
    lengths = samples.drawn_lengths(rng, n)
    sampler = lesson.LengthBucketSampler(lengths, batch_size, seed=3, pool_batches=5)
    found = {}
    for epoch in range(3):
        sampler.set_epoch(epoch)
        found[str(epoch)] = batches_of(sampler)
    return {"epochs": found, "len": len(sampler)}


def lengths_given(rng):
    return samples.drawn_lengths(rng, 2000)


def waste(batches, lengths):
    padded = sum(len(batch) * max(lengths[index] for index in batch) for batch in batches)
    return 1 - sum(lengths) / padded


def little(evidence, given):
    ranked = sorted(range(2000), key=given.__getitem__)
    best = waste([ranked[at : at + 8] for at in range(0, 2000, 8)], given)
    chance = waste([list(range(at, at + 8)) for at in range(0, 2000, 8)], given)
    found = waste(evidence["pools of 50"], given)
    if found > best + 0.25 * (chance - best):
        return (
            f"{found:.0%} of what the batches hold is padding; sorted batches have {best:.0%}, "
            f"random ones {chance:.0%}"
        )
    ordered = sorted(
        ([given[index] for index in batch] for batch in evidence["one pool"]),
        key=lambda lengths: (min(lengths), max(lengths)),
    )
    for first, second in pairwise(ordered):
        if max(first) > min(second):
            return (
                f"with one pool for all samples there are batches with lengths {first} and "
                f"{second}: of two batches one must hold the longer samples"
            )
    found = waste(evidence["pools of 1"], given)
    if found < 0.8 * chance:
        return (
            f"with pool_batches=1 a pool is a batch, and its samples are random: {chance:.0%} "
            f"padding; these have {found:.0%}"
        )
    return None


@check("LengthBucketSampler", points=2, given=lengths_given, judge=holds(little))
def puts_similar_lengths_together(lesson, given):
    """A batch has neighbours in length of its pool: little of it is padding."""
    sampler = lesson.LengthBucketSampler
    return {
        "pools of 50": batches_of(sampler(given, 8, seed=1, pool_batches=50)),
        "by default": batches_of(sampler(given, 8, seed=1)),
        "one pool": batches_of(sampler(given, 8, seed=1, pool_batches=250)),
        "pools of 1": batches_of(sampler(given, 8, seed=1, pool_batches=1)),
    }


def partners(batches):
    return {frozenset(pair) for batch in batches for pair in pairwise(batch)}


def shuffled(evidence, given):
    for name, epochs in evidence.items():
        for first, second in pairwise(map(partners, epochs)):
            if (kept := len(first & second) / max(len(first), 1)) > 0.5:
                return (
                    f"{name}: {kept:.0%} of the neighbours in a batch are neighbours in the next "
                    "epoch too: shuffle the samples, not only the batches"
                )
    trends = []
    for epoch, batches in enumerate(evidence["texts"]):
        means = [statistics.mean(given[index] for index in batch) for batch in batches]
        trends.append(_trend(means))
        for begin in range(0, len(means) - 49, 50):
            trend = _trend(means[begin : begin + 50])
            if abs(trend) > 0.75:  # of 50 shuffled batches: by chance once in 10⁷ times
                return (
                    f"epoch {epoch}: from batch {begin} on, batches come in order of their lengths "
                    f"(rank correlation {trend:.2f}): shuffle those of all pools together"
                )
    mean = statistics.mean(trends)
    if abs(mean) > 0.25:  # of 1,250 shuffled batches: by chance once in 10¹⁴ times
        return f"long batches come early or late in an epoch (rank correlation {mean:.2f})"
    return None


def _trend(values):
    """The rank correlation of values with their places."""
    ranks = sorted(range(len(values)), key=values.__getitem__)
    return statistics.correlation(range(len(values)), sorted(ranks, key=ranks.__getitem__))


@check("LengthBucketSampler", points=2, given=lengths_given, judge=holds(shuffled))
def shuffles_anew_each_epoch(lesson, given):
    """Other batches in another order each epoch; neither begins with the short ones."""
    found = {}
    for name, lengths in (("texts", given), ("equal lengths", [5] * 400)):
        sampler = lesson.LengthBucketSampler(lengths, 8, seed=2, pool_batches=50)
        epochs = []
        for epoch in range(5):
            sampler.set_epoch(epoch)
            epochs.append(batches_of(sampler))
        found[name] = epochs
    return found


def repeatable(evidence):
    runs = evidence["runs"]
    if runs["first"] != runs["iterated again"]:
        return "iterated twice in one epoch, the batches differ: only set_epoch changes them"
    if runs["first"] != runs["another one, after other epochs"]:
        return "seed 7 in epoch 3 gives other batches after other epochs were iterated"
    if runs["first"] != runs["global generators moved"]:
        return "seed 7 in epoch 3 gives other batches once global generators were seeded"
    for name in ("seed 8, epoch 2", "seed 8, epoch 3", "seed 3, epoch 7", "seed 7, epoch 4"):
        if runs["first"] == runs[name]:
            return f"{name} has the batches of seed 7, epoch 3"
    if runs["without set_epoch"] != runs["seed 7, epoch 0"]:
        return "without set_epoch it must be epoch 0"
    for name, (before, after) in evidence["generators"].items():
        if before != after:
            return f"the global generator of {name} was moved or seeded: use one of your own"
    return None


@check("LengthBucketSampler", points=2, judge=holds(repeatable))
def follows_seed_and_epoch(lesson, rng):
    """Seed and epoch decide all; global generators are neither read nor moved."""
    import random

    import numpy as np
    import torch

    lengths = samples.drawn_lengths(rng, 300)

    def made(seed, *epochs):
        sampler = lesson.LengthBucketSampler(lengths, 8, seed, pool_batches=4)
        found = []
        for epoch in epochs:
            sampler.set_epoch(epoch)
            found = batches_of(sampler)
        return found

    def states():
        return {
            "random": [int(number) for number in random.getstate()[1]],
            "numpy": [int(number) for number in np.random.get_state()[1]],
            "torch": torch.get_rng_state().tolist(),
        }

    before = states()
    runs = {"first": made(7, 3)}
    after = states()
    random.seed(1), np.random.seed(1), torch.manual_seed(1)
    runs["global generators moved"] = made(7, 3)
    runs["another one, after other epochs"] = made(7, 5, 0, 3)
    sampler = lesson.LengthBucketSampler(lengths, 8, 7, pool_batches=4)
    sampler.set_epoch(3)
    batches_of(sampler)
    runs["iterated again"] = batches_of(sampler)
    for seed, epoch in ((8, 2), (8, 3), (3, 7), (7, 4), (7, 0)):
        runs[f"seed {seed}, epoch {epoch}"] = made(seed, epoch)
    sampler = lesson.LengthBucketSampler(lengths, 8, 7, pool_batches=4)
    batches_of(sampler)
    runs["without set_epoch"] = batches_of(sampler)
    return {"runs": runs, "generators": {name: [before[name], after[name]] for name in before}}


def shared_out(evidence, world_size):
    alone, ranks = evidence["alone"], evidence["ranks"]
    for rank, found in enumerate(ranks):
        if len(found["batches"]) != found["len"]:
            return (
                f"rank {rank} of {world_size} has {len(found['batches'])} batches, its len is "
                f"{found['len']}"
            )
        if found["batches"] != alone[rank::world_size]:
            return (
                f"rank {rank} of {world_size} did not get the batches {rank}, "
                f"{rank + world_size}, … of what a single rank gets"
            )
    return None


@check(
    "LengthBucketSampler", points=2, judge=holds(shared_out), params={"world_size": [1, 2, 3, 4]}
)
def ranks_take_turns(lesson, rng, world_size):
    """All ranks make the same batches, and rank r gets r, r + W, r + 2W, …"""
    lengths = samples.drawn_lengths(rng, 181)
    sampler = lesson.LengthBucketSampler(lengths, 4, 5, pool_batches=6)
    sampler.set_epoch(2)
    ranks = []
    for rank in range(world_size):
        own = lesson.LengthBucketSampler(
            lengths, 4, 5, pool_batches=6, rank=rank, world_size=world_size
        )
        own.set_epoch(2)
        ranks.append({"batches": batches_of(own), "len": len(own)})
    return {"alone": batches_of(sampler), "ranks": ranks}


def goes_on(evidence):
    for name, (whole, rests) in evidence.items():
        for start, (batches, length) in rests.items():
            if batches != whole[int(start) :]:
                return f"{name}: with start={start} it does not give the batches from {start} on"
            if length != len(whole):
                return (
                    f"{name}: with start={start} its len is {length}; a whole epoch has "
                    f"{len(whole)} batches"
                )
    return None


@check("LengthBucketSampler", points=1, judge=holds(goes_on))
def begins_where_it_is_told(lesson, rng):
    """`set_epoch(epoch, start)` leaves out the first batches of this rank."""
    lengths = samples.drawn_lengths(rng, 90)
    found = {}
    for name, options in (
        ("alone", {}),
        ("rank 1 of 2", {"rank": 1, "world_size": 2}),
        ("rank 2 of 3", {"rank": 2, "world_size": 3}),
    ):
        sampler = lesson.LengthBucketSampler(lengths, 4, 6, pool_batches=3, **options)
        sampler.set_epoch(4)
        whole, rests = batches_of(sampler), {}
        for start in (1, 3, len(whole) - 1, len(whole), 0):
            sampler.set_epoch(4, start=start)
            rests[str(start)] = [batches_of(sampler), len(sampler)]
        sampler.set_epoch(4, start=2)
        sampler.set_epoch(4)
        rests["0"] = [batches_of(sampler), len(sampler)]
        found[name] = [whole, rests]
    return found


@check("LengthBucketSampler", points=1)
def takes_any_sequence_of_lengths(lesson):
    """Lists, tuples and arrays; none at all; the sequence stays as it was."""
    found = {}
    lengths = [5, 1, 4, 2, 3, 9, 7]
    for name, given in (
        ("list", list(lengths)),
        ("tuple", tuple(lengths)),
        ("array", array("Q", lengths)),
        ("empty", []),
        ("empty array", array("Q")),
    ):
        sampler = lesson.LengthBucketSampler(given, 3, pool_batches=10)
        batches = batches_of(sampler)
        grouped = sorted(sorted(int(given[index]) for index in batch) for batch in batches)
        found[name] = [grouped, len(sampler), [int(length) for length in given]]
    return found


def refused(evidence):
    for name, (found, wanted) in evidence.items():
        if "raised" not in found:
            return f"{name}: nothing was raised; expected ValueError"
        if wanted not in found["message"]:
            return f"{name}: the message {found['message']!r} does not name {wanted!r}"
    return None


@check("LengthBucketSampler", points=1, judge=holds(refused))
def refuses_what_makes_no_sense(lesson):
    """A size of 0, a rank that there is not, an epoch or a start below 0."""
    make, sampler = lesson.LengthBucketSampler, lesson.LengthBucketSampler([1, 2, 3], 2)

    def tried(call, *args, **options):
        found = raised(ValueError, call, *args, **options)
        return found if "raised" in found else {"returned": None}

    return {
        "batch_size=0": [tried(make, [1], 0), "0"],
        "batch_size=-4": [tried(make, [1], -4), "-4"],
        "pool_batches=0": [tried(make, [1], 1, pool_batches=0), "0"],
        "rank 2 of 2": [tried(make, [1], 1, rank=2, world_size=2), "2"],
        "rank -1 of 2": [tried(make, [1], 1, rank=-1, world_size=2), "-1"],
        "rank 0 of 0": [tried(make, [1], 1, rank=0, world_size=0), "0"],
        "epoch -1": [tried(sampler.set_epoch, -1), "-1"],
        "start -1": [tried(sampler.set_epoch, 0, start=-1), "-1"],
    }
