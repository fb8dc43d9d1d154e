"""Find the model that `COURSE_MODEL` names: a folder, or an id of the Hugging Face hub.

Any model of the Llama family will do: the course computes RMSNorm, rotary positions, grouped
queries and SwiGLU, and reads `config.json`, `tokenizer.json` and safetensors weights.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from shared.assets.download import AssetError
from shared.files import why

HUB_ID = re.compile(r"[\w-][\w.-]*/[\w-][\w.-]*", re.ASCII)
WANTED = ["*.json", "*.safetensors", "*.jinja"]
RULE = (
    "It names a folder with config.json, tokenizer.json and safetensors weights of the Llama "
    "family, or a hub id (owner/name)."
)
WAY_OUT = "unset COURSE_MODEL to use the default model"


def setting() -> str:
    """What `COURSE_MODEL` names; empty for the default model."""
    return os.environ.get("COURSE_MODEL", "").strip()


def find(named: str) -> Path:
    """The folder of the model `named`, fetched from the hub if need be. Raises AssetError."""
    folder = Path(named).expanduser()
    if folder.is_dir() or not HUB_ID.fullmatch(named):
        problem = missing(named)
    else:
        folder, reason = _from_hub(named)
        problem = reason and _refusal(named, reason)
    if problem:
        raise AssetError(problem)
    return folder.resolve()


def missing(named: str) -> str | None:
    """Why the model `named` cannot be used as it is on this machine, in words; None if it can.

    It asks no network.
    """
    folder = Path(named).expanduser()
    if folder.is_dir():
        reason = unfit(folder)
    elif not HUB_ID.fullmatch(named):
        reason = "there is no such folder, and it is not a hub id (owner/name)"
    elif cached := _cached(named):
        reason = unfit(cached)
    else:
        reason = "it is not on this machine yet, and `course fetch` fetches it from the hub"
    return _refusal(named, reason) if reason else None


def _refusal(named: str, reason: str) -> str:
    return f"COURSE_MODEL={named} cannot be used: {reason}. {RULE} Correct it, or {WAY_OUT}."


def unfit(folder: Path) -> str | None:
    """Why the course cannot use the model in `folder`, in words; None if it can."""
    try:
        return _not_llama(folder) or _incomplete(folder)
    except OSError as error:
        return f"{folder} cannot be read ({why(error)})"


def _incomplete(folder: Path) -> str | None:
    if not (folder / "tokenizer.json").is_file():
        return f"{folder} has no tokenizer.json"
    index = folder / "model.safetensors.index.json"
    if index.is_file():
        try:
            shards = set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values())
        except (ValueError, LookupError, TypeError, AttributeError):
            return f"{index} does not say which file holds which weight"
    else:
        shards = {"model.safetensors"}
    absent = sorted(name for name in shards if not (folder / name).is_file())
    return f"{folder} has no {', '.join(absent)}" if absent else None


def _not_llama(folder: Path) -> str | None:
    config = folder / "config.json"
    if not config.is_file():
        return f"{folder} has no config.json"
    try:
        kind = json.loads(config.read_text(encoding="utf-8")).get("model_type")
    except (ValueError, AttributeError):
        return f"{config} is not a JSON object"
    if kind != "llama":
        return f"its model_type is {kind!r} and the course runs the Llama family ('llama')"
    return None


def _cached(name: str) -> Path | None:
    """The snapshot of a hub model that is on this machine, if one is."""
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError

    try:
        return Path(snapshot_download(name, local_files_only=True))
    except (OSError, HFValidationError):  # not there, or nothing that could be
        return None


def _from_hub(name: str) -> tuple[Path, str | None]:
    """The snapshot of a hub model, from the cache without a network if it is whole there."""
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, RepositoryNotFoundError

    try:
        cached = _cached(name)
        if cached and unfit(cached) is None:
            return cached, None
        # The kind is looked at before gigabytes of a model that cannot be used come down.
        folder = Path(snapshot_download(name, allow_patterns=["config.json"]))
        if reason := _not_llama(folder):
            return folder, reason
        folder = Path(snapshot_download(name, allow_patterns=WANTED))
    except RepositoryNotFoundError as error:
        raise AssetError(
            f"COURSE_MODEL={name}: the hub has no such model, or it is not open to you. Correct "
            f"the id, or log in with `hf auth login`, or {WAY_OUT}."
        ) from error
    except (OSError, HFValidationError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise AssetError(
            f"COURSE_MODEL={name} is not on this machine and could not be fetched from the hub "
            f"({why}). Look at the network and at the room on the disk (HF_HOME names another "
            f"place) and try again, or name a local folder, or {WAY_OUT}."
        ) from error
    return folder, unfit(folder)
