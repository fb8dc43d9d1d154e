"""Task 6: workers that are seeded, and the loader as a whole."""

import os
import random
from itertools import chain
from pathlib import Path

from shared.checking import check, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_dataloader_samples")

HINTS = {
    "make_loader": (
        "`seed_worker`: `torch.initial_seed()` in a worker is the worker's own seed, another one "
        "in each. Seed by it what PyTorch may have left: `random`, `np.random` (which takes 32 "
        "bits), and `dataset.rng`, for which a new `np.random.default_rng(seed)` is put in place.",
        "`loader_options`: `prefetch_factor` without workers must be None, and "
        "`persistent_workers` False: DataLoader raises otherwise.",
        "`DataLoader(dataset, batch_sampler=sampler, collate_fn=partial(collate, pad_id=pad_id), "
        "worker_init_fn=seed_worker, generator=torch.Generator().manual_seed(seed), **options)`, "
        "in a ResumableLoader. `functools.partial` can be pickled, a lambda cannot.",
    )
}


@check("make_loader", points=2)
def options_follow_the_machine(lesson):
    """Pinning only with CUDA; persistence and prefetching only with workers."""
    return {
        f"{workers} workers, prefetch {prefetch}, cuda {cuda}": lesson.loader_options(
            workers, prefetch=prefetch, cuda=cuda
        )
        for workers in (0, 1, 4)
        for prefetch in (1, 2, 8)
        for cuda in (False, True)
    } | {"by default": [lesson.loader_options(0), lesson.loader_options(3)]}


def refused(evidence):
    for name, (found, wanted) in evidence.items():
        if "raised" not in found:
            return f"loader_options: {name} returned {found['returned']!r}; expected ValueError"
        if wanted not in found["message"]:
            return f"{name}: the message {found['message']!r} does not name {wanted!r}"
    return None


@check("make_loader", points=1, judge=holds(refused))
def refuses_senseless_options(lesson):
    """Workers below 0 and a prefetch below 1 are refused, without workers too."""
    return {
        "workers=-1": [raised(ValueError, lesson.loader_options, -1), "-1"],
        "prefetch=0": [raised(ValueError, lesson.loader_options, 2, prefetch=0), "0"],
        "prefetch=-3": [raised(ValueError, lesson.loader_options, 0, prefetch=-3), "-3"],
    }


class Drawing(samples.Numbers):
    """Each sample is three random numbers: of NumPy's generator, of Python's, of its own."""

    def __init__(self):
        import numpy as np

        super().__init__()
        self.rng = np.random.default_rng(0)

    def __getitem__(self, index):
        import numpy as np

        return [
            int(np.random.randint(2**31)),
            random.randrange(2**31),
            int(self.rng.integers(2**31)),
        ]


NAMES = ("np.random", "random", "dataset.rng")


def drawn(lesson, seed, workers, batches=6):
    made = lesson.make_loader(Drawing(), samples.Known(batches), 0, workers=workers, seed=seed)
    return [
        [int(number) for number in row] for batch in made for row in batch["input_ids"].tolist()
    ]


def own_numbers(evidence):
    for place, name in enumerate(NAMES):
        once, again, other = (
            [row[place] for row in evidence[key]] for key in ("seed 1", "seed 1 again", "seed 2")
        )
        if len(set(once)) < len(once):
            return f"{name}: two workers drew the same numbers, {once[:4]}"
        if once != again:
            return f"{name}: seed 1 gave {once[:3]} and, in another loader, {again[:3]}"
        if set(once) & set(other):
            return f"{name}: seeds 1 and 2 gave the same numbers"
    return None


@check("make_loader", points=2, judge=holds(own_numbers), seconds=30)
def workers_draw_their_own_numbers(lesson):
    """Each worker has random numbers of its own, and the loader's seed decides them."""
    import numpy as np
    import torch

    found = {}
    for name, seed in (("seed 1", 1), ("seed 1 again", 1), ("seed 2", 2)):
        random.seed(len(name)), np.random.seed(len(name)), torch.manual_seed(len(name))
        found[name] = drawn(lesson, seed, workers=3)
    return found


def seeded(evidence):
    for seed, found in evidence.items():
        if "torch" in (wrong := [name for name, fine in found.items() if not fine]):
            return f"with seed {seed} it changed torch's generator, which PyTorch had seeded"
        if "the old rng" in wrong:
            return "it drew from the old `dataset.rng`, or seeded that one: put a new one in place"
        if wrong:
            return f"with seed {seed} the numbers of {wrong[0]} are those of before: seed it"
    return None


@check("make_loader", points=1, judge=holds(seeded))
def seeds_what_pytorch_does_not(lesson):
    """Seeds of 64 bits are taken; torch's generator and the dataset's old one are left alone."""
    import torch

    info = type("Info", (), {"id": 1, "num_workers": 2, "seed": 0, "dataset": Drawing()})()
    found = {}
    for seed in (5, 2**32 + 5, 2**62 + 11):
        torch.manual_seed(seed)
        before = torch.get_rng_state().tolist()
        found[str(seed)] = _seeded(lesson, info)
        found[str(seed)]["torch"] = torch.get_rng_state().tolist() == before
    bare = type("Info", (), {"id": 0, "num_workers": 1, "seed": 0, "dataset": [1, 2]})()
    with _worker(bare):
        lesson.seed_worker(0)
    return found


def _worker(info):
    """As in a worker that PyTorch tells so much about itself."""
    from unittest.mock import patch

    from torch.utils.data import _utils

    return patch.object(_utils.worker, "_worker_info", info)


def _seeded(lesson, info):
    """`seed_worker` as a worker would call it, and whether the three generators were seeded."""
    import numpy as np

    random.seed(0), np.random.seed(0)
    own = info.dataset.rng = np.random.default_rng(0)
    with _worker(info):
        lesson.seed_worker(1)
    fresh = np.random.default_rng(0).integers(2**31)
    return {
        "random": random.randrange(2**31) != random.Random(0).randrange(2**31),
        "np.random": int(np.random.randint(2**31)) != int(np.random.RandomState(0).randint(2**31)),
        "dataset.rng": int(info.dataset.rng.integers(2**31)) != int(fresh),
        "the old rng": int(own.integers(2**31)) == int(fresh),
    }


def left_alone(evidence):
    for name, (before, after) in evidence.items():
        if before != after:
            return (
                f"the global generator of {name} is another one after an epoch: give the "
                "DataLoader a generator of its own, and draw nothing in this process"
            )
    return None


@check("make_loader", points=1, judge=holds(left_alone), params={"workers": [0, 2]})
def leaves_global_generators_alone(lesson, workers):
    """Making and iterating a loader moves no generator of this process."""
    import numpy as np
    import torch

    def states():
        return {
            "torch": torch.get_rng_state().tolist(),
            "random": [int(number) for number in random.getstate()[1]],
            "numpy": [int(number) for number in np.random.get_state()[1]],
        }

    torch.manual_seed(3), random.seed(3), np.random.seed(3)
    before = states()
    made = lesson.make_loader(samples.Numbers(), samples.Known(), 0, workers=workers)
    for _ in range(2):
        for _batch in made:
            pass
    after = states()
    return {name: [before[name], after[name]] for name in before}


class Process(samples.Numbers):
    """Each sample is the process that read it."""

    def __getitem__(self, index):
        return [os.getpid()]


def persistent(evidence):
    first, second = map(set, evidence["processes"])
    if len(first) != 2 or evidence["here"] in first:
        return f"with two workers, {len(first)} processes read the samples"
    if first != second:
        return "the second epoch had other worker processes: starting them costs time"
    return None


@check("make_loader", points=1, judge=holds(persistent))
def keeps_its_workers(lesson):
    """Workers live from one epoch to the next."""
    made = lesson.make_loader(Process(), samples.Known(), 0, workers=2)
    epochs = [
        [number for batch in made for row in batch["input_ids"].tolist() for number in row]
        for _ in range(2)
    ]
    return {"processes": epochs, "here": os.getpid()}


@check("make_loader", points=1)
def hands_its_arguments_on(lesson):
    """Workers, prefetching, sampler, dataset and padding are those that were asked for."""
    from unittest.mock import patch

    import torch

    found = {}
    for workers, prefetch, cuda in ((0, 2, False), (1, 5, True), (3, 2, False)):
        dataset, sampler = samples.Numbers(), samples.Known()
        with patch.object(torch.cuda, "is_available", lambda there=cuda: there):
            made = lesson.make_loader(dataset, sampler, 9, workers=workers, prefetch=prefetch)
        inner = made.loader
        found[f"{workers}, {prefetch}, cuda {cuda}"] = {
            "workers": inner.num_workers,
            "prefetch": inner.prefetch_factor,
            "pinned": inner.pin_memory,
            "sampler": inner.batch_sampler is sampler,
            "dataset": inner.dataset is dataset,
        }
    uneven = lesson.make_loader([[1], [2, 3, 4]], [[0, 1]], 9)
    found["padded with 9"] = [batch["input_ids"].tolist() for batch in uneven.loader]
    return found


def delivered(evidence, world_size):
    texts, batches = evidence["texts"], evidence["batches"]
    every = list(chain.from_iterable(chain.from_iterable(batches)))
    if lost := sorted(set(texts) - set(every)):
        return f"{len(lost)} of {len(texts)} records were not delivered, such as {lost[0]!r}"
    if len(every) != len(texts):
        return f"{len(every)} records were delivered; the file has {len(texts)}"
    return None


@check(
    "make_loader",
    points=2,
    seconds=30,
    judge=holds(delivered),
    params={"workers": [0, 1, 2, 3], "world_size": [1, 2]},
)
def delivers_the_file_once(lesson, tmp, workers, world_size):
    """File, sampler, workers and ranks together: in an epoch each record comes exactly once."""
    texts = samples.numbered(tmp / "some.jsonl", 83)
    ranks = []
    for rank in range(world_size):
        dataset = lesson.TextDataset(tmp / "some.jsonl", samples.by_bytes)
        sampler = lesson.LengthBucketSampler(
            dataset.byte_lengths, 4, 1, pool_batches=3, rank=rank, world_size=world_size
        )
        made = lesson.make_loader(dataset, sampler, 0, workers=workers)
        ranks.append([texts_in(batch) for batch in made])
    return {"texts": texts, "batches": ranks}


def texts_in(batch):
    """The texts of a batch of bytes, by its mask."""
    rows = zip(batch["input_ids"].tolist(), batch["attention_mask"].tolist(), strict=True)
    return [
        bytes(token for token, real in zip(ids, mask, strict=True) if real).decode()
        for ids, mask in rows
    ]


def same_rest(evidence):
    whole = evidence["whole"]
    for count, (before, after) in evidence["parts"].items():
        if before + after != whole:
            return (
                f"stopped after {count} batches, what came before and after is not the epoch: "
                f"{len(before)} + {len(after)} batches, expected {len(whole)}"
            )
    return None


@check("make_loader", points=2, seconds=30, judge=holds(same_rest), params={"workers": [0, 2]})
def resumes_within_an_epoch(lesson, tmp, workers):
    """A run that is stopped anywhere gets the rest of its epoch, in a new process's loader."""
    samples.numbered(tmp / "some.jsonl", 50)

    def made():
        dataset = lesson.TextDataset(tmp / "some.jsonl", samples.by_bytes)
        sampler = lesson.LengthBucketSampler(dataset.byte_lengths, 4, 1, pool_batches=3)
        return lesson.make_loader(dataset, sampler, 0, workers=workers)

    def rows(batches):
        return [batch["labels"].tolist() for batch in batches]

    parts = {}
    for count in (1, 6, 12):
        loader, before = made(), []
        for batch in loader:
            before.append(batch)
            if len(before) == count:
                break
        again = made()
        again.load_state_dict(loader.state_dict())
        parts[str(count)] = [rows(before), rows(again)]
    return {"whole": rows(made()), "parts": parts}
