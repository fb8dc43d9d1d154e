# Lesson 04: edit this file, then: course check dataloader [stub a05add59b0b7]
"""Lesson 04: feeding the model, without waste, without waiting, with nothing lost or seen twice.

Between a corpus on disk and a step of training lie five parts: records that are read one by one
(`TextDataset`), batches as tensors (`collate`), an order in which little is padding
(`LengthBucketSampler`), shares of a stream for several readers (`ShardedStream`), and a loader that
several processes feed and that can go on where it stopped (`make_loader`, `ResumableLoader`).

Shapes: B samples in a batch, T tokens of the longest. A *rank* is one of the `world_size` processes
that train together; each has DataLoader *workers* of its own, processes that only prepare data.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, Sampler

Tokenize = Callable[[str], list[int]]
Batch = dict[str, torch.Tensor]

IGNORED = -100
"""The label that `torch.nn.functional.cross_entropy` leaves out of the loss."""


def text_of(line: bytes) -> str:
    """The field `text` of a record, one line of JSONL. Raises ValueError, which says why."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:  # also where it is no UTF-8 or nested too deeply
        raise ValueError(f"it is not JSON ({error})") from None
    if not isinstance(record, dict) or not isinstance(record.get("text"), str):
        raise ValueError("it is no object with a text in the field 'text'")
    return record["text"]


class TextDataset(Dataset[list[int]]):
    """The records of a JSONL file as token ids, each read when it is asked for.

    `tokenize` makes ids of a text; of those the first `max_tokens` count, if it is given. A record
    is a line with anything but blanks (`bytes.strip`) in it.

    Making one reads the file once, line by line, and tokenizes nothing. It keeps where each record
    is and how long: at most 24 bytes a record, and no text. Python's lists of ints take more, and
    each worker would copy them: reading such a list writes its reference counts.

    The same object serves several processes at once. Workers get it by fork or by pickle; a file
    that was opened before a fork is one file with one position, so what each process reads must not
    depend on where another one is in it.

    Raises FileNotFoundError where there is no file, and ValueError for `max_tokens` below 1.
    """

    def __init__(
        self, path: str | Path, tokenize: Tokenize, *, max_tokens: int | None = None
    ) -> None:
        raise NotImplementedError("TextDataset: lesson 04, task 1")

    @property
    def byte_lengths(self) -> Sequence[int]:
        """The bytes of each record's line, its end included: a length that needs no tokenizer."""
        raise NotImplementedError("TextDataset: lesson 04, task 1")

    def __len__(self) -> int:
        raise NotImplementedError("TextDataset: lesson 04, task 1")

    def __getitem__(self, index: int) -> list[int]:
        """Return the ids of record `index`, which counts from the end where it is negative.

        Raises IndexError for an index that is not there, and ValueError for a record that
        `text_of` refuses: the message names the file, the index and what `text_of` says.
        """
        raise NotImplementedError("TextDataset: lesson 04, task 1")


def collate(
    batch: Sequence[Sequence[int]], pad_id: int, *, side: str = "right", multiple_of: int = 1
) -> Batch:
    """Make one batch of samples: what a model trains on.

    Returns int64 tensors of shape (B, T), T being the length of the longest sample, rounded up to
    a multiple of `multiple_of`:

    - `input_ids`: the samples, with `pad_id` where a sample is shorter than T;
    - `attention_mask`: 1 on the tokens of a sample, 0 on padding;
    - `labels`: the tokens of a sample, IGNORED on padding. (Models shift them by one themselves.)

    `side` says where the padding goes: "right" for training, "left" for generation. What is padding
    follows from the lengths alone: a sample may hold `pad_id` as a token, for in many models it is
    the end-of-sequence token.

    Raises ValueError for a batch without samples, a sample without tokens (its row would be nothing
    but padding, and attention over nothing is NaN; the message gives its place in the batch), a
    side that is neither, and `multiple_of` below 1.
    """
    raise NotImplementedError("collate: lesson 04, task 2")


class LengthBucketSampler(Sampler[list[int]]):
    """Batches of indices: samples of similar length together, and still shuffled.

    For each epoch all indices are shuffled, and cut into pools of `pool_batches` × `batch_size`.
    Each pool is sorted by length and cut into batches of `batch_size`, and at last the batches of
    all pools are shuffled together. So a batch has neighbours in length, of a random pool; each
    epoch has other batches, in another order.

    - Over all ranks each index is delivered exactly once an epoch. One batch may be smaller than
      `batch_size`; none is dropped, and no index is repeated to fill it.
    - All ranks make the same batches, and take turns: rank r of W gets batches r, r + W, r + 2W, …
    - `seed` and `epoch` decide all of it, and nothing else does: no global generator is read or
      moved, and seed 1 in epoch 0 has nothing to do with seed 0 in epoch 1.

    Raises ValueError for a `batch_size` or `pool_batches` below 1, or a rank not in 0 … W − 1.
    """

    def __init__(
        self,
        lengths: Sequence[int],
        batch_size: int,
        seed: int = 0,
        *,
        pool_batches: int = 50,
        rank: int = 0,
        world_size: int = 1,
    ) -> None:
        raise NotImplementedError("LengthBucketSampler: lesson 04, task 3")

    def set_epoch(self, epoch: int, start: int = 0) -> None:
        """Let what is iterated next be this epoch, without the first `start` batches of this rank.

        Without a call it is epoch 0, as often as it is iterated. Raises ValueError where one of
        them is below 0.
        """
        raise NotImplementedError("LengthBucketSampler: lesson 04, task 3")

    def __len__(self) -> int:
        """The batches of this rank in a whole epoch, whatever `start` is."""
        raise NotImplementedError("LengthBucketSampler: lesson 04, task 3")

    def __iter__(self) -> Iterator[list[int]]:
        raise NotImplementedError("LengthBucketSampler: lesson 04, task 3")
        yield  # keeps this a generator


class ShardedStream(IterableDataset[list[int]]):
    """The records of JSONL files, one file after the other, shared out among ranks and workers.

    For what is too large to be indexed. Iterating goes through the lines; a record is a line with
    anything but blanks in it. Records are numbered from 0 over all files, as they come:

    - Rank r of W gets the records r, r + W, r + 2W, …: over all ranks each exactly once.
    - Within a rank its DataLoader workers (`get_worker_info`) take turns, record by record. A
      DataLoader asks its workers in turn as well, so with `batch_size=None` the order is that of
      the files, however many workers there are. Outside of a worker there is one reader.
    - The first `start` records of the rank are left out: `start` is the number of those that it got
      before it stopped. It may go on with another number of workers.

    Reading finds every line, but only a worker's own records are parsed (`text_of`) and tokenized.
    One record is in memory at a time.

    Iterating raises ValueError for a record of its own that `text_of` refuses: the message names
    the file, the number of the line in it, from 1 and with blank lines counted, and what `text_of`
    says. Raises ValueError for a rank that is not in 0 … W − 1 and a negative `start`.
    """

    def __init__(
        self,
        paths: Sequence[str | Path],
        tokenize: Tokenize,
        *,
        rank: int = 0,
        world_size: int = 1,
        start: int = 0,
    ) -> None:
        raise NotImplementedError("ShardedStream: lesson 04, task 4")

    def __iter__(self) -> Iterator[list[int]]:
        raise NotImplementedError("ShardedStream: lesson 04, task 4")
        yield  # keeps this a generator


class ResumableLoader:
    """Batches of a DataLoader, and the position in them.

    `loader` has a LengthBucketSampler as its `batch_sampler`. Iterating gives the rest of the
    current epoch and then moves on to the next one. Left in the middle, the next iteration goes on
    with the next batch: each batch of an epoch is delivered once, however often it is left. What
    was delivered before is not read again.

    The position is what has been delivered, not what the sampler has been asked for: workers are
    some batches ahead.
    """

    def __init__(self, loader: DataLoader) -> None:
        self.loader = loader
        self.epoch = 0
        """The current epoch."""
        self.delivered = 0
        """Batches of it that were handed out; the one that the loop's body has now counts."""

    def __len__(self) -> int:
        """The batches of a whole epoch."""
        return len(self.loader.batch_sampler)

    def __iter__(self) -> Iterator[Batch]:
        raise NotImplementedError("ResumableLoader: lesson 04, task 5")
        yield  # keeps this a generator

    def state_dict(self) -> dict[str, int]:
        """The position, `{"epoch": …, "delivered": …}`, to be kept with a checkpoint."""
        raise NotImplementedError("ResumableLoader: lesson 04, task 5")

    def load_state_dict(self, state: dict[str, int]) -> None:
        """Go on from a position that `state_dict` gave: the next batch is the one after it.

        Raises ValueError for more batches than an epoch has, or less than 0 of anything; then the
        position stays as it was.
        """
        raise NotImplementedError("ResumableLoader: lesson 04, task 5")


def seed_worker(worker_id: int) -> None:
    """Give a DataLoader worker random numbers of its own; for `worker_init_fn`.

    PyTorch gives each worker a seed, `torch.initial_seed()`, and seeds torch's generator by it. All
    else must follow from that seed too, so that a run can be repeated: Python's `random`, NumPy's
    global generator, and `rng` of the worker's copy of the dataset (`get_worker_info().dataset`),
    where there is one: a `numpy.random.Generator`, which a fork copies in the state it has.
    """
    raise NotImplementedError("make_loader: lesson 04, task 6")


def loader_options(workers: int, *, prefetch: int = 2, cuda: bool = False) -> dict[str, Any]:
    """The arguments of a DataLoader that depend on the machine.

    - `num_workers`: `workers`;
    - `pin_memory`: only where there is CUDA; elsewhere it costs a copy and brings nothing;
    - `persistent_workers`: where there are workers, so that an epoch does not start them anew;
    - `prefetch_factor`: `prefetch` batches that each worker prepares ahead; None without workers.

    Raises ValueError for `workers` below 0 or `prefetch` below 1.
    """
    raise NotImplementedError("make_loader: lesson 04, task 6")


def make_loader(
    dataset: Dataset[list[int]],
    sampler: LengthBucketSampler,
    pad_id: int,
    *,
    workers: int = 0,
    prefetch: int = 2,
    seed: int = 0,
) -> ResumableLoader:
    """Return a loader of `dataset` in the order of `sampler`, `collate`d with `pad_id`.

    `loader_options` says how it uses the machine, `seed_worker` seeds the workers. Their seeds
    follow from `seed`, through a generator of the loader's own: without one a DataLoader draws from
    torch's global generator, and a loader would change the numbers of the model's dropout.
    """
    raise NotImplementedError("make_loader: lesson 04, task 6")
