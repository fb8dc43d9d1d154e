"""Lesson 02: what to remove from a text, what must stay, and how to do it to a whole corpus.

A cleaner throws information away, so each step says exactly which characters it touches and leaves
every other one as it is: punctuation, case, accents, full-width forms. None of the steps
normalises Unicode: NFKC would turn `，` into `,` and `①` into `1`.

Two properties hold for all of it. Cleaning twice equals cleaning once. And the time grows with the
length of the text, whatever is in it: a cleaner that is quadratic in a run of blanks has already
taken a large site down (Stack Overflow, 20 July 2016).

"Character" means code point everywhere: `len("👍🏽")` is 2.
"""

import codecs
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import shake_256
from pathlib import Path

import numpy as np
import regex  # like `re`, and knows Unicode properties: \p{...}, \X

from shared.corpus import Line, bounded_lines, open_corpus
from shared.hashing import PERMUTATIONS, Seen, fingerprint, hash_shingles, rows_per_band

# Pieces of character classes, to be put between [ and ].
CONTROLS = r"\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"
"""C0, DEL and C1, except the six that are white space: \\t \\n \\v \\f \\r and U+0085 (NEL)."""
INVISIBLE = r"\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u206f\ufeff"
"""Soft hyphen, zero-width space, bidi marks and overrides, word joiner, byte order mark."""
TAGS = r"\U000e0001\U000e0020-\U000e007f"
"""An invisible copy of ASCII, used inside three flags and for hiding instructions in prompts."""
JOINERS = r"\u200c\u200d"
"""Zero-width non-joiner and zero-width joiner."""
BLANKS = "\t \u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u202f\u205f\u3000"
"""Tab and the Unicode space separators (category Zs), as a plain string: fit for `strip` too."""

# Whole patterns.
FLAG = r"\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,7}\U000e007f"
"""Black flag, tags that spell a region, cancel tag: England, Scotland, Wales (UTS #51, ED-14a)."""
JOINING_LETTER = (
    r"(?V1)[[\p{L}\p{M}]&&[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Adlm}\p{scx=Mong}\p{scx=Deva}"
    r"\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}"
    r"\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]]"
)
"""A letter or mark of a script that is written with joiners (`regex` only)."""
EMOJI = r"\p{Extended_Pictographic}"
EMOJI_END = r"[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\U000e007f]"
"""What may stand before the joiner of an emoji sequence (`regex` only; UAX #29, rule GB11)."""

CODE_LANGUAGES = ("python", "make", "c", "javascript")
"""Values of the field `lang` whose documents are source code: a tuple, as `lang` may be a list."""

### BEGIN SOLUTION task=strip_controls
# `re` skips ahead fast where a pattern begins with a class, slowly where with an alternation.
_SUSPECT = re.compile(f"[{CONTROLS}{INVISIBLE}{TAGS}{JOINERS}]")
_INTRODUCER = re.compile(r"[\x1b\x90\x98\x9b\x9d-\x9f]")
_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x00-\x1f\x7f-\x9f\u2028\u2029]*(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*[0-~]?"
)
_UNSEEN = re.compile(f"[{CONTROLS}{INVISIBLE}]")
_TAG = re.compile(f"[{TAGS}]")
_FLAG_OR_TAG = re.compile(f"({FLAG})|[{TAGS}]")
_JOINER_RUN = re.compile(f"([{JOINERS}])[{JOINERS}]*")
_JOINING_LETTER = regex.compile(JOINING_LETTER)
_EMOJI_END, _EMOJI = regex.compile(EMOJI_END), regex.compile(EMOJI)


def _needed_joiner(run: re.Match[str]) -> str:
    before = run.string[max(run.start() - 1, 0) : run.start()]
    first, after = run[1], run.string[run.end() : run.end() + 1]
    if _JOINING_LETTER.match(before) or _JOINING_LETTER.match(after):
        return first
    in_emoji = first == "\u200d" and _EMOJI_END.match(before) and _EMOJI.match(after)
    return first if in_emoji else ""


### END SOLUTION


def strip_controls(text: str) -> str:
    r"""Return `text` without the characters that no reader sees and no language needs.

    White space is kept, all of it: `\t`, `\n`, and every other line end and blank is the business
    of `normalize_whitespace`. Removed are, each step working on what the one before has left:

    1. Terminal escape sequences, whole (ECMA-48; ESC is U+001B), from left to right:
       - control sequences: `ESC [` or U+009B, then any number of `0`..`?`, any number of
         ` `..`/`, one final `@`..`~`. One that is cut short goes as far as it goes:
         `"\x1b[31\n"` becomes `"\n"`;
       - control strings (window titles, hyperlinks, images): `ESC` and one of `] P X ^ _`, or one
         of U+0090, 98, 9D, 9E, 9F; then any characters but C0, DEL, C1, U+2028 and U+2029; then
         BEL (U+0007), `ESC \` or U+009C. Without its end on the same line only the introducer
         goes: a lost terminator must not swallow the document;
       - all others: ESC, any number of ` `..`/`, then one `0`..`~` if that follows.
    2. `CONTROLS` and `INVISIBLE` characters.
    3. `TAGS`, except inside a `FLAG`.
    4. `JOINERS`, U+200C and U+200D, where nothing needs them. Of a run of joiners only the first
       counts, the others go. It stays if the character before the run or the one after it is a
       `JOINING_LETTER`; a U+200D stays, too, between an `EMOJI_END` and an `EMOJI`.

    Everything else stays, among it variation selectors, combining marks and U+FFFD.
    """
    ### BEGIN SOLUTION task=strip_controls
    if not _SUSPECT.search(text):  # one fast pass: most texts are clean
        return text
    if _INTRODUCER.search(text):
        text = _SEQUENCE.sub("", text)
    text = _UNSEEN.sub("", text)
    if _TAG.search(text):
        text = _FLAG_OR_TAG.sub(r"\1", text)
    return _JOINER_RUN.sub(_needed_joiner, text)
    ### END SOLUTION


### BEGIN SOLUTION task=normalize_whitespace
_LINE_END = re.compile("[\r\v\f\x85\u2028\u2029]")
_ODD_BLANK = re.compile(f"[{BLANKS.replace(' ', '')}]")


def _tidy_code_line(line: str) -> str:
    body = line.strip(BLANKS)
    indentation = line[: len(line) - len(line.lstrip(BLANKS))]
    if not indentation.isascii():
        indentation = re.sub("[^\t ]", " ", indentation)
    return indentation + body if body else ""


### END SOLUTION


def normalize_whitespace(text: str, *, keep_indentation: bool = False) -> str:
    r"""Return `text` with one kind of line end, one kind of blank, and no more of them than needed.

    - Line ends `\r\n` (one, not two), `\r`, `\v`, `\f`, U+0085, U+2028, U+2029 become `\n`
      (Unicode Standard, 5.8). U+001C to U+001F are not white space in Unicode, though
      `str.split` and `\s` think so: they stay.
    - Each run of `BLANKS` becomes one space; blanks at the start and the end of a line go.
    - Empty lines: none before the first line with text or after the last, at most one between.
      The result ends without `\n`.

    With `keep_indentation` the text is source code, where blanks carry meaning:

    - the blanks before the first visible character of a line stay, one for one: tab and space as
      they are, any other (U+00A0 from a web page is a syntax error in Python) as one space;
    - blanks between visible characters stay as they are: they may stand in a string literal;
    - blanks at the end of a line go; at most two empty lines stand together (PEP 8 asks for two).
    """
    ### BEGIN SOLUTION task=normalize_whitespace
    text = text.replace("\r\n", "\n")
    text = _LINE_END.sub("\n", text)
    if keep_indentation:
        text = "\n".join(map(_tidy_code_line, text.split("\n")))
        return re.sub("\n\n\n\n+", "\n\n\n", text).strip("\n")
    text = _ODD_BLANK.sub(" ", text)
    text = re.sub("  +", " ", text)
    text = text.replace(" \n", "\n").replace("\n ", "\n")
    return re.sub("\n\n\n+", "\n\n", text).strip("\n ")
    ### END SOLUTION


CLOSING = "\"'”’»›)]）］」』】》〉"
"""What may stand between the end of a sentence and the place to cut."""

### BEGIN SOLUTION task=split_long_lines
_CLOSING = regex.escape(CLOSING)
_BREAKABLE = "".join(blank for blank in BLANKS if blank not in "\u00a0\u2007\u202f")
_MARKS = r"\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}"
_CUT_HERE = f"(?=[^{_BREAKABLE}{_MARKS}])"
# (?r) searches from the end. The last character of a window only shows what follows the cut.
_AFTER_SENTENCE = regex.compile(
    rf"(?r)(?:[.!?…।॥؟۔][{_CLOSING}]*[{_BREAKABLE}]+"
    rf"|[。！？｡][{_CLOSING}]*[{_BREAKABLE}]*(?![。！？｡{_CLOSING}])){_CUT_HERE}"
)
_AFTER_BLANKS = regex.compile(f"(?r)[{_BREAKABLE}]{_CUT_HERE}")
_CLUSTER = regex.compile(rf"\p{{RI}}\p{{RI}}[{_MARKS}]*|\X")  # \X alone is quadratic in flags
_PLAIN_PAIR = regex.compile(r"(?r)(?<=\p{GCB=XX})\p{GCB=XX}")  # a boundary is always between them


def _cut(window: str) -> int:
    """How many characters of `window`, never all of them, make the next piece."""
    for rule in (_AFTER_SENTENCE, _AFTER_BLANKS):
        if match := rule.search(window):
            return match.end()
    pair = _PLAIN_PAIR.search(window)
    boundary = start = pair.start() if pair else 0
    for cluster in _CLUSTER.finditer(window, start):
        if cluster.end() == len(window):
            break
        boundary = cluster.end()
    return boundary or len(window) - 1


### END SOLUTION


def split_long_lines(text: str, limit: int) -> list[str]:
    r"""Cut `text` into pieces of at most `limit` characters; joined, they are `text` again.

    Every `\n` ends a piece and belongs to it, also to its length. A line that fits (with its `\n`)
    is one piece; `""` has no pieces. From a line that does not fit pieces are taken from the left,
    each as long as possible by the first of these rules that gives a place to cut (the rules look
    only at what is left of the line; once that fits, it is the last piece):

    1. after the end of a sentence: one of `.!?…।॥؟۔`, any number of `CLOSING`, then a run of one
       or more blanks; or one of `。！？｡`, any number of `CLOSING` and a run of blanks or none, if
       neither another of `。！？｡` nor of `CLOSING` follows. So no cut in `3.14`, none between `。`
       and `”`. (Abbreviations cannot be told from sentences: `Dr. ` is an end.)
    2. after a run of blanks;
    3. between two grapheme clusters, what a reader takes for one character (UAX #29; `\X` in
       `regex`): never inside `é` written as two, a flag or a family;
    4. after `limit` characters: the cluster alone is longer than the limit, and the limit is hard.

    Blanks are the `BLANKS` but the no-break ones: U+00A0, U+2007, U+202F. Rules 1 and 2 cut neither
    inside a cluster (a blank can carry a mark) nor inside a run of blanks.

    Raises ValueError if `limit` is less than 1.
    """
    ### BEGIN SOLUTION task=split_long_lines
    if limit < 1:
        raise ValueError(f"limit is {limit}: a piece needs at least 1 character")
    pieces = []
    for line in re.findall("[^\n]*\n|[^\n]+", text):
        start = 0
        while len(line) - start > limit:
            length = _cut(line[start : start + limit + 1])
            pieces.append(line[start : start + length])
            start += length
        pieces.append(line[start:])
    return pieces
    ### END SOLUTION


### BEGIN SOLUTION task=deduplicate
_RANDOM = np.frombuffer(shake_256(b"minhash").digest(16 * PERMUTATIONS), "<u8").reshape(-1, 2)
_HASHES = list(zip(_RANDOM[:, 0] | np.uint64(1), _RANDOM[:, 1], strict=True))


def _normalized(text: str) -> str:
    return normalize_whitespace(strip_controls(text))


def _bands(shingles: np.ndarray, rows: int) -> list[tuple[int, bytes]]:
    """The MinHash signature (Broder 1997), cut into bands: texts that share one are candidates."""
    signature = np.array([(shingles * odd + offset).min() for odd, offset in _HASHES])
    return [
        (first, signature[first : first + rows].tobytes())
        for first in range(0, PERMUTATIONS - rows + 1, rows)
    ]


def _jaccard(one: np.ndarray, other: np.ndarray) -> float:
    common = len(np.intersect1d(one, other, assume_unique=True))
    return common / (len(one) + len(other) - common)


### END SOLUTION


def deduplicate(documents: Sequence[str], *, threshold: float | None = None) -> list[int | None]:
    """Return for each document the index of the one it repeats, or None if it is to be kept.

    The first of equal documents is kept, so an index always points to an earlier, kept document:
    `["a", "b", "a ", "a"]` gives `[None, None, 0, 0]`. Two documents are equal if they are so
    after `strip_controls` and `normalize_whitespace` (without indentation, code or not).

    With a `threshold` a document also repeats a kept one if the Jaccard similarity of their
    shingles, |A ∩ B| / |A ∪ B| of what `hash_shingles` gives for the normalised texts, is at least
    `threshold`; of several the first. Only kept documents count: from A ~ B ~ C where A and C are
    not alike, A and C are kept. Comparing all pairs would take n² / 2 steps, so (Leskovec,
    Rajaraman, Ullman: Mining of Massive Datasets, 3.4)

    - MinHash turns each set of shingles into `PERMUTATIONS` numbers, each the least of the set
      under another hash function, fixed and the same in every process;
    - the signature is cut into bands of `rows_per_band(threshold)` numbers; only documents that
      agree in a whole band are compared;
    - every such pair is verified with the exact similarity. So there are no false merges, and a
      pair at the threshold is missed less than once in 1000, a closer one more rarely.

    Raises ValueError if `threshold` is neither None nor in 0 < threshold <= 1.
    """
    ### BEGIN SOLUTION task=deduplicate
    if threshold is not None and not 0 < threshold <= 1:
        raise ValueError(f"threshold is {threshold}: a similarity above 0 and up to 1, or None")
    origins: list[int | None] = []
    exact: dict[int, int] = {}
    buckets: dict[tuple[int, bytes], list[int]] = defaultdict(list)
    rows = rows_per_band(threshold) if threshold else 0
    for index, document in enumerate(documents):
        text = _normalized(document)
        key = fingerprint(text)
        origin = exact.get(key)
        if origin is None and threshold:
            shingles = hash_shingles(text)
            bands = _bands(shingles, rows)
            for other in sorted({each for band in bands for each in buckets.get(band, ())}):
                # Hashed again rather than kept: the hashes take eight times the text's memory.
                again = hash_shingles(_normalized(documents[other]))
                if _jaccard(shingles, again) >= threshold:
                    origin = other
                    break
            else:
                for band in bands:
                    buckets[band].append(index)
        exact.setdefault(key, index if origin is None else origin)
        origins.append(origin)
    return origins
    ### END SOLUTION


@dataclass
class Report:
    """What became of every document and every character in one run of `clean_corpus`.

    A reason or step that did not occur is missing from its counter or 0.
    """

    read: int = 0
    """Lines of the source, but blank ones."""
    written: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    """Documents by reason: `empty`, `duplicate`."""
    quarantined: Counter[str] = field(default_factory=Counter)
    """Lines by reason: see `clean_corpus`."""
    characters_read: int = 0
    """In the texts of the documents that are not quarantined; likewise below."""
    characters_added: int = 0
    """Line feeds put in where a long line was split."""
    characters_removed: Counter[str] = field(default_factory=Counter)
    """By step: `strip_controls`, `normalize_whitespace`."""
    characters_dropped: Counter[str] = field(default_factory=Counter)
    """By reason, as they were after cleaning."""
    characters_written: int = 0

    @property
    def balanced(self) -> bool:
        """Is every document and every character accounted for?"""
        documents = self.written + self.dropped.total() + self.quarantined.total()
        gone = self.characters_removed.total() + self.characters_dropped.total()
        return (
            self.read == documents
            and self.characters_read + self.characters_added == self.characters_written + gone
        )


### BEGIN SOLUTION task=clean_corpus
class _LineError(Exception):
    """Its message is the reason."""


_to_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _finite(number: str) -> float:
    """What Python reads but JSON has no way to write: NaN, Infinity, 1e999."""
    if not math.isfinite(value := float(number)):
        raise ValueError(number)
    return value


_from_json = json.JSONDecoder(parse_float=_finite, parse_constant=_finite).decode


def _parse(line: Line) -> dict[str, object]:
    """The document in a line, fit to be written again. Raises _LineError."""
    if line.size > len(line.head):
        raise _LineError("too long")
    head = line.head.removeprefix(codecs.BOM_UTF8) if line.number == 1 else line.head
    try:
        document = _from_json(head.decode("utf-8"))
    except UnicodeDecodeError:
        raise _LineError("not UTF-8") from None
    except (ValueError, RecursionError):
        raise _LineError("not JSON") from None
    if not isinstance(document, dict):
        raise _LineError("not an object")
    if "text" not in document:
        raise _LineError("no text")
    if not isinstance(document["text"], str):
        raise _LineError("text is not a string")
    if b"\\u" in head:  # a surrogate comes from an escape or not at all
        try:
            _to_json(document).encode("utf-8")
        except UnicodeEncodeError:
            raise _LineError("lone surrogate") from None
    return document


def _quarantined(line: Line, reason: str) -> bytes:
    raw = line.head if line.size == len(line.head) else line.head[:1000]
    record = {
        "line": line.number,
        "reason": reason,
        "bytes": line.size,
        "raw": raw.decode("utf-8", "surrogateescape"),
    }
    return json.dumps(record).encode("ascii") + b"\n"


def _tidy(text: str, is_code: bool, report: Report) -> str:
    stripped = strip_controls(text)
    tidy = normalize_whitespace(stripped, keep_indentation=is_code)
    report.characters_removed["strip_controls"] += len(text) - len(stripped)
    report.characters_removed["normalize_whitespace"] += len(stripped) - len(tidy)
    return tidy


def _clean(text: str, is_code: bool, line_limit: int, report: Report) -> str:
    report.characters_read += len(text)
    text = _tidy(text, is_code, report)
    lines = text.split("\n")
    if is_code or max(map(len, lines)) <= line_limit:
        return text
    pieces = [piece for line in lines for piece in split_long_lines(line, line_limit) or [""]]
    report.characters_added += len(pieces) - len(lines)
    return _tidy("\n".join(pieces), is_code, report)


### END SOLUTION


def clean_corpus(
    source: Path,
    target: Path,
    *,
    quarantine: Path | None = None,
    line_limit: int = 10_000,
    record_limit: int = 16_000_000,
) -> Report:
    r"""Clean the JSONL file `source` into `target`, bad lines into `quarantine`; return a Report.

    One document a line, in order, one at a time in memory; of those that passed only a
    `fingerprint` is kept, in a `Seen`. Open the files with `open_corpus`, which sees to missing and
    equal paths, to the progress bar, and to outputs that are whole or not there; read them with
    `bounded_lines`. Without `quarantine` bad lines go beside the target: for the target `a/b.jsonl`
    to `a/b.quarantine.jsonl`. Lines that are blank (`bytes.strip` leaves nothing of a line that is
    not too long) are skipped and counted nowhere.

    A line is quarantined for the first of these reasons that holds: `too long` (over `record_limit`
    bytes), `not UTF-8`, `not JSON` (also: nested too deeply for `json`, NaN or infinity, also as
    `1e999`), `not an object`, `no text`, `text is not a string`, `lone surrogate` (anywhere in the
    document, for it has no UTF-8). A byte order mark before the first line is allowed. The
    quarantine, which is written even if it stays empty, holds for each an ASCII JSON object with
    `line` (number, from 1), `reason`, `bytes` (size of the line) and `raw`: the line, or of one
    that is too long the first 1000 bytes, as far as `bounded_lines` gives them. It is decoded as
    UTF-8 with `surrogateescape`: encoding it likewise gives every byte back.

    The `text` of any other document is cleaned: `strip_controls`, then `normalize_whitespace`,
    which keeps the indentation if the field `lang` is one of `CODE_LANGUAGES`. If it is not, and a
    line is now longer than `line_limit` characters, `\n` is put between its pieces
    (`split_long_lines`) and the first two steps are done once more, for the blanks at the cuts.
    Then the document is dropped as `empty` if no text is left, dropped as `duplicate` if an earlier
    one had the same clean text, or else written, with every other field as it was.

    Raises ValueError if a limit is less than 1 or two paths are the same file, FileNotFoundError if
    the source or a folder is missing. Whatever is raised, both outputs are as they were before.
    """
    ### BEGIN SOLUTION task=clean_corpus
    if min(line_limit, record_limit) < 1:
        raise ValueError(f"line_limit {line_limit}, record_limit {record_limit}: both at least 1")
    source, target = Path(source), Path(target)
    quarantine = Path(quarantine or target.with_suffix(f".quarantine{target.suffix}"))
    report, seen = Report(), Seen()
    with open_corpus(source, target, quarantine) as (lines, good, bad):
        for line in bounded_lines(lines, record_limit):
            if not line.head.strip() and line.size == len(line.head):
                continue
            report.read += 1
            try:
                document = _parse(line)
            except _LineError as error:
                report.quarantined[str(error)] += 1
                bad.write(_quarantined(line, str(error)))
                continue
            text = _clean(
                document["text"], document.get("lang") in CODE_LANGUAGES, line_limit, report
            )
            if not text or not seen.add(fingerprint(text)):
                reason = "duplicate" if text else "empty"
                report.dropped[reason] += 1
                report.characters_dropped[reason] += len(text)
                continue
            good.write(_to_json(document | {"text": text}).encode("utf-8") + b"\n")
            report.written += 1
            report.characters_written += len(text)
    return report
    ### END SOLUTION
