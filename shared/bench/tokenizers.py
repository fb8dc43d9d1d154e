"""Lesson 03 on 5 MB: training time, agreement with the `tokenizers` library, speed, bytes a token.

The texts to learn from are prose and programs of the course's corpus and the sources of Python's
standard library, in the order of their names, cut at the size asked for: they are on every machine,
and differ from one version of Python to the next (the record says which). So the course's own
tokenizer has seen the English, Chinese and code that its bytes a token are counted on; the model's
has not. Everything runs on one core. Speeds are ratios of runs
that took turns. The last line is one JSON document; `--save` keeps it under `data/measurements/`.
"""

import argparse
import json
import os
import platform
import random
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shared import ROOT
from shared.assets import AssetError, model_path
from shared.byte_level import library_tokenizer, read_tokenizer
from shared.curriculum import load
from shared.measure import KEPT, compare, save
from shared.raw_texts import text_by_kind

MB = 10**6
STRINGS = 12_000


def main(argv: list[str]) -> int:
    """Train, compare and time; prints two tables and a line of JSON."""
    parser = argparse.ArgumentParser(prog="course bench tokenizers", description=__doc__)
    parser.add_argument("--megabytes", type=float, default=5.0, help="of texts (default 5)")
    parser.add_argument("--merges", type=int, default=4096, help="to learn (default 4096)")
    parser.add_argument("--save", action="store_true", help="keep the figures")
    options = parser.parse_args(argv)
    if options.megabytes <= 0 or options.merges < 1:
        parser.error("--megabytes and --merges must be above 0")
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    lesson = load("tokenizers")
    texts = list(_texts(int(options.megabytes * MB)))
    print(f"training on {_size(texts) / MB:.1f} MB …", file=sys.stderr)
    wall, cpu = time.perf_counter(), time.process_time()
    merges = lesson.train_bpe(texts, 256 + options.merges)
    record: dict[str, Any] = {
        "python": platform.python_version(),
        "bytes": _size(texts),
        "distinct_pre_tokens": len({word for text in texts for word in lesson.pre_tokenize(text)}),
        "merges": len(merges.pairs),
        "training_s": round(time.perf_counter() - wall, 2),
        "training_cpu_s": round(time.process_time() - cpu, 2),
    }
    own = lesson.ByteBPE(merges)
    library = library_tokenizer(merges.pairs, merges.vocabulary)
    record |= _agreement(own, library) | _speed(lesson, own, library, texts)
    record["bytes_per_token"] = {"course": _by_language(own)}
    try:
        pairs, vocabulary = read_tokenizer(model_path() / "tokenizer.json")
        model = lesson.ByteBPE(lesson.Merges(pairs), vocabulary)
        record["bytes_per_token"]["model"] = _by_language(model)
    except AssetError as error:
        print(f"without the model's vocabulary: {error}", file=sys.stderr)
    _show(record)
    if options.save:
        save("tokenizers", record, KEPT)
    print(json.dumps(record))
    return 0


def _texts(size: int) -> Iterator[str]:
    """The course's corpus, then sources of the standard library, `size` bytes in all."""
    sources = sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py"))
    own = (path for path in sources if "site-packages" not in path.parts)
    kinds = text_by_kind()
    for text in (kinds["English"], kinds["Chinese"], kinds["code"], *_read(own)):
        data = text.encode()[:size]
        yield data.decode(errors="ignore")
        size -= len(data)
        if size <= 0:
            return


def _read(paths: Iterator[Path]) -> Iterator[str]:
    for path in paths:
        yield path.read_text(encoding="utf-8", errors="ignore")


def _size(texts: list[str]) -> int:
    return sum(len(text.encode()) for text in texts)


def _agreement(own: Any, library: Any) -> dict[str, int]:
    """How many strings have the library's ids, and how many byte strings come back."""
    rng, kinds = random.Random(0), text_by_kind()
    same = back = 0
    for number in range(STRINGS):
        if number % 6 == 5:
            text = rng.randbytes(rng.randint(1, 24)).decode(errors="replace")
        else:
            text = kinds[list(kinds)[number % 6]]
            start = rng.randrange(len(text))
            text = text[start : start + rng.randint(1, 60)]
        same += own.encode(text) == library.encode(text).ids
        data = rng.randbytes(rng.randint(0, 24))
        back += own.decode_bytes(own.encode(data)) == data
    return {"strings": STRINGS, "strings_as_the_library": same, "byte_strings_that_come_back": back}


def _speed(lesson: Any, own: Any, library: Any, texts: list[str]) -> dict[str, float]:
    """Encoding in ways that take turns: MB/s, and the library's lead over ours."""
    sample = texts[:3] + texts[3 :: max(len(texts) // 20, 1)]
    merges = lesson.Merges(tuple(own.ranks))
    uncached = lesson.ByteBPE(merges, cache_size=0)

    def anew() -> None:
        fresh = lesson.ByteBPE(merges)
        for text in sample:
            fresh.encode(text)

    found = compare(
        {
            "ours": lambda: [own.encode(text) for text in sample],
            "ours_with_an_empty_cache": anew,
            "ours_without_cache": lambda: [uncached.encode(text) for text in sample],
            "library": lambda: [library.encode(text).ids for text in sample],
        },
        repeat=3,
    )
    rates = {
        f"{name}_mb_per_s": round(_size(sample) / MB / timing.median, 2)
        for name, timing in found.timings.items()
    }
    return rates | {"library_times_ours": round(found.speedups["library"].of_medians, 1)}


def _by_language(tokenizer: Any) -> dict[str, float]:
    return {
        name: round(len(text.encode()) / len(tokenizer.encode(text)), 2)
        for name, text in text_by_kind().items()
    }


def _show(record: dict[str, Any]) -> None:
    console, table = Console(), Table("bytes a token", *record["bytes_per_token"], box=None)
    for name in record["bytes_per_token"]["course"]:
        table.add_row(name, *(f"{each[name]:.2f}" for each in record["bytes_per_token"].values()))
    facts = Table("what", "measured", box=None)
    for name, value in record.items():
        if name != "bytes_per_token":
            facts.add_row(name, f"{value:,}" if isinstance(value, int) else str(value))
    console.print(facts)
    console.print(table)
