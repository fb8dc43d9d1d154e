# Lesson 02: edit this file, then: course check cleaning [stub de479dba8336]
"""Lesson 02: what to remove from a text, what must stay, and how to do it to a whole corpus.

A cleaner throws information away, so each step says exactly which characters it touches and leaves
every other one as it is: punctuation, case, accents, full-width forms. None of the steps
normalises Unicode: NFKC would turn `，` into `,` and `①` into `1`.

Two properties hold for all of it. Cleaning twice equals cleaning once. And the time grows with the
length of the text, whatever is in it: a cleaner that is quadratic in a run of blanks has already
taken a large site down (Stack Overflow, 20 July 2016).

"Character" means code point everywhere: `len("👍🏽")` is 2.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
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
    raise NotImplementedError("strip_controls: lesson 02, task 1")


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
    raise NotImplementedError("normalize_whitespace: lesson 02, task 2")


CLOSING = "\"'”’»›)]）］」』】》〉"
"""What may stand between the end of a sentence and the place to cut."""


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
    raise NotImplementedError("split_long_lines: lesson 02, task 3")


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
    raise NotImplementedError("deduplicate: lesson 02, task 4")


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
    raise NotImplementedError("clean_corpus: lesson 02, task 5")
