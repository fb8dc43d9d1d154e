"""Find the model that `COURSE_MODEL` names: a folder, or an id of the Hugging Face hub.

Any model of the Llama family will do: the course computes RMSNorm, rotary positions, grouped
queries and SwiGLU, and reads `config.json`, `tokenizer.json` and safetensors weights.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from shared.assets.download import AssetError

HUB_ID = re.compile(r"[\w-][\w.-]*/[\w-][\w.-]*", re.ASCII)
WANTED = ["*.json", "*.safetensors", "*.jinja"]
WAY_OUT = "unset COURSE_MODEL to use the default model"


def find(named: str) -> Path:
    """The folder of the model `named`, fetched from the hub if need be. Raises AssetError."""
    folder = Path(named).expanduser()
    if folder.is_dir():
        reason = unfit(folder)
    elif HUB_ID.fullmatch(named):
        folder, reason = _from_hub(named)
    else:
        reason = "there is no such folder, and it is not a hub id (owner/name)"
    if reason:
        raise AssetError(
            f"COURSE_MODEL={named} cannot be used: {reason}. Correct it, or {WAY_OUT}."
        )
    return folder.resolve()


def unfit(folder: Path) -> str | None:
    """Why the course cannot use the model in `folder`, in words; None if it can."""
    if reason := _not_llama(folder):
        return reason
    if not (folder / "tokenizer.json").is_file():
        return f"{folder} has no tokenizer.json"
    index = folder / "model.safetensors.index.json"
    if index.is_file():
        shards = set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values())
    else:
        shards = {"model.safetensors"}
    missing = sorted(name for name in shards if not (folder / name).is_file())
    return f"{folder} has no {', '.join(missing)}" if missing else None


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


def _from_hub(name: str) -> tuple[Path, str | None]:
    """The snapshot of a hub model, from the cache without a network if it is whole there."""
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import (
        HFValidationError,
        LocalEntryNotFoundError,
        RepositoryNotFoundError,
    )

    try:
        try:
            cached = Path(snapshot_download(name, local_files_only=True))
        except LocalEntryNotFoundError:
            cached = None
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
