"""Lesson 05 on the course's model: time and peak memory until every weight has been touched.

Ways to the same model in bfloat16, by format: the tutorial's (a model with random weights, a state
dict beside it, one copied over the other), and those that give each tensor to a module on the meta
device. Each run is in a child of its own. Times are taken in rounds, all ways in turn: cold, after
the system was asked to forget the file (Linux; disks have caches of their own), and warm. Peaks
are those of a second load in the same child, which has the libraries in memory already.

The last line is one JSON document; `--save` keeps it under `data/measurements/`.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shared.assets import GGUF, AssetError, model_path
from shared.children import in_child
from shared.curriculum import load
from shared.measure import KEPT, peak_memory, save

Ways = dict[str, tuple[Path, Callable[[], Any]]]


def main(argv: list[str]) -> int:
    """Time and measure every way; prints a table and a line of JSON."""
    parser = argparse.ArgumentParser(prog="course bench loading", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="of all ways (default 3)")
    parser.add_argument("--save", action="store_true", help="keep the figures")
    options = parser.parse_args(argv)
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    try:
        model = model_path()
    except AssetError as error:
        print(error, file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        ways, size = _ways(model, Path(folder))
        for _, way in ways.values():  # imports what it needs, so that no child has to
            in_child(way)
        cold: dict[str, list[float]] = {name: [] for name in ways}
        warm: dict[str, list[float]] = {name: [] for name in ways}
        for number in range(options.rounds):
            print(f"round {number + 1} of {options.rounds} …", file=sys.stderr)
            for name, (path, way) in ways.items():
                _forget(path)
                cold[name].append(in_child(partial(_seconds, way)))
                warm[name].append(in_child(partial(_seconds, way)))
        print("memory …", file=sys.stderr)
        peaks = {name: peak_memory(way, warmup=1).added for name, (_, way) in ways.items()}
        sizes = {name: path.stat().st_size for name, (path, _) in ways.items()}
    first = statistics.median(warm["safetensors"])
    record = {
        "weights_bytes": size,
        "rounds": options.rounds,
        "ways": {
            name: {
                "file_bytes": sizes[name],
                "cold_s": round(statistics.median(cold[name]), 2),
                "warm_s": round(statistics.median(warm[name]), 2),
                "times_safetensors_warm": round(statistics.median(warm[name]) / first, 1),
                "peak_times_the_weights": round(peaks[name] / size, 2),
            }
            for name in ways
        },
    }
    _show(record)
    if options.save:
        save("loading", record, KEPT)
    print(json.dumps(record))
    return 0


def _ways(model: Path, folder: Path) -> tuple[Ways, int]:
    """Each way with its file, and the bytes of the weights."""
    import torch
    from safetensors.torch import load_file
    from transformers import AutoConfig, LlamaForCausalLM
    from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding
    from transformers.utils import logging

    logging.disable_progress_bar()
    lesson, config = load("loading"), AutoConfig.from_pretrained(model)
    safe, pickle, quantised = model / "model.safetensors", folder / "model.pt", model / GGUF.name
    state = load_file(safe)
    torch.save(state, pickle)
    size = sum(weight.nbytes for weight in state.values())

    def given(tensors: Callable[[], Any]) -> float:
        with torch.device("meta"):
            module = LlamaForCausalLM(config)
        module.model.rotary_emb = LlamaRotaryEmbedding(config)  # no file holds its frequencies
        lesson.load_weights(module, tensors())
        return _touch(module)

    def tutorial() -> float:
        torch.set_default_dtype(torch.bfloat16)
        module = LlamaForCausalLM(config)
        torch.set_default_dtype(torch.float32)
        module.load_state_dict(torch.load(pickle, weights_only=True), strict=False)  # a tied head
        return _touch(module)

    ways: Ways = {
        "pickle, copied over random weights": (pickle, tutorial),
        "pickle": (pickle, lambda: given(lambda: torch.load(pickle, weights_only=True))),
        "safetensors": (safe, lambda: given(lambda: lesson.SafetensorsFile(safe))),
        "safetensors, the library": (safe, lambda: given(lambda: load_file(safe))),
        "from_pretrained": (
            safe,
            lambda: _touch(LlamaForCausalLM.from_pretrained(model, dtype=torch.bfloat16)),
        ),
    }
    if quantised.exists():
        ways["GGUF, dequantised"] = (
            quantised,
            lambda: given(lambda: lesson.llama_state(quantised)),
        )
    return ways, size


def _touch(module: Any) -> float:
    """Read a number of every page of every weight, as the first answer would."""
    return float(sum(weight.detach().flatten()[::512].sum() for weight in module.parameters()))


def _seconds(way: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    way()
    return time.perf_counter() - begun


def _forget(path: Path) -> None:
    """Ask the system to drop a file from its cache."""
    if hasattr(os, "posix_fadvise"):
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _show(record: dict[str, Any]) -> None:
    console = Console()
    table = Table("way", "cold, s", "warm, s", "times safetensors", "peak, times", box=None)
    for name, row in record["ways"].items():
        table.add_row(name, *(f"{value}" for key, value in row.items() if key != "file_bytes"))
    console.print(table)
