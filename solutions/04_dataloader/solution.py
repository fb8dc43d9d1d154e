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
import random
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, Sampler, get_worker_info

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
        ### BEGIN SOLUTION task=TextDataset
        if max_tokens is not None and max_tokens < 1:
            raise ValueError(f"max_tokens is {max_tokens}: it must be at least 1")
        self.path, self.tokenize, self.max_tokens = Path(path), tokenize, max_tokens
        self._starts, self._sizes = array("Q"), array("Q")
        start = 0
        with open(self.path, "rb") as file:
            for line in file:
                if line.strip():
                    self._starts.append(start)
                    self._sizes.append(len(line))
                start += len(line)
        ### END SOLUTION

    @property
    def byte_lengths(self) -> Sequence[int]:
        """The bytes of each record's line, its end included: a length that needs no tokenizer."""
        ### BEGIN SOLUTION task=TextDataset
        return self._sizes
        ### END SOLUTION

    def __len__(self) -> int:
        ### BEGIN SOLUTION task=TextDataset
        return len(self._starts)
        ### END SOLUTION

    def __getitem__(self, index: int) -> list[int]:
        """Return the ids of record `index`, which counts from the end where it is negative.

        Raises IndexError for an index that is not there, and ValueError for a record that
        `text_of` refuses: the message names the file, the index and what `text_of` says.
        """
        ### BEGIN SOLUTION task=TextDataset
        if not -len(self) <= index < len(self):
            raise IndexError(f"record {index} of {len(self)}: there is none in {self.path}")
        with open(self.path, "rb", buffering=0) as file:
            file.seek(self._starts[index])
            line = file.read(self._sizes[index])
        try:
            text = text_of(line)
        except ValueError as error:
            raise ValueError(f"{self.path}, record {index}: {error}") from None
        return self.tokenize(text)[: self.max_tokens]
        ### END SOLUTION


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
    ### BEGIN SOLUTION task=collate
    if side not in ("left", "right"):
        raise ValueError(f"side is {side!r}: it must be 'left' or 'right'")
    if multiple_of < 1:
        raise ValueError(f"multiple_of is {multiple_of}: it must be at least 1")
    if not batch:
        raise ValueError("the batch has no samples")
    lengths = [len(sample) for sample in batch]
    if 0 in lengths:
        raise ValueError(f"sample {lengths.index(0)} of the batch has no tokens")
    width = -(-max(lengths) // multiple_of) * multiple_of
    ids = torch.full((len(batch), width), pad_id)
    mask = torch.zeros_like(ids)
    for row, (sample, length) in enumerate(zip(batch, lengths, strict=True)):
        place = slice(0, length) if side == "right" else slice(width - length, width)
        ids[row, place] = torch.tensor(sample)
        mask[row, place] = 1
    labels = ids.masked_fill(mask == 0, IGNORED)
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}
    ### END SOLUTION


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
        ### BEGIN SOLUTION task=LengthBucketSampler
        if batch_size < 1 or pool_batches < 1:
            raise ValueError(
                f"batch_size is {batch_size} and pool_batches {pool_batches}: both must be at "
                "least 1"
            )
        if not 0 <= rank < world_size:
            raise ValueError(f"rank {rank} of {world_size}: ranks are 0 … world_size − 1")
        self.lengths, self.batch_size, self.seed = np.asarray(lengths), batch_size, seed
        self.pool_batches, self.rank, self.world_size = pool_batches, rank, world_size
        self.set_epoch(0)
        ### END SOLUTION

    def set_epoch(self, epoch: int, start: int = 0) -> None:
        """Let what is iterated next be this epoch, without the first `start` batches of this rank.

        Without a call it is epoch 0, as often as it is iterated. Raises ValueError where one of
        them is below 0.
        """
        ### BEGIN SOLUTION task=LengthBucketSampler
        if epoch < 0 or start < 0:
            raise ValueError(f"epoch is {epoch} and start {start}: both must be at least 0")
        self.epoch, self.start = epoch, start
        ### END SOLUTION

    def __len__(self) -> int:
        """The batches of this rank in a whole epoch, whatever `start` is."""
        ### BEGIN SOLUTION task=LengthBucketSampler
        batches = -(-len(self.lengths) // self.batch_size)
        return len(range(self.rank, batches, self.world_size))
        ### END SOLUTION

    def __iter__(self) -> Iterator[list[int]]:
        ### BEGIN SOLUTION task=LengthBucketSampler
        rng = np.random.default_rng([self.seed, self.epoch])
        order = rng.permutation(len(self.lengths))
        pool, batches = self.batch_size * self.pool_batches, []
        for at in range(0, len(order), pool):
            part = order[at : at + pool]
            part = part[np.argsort(self.lengths[part], kind="stable")].tolist()
            batches += [
                part[first : first + self.batch_size]
                for first in range(0, len(part), self.batch_size)
            ]
        rng.shuffle(batches)
        yield from batches[self.rank :: self.world_size][self.start :]
        ### END SOLUTION


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
        ### BEGIN SOLUTION task=ShardedStream
        if not 0 <= rank < world_size:
            raise ValueError(f"rank {rank} of {world_size}: ranks are 0 … world_size − 1")
        if start < 0:
            raise ValueError(f"start is {start}: it must be at least 0")
        self.paths, self.tokenize = [Path(path) for path in paths], tokenize
        self.rank, self.world_size, self.start = rank, world_size, start
        ### END SOLUTION

    def __iter__(self) -> Iterator[list[int]]:
        ### BEGIN SOLUTION task=ShardedStream
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        record = -1
        for path in self.paths:
            with open(path, "rb") as file:
                for number, line in enumerate(file, 1):
                    if not line.strip():
                        continue
                    record += 1
                    turn, owner = divmod(record, self.world_size)
                    if owner != self.rank or turn < self.start:
                        continue
                    if (turn - self.start) % workers != worker:
                        continue
                    try:
                        text = text_of(line)
                    except ValueError as error:
                        raise ValueError(f"{path}, line {number}: {error}") from None
                    yield self.tokenize(text)
        ### END SOLUTION


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
        ### BEGIN SOLUTION task=ResumableLoader
        self.loader.batch_sampler.set_epoch(self.epoch, start=self.delivered)
        for batch in self.loader:
            self.delivered += 1
            yield batch
        self.epoch, self.delivered = self.epoch + 1, 0
        ### END SOLUTION

    def state_dict(self) -> dict[str, int]:
        """The position, `{"epoch": …, "delivered": …}`, to be kept with a checkpoint."""
        ### BEGIN SOLUTION task=ResumableLoader
        return {"epoch": self.epoch, "delivered": self.delivered}
        ### END SOLUTION

    def load_state_dict(self, state: dict[str, int]) -> None:
        """Go on from a position that `state_dict` gave: the next batch is the one after it.

        Raises ValueError for more batches than an epoch has, or less than 0 of anything; then the
        position stays as it was.
        """
        ### BEGIN SOLUTION task=ResumableLoader
        epoch, delivered = state["epoch"], state["delivered"]
        if epoch < 0 or not 0 <= delivered <= len(self):
            raise ValueError(f"{state} is no position: an epoch has {len(self)} batches")
        self.epoch, self.delivered = epoch, delivered
        ### END SOLUTION


def seed_worker(worker_id: int) -> None:
    """Give a DataLoader worker random numbers of its own; for `worker_init_fn`.

    PyTorch gives each worker a seed, `torch.initial_seed()`, and seeds torch's generator by it. All
    else must follow from that seed too, so that a run can be repeated: Python's `random`, NumPy's
    global generator, and `rng` of the worker's copy of the dataset (`get_worker_info().dataset`),
    where there is one: a `numpy.random.Generator`, which a fork copies in the state it has.
    """
    ### BEGIN SOLUTION task=make_loader
    seed = torch.initial_seed()
    random.seed(seed)
    np.random.seed(seed % 2**32)  # it takes 32 bits
    dataset = get_worker_info().dataset
    if hasattr(dataset, "rng"):
        dataset.rng = np.random.default_rng(seed)
    ### END SOLUTION


def loader_options(workers: int, *, prefetch: int = 2, cuda: bool = False) -> dict[str, Any]:
    """The arguments of a DataLoader that depend on the machine.

    - `num_workers`: `workers`;
    - `pin_memory`: only where there is CUDA; elsewhere it costs a copy and brings nothing;
    - `persistent_workers`: where there are workers, so that an epoch does not start them anew;
    - `prefetch_factor`: `prefetch` batches that each worker prepares ahead; None without workers.

    Raises ValueError for `workers` below 0 or `prefetch` below 1.
    """
    ### BEGIN SOLUTION task=make_loader
    if workers < 0 or prefetch < 1:
        raise ValueError(
            f"workers is {workers} and prefetch {prefetch}: at least 0 and 1 are needed"
        )
    return {
        "num_workers": workers,
        "pin_memory": cuda,
        "persistent_workers": workers > 0,
        "prefetch_factor": prefetch if workers else None,
    }
    ### END SOLUTION


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
    ### BEGIN SOLUTION task=make_loader
    loader = DataLoader(
        dataset,
        batch_sampler=sampler,
        collate_fn=partial(collate, pad_id=pad_id),
        worker_init_fn=seed_worker,
        generator=torch.Generator().manual_seed(seed),
        **loader_options(workers, prefetch=prefetch, cuda=torch.cuda.is_available()),
    )
    return ResumableLoader(loader)
    ### END SOLUTION
