"""Task 3: a line that is too long is cut where it hurts least, and nothing is lost."""

import regex

from shared.checking import check, equals, holds, raised

HINTS = (
    "First get the lines, each with its `\\n`, then deal with one line that is too long: find how "
    "long its first piece is, take that off, repeat. The rules are tried in their order: a later "
    "one counts only where no earlier one gives a place to cut.",
    "Write each rule as a pattern whose match ends at a place to cut; of all matches in the first "
    "`limit` characters the last end counts. What follows a cut matters (another blank, a closing "
    "quote, a combining mark), so let the pattern see one character more than the limit. Looking "
    "at more than that makes the time quadratic.",
    "`window = line[start : start + limit + 1]`; a cut at an end `0 < end <= limit`. Blanks: "
    '`regex.compile(f"[{breakable}]++{no_cut}")`, where `++` never gives a blank back and `no_cut` '
    r"is `(?![\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}])`. Sentences: "
    "`[.!?…।॥؟۔][{closing}]*` before the same, or "
    r"`[。！？｡][{closing}]*+[{breakable}]*+(?![。！？｡{closing}])` and `no_cut`. "
    r"Clusters: `\X`. If none of them cuts: `limit`.",
)

FAMILY = "👨\u200d👩\u200d👧"


def split_all(lesson, cases):
    return [lesson.split_long_lines(text, limit) for text, limit in cases]


@check("split_long_lines", points=1)
def leaves_what_fits(lesson):
    r"""A line that fits is one piece, with its `\n`, which counts: 4 letters and `\n` are 5."""
    cases = [
        ("short", 10),
        ("", 10),
        ("one\ntwo\n\nthree", 10),
        ("abcd\n", 5),
        ("abcde", 5),
        ("abcde\n", 5),
        ("\n\n", 1),
        ("A sentence. Another.\rstill\x85this\u2028line", 40),
    ]
    return split_all(lesson, cases)


def refused(evidence):
    for (text, limit), found in evidence.items():
        if "raised" not in found:
            gave = f"split_long_lines({text!r}, {limit}) returned {found['returned']!r}"
            return f"{gave}; a limit below 1 must raise ValueError"
    return None


@check("split_long_lines", points=1, judge=holds(refused))
def refuses_a_limit_below_one(lesson):
    """A limit below 1 raises ValueError, whatever the text."""
    cases = [("abc", 0), ("abc", -1), ("", 0)]
    return {case: raised(ValueError, lesson.split_long_lines, *case) for case in cases}


@check("split_long_lines", points=2)
def cuts_after_sentences(lesson):
    """At the last end of a sentence that fits: punctuation, closing quotes, then blanks."""
    cases = [
        ("One. Two. Three.", 10),
        ("One. Two. Three.", 9),  # the blank belongs to the piece, and only just fits
        ("One. Two. Three.", 8),
        ("Really?! Yes! No… Well.", 12),
        *((f"One{end} two three", 9) for end in ".!?…।॥؟۔"),  # although a blank comes later
        ('He said "No." Then he left.', 20),
        ('He said (or "No.") Then he left.', 25),
        ("(Done.) [Really!] 'So?' End", 12),
        ("(“No.”)) xx yy zz", 12),
        ("Pi is 3.14 or 3.15 so", 17),  # no blank after the point: no sentence
        ("see a.b.c and e.g. that one", 20),
        ("One.   Two two two", 12),
        ("First one.\u3000Second one", 13),
        ("क्या? हाँ। ठीक है भाई", 12),
        ("ما هذا؟ لا شيء هنا", 12),
        ("One two. Three four.\nFive. Six seven.\n", 12),
    ]
    return split_all(lesson, cases)


@check("split_long_lines", points=2)
def cuts_after_chinese_sentences(lesson):
    """Chinese and Japanese sentences end without a blank; closing quotes stay with them."""
    cases = [
        ("今天很好。明天也好。", 8),
        ("今天很好。明天也好。", 5),
        *((f"今天好{end}明天也好", 6) for end in "。！？｡"),
        ("他说：“走吧。”然后走了。", 10),
        ("他说：「走吧！」』然后走了。", 10),
        ("好。他说：“走。”然后走了。", 8),  # no cut between 。 and ”
        ("真的吗？！是的！好。", 8),
        # no cut between ？ and ！
        *((f"好。真的吗{one}{other}不是", 6) for one in "。！？｡" for other in "。！？｡"),
        ("好。等等……好吧。。。真的不行", 10),
        ("好。 不好。\u3000都好", 7),  # blanks may follow, and then belong to the piece
        ("好。 不好。\u3000都好", 6),
        ("他说：“走。 ”然 后走了。", 9),  # what follows the blank is a quote: no end
        ("半角｡次の文｡終わり", 7),
        ("a｡b｡｡c", 4),
        ("好。”』）然后走", 6),
        ("Mixed. 中文。More text here", 12),
    ]
    return split_all(lesson, cases)


@check("split_long_lines", points=2)
def cuts_after_blanks(lesson):
    """Without a sentence: after the last run of blanks that fits, never at a no-break space."""
    cases = [
        ("one two three four", 9),
        ("one two three four", 8),
        ("one   two", 5),  # the run ends after the limit, and is not torn
        ("one   two", 6),
        ("one\ttwo\u3000three\u2003four", 10),
        ("10\u00a0km 20\u00a0km 30\u00a0km", 9),
        ("une phrase\u202f! oui", 12),
        ("a\u2007b\u00a0c\u202fd e", 6),
        ("  indented word", 8),
        ("aa \u0301bb cc", 5),  # this blank carries an accent
        ("aa. \u0301bb cc", 6),
        ("aa \u093ebb cc", 5),
        ("one two three\nfour five six\n", 8),
    ]
    return split_all(lesson, cases)


@check("split_long_lines", points=2)
def cuts_between_clusters(lesson):
    """In a long word: between what readers take for characters; a longer one after `limit`."""
    cases = [
        ("abcdefghij", 4),
        ("cafe\u0301s", 4),
        ("ne\u0301e\u0301e\u0301n", 4),
        ("🇩🇪🇫🇷🇮🇹", 3),
        ("a🇩🇪\u0301b", 3),
        ("a🇩🇪\u0301\u0301b", 4),
        (f"ab{FAMILY}cd", 6),
        ("👍🏽👍🏽👍🏽", 3),
        ("नमस्ते", 3),
        ("한국어", 4),  # decomposed below
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8", 4),
        ("abcd\r\n", 5),
        ("a" + "\u0301" * 9 + "b", 4),
        ("e\u0301" * 4, 1),
    ]
    return split_all(lesson, cases)


def any_text(rng):
    tokens = [
        "a",
        "word",
        "e\u0301",
        "中文",
        "。",
        "”",
        ". ",
        "! ",
        " ",
        "\u00a0",
        "\t",
        "\n",
        "\r\n",
    ]
    tokens += [FAMILY, "🇩🇪", "👍🏽", " \u0301", "o" + "\u0301" * 6, "की", "\u200d"]
    random = rng.python
    texts = ["".join(random.choices(tokens, k=random.randint(1, 12))) for _ in range(200)]
    return [[text, random.randint(1, 12)] for text in sorted(texts, key=len)]


def kept_whole(evidence, given):
    for (text, limit), pieces in zip(given, evidence, strict=True):
        call = f"split_long_lines({text!r}, {limit})"
        if "".join(pieces) != text:
            return f"{call} gave {pieces!r}: joined, this is {''.join(pieces)!r}"
        if "" in pieces:
            return f"{call} gave {pieces!r}: an empty piece"
        if over := [piece for piece in pieces if len(piece) > limit]:
            return f"{call} gave {pieces!r}: {over[0]!r} has {len(over[0])} characters"
        if torn := [piece for piece in pieces if "\n" in piece[:-1]]:
            return f"{call} gave {pieces!r}: a line feed in the middle of {torn[0]!r}"
        if torn := torn_cluster(text, limit, pieces):
            return f"{call} gave {pieces!r}: {torn!r} is torn, which would fit into one piece"
    return None


def torn_cluster(text, limit, pieces):
    """A cluster that is cut although it would fit, if any.

    What follows a cut inside of a longer cluster is left out: whether it is looked at as a part of
    the old cluster or afresh is open.
    """
    cuts, end = set(), 0
    for piece in pieces:
        end += len(piece)
        cuts.add(end)
    for cluster in regex.finditer(r"\X", text):
        inside = set(range(cluster.start() + 1, cluster.end())) & cuts
        if inside and len(cluster[0]) <= limit and not cluster[0].endswith("\n"):
            return cluster[0]
    return None


@check("split_long_lines", points=2, given=any_text, judge=holds(kept_whole))
def loses_nothing(lesson, given):
    """Joined, the pieces are the text; none is over the limit; no cluster that fits is torn."""
    return split_all(lesson, given)


def prose(rng):
    """Texts in which each end of a sentence fits into a window that begins before its word.

    So no cut of rule 3 falls between a sentence's end and its quotes or blanks: whether the rest
    then still counts as the end of a sentence is open.
    """
    words = ["a", "to", "中", "好的", "e\u0301", "3.1", "x\u00a0y"]
    ends = [". ", "! ", '." ', "?! ", "。", "！", "。”", "」。", "。 ", "！」\u3000", "… ", ".) "]
    long_words = [
        "abcdefghijklmnopqrstuvwxyz ",
        "日本語" * 7 + " ",
        "🇩🇪" * 9 + " ",
        "e\u0301" * 11 + "\t",
    ]
    gaps = [" ", " ", "  ", "\u3000", "\u2003", "\n"]
    random = rng.python

    def made():
        parts = []
        for _ in range(random.randint(3, 12)):
            kind = random.random()
            if kind < 0.15:
                parts += [random.choice(long_words)]
            else:
                parts += [random.choice(words), random.choice(ends if kind < 0.5 else gaps)]
        return "".join(parts)

    texts = [made() for _ in range(200)]
    return [[text, random.randint(8, 16)] for text in sorted(texts, key=len)]


@check("split_long_lines", points=3, given=prose)
def random_prose(lesson, given):
    """Words, sentences, quotes and blanks in random order: each piece as long as possible."""
    return split_all(lesson, given)


@check("split_long_lines", points=1, seconds=20, judge=equals({"pieces": 10_000, "longest": 20}))
def takes_linear_time_for_a_long_line(lesson):
    """One line of 200,000 characters takes no longer than many short ones."""
    pieces = lesson.split_long_lines("ab中文" * 50_000, 20)
    return {"pieces": len(pieces), "longest": max(map(len, pieces))}
