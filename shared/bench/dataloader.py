"""Lesson 04 on mixed texts: padding by strategy, and what it and the number of workers cost.

The records are documents, paragraphs and sentences of the course's corpus, cut at `--max-tokens`.
Their ids come from lesson 03's tokenizer with the model's vocabulary, without a cache, so that each
record costs what a new one costs. Three questions, three groups of figures:

- `waste`: how much of all places in the batches of an epoch is padding, by strategy;
- `training`: samples a second that the course's model takes, forward only, by strategy: the same
  number of batches of each, drawn from an epoch, in turns;
- `workers`: samples a second that the loader delivers, whole epochs in turns, by workers and batch
  size, and the seconds from starting it to its first batch.

Ratios are of runs that took turns. The last line is one JSON document; `--save` keeps it under
`data/measurements/`.
"""

import argparse
import json
import multiprocessing
import random
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shared.assets import AssetError, load_model, model_path
from shared.byte_level import read_tokenizer
from shared.curriculum import load
from shared.measure import KEPT, compare, save
from shared.raw_texts import mixed

Batches = list[list[int]]
PAD = 2
"""The model's end-of-sequence token, which it pads with."""


def main(argv: list[str]) -> int:
    """Count padding, time loaders and model; prints tables and a line of JSON."""
    parser = argparse.ArgumentParser(prog="course bench dataloader", description=__doc__)
    parser.add_argument("--max-tokens", type=int, default=512, help="of a record (default 512)")
    parser.add_argument("--batch-size", type=int, default=8, help="samples (default 8)")
    parser.add_argument("--batches", type=int, default=6, help="for the model (default 6)")
    parser.add_argument("--repeat", type=int, default=3, help="epochs of each loader (default 3)")
    parser.add_argument("--save", action="store_true", help="keep the figures")
    options = parser.parse_args(argv)
    if min(options.max_tokens, options.batch_size, options.batches, options.repeat) < 1:
        parser.error("all numbers must be at least 1")
    multiprocessing.set_start_method("fork", force=True)  # a lesson has no name to import it by
    warnings.filterwarnings("ignore", message="This DataLoader will create")  # more than cores
    lesson = load("dataloader")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "mixed.jsonl")
        lines = (json.dumps({"text": text}, ensure_ascii=False) for text in mixed())
        path.write_text("\n".join(lines), encoding="utf-8")
        try:
            dataset = lesson.TextDataset(path, _tokenize(), max_tokens=options.max_tokens)
            record = _measure(lesson, dataset, options)
        except AssetError as error:
            print(error, file=sys.stderr)
            return 1
    _show(record)
    if options.save:
        save("dataloader", record, KEPT)
    print(json.dumps(record))
    return 0


def _tokenize() -> Callable[[str], list[int]]:
    tokenizers = load("tokenizers")
    pairs, vocabulary = read_tokenizer(model_path() / "tokenizer.json")
    return tokenizers.ByteBPE(tokenizers.Merges(pairs), vocabulary, cache_size=0).encode


def _measure(lesson: Any, dataset: Any, options: argparse.Namespace) -> dict[str, Any]:
    begun = time.perf_counter()
    samples = list(dataset)
    seconds = time.perf_counter() - begun
    lengths = [len(sample) for sample in samples]
    plans = _plans(lesson, dataset.byte_lengths, lengths, options.batch_size)
    places = {name: _places(batches, lengths) for name, batches in plans.items()}
    places["to the maximum"] = len(lengths) * max(lengths)
    record: dict[str, Any] = {
        "samples": len(lengths),
        "tokens": sum(lengths),
        "max_tokens": options.max_tokens,
        "batch_size": options.batch_size,
        "tokenizing_once_s": round(seconds, 2),
        "waste": {name: round(1 - sum(lengths) / size, 3) for name, size in places.items()},
    }
    print("the model on batches of each strategy …", file=sys.stderr)
    record["training"] = _training(lesson, samples, plans, options)
    print("loaders with 0, 1, 2 and 4 workers …", file=sys.stderr)
    record["workers"] = _workers(lesson, dataset, lengths, options.repeat)
    return record


def _plans(
    lesson: Any, byte_lengths: Sequence[int], lengths: list[int], size: int
) -> dict[str, Batches]:
    """Batches of one epoch by strategy; those to the maximum are random ones, padded further."""
    order = random.Random(0).sample(range(len(lengths)), len(lengths))
    ranked = sorted(order, key=lengths.__getitem__)
    cut = [[each[at : at + size] for at in range(0, len(each), size)] for each in (order, ranked)]
    return {
        "to the maximum": cut[0],
        "random batches": cut[0],
        "buckets by bytes": list(lesson.LengthBucketSampler(byte_lengths, size)),
        "buckets by tokens": list(lesson.LengthBucketSampler(lengths, size)),
        "sorted, never shuffled": cut[1],
    }


def _places(batches: Batches, lengths: list[int]) -> int:
    return sum(len(batch) * max(lengths[index] for index in batch) for batch in batches)


def _training(
    lesson: Any, samples: list[list[int]], plans: dict[str, Batches], options: argparse.Namespace
) -> dict[str, Any]:
    """Samples a second of the model's forward pass, and how many times as many as the first."""
    import torch

    model, longest = load_model(), max(map(len, samples))
    work, counts = {}, {}
    for name, plan in plans.items():
        drawn = random.Random(1).sample(plan, min(options.batches, len(plan)))
        width = longest if name == "to the maximum" else 1
        tensors = [
            lesson.collate([samples[index] for index in batch], PAD, multiple_of=width)
            for batch in drawn
        ]
        work[name] = partial(_forward, model, tensors)
        counts[name] = sum(map(len, drawn))
    with torch.inference_mode():
        found = compare(work, repeat=1, warmup=0)
    rates = {name: counts[name] / timing.median for name, timing in found.timings.items()}
    first = rates["to the maximum"]
    return {
        name: {"samples_per_s": round(rate, 2), "times_the_first": round(rate / first, 1)}
        for name, rate in rates.items()
    }


def _forward(model: Any, batches: list[dict[str, Any]]) -> None:
    for batch in batches:
        model.model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"])


def _workers(lesson: Any, dataset: Any, lengths: list[int], repeat: int) -> list[dict[str, Any]]:
    rows = []
    for size in (4, 16, 64):
        sampler = partial(lesson.LengthBucketSampler, lengths, size)
        first, loaders = {}, {}
        for workers in (0, 1, 2, 4):
            begun = time.perf_counter()
            loader = lesson.make_loader(dataset, sampler(), PAD, workers=workers)
            batches = iter(loader)
            next(batches)
            first[workers] = time.perf_counter() - begun
            for _ in batches:
                pass
            loaders[str(workers)] = loader
        epochs = {name: partial(_epoch, loader) for name, loader in loaders.items()}
        found = compare(epochs, repeat=repeat)
        rows += [
            {
                "batch_size": size,
                "workers": int(name),
                "samples_per_s": round(len(dataset) / timing.median),
                "times_no_worker": round(found.speedups[name].of_medians, 2),
                "first_batch_s": round(first[int(name)], 3),
            }
            for name, timing in found.timings.items()
        ]
    return rows


def _epoch(loader: Any) -> None:
    for _ in loader:
        pass


def _show(record: dict[str, Any]) -> None:
    console = Console()
    table = Table("strategy", "padding", "samples/s of the model", "times the first", box=None)
    for name, share in record["waste"].items():
        speed = record["training"][name]
        table.add_row(
            name, f"{share:.1%}", f"{speed['samples_per_s']}", f"{speed['times_the_first']}"
        )
    console.print(table)
    table = Table("batch", "workers", "samples/s", "times no worker", "first batch, s", box=None)
    for row in record["workers"]:
        table.add_row(*(f"{value:,}" for value in row.values()))
    console.print(table)
