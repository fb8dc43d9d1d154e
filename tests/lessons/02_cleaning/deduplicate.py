"""Task 4: which document repeats which."""

from pathlib import Path

from shared.checking import check, holds, raised, within
from shared.curriculum import import_file

HINTS = (
    "Clean a document, and its `fingerprint` in a dict says at once whether the same was there "
    "before: no document needs to be compared with all others. With a `threshold` another dict "
    "does the same for each band of the signature.",
    "The dict maps a fingerprint to the index of the kept document. Near duplicates: a hash "
    "function is `hashes * odd + offset` on the uint64 array of `hash_shingles`, with fixed random "
    "numbers; its least value is one number of the signature. Only kept documents go into the "
    "buckets. A shared bucket makes a candidate; the exact Jaccard similarity decides.",
    "For each document: key known? Then its origin is known. Else compute `shingles`, "
    "`signature = [(shingles * odd + offset).min() for …]` and the bands (number of the band, "
    "bytes of its `rows_per_band(threshold)` numbers); go through the candidates from the buckets, "
    "`sorted`; the first with `len(np.intersect1d(a, b)) / len(np.union1d(a, b)) >= threshold` is "
    "the origin. None found: put the index into the bucket of each band. In either case remember "
    "the key.",
)


@check("deduplicate", points=1)
def keeps_the_first(lesson):
    """Of equal documents the first is kept; the others name its index."""
    cases = [
        ["a", "b", "a", "a"],
        ["b", "a", "c", "a", "b", "b", "d"],
        ["one", "two", "three"],
        ["same"] * 4,
        [],
    ]
    return [lesson.deduplicate(documents) for documents in cases]


@check("deduplicate", points=2)
def compares_what_is_cleaned(lesson):
    """Documents are equal if they are so when cleaned; not if case, accent or a mark differ."""
    cases = [
        ["a b", "a  b ", "\ta\u00a0b\n", "a\r\n\r\nb", "a\n\nb", "a\nb"],
        ["red", "\x1b[31mred\x1b[0m", "r\u200bed", "\ufeffred", "re\0d"],
        ["", "  ", "\x1b[0m", "\n"],
        ["Red", "red", "red.", "réd", "re\u0301d", "ｒｅｄ", "red!"],
        ["今天很好。", "今天很好", "今天很好 。", " 今天很好。"],
    ]
    return [lesson.deduplicate(documents) for documents in cases]


def refused(evidence):
    for threshold, found in evidence.items():
        if "raised" not in found:
            return (
                f"a threshold of {threshold} gave {found['returned']!r}; it must raise ValueError: "
                "it is no similarity above 0 and up to 1"
            )
    return None


@check("deduplicate", points=1, judge=holds(refused))
def refuses_a_wrong_threshold(lesson):
    """A threshold that is neither None nor in 0 < threshold <= 1 raises ValueError."""
    thresholds = {"0": 0.0, "-0.5": -0.5, "1.01": 1.01, "80": 80, "NaN": float("nan")}
    return {
        name: raised(ValueError, lesson.deduplicate, ["a", "b"], threshold=threshold)
        for name, threshold in thresholds.items()
    }


def dirty_copies(rng):
    random = rng.python
    dirt = ["", "", " ", "\n", "\u200b", "\x1b[1m", "\u3000", "\ufeff"]
    words = ["a", "b", "A", "好", "好。", "a b", "a\nb"]

    def document():
        return random.choice(dirt) + random.choice(words) + random.choice(dirt)

    return [[document() for _ in range(random.randint(1, 8))] for _ in range(60)]


@check("deduplicate", points=2, given=dirty_copies)
def random_copies(lesson, given):
    """Few different documents, many copies, in random order."""
    return [lesson.deduplicate(documents) for documents in given]


LATIN = "abcdefghijklmnopqrstuvwxyz"
GROWTH = "function calls for 60 documents / those for 30, threshold {}"
CHINESE = "".join(map(chr, range(0x4E00, 0x4E00 + 600)))


def passage(rng, size, letters=LATIN):
    return "".join(rng.python.choices(letters, k=size))


def similar(rng):
    """By kind [A, B, A', B']: A' and B' differ from A and B in 2 of 600 characters.

    Each spoils 8 shingles, so the similarity is at least 0.94. At a threshold of 0.8 any
    MinHash misses such a pair with a chance of at most (1 - 0.94 ** 5) ** 25, below 1e-14.
    """
    found = {}
    for kind in ("English", "Chinese", "dirty English"):
        letters = CHINESE if kind == "Chinese" else LATIN + "    "
        documents = [passage(rng, 600, letters) for _ in range(2)]
        for text in documents[:2]:
            for at in rng.python.sample(range(600), 2):
                text = text[:at] + "é" + text[at + 1 :]
            documents.append("\x1b[0m".join(text[at : at + 9] for at in range(0, 600, 9)))
            if kind != "dirty English":
                documents[-1] = text
        found[kind] = documents
    found["English, the dirty first"] = [*found["dirty English"][2:], *found["dirty English"][:2]]
    return found


def all_found(evidence):
    for kind, result in evidence.items():
        if result != [None, None, 0, 1]:
            return (
                f"[A, B, A', B'] in {kind}, threshold 0.8, gave {result}; expected [None, None, 0, "
                "1]: A' and B' differ from A and B in 2 of 600 characters"
                + (", and in escape sequences" if "dirty" in kind else "")
            )
    return None


@check("deduplicate", points=2, given=similar, judge=holds(all_found))
def finds_near_duplicates(lesson, given):
    """With a threshold, documents are found that differ in two of 600 characters."""
    return {kind: lesson.deduplicate(documents, threshold=0.8) for kind, documents in given.items()}


def just_similar(rng):
    """60 pairs with 19 of 167 shingles in common, a similarity of 0.114.

    At a threshold of 0.1 bands have one row: one of the pairs is missed with a chance below
    60 * (1 - 0.1137) ** 128, 2e-5.
    """
    documents = []
    for _ in range(60):
        middle = passage(rng, 26)
        documents += [passage(rng, 36) + middle + passage(rng, 38) for _ in "ab"]
    return documents


def none_missed(evidence):
    pairs = list(zip(range(0, 120, 2), evidence[::2], evidence[1::2], strict=True))
    if missed := [pair for pair in pairs if pair[1:] != (None, pair[0])]:
        first, *found = missed[0]
        return (
            f"of 60 pairs with the exact similarity 0.114, at a threshold of 0.1, {len(missed)} "
            f"are not found: documents {first} and {first + 1} gave {found}; expected "
            f"[None, {first}]. Every pair that shares a band of `rows_per_band(threshold)` numbers "
            "is to be compared exactly: a signature is an estimate"
        )
    return None


@check("deduplicate", points=1, given=just_similar, judge=holds(none_missed))
def misses_nothing_above_the_threshold(lesson, given):
    """Pairs just above a low threshold are all found."""
    return lesson.deduplicate(given, threshold=0.1)


def nearly_similar(rng):
    """12 pairs with a similarity of 246 / 354 = 0.695: the middle in common, the rest not."""
    pairs = []
    for letters in (LATIN, CHINESE) * 6:
        middle = passage(rng, 253, letters)
        pairs.append([passage(rng, 27, letters) + middle + passage(rng, 27, letters) for _ in "ab"])
    return pairs


def none_merged(evidence):
    if merged := [result for result in evidence if result != [None, None]]:
        return (
            f"of 12 pairs with the exact similarity 0.695, at a threshold of 0.7, {len(merged)} "
            f"gave {merged[0]}; expected [None, None], always: a band in common makes a candidate, "
            "and a signature is an estimate"
        )
    return None


@check("deduplicate", points=2, given=nearly_similar, judge=holds(none_merged))
def merges_nothing_below_the_threshold(lesson, given):
    """A pair just below the threshold is never merged: the exact similarity decides."""
    return [lesson.deduplicate(documents, threshold=0.7) for documents in given]


def overlapping(rng):
    """A and B share their middle M: A ~ M ~ B with 0.83, A and B are alike with 0.71 only.

    At 0.75 a right MinHash misses a pair at 0.83 with a chance of (1 - 0.83 ** 4) ** 32, 1e-9.
    """
    orders = ["ABM", "AMB", "AMMBA", "MAB", "MBA", "ABC", *(f"ABM, {n}" for n in range(2, 9))]
    found = {}
    for order in orders:
        before, middle, after = (passage(rng, size) for size in (100, 500, 100))
        texts = {"A": before + middle, "M": middle, "B": middle + after}
        texts["C"] = middle + after[:-1] + "é"
        found[order] = [texts[name] for name in order.partition(",")[0]]
    return found


def compared_with_the_kept(evidence, given):
    expected = {
        "ABM": [None, None, 0],
        "AMB": [None, 0, None],
        "AMMBA": [None, 0, 0, None, 0],
        "MAB": [None, 0, 0],
        "MBA": [None, 0, 0],
        "ABC": [None, None, 1],
    }
    for name, result in evidence.items():
        order = name.partition(",")[0]
        if result != expected[order]:
            return (
                f"[{', '.join(order)}] gave {result}; expected {expected[order]}, where A ~ M, "
                "M ~ B and B ~ C, but A is like neither B nor C: only kept documents count, each "
                "of them, and of several the first"
            )
    return None


@check("deduplicate", points=2, given=overlapping, judge=holds(compared_with_the_kept))
def compares_with_kept_documents(lesson, given):
    """A document repeats the first kept one that is similar, and never one that was dropped."""
    return {
        order: lesson.deduplicate(documents, threshold=0.75) for order, documents in given.items()
    }


@check("deduplicate", points=1)
def takes_shingles_as_they_are(lesson):
    """At threshold 1 texts with the same shingles are the same; short texts are one shingle."""
    cases = [
        ["one\ntwo\n\nthree", "one two three", "one two  three"],
        ["a" * 20, "a" * 30, "b" * 20],
        ["abc", "abd", "abc ", "ab", ""],
    ]
    return [lesson.deduplicate(documents, threshold=1.0) for documents in cases]


def hardly_similar(rng):
    """12 pairs with 1 of 185 shingles in common, a similarity of 0.0054: half of them are found."""
    pairs = []
    for _ in range(12):
        shared = passage(rng, 8)
        pairs += [passage(rng, 46) + shared + passage(rng, 46) for _ in "ab"]
    return pairs


def repeated(evidence):
    one, two = evidence["in one process"], evidence["in another"]
    if one == two:
        return None
    at = next(index for index, pair in enumerate(zip(one, two, strict=True)) if len(set(pair)) > 1)
    return (
        f"the same documents, document {at}: {one[at]} in one process, {two[at]} in another: "
        "the hash functions of MinHash must not differ (`hash` of a text does, and so do random "
        "numbers without a seed)"
    )


@check("deduplicate", points=1, given=hardly_similar, judge=holds(repeated))
def answers_the_same_in_every_process(lesson, given):
    """A borderline pair that is found today is found tomorrow: the hash functions are fixed."""
    # Below 0.053 bands of one row miss many pairs; which ones depends on the hash functions. The
    # other process is played: the module is executed anew, and its `hash` has another salt.
    found = {}
    for salt, name in enumerate(("in one process", "in another")):
        module = import_file(Path(lesson.__file__), f"lesson_cleaning_{salt}")
        module.hash = lambda value, salt=salt: hash((salt, value))
        found[name] = module.deduplicate(given, threshold=0.005)
    return found


def unlike(rng):
    """60 documents with the same 16 characters at their begin: a similarity of 9 / 97 = 0.09."""
    head = passage(rng, 16)
    return [head + passage(rng, 44) for _ in range(60)]


LINEAR = {GROWTH.format(threshold): 2.0 for threshold in (0.8, 0.1)}


@check("deduplicate", points=1, given=unlike, judge=within(0.1, of=LINEAR))
def compares_few_pairs(lesson, given, counters):
    """Twice the documents are twice the work, not four times: few pairs are ever compared."""
    found = {}
    # At 0.1 a band is one number: the begin that all have in common would make them candidates.
    for threshold, texts in ((0.8, given), (0.1, [text[16:] for text in given])):
        work = []
        for documents in (texts[:2], texts[:30], texts):  # the first fills caches, of patterns say
            with counters.calls() as calls:
                lesson.deduplicate(documents, threshold=threshold)
            work.append(calls.made)
        growth = max(2.0, work[2] / work[1])  # less than twice where there is a fixed part
        found[GROWTH.format(threshold)] = growth
    return found
