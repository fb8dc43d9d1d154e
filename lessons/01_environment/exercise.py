# Lesson 01: edit this file, then: course check environment [stub f0e07479c7e2]
"""Lesson 01: what is wrong with this machine, and what fits into its memory.

Two habits stand behind it. A program that meets a broken machine says which one thing is wrong and
what to do about it. And a model is counted before it is loaded: its configuration tells every byte.

Nothing here asks the machine anything. The functions get what was asked as text or numbers, so
they can be shown machines that nobody in the room has.

Sizes are bytes. 1 MiB = 2**20 bytes and 1 GiB = 2**30; 1 GB = 10**9.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

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
    raise NotImplementedError("check_interpreter: lesson 01, task 1")


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
    raise NotImplementedError("check_lock: lesson 01, task 2")


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
    raise NotImplementedError("parse_gpus: lesson 01, task 3")


def visible_cards(visible: str | None, cards: tuple[Gpu, ...]) -> list[int]:
    """Which cards a CUDA program sees, as places in `cards`, in the order in which it sees them.

    `visible` is the variable CUDA_VISIBLE_DEVICES, and None means that it is not set: all are seen.
    Else it is a list with commas. An entry is a place in `cards` (`0`) or the beginning, `GPU-` and
    all, of the `uuid` of exactly one card (`GPU-8932f937`). The list ends before its first entry
    that is neither: `0,7,1` shows one card of two, and `-1`, or an empty text, shows none. An entry
    that names a card for the second time makes the whole list void: no card is seen.
    """
    raise NotImplementedError("diagnose_cuda: lesson 01, task 4")


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
    raise NotImplementedError("diagnose_cuda: lesson 01, task 4")


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
    raise NotImplementedError("weight_bytes: lesson 01, task 5")


def kv_cache_bytes(config: Mapping[str, Any], batch: int, length: int, dtype: str) -> int:
    """Bytes of the keys and values of `batch` sequences of `length` tokens each.

    In each layer, for each token, K key heads and as many value heads of D numbers, with K and D
    as in `weight_bytes`. What does not fill the last byte counts as one.

    Raises ValueError as `weight_bytes` does, and for a `batch` or `length` that is no whole number
    of at least 1.
    """
    raise NotImplementedError("kv_cache_bytes: lesson 01, task 6")


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
    raise NotImplementedError("inference_budget: lesson 01, task 7")


def largest_batch(needed: Callable[[int], int], free_bytes: int, most: int = 65_536) -> int:
    """The largest batch that fits: the greatest b with `needed(b) <= free_bytes`.

    `needed(b)` gives the bytes of a batch of b, and never fewer for a larger one. It may be
    expensive: it is asked only for b from 1 to `most`, never twice for the same, and in all at
    most 2 log2(b) + 3 times for the answer b. 0 if not even one fits; `most` if that many do.

    Raises ValueError, which names the value, where `free_bytes` is negative or `most` is below 1.
    """
    raise NotImplementedError("largest_batch: lesson 01, task 8")
