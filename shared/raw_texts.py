"""The texts of `data/raw` for the lessons after cleaning: those that can be read, and by kind."""

import json
import random
import re

from shared import ROOT
from shared.curriculum import load

CORPUS = ROOT / "data" / "raw" / "corpus.jsonl"
PROSE = (
    *("news", "recipe", "essay", "explainer", "story", "review", "travel", "manual", "column"),
    *("letter", "notice", "craft"),
)
"""Values of `source` that promise plain prose: no logs, tables or attachments."""
PROGRAMS = ("python", "make", "c", "javascript")
EMOJI = (
    "🙂",
    "👍🏽",
    "👩\u200d👧",
    "🇫🇷",
    "☕\ufe0f",
    "🎉",
    "🚲",
    "❤\ufe0f",
    "👩🏾\u200d🚀",
    "7\ufe0f\u20e3",
)


def documents() -> list[dict[str, str]]:
    """The documents of the corpus whose line can be read, dirty as they are, in file order."""
    found = []
    for line in CORPUS.read_bytes().split(b"\n"):
        try:
            document = json.loads(line)
            json.dumps(document, ensure_ascii=False).encode()  # fails for a lone surrogate
            document["text"].encode()
        except (ValueError, TypeError, KeyError, AttributeError):
            continue
        found.append(document)
    return found


def _clean(document: dict[str, str]) -> str:
    """The text of a document as lesson 02 cleans it."""
    cleaning = load("cleaning")
    text = cleaning.strip_controls(document["text"])
    return cleaning.normalize_whitespace(text, keep_indentation=document["lang"] in PROGRAMS)


def mixed() -> list[str]:
    """Texts of very different lengths: the cleaned documents, their paragraphs, their sentences.

    Each once, the documents first: one of a single letter, one of 16,000 tokens, and in between
    many short ones and few long ones, as in most sets of texts that models are trained on.
    """
    wholes = [_clean(document) for document in documents()]
    paragraphs = [part for whole in wholes for part in whole.split("\n\n")]
    sentences = [
        part for whole in paragraphs for part in re.split(r"(?<=[.!?])\s+|(?<=[。！？])", whole)
    ]
    texts = (text.strip() for text in (*wholes, *paragraphs, *sentences))
    return list(dict.fromkeys(filter(None, texts)))


def text_by_kind() -> dict[str, str]:
    """One text of each kind: English, Chinese, code, digits, emoji.

    The first three are prose and programs of the corpus, cleaned by lesson 02; the others are
    drawn, always the same.
    """
    rng = random.Random(0)
    kinds: dict[str, list[str]] = {"English": [], "Chinese": [], "code": []}
    names = {"en": "English", "zh": "Chinese", **dict.fromkeys(PROGRAMS, "code")}
    for document in documents():
        kind = names.get(document["lang"])
        if kind == "code" or (kind and document["source"] in PROSE):
            kinds[kind].append(_clean(document))
    numbers = [f"{rng.randrange(10**6):,}" for _ in range(500)]
    return {kind: "\n\n".join(texts) for kind, texts in kinds.items()} | {
        "digits": " ".join(numbers),
        "emoji": " ".join(rng.choice(EMOJI) for _ in range(500)),
    }
