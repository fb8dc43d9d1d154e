"""Lesson 01: what is wrong with this machine, and what fits into its memory.

Two habits stand behind it. A program that meets a broken machine says which one thing is wrong and
what to do about it. And a model is counted before it is loaded: its configuration tells every byte.

Nothing here asks the machine anything. The functions get what was asked as text or numbers, so
they can be shown machines that nobody in the room has.

Sizes are bytes. 1 MiB = 2**20 bytes and 1 GiB = 2**30; 1 GB = 10**9.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

BITS = {"float32": 32, "bfloat16": 16, "float16": 16, "int8": 8, "int4": 4}
"""Bits of one number of each type."""


@dataclass(frozen=True)
class Finding:
    """One thing that was found out about a machine."""

    code: str
    """What it is, in one word: the docstring of each function lists its own."""
    subject: str
    """What it is about: `python`, the name of a package, `cuda`."""
    message: str
    """One sentence that names what was found and what was wanted."""
    next_step: str
    """What to type or to do about it; "" only where nothing is wrong."""


@dataclass(frozen=True)
class Gpu:
    """One card as `nvidia-smi` lists it. None stands for what the driver did not tell."""

    index: int
    name: str
    uuid: str | None = None
    total_bytes: int | None = None
    used_bytes: int | None = None
    free_bytes: int | None = None
    driver: str | None = None
    compute_capability: tuple[int, int] | None = None
    partitioned: bool | None = None
    """Is it divided into several smaller ones (MIG)? Then its memory is not one piece."""


@dataclass(frozen=True)
class CudaFacts:
    """What a machine answers when it is asked about its GPUs."""

    torch_version: str
    """`torch.__version__`, such as "2.13.0+cpu"."""
    torch_cuda: str | None
    """`torch.version.cuda`: the CUDA that this torch was built for, "12.8"; None: for none."""
    available: bool
    """`torch.cuda.is_available()`."""
    driver: str | None
    """The version of the NVIDIA driver, "565.57.01"; None: there is none."""
    driver_cuda: str | None
    """The newest CUDA that this driver knows, "12.7"."""
    cards: tuple[Gpu, ...] = ()
    """The cards that the driver lists."""
    visible: str | None = None
    """The variable CUDA_VISIBLE_DEVICES; None: it is not set."""


@dataclass(frozen=True)
class Budget:
    """Bytes that a model needs for inference."""

    weights: int
    kv_cache: int
    activations: int

    @property
    def total(self) -> int:
        return self.weights + self.kv_cache + self.activations


def check_interpreter(
    version: tuple[int, ...], prefix: str, base_prefix: str, supported: str
) -> list[Finding]:
    """What is wrong with a Python interpreter; an empty list if nothing is.

    `version` is that of the interpreter, `(3, 11, 2)`; `supported` says which are right, in the
    form of `requires-python` (PEP 440): ">=3.11,<3.13". `prefix` and `base_prefix` are its
    `sys.prefix` and `sys.base_prefix`. Findings, in this order, with the subject `python`:

    - `python_unsupported`: the version is not in `supported`. The message names both.
    - `no_environment`: packages would go where those of the system, or of other projects, lie.
      In a virtual environment the two prefixes differ (PEP 405). In one of conda they are the
      same, and `prefix` holds the folder `conda-meta`; that of conda's own `base`, which holds
      `condabin` too, does not count. The message names the prefix.

    Raises ValueError, which quotes it, where `supported` is not in that form.
    """
    ### BEGIN SOLUTION task=check_interpreter
    try:
        wanted = SpecifierSet(supported)
    except ValueError:
        raise ValueError(f"supported={supported!r}: it must be like '>=3.11,<3.13'") from None
    found = []
    python = ".".join(map(str, version))
    if not wanted.contains(python):
        found.append(
            Finding(
                "python_unsupported",
                "python",
                f"this is Python {python}, and {supported} is needed",
                f"install a Python {supported} and make the environment anew with it",
            )
        )
    if prefix == base_prefix and not _is_conda_environment(Path(prefix)):
        found.append(
            Finding(
                "no_environment",
                "python",
                f"the Python in {prefix} is not one of a virtual environment",
                "make one and use it: python3 -m venv .venv, then source .venv/bin/activate",
            )
        )
    return found
    ### END SOLUTION


### BEGIN SOLUTION task=check_interpreter
def _is_conda_environment(prefix: Path) -> bool:
    return (prefix / "conda-meta").is_dir() and not (prefix / "condabin").is_dir()


### END SOLUTION


def check_lock(
    requirements: str,
    installed: Mapping[str, str],
    environment: Mapping[str, str] | None = None,
) -> list[Finding]:
    """Which packages of a lock are not installed as it says; an empty list if all are.

    `requirements` is the text of a requirements file as pip-tools writes it: one `name==version`
    a line. A `#` at the start of a line or after a blank begins a comment. A backslash at the end
    joins the next line. What begins with a `-` is an option of pip, for the whole file
    (`--index-url …`) or behind a requirement (`--hash=…`): skip it. `name[extra]` is `name`. What
    stands after a `;` is a marker: the line counts only where it is true, on the machine that
    `environment` describes (without one: on this one). A requirement may be no pin: `>=2`, or
    nothing, which any version fulfils.

    `installed` maps names to versions. Names are equal if they are so when normalised (PEP 503:
    `Ruamel_Yaml` is `ruamel-yaml`), versions by PEP 440: 1.0 is 1.0.0, and an installed 2.13.0+cpu
    is as good as 2.13.0. Findings, in the order of the file; the subject is the normalised name:

    - `package_missing`: it is not installed. The message names the version that is wanted.
    - `package_differs`: another version is. The message names both.
    - `line_unreadable`: the line is no requirement. The subject is `line N` (the first one is 1,
      and lines that are joined count as the first of them); the message quotes it.

    The next step of the first two is the `pip install` that mends it.
    """
    ### BEGIN SOLUTION task=check_lock
    have = {canonicalize_name(name): version for name, version in installed.items()}
    found = []
    for number, line in _logical_lines(requirements):
        try:
            wanted = Requirement(line)
        except InvalidRequirement:
            found.append(
                Finding(
                    "line_unreadable",
                    f"line {number}",
                    f"line {number} of the lock is no requirement: {line!r}",
                    "write the lock anew: make lock",
                )
            )
            continue
        if wanted.marker and not wanted.marker.evaluate(dict(environment or {})):
            continue
        if finding := _compared(wanted, have.get(canonicalize_name(wanted.name))):
            found.append(finding)
    return found
    ### END SOLUTION


### BEGIN SOLUTION task=check_lock
def _logical_lines(text: str) -> list[tuple[int, str]]:
    """(number, requirement) of each line of a requirements file that holds one."""
    lines, start, held = [], 1, ""
    for number, line in enumerate(text.splitlines(), 1):
        start = start if held else number
        if line.endswith("\\") and not line.lstrip().startswith("#"):
            held += line[:-1] + " "
            continue
        lines.append((start, held + line))
        held = ""
    lines.append((start, held))
    kept = []
    for number, line in lines:
        line = re.sub(r"(^|\s)#.*", "", line)
        line = re.split(r"(?:^|\s)-", line, maxsplit=1)[0].strip()
        if line:
            kept.append((number, line))
    return kept


def _compared(wanted: Requirement, version: str | None) -> Finding | None:
    name = canonicalize_name(wanted.name)
    asked = f"{name}{wanted.specifier}"
    step = f"pip install '{asked}'"
    if version is None:
        return Finding("package_missing", name, f"{asked} is wanted, {name} is missing", step)
    try:
        if wanted.specifier.contains(Version(version), prereleases=True):
            return None
    except InvalidVersion:
        pass  # what is not a version cannot be the one that is wanted
    message = f"{asked} is wanted, {name} {version} is installed"
    return Finding("package_differs", name, message, step)


### END SOLUTION


def parse_gpus(text: str) -> list[Gpu]:
    """The cards in the answer of `nvidia-smi --query-gpu=… --format=csv`, in its order.

    The first line names the columns, with units in brackets: `memory.total [MiB]`. They come in
    any order. These are known, and others are left alone: `index`, `name`, `uuid`,
    `memory.total`, `memory.used`, `memory.free`, `driver_version`, `compute_cap`,
    `mig.mode.current` (`Enabled`: the card is partitioned). Memory is a number and mostly its
    unit, `81559 MiB`; with `nounits` in the call the unit stands in the first line only.

    A value in brackets (`[N/A]`, `[Not Supported]`, `[Unknown Error]`, …), a bare `N/A` and an
    empty one are None, in any column but `index` and `name`. So is a column that was not asked
    for. `No devices were found` is an empty list, and so is an empty text.

    Raises ValueError for anything else, such as the sentence in which `nvidia-smi` says that it
    cannot reach the driver, a table without `index` or `name`, a line of another length, memory
    in a unit that is not B, KiB, MiB, GiB or TiB, or a number that is none. The message quotes
    the line.
    """
    ### BEGIN SOLUTION task=parse_gpus
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or lines[0].strip().lower().startswith("no devices were found"):
        return []
    header = [cell.partition("[") for cell in lines[0].split(",")]
    names = [name.strip() for name, _, _ in header]
    units = {name.strip(): unit.strip().rstrip("]") for name, _, unit in header}
    if not {"index", "name"} <= set(names):
        raise ValueError(f"no table of nvidia-smi with `index` and `name`: {lines[0]!r}")
    return [_gpu(line, names, units) for line in lines[1:]]
    ### END SOLUTION


### BEGIN SOLUTION task=parse_gpus
_UNITS = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}


def _gpu(line: str, names: list[str], units: dict[str, str]) -> Gpu:
    cells = [cell.strip() for cell in line.split(",")]
    if len(cells) != len(names):
        raise ValueError(f"{len(cells)} values for {len(names)} columns: {line!r}")
    told = {name: _told(cell) for name, cell in zip(names, cells, strict=True)}
    try:
        memory = {
            kind: _bytes(told.get(f"memory.{kind}"), units.get(f"memory.{kind}"))
            for kind in ("total", "used", "free")
        }
        mode = told.get("mig.mode.current")
        return Gpu(
            index=int(cells[names.index("index")]),
            name=cells[names.index("name")],
            uuid=told.get("uuid"),
            total_bytes=memory["total"],
            used_bytes=memory["used"],
            free_bytes=memory["free"],
            driver=told.get("driver_version"),
            compute_capability=_capability(told.get("compute_cap")),
            partitioned=None if mode is None else mode == "Enabled",
        )
    except ValueError as error:
        raise ValueError(f"{error}, in the line {line!r}") from None


def _told(cell: str) -> str | None:
    return None if cell in ("", "N/A") or cell.startswith("[") else cell


def _capability(cell: str | None) -> tuple[int, int] | None:
    if cell is None:
        return None
    major, minor = map(int, cell.split("."))
    return major, minor


def _bytes(cell: str | None, unit: str | None) -> int | None:
    if cell is None:
        return None
    number, _, own = cell.partition(" ")
    unit = own.strip() or unit
    if unit not in _UNITS:
        raise ValueError(f"{unit!r} is not one of {', '.join(_UNITS)}")
    return int(number) * _UNITS[unit]


### END SOLUTION


def visible_cards(visible: str | None, cards: tuple[Gpu, ...]) -> list[int]:
    """Which cards a CUDA program sees, as places in `cards`, in the order in which it sees them.

    `visible` is the variable CUDA_VISIBLE_DEVICES, and None means that it is not set: all are seen.
    Else it is a list with commas. An entry is a place in `cards` (`0`) or the beginning, `GPU-` and
    all, of the `uuid` of exactly one card (`GPU-8932f937`). The list ends before its first entry
    that is neither: `0,7,1` shows one card of two, and `-1`, or an empty text, shows none. An entry
    that names a card for the second time makes the whole list void: no card is seen.
    """
    ### BEGIN SOLUTION task=diagnose_cuda
    if visible is None:
        return list(range(len(cards)))
    seen: list[int] = []
    for entry in visible.split(","):
        place = _place(entry.strip(), cards)
        if place is None:
            break
        if place in seen:
            return []
        seen.append(place)
    return seen
    ### END SOLUTION


### BEGIN SOLUTION task=diagnose_cuda
def _place(entry: str, cards: tuple[Gpu, ...]) -> int | None:
    if re.fullmatch(r"[0-9]+", entry):
        return int(entry) if int(entry) < len(cards) else None
    named = [
        place
        for place, card in enumerate(cards)
        if entry.startswith("GPU-") and card.uuid and card.uuid.startswith(entry)
    ]
    return named[0] if len(named) == 1 else None


### END SOLUTION


def diagnose_cuda(facts: CudaFacts) -> Finding:
    """Why torch sees no GPU: one cause, with one next step. The subject is `cuda`.

    It is the first of these, from the ground up: what stands below is of no use before what stands
    above is mended.

    - `fine`: torch sees a GPU. The next step is "".
    - `no_driver`: there is no NVIDIA driver (or no NVIDIA card).
    - `no_card`: the driver lists no card, as in a container that was started without any.
    - `cpu_only`: this torch was built without CUDA. The message names its version.
    - `driver_too_old`: it knows only CUDA of an earlier major version than the one torch was built
      for. Within a major version any driver will do (CUDA's minor version compatibility): torch
      for 12.8 runs on a driver that knows 12.2. Of a driver that does not say (None), assume that
      it will do. The message names both versions of CUDA.
    - `hidden`: CUDA_VISIBLE_DEVICES leaves no card (see `visible_cards`). The message quotes it.
    - `unexplained`: none of these.
    """
    ### BEGIN SOLUTION task=diagnose_cuda
    if facts.available:
        return Finding("fine", "cuda", f"torch {facts.torch_version} sees a GPU", "")
    if facts.driver is None:
        code, message = "no_driver", "there is no NVIDIA driver here"
        step = "nothing, if there is no NVIDIA card: the course runs on the CPU; else install it"
    elif not facts.cards:
        code, message = "no_card", f"the driver {facts.driver} lists no card"
        step = "in a container: start it with its cards (docker run --gpus all); else nvidia-smi"
    elif facts.torch_cuda is None:
        code, message = "cpu_only", f"torch {facts.torch_version} was built without CUDA"
        step = "install a build with CUDA: https://pytorch.org/get-started/locally"
    elif facts.driver_cuda and _major(facts.driver_cuda) < _major(facts.torch_cuda):
        code = "driver_too_old"
        message = (
            f"torch was built for CUDA {facts.torch_cuda}, and the driver {facts.driver} "
            f"knows CUDA {facts.driver_cuda} at most"
        )
        step = f"update the driver, or install a torch for CUDA {_major(facts.driver_cuda)}"
    elif not visible_cards(facts.visible, facts.cards):
        code = "hidden"
        message = f"CUDA_VISIBLE_DEVICES={facts.visible!r} hides all {len(facts.cards)} cards"
        step = "unset CUDA_VISIBLE_DEVICES, and start Python anew"
    else:
        code, message = "unexplained", "driver, card and torch fit, and torch sees no GPU"
        step = "let CUDA say why: python -c 'import torch; torch.cuda.init()'"
    return Finding(code, "cuda", message, step)
    ### END SOLUTION


### BEGIN SOLUTION task=diagnose_cuda
def _major(version: str) -> int:
    return int(version.partition(".")[0])


### END SOLUTION


def weight_bytes(config: Mapping[str, Any], dtype: str) -> int:
    """Bytes of a Llama's weights, from its `config.json`, to the byte.

    L = `num_hidden_layers`, h = `hidden_size`, f = `intermediate_size`, H = `num_attention_heads`,
    V = `vocab_size`. K = `num_key_value_heads`, or H where it is missing or null; D = `head_dim`,
    or h / H where it is missing or null.

    - embedding: V × h; the output layer is as large, and is the same memory where
      `tie_word_embeddings` is true (missing: false)
    - a layer: the projections of the queries h × HD, keys h × KD, values h × KD and of the output
      HD × h, with biases of HD, KD, KD and h numbers where `attention_bias` is true; gate, up and
      down, each h × f, with biases of f, f and h numbers where `mlp_bias` is true; two norms of h
    - one more norm of h at the end

    Each number has `BITS[dtype]` bits; what does not fill the last byte counts as one. The scales
    that an int8 or int4 format keeps beside its numbers are not counted here.

    Raises ValueError, which names the field and its value or says that it is missing, where
    `model_type` is not `llama`, a size is no whole number of at least 1, H is no multiple of K, or
    h none of H where D is not given; and for a `dtype` that `BITS` does not know.
    """
    ### BEGIN SOLUTION task=weight_bytes
    shape = _Shape.of(config)
    queries, keys = shape.heads * shape.head_dim, shape.kv_heads * shape.head_dim
    attention = 2 * shape.hidden * (queries + keys)
    mlp = 3 * shape.hidden * shape.intermediate
    if config.get("attention_bias"):
        attention += queries + 2 * keys + shape.hidden
    if config.get("mlp_bias"):
        mlp += 2 * shape.intermediate + shape.hidden
    embeddings = 1 if config.get("tie_word_embeddings") else 2
    numbers = (
        embeddings * shape.vocab * shape.hidden
        + shape.layers * (attention + mlp + 2 * shape.hidden)
        + shape.hidden
    )
    return ceil(numbers * _bits(dtype) / 8)
    ### END SOLUTION


### BEGIN SOLUTION task=weight_bytes
@dataclass(frozen=True)
class _Shape:
    """The sizes in a configuration, checked."""

    layers: int
    hidden: int
    intermediate: int
    vocab: int
    heads: int
    kv_heads: int
    head_dim: int

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> "_Shape":
        if (kind := config.get("model_type")) != "llama":
            raise ValueError(f"model_type is {kind!r}: only `llama` can be counted here")
        hidden, heads = _size(config, "hidden_size"), _size(config, "num_attention_heads")
        kv_heads = heads
        if config.get("num_key_value_heads") is not None:
            kv_heads = _size(config, "num_key_value_heads")
        if heads % kv_heads:
            raise ValueError(
                f"num_attention_heads is {heads}: it must be a multiple of "
                f"num_key_value_heads, which is {kv_heads}"
            )
        if config.get("head_dim") is not None:
            head_dim = _size(config, "head_dim")
        elif hidden % heads:
            raise ValueError(
                f"hidden_size is {hidden}: without a head_dim it must be a multiple of "
                f"num_attention_heads, which is {heads}"
            )
        else:
            head_dim = hidden // heads
        return cls(
            _size(config, "num_hidden_layers"),
            hidden,
            _size(config, "intermediate_size"),
            _size(config, "vocab_size"),
            heads,
            kv_heads,
            head_dim,
        )


def _size(config: Mapping[str, Any], field: str) -> int:
    if field not in config:
        raise ValueError(f"{field} is missing in the configuration")
    return _whole(config[field], field)


def _whole(value: Any, name: str) -> int:
    if type(value) is not int or value < 1:  # True is an int too
        raise ValueError(f"{name} is {value!r}: it must be a whole number of at least 1")
    return value


def _bits(dtype: str) -> int:
    if dtype not in BITS:
        raise ValueError(f"dtype is {dtype!r}: it must be one of {', '.join(BITS)}")
    return BITS[dtype]


### END SOLUTION


def kv_cache_bytes(config: Mapping[str, Any], batch: int, length: int, dtype: str) -> int:
    """Bytes of the keys and values of `batch` sequences of `length` tokens each.

    In each layer, for each token, K key heads and as many value heads of D numbers, with K and D
    as in `weight_bytes`. What does not fill the last byte counts as one.

    Raises ValueError as `weight_bytes` does, and for a `batch` or `length` that is no whole number
    of at least 1.
    """
    ### BEGIN SOLUTION task=kv_cache_bytes
    shape = _Shape.of(config)
    tokens = _whole(batch, "batch") * _whole(length, "length")
    numbers = tokens * shape.layers * 2 * shape.kv_heads * shape.head_dim
    return ceil(numbers * _bits(dtype) / 8)
    ### END SOLUTION


def inference_budget(config: Mapping[str, Any], dtype: str, batch: int, length: int) -> Budget:
    """What a model needs at its worst moment, in bytes: `batch` prompts of `length` tokens at once.

    - weights: `weight_bytes`
    - kv_cache: `kv_cache_bytes`
    - activations: what one layer holds beside its weights while it reads the prompts: for each
      token two vectors of h (the hidden state and its norm) and three of f (gate, up, and their
      product); and for each prompt V logits of its last position, always in float32. The scores
      of attention are never held whole (as in torch's `scaled_dot_product_attention`).

    Cache and activations have the type of the weights, except that they are bfloat16 where the
    weights are int8 or int4. Raises ValueError as `weight_bytes` and `kv_cache_bytes` do.
    """
    ### BEGIN SOLUTION task=inference_budget
    computed = "bfloat16" if dtype in ("int8", "int4") else dtype
    weights = weight_bytes(config, dtype)
    kv_cache = kv_cache_bytes(config, batch, length, computed)
    shape = _Shape.of(config)
    a_token = (2 * shape.hidden + 3 * shape.intermediate) * BITS[computed] // 8
    a_prompt = shape.vocab * BITS["float32"] // 8
    return Budget(weights, kv_cache, batch * (length * a_token + a_prompt))
    ### END SOLUTION


def largest_batch(needed: Callable[[int], int], free_bytes: int, most: int = 65_536) -> int:
    """The largest batch that fits: the greatest b with `needed(b) <= free_bytes`.

    `needed(b)` gives the bytes of a batch of b, and never fewer for a larger one. It may be
    expensive: it is asked only for b from 1 to `most`, never twice for the same, and in all at
    most 2 log2(b) + 3 times for the answer b. 0 if not even one fits; `most` if that many do.

    Raises ValueError, which names the value, where `free_bytes` is negative or `most` is below 1.
    """
    ### BEGIN SOLUTION task=largest_batch
    if free_bytes < 0:
        raise ValueError(f"free_bytes is {free_bytes}: it cannot be negative")
    if most < 1:
        raise ValueError(f"most is {most}: it must be at least 1")
    fits, too_many = 0, 1
    while needed(too_many) <= free_bytes:
        fits = too_many
        if fits == most:
            return most
        too_many = min(2 * too_many, most)
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        if needed(middle) <= free_bytes:
            fits = middle
        else:
            too_many = middle
    return fits
    ### END SOLUTION
