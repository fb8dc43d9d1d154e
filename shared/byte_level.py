"""Byte-level vocabularies as files and the `tokenizers` library write them: bytes as characters.

GPT-2 wrote its vocabulary as text, so each of the 256 bytes needed a character that can be seen.
Those that have one keep it; the others (controls, the blank, …) get U+0100 and on, in order: the
blank is `Ġ`, the line end `Ċ`. Ever since, `tokenizer.json` holds tokens in this dress.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

Pair = tuple[bytes, bytes]

_SEEN = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
_UNSEEN = [value for value in range(256) if value not in _SEEN]
BYTE_TO_CHARACTER: dict[int, str] = {
    **{value: chr(value) for value in _SEEN},
    **{value: chr(0x100 + place) for place, value in enumerate(_UNSEEN)},
}
_CHARACTER_TO_BYTE = {character: value for value, character in BYTE_TO_CHARACTER.items()}


def as_characters(token: bytes) -> str:
    """How a token of bytes is written in a vocabulary file."""
    return "".join(map(BYTE_TO_CHARACTER.__getitem__, token))


def as_bytes(token: str) -> bytes:
    """What a token in a vocabulary file stands for.

    Raises ValueError for a character that stands for no byte: then it is no byte-level vocabulary.
    """
    if odd := [character for character in token if character not in _CHARACTER_TO_BYTE]:
        raise ValueError(f"{token!r} is no byte-level token: {odd[0]!r} stands for no byte")
    return bytes(map(_CHARACTER_TO_BYTE.__getitem__, token))


def read_tokenizer(path: Path) -> tuple[tuple[Pair, ...], dict[bytes | str, int]]:
    """The merges and the vocabulary of a byte-level BPE in a `tokenizer.json`.

    Ordinary tokens are `bytes`, special ones `str`. Raises ValueError for another kind of file.
    """
    document = json.loads(path.read_text(encoding="utf-8"))
    model = document["model"]
    if model.get("type") != "BPE":
        raise ValueError(f"{path.name} holds a model of the type {model.get('type')!r}, not BPE")
    special = {token["content"]: token["id"] for token in document["added_tokens"]}
    ordinary = {
        as_bytes(token): number for token, number in model["vocab"].items() if token not in special
    }
    merges = (merge if isinstance(merge, list) else merge.split(" ") for merge in model["merges"])
    pairs = tuple((as_bytes(first), as_bytes(second)) for first, second in merges)
    return pairs, ordinary | special


def library_tokenizer(
    pairs: Sequence[Pair], vocabulary: Mapping[bytes | str, int], *, digits: bool = True
) -> Tokenizer:
    """The same merges and vocabulary in the `tokenizers` library, which is written in Rust.

    It cuts as the course's model does: GPT-2's pattern, and with `digits` each digit on its own.
    """
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    named = {
        as_characters(token) if isinstance(token, bytes) else token: number
        for token, number in vocabulary.items()
    }
    merges = [(as_characters(first), as_characters(second)) for first, second in pairs]
    tokenizer = Tokenizer(models.BPE(vocab=named, merges=merges))
    steps = [pre_tokenizers.Digits(individual_digits=True)] if digits else []
    steps.append(pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(steps)
    tokenizer.decoder = decoders.ByteLevel()
    special = [token for token in vocabulary if isinstance(token, str)]
    tokenizer.add_special_tokens(
        [AddedToken(token, special=True, normalized=False) for token in special]
    )
    return tokenizer
