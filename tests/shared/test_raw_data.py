"""The datasheet of data/raw says what is in the data: every figure in its tables is recounted."""

import json
import re
from collections import Counter

import pytest
import regex

from shared import ROOT
from shared.curriculum import find, import_file

RAW = ROOT / "data" / "raw"
CORPUS = RAW / "corpus.jsonl"

DEFECTS = {
    "carriage return + line feed": r"\r\n",
    "carriage return alone": r"\r(?!\n)",
    "vertical tab": r"\v",
    "form feed": r"\f",
    "next line U+0085": r"\x85",
    "line or paragraph separator U+2028, U+2029": r"[\u2028\u2029]",
    "two or more blanks in a row": r"[\p{Zs}\t]{2,}",
    "blank before a line end": r"[\p{Zs}\t]+(?=[\r\n])",
    "tab": r"\t",
    "no-break space U+00A0": r"\u00a0",
    "narrow no-break space U+202F": r"\u202f",
    "ideographic space U+3000": r"\u3000",
    "NUL": r"\0",
    "escape U+001B": r"\x1b",
    "8-bit introducer U+0090, U+0098, U+009B, U+009D to U+009F": r"[\x90\x98\x9b\x9d-\x9f]",
    "other control": r"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x8f\x91-\x97\x99\x9a\x9c]",
    "byte order mark U+FEFF": r"\ufeff",
    "zero-width space U+200B": r"\u200b",
    "word joiner U+2060": r"\u2060",
    "soft hyphen U+00AD": r"\u00ad",
    "bidi control": r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]",
    "zero-width non-joiner U+200C": r"\u200c",
    "zero-width joiner U+200D": r"\u200d",
    "tag U+E0020 to U+E007F": r"[\U000e0020-\U000e007f]",
    "variation selector": r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]",
    "combining mark": r"[\p{M}--[\ufe00-\ufe0f\U000e0100-\U000e01ef]]",
    "flag of two letters": r"\p{RI}\p{RI}",
    "keycap": r"[0-9#*]\ufe0f\u20e3",
    "skin tone": r"\p{Emoji_Modifier}",
    "replacement character U+FFFD": r"\ufffd",
    "full-width form or ideographic punctuation": r"[\u3001-\u3003\u3008-\u3011\uff01-\uff60]",
    "line of more than 2,000 characters": r"[^\n]{2001,}",
}


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """The texts of all documents, good lines only."""
    found = []
    for line in CORPUS.read_bytes().split(b"\n"):
        try:
            document = json.loads(line, parse_constant=lambda name: 1 / 0)
            text = document["text"]
            json.dumps(document, ensure_ascii=False).encode()
            found.append(text + "")
        except (ValueError, TypeError, KeyError, ZeroDivisionError):
            continue  # counted by `test_fates`
    return found


@pytest.fixture(scope="module")
def cleaned(tmp_path_factory):
    """The reference, its report on the corpus, and the documents that it wrote."""
    lesson = import_file(find("cleaning").solution, "lesson_cleaning")
    target = tmp_path_factory.mktemp("raw") / "clean.jsonl"
    report = lesson.clean_corpus(CORPUS, target)
    return lesson, report, [json.loads(line) for line in target.read_text("utf-8").splitlines()]


def table(title: str) -> dict[str, tuple[int, ...]]:
    """The rows of the datasheet's table under the heading `title`: first column to figures."""
    section = (
        (RAW / "README.md").read_text("utf-8").split(f"### {title}\n", 1)[1].split("\n#", 1)[0]
    )
    rows = re.findall(r"^\| (.+?) \|((?: [\d,]+ \|)+)$", section, flags=re.MULTILINE)
    assert rows, f"no table under {title!r}"
    figures = {
        name: tuple(int(n.replace(",", "")) for n in re.findall(r"[\d,]+", rest))
        for name, rest in rows
    }
    assert len(figures) == len(rows), "a row stands twice"
    return figures


def count_defects(texts: list[str]) -> dict[str, tuple[int, int]]:
    """For each defect: the documents that have it, and how often it occurs."""
    counts = {}
    for name, pattern in DEFECTS.items():
        found = [len(regex.findall(f"(?V1){pattern}", text)) for text in texts]
        counts[name] = (sum(map(bool, found)), sum(found))
    return counts


def count_languages() -> dict[str, tuple[int]]:
    languages = Counter()
    for line in CORPUS.read_bytes().split(b"\n"):
        if found := re.search(rb'"lang": "(\w+)", "source"', line):
            languages[found[1].decode()] += 1
    return {f"`{name}`": (number,) for name, number in languages.items()}


def count_fates(cleaned) -> dict[str, tuple[int]]:
    lesson, report, documents = cleaned
    fates = {f"quarantined: {reason}": (n,) for reason, n in report.quarantined.items()}
    fates |= {f"dropped: {reason}": (n,) for reason, n in report.dropped.items()}
    near = lesson.deduplicate([document["text"] for document in documents], threshold=0.8)
    repeated = sum(origin is not None for origin in near)
    return fates | {
        "written": (report.written,),
        "of these, near duplicates at 0.8": (repeated,),
        "in all": (report.read,),
    }


def test_defects(texts):
    assert table("Defects") == count_defects(texts)
    assert all(documents for documents, _ in table("Defects").values())


def test_languages():
    assert table("Languages") == count_languages()


def test_fates(cleaned):
    assert table("What becomes of the lines") == count_fates(cleaned)
    assert cleaned[1].balanced


def test_single_files(texts):
    """The two files that the lesson shows are documents of the corpus, to the byte."""
    for name in ("terminal.log", "scraper.py.txt"):
        assert (RAW / name).read_bytes().decode() in texts


def test_python_parses(cleaned):
    """Every Python document parses once its indentation is kept."""
    _, _, documents = cleaned
    python = [document for document in documents if document["lang"] == "python"]
    assert len(python) >= 5
    for document in python:
        compile(document["text"], document["id"], "exec")
