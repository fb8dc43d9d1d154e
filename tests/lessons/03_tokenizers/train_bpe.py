"""Task 1: which merges are learned from texts, and at what cost."""

from pathlib import Path

from shared.checking import check, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_tokenizers_samples")

HINTS = {
    "train_bpe": (
        "First write it the slow way: a list of tokens for each distinct pre-token, how often that "
        "occurs, and before every merge a count of all pairs. Everything but the last check "
        "passes. Then ask what one merge changes: only the words that hold the pair.",
        "Keep two dicts: pair -> count, and pair -> set of the words that hold it. To merge, go "
        "through the words of that pair: take the counts of all pairs of the word away, merge, add "
        "the counts of its pairs now. For the choice `min` over all counts is right, and allowed: "
        "`min(counts, key=lambda pair: (-counts[pair], pair))`. A heap is faster.",
        "With a heap: entries `(-count, pair)`. Counts change behind its back, so look at each "
        "entry that comes off: if the pair is gone, drop it; if its count is not today's, push it "
        "again with today's; else merge. After a merge push every pair that "
        "holds the new token: no other pair can have become more frequent. Special tokens: "
        '`re.split("|".join(map(re.escape, longest_first)), text)`.',
    )
}


def learned(lesson, texts, vocab_size, special_tokens=()):
    merges = lesson.train_bpe(texts, vocab_size, special_tokens)
    return {
        "pairs": list(merges.pairs),
        "special_tokens": list(merges.special_tokens),
    }


def letters(text):
    return [bytes([byte]) for byte in text.encode()]


@check("train_bpe", points=1)
def merges_from_the_left(lesson):
    """`merge_pair` joins each pair from left to right, and leaves its input alone."""
    found = {}
    for text, pair in [
        ("banana", (b"a", b"n")),
        ("aaa", (b"a", b"a")),
        ("aaaaaaa", (b"a", b"a")),
        ("abcab", (b"a", b"b")),
        ("xyx", (b"y", b"y")),
        ("ab", (b"b", b"a")),
        ("a", (b"a", b"a")),
        ("", (b"a", b"a")),
    ]:
        tokens = letters(text)
        found[f"{pair} in {text!r}"] = lesson.merge_pair(tokens, pair)
        found[f"{text!r} afterwards"] = tokens
    longer = [b"th", b"e", b" ", b"th", b"e", b"the", b"th"]
    found["longer tokens"] = lesson.merge_pair(longer, (b"th", b"e"))
    return found


@check("train_bpe", points=2)
def merges_the_most_frequent(lesson):
    """The most frequent pair first, and then the counts are those after the merge."""
    texts = {
        "low": ["low low low low low lower lower newest newest newest newest newest newest widest"],
        "hug": ["hug " * 10, "pug " * 5, "pun " * 12, "bun " * 4, "hugs " * 5],
        "Chinese": ["今天天气好。今天很好。明天也很好。"],
        "runs": ["aaaa aaaaaaa aaa", "abababab", "bbbabbb"],
        "blanks": ["x     y", "  =  =  =", "      z", "   =   =", "  \n  \n"],
    }
    return {name: learned(lesson, each, 256 + 12) for name, each in texts.items()}


@check("train_bpe", points=2)
def breaks_ties_by_bytes(lesson):
    """Of equally frequent pairs the least is merged, whatever the order of the texts."""
    texts = ["zx", "yz", "bd", "ab", "ac", "é", "你", "\tq", "~~"]
    found = {
        "in order": learned(lesson, texts, 256 + 9),
        "the other way round": learned(lesson, texts[::-1], 256 + 9),
        "first parts alike": learned(lesson, ["ad", "ab", "ac", "aa"], 260),
        "a byte before a letter": learned(lesson, ["ba", "b", "é", "\x01b", "Zb"], 259),
    }
    # ("a", "bc") is less than ("ab", "c"), though both are a, b, c
    found["parts, not wholes"] = learned(lesson, ["xabc"] * 3 + ["abd"] * 2 + ["bc"] * 2, 264)
    return found


@check("train_bpe", points=1)
def counts_every_place(lesson):
    """A pair counts at each place of each word, overlapping places too."""
    return {
        "zzzz against bc": learned(lesson, ["zzzz", "bc", "bc"], 258),
        "zzz against bc": learned(lesson, ["zzz", "bc", "bc"], 258),
        "twice in a word": learned(lesson, ["ydyd", "ab"], 258),
        "words, not texts": learned(lesson, ["qp qp qp qp", "ab", "ab", "ab"], 258),
    }


@check("train_bpe", points=1)
def stays_within_pre_tokens(lesson):
    """Nothing is merged across the border of two pre-tokens, and digits stay alone."""
    texts = {
        "digits": ["2024 2024 2024 2023"],
        "short forms": ["it's it's he'll we'll they're"],
        "signs": ["end. End. end.) (end) x[0]; x[1];"],
        "blanks": ["a   b   c", "\n\n\n  d", "  3  3"],
        "texts": ["ab", "ab", "ba", "ba"],
        "mixed": ["abc你好123 def，好", "ｘ１ｘ１"],
    }
    return {name: learned(lesson, each, 256 + 20) for name, each in texts.items()}


@check("train_bpe", points=2)
def cuts_out_special_tokens(lesson):
    """Special tokens are not counted, and nothing is merged across them; the longest wins."""
    end, longer = "<|end|>", "<|end|>|>"
    return {
        "one": learned(lesson, [f"ab{end}ab{end}", f"{end}b{end}"], 300, [end]),
        "not across": learned(lesson, [f"x{end}y"] * 5 + ["xz"], 300, [end]),
        "signs of patterns": learned(lesson, ["a.b a+b axb", "a.b|a+b"], 300, ["a.b", "a+b", "|"]),
        "the longest": learned(lesson, [f"p{longer}q>" * 3], 300, [end, longer]),
        "the longest, first": learned(lesson, [f"p{longer}q>" * 3], 300, [longer, end]),
        "a text of nothing else": learned(lesson, [end, end * 3], 300, [end]),
    }


@check("train_bpe", points=1)
def counts_all_tokens(lesson):
    """`vocab_size` is bytes, merges and special tokens; training ends there or without a pair."""
    text = ["the theme of the thesis then"]
    found = {
        f"{size}, {len(special)} special": learned(lesson, text, size, special)
        for size, special in [
            (256, []),
            (257, []),
            (260, []),
            (260, ["<|a|>"]),
            (258, ["<|a|>", "<|b|>"]),
            (400, []),
            (400, ["<|a|>"]),
        ]
    }
    found["no text"] = learned(lesson, [], 300)
    found["empty texts"] = learned(lesson, ["", "", "a"], 300)
    vocabulary = lesson.train_bpe(text, 262, ["<|a|>"]).vocabulary
    found["vocabulary from 254 on"] = {id: token for token, id in vocabulary.items() if id >= 254}
    return found


def refused(evidence):
    for name, found in evidence.items():
        if "raised" not in found:
            return f"{name}: it returned {found['returned']!r}, and must raise {name.split()[0]}"
    return None


@check("train_bpe", points=1, judge=holds(refused))
def refuses_what_cannot_be(lesson):
    """No room for the bytes, empty or repeated special tokens, one string: each is refused."""
    train = lesson.train_bpe
    return {
        "ValueError for vocab_size 255": raised(ValueError, train, ["ab"], 255),
        "ValueError for vocab_size 257 with two special tokens": raised(
            ValueError, train, ["ab"], 257, ["<|a|>", "<|b|>"]
        ),
        "ValueError for a negative vocab_size": raised(ValueError, train, ["ab"], -1),
        "ValueError for an empty special token": raised(
            ValueError, train, ["ab"], 300, ["<|a|>", ""]
        ),
        "ValueError for a repeated special token": raised(
            ValueError, train, ["ab"], 300, ["x", "x"]
        ),
        "TypeError for texts that are one string": raised(TypeError, train, "abab", 300),
    }


def random_corpora(rng):
    random, found = rng.python, []
    for number in range(24):
        alphabet = random.choice(
            ["ab", "abc ", "aab  1", "xyz\n '", "你好吗 。", "aé🙂 ", "ab\u00a0."]
        )
        texts = [
            "".join(random.choices(alphabet, k=random.randint(0, 30)))
            for _ in range(random.randint(1, 12))
        ]
        special = random.sample(["ab", "a", "ba", "好", " "], number % 3)
        found.append([texts, 256 + len(special) + random.randint(0, 40), special])
    return found


@check("train_bpe", points=2, given=random_corpora)
def random_texts(lesson, given):
    """Random texts over few letters, with and without special tokens."""
    return [learned(lesson, *each) for each in given]


@check("train_bpe", points=2)
def real_texts(lesson, rng):
    """Part of the course's corpus, 250 merges."""
    texts = rng.python.sample(samples.documents(), 25)
    return learned(lesson, [text[:1500] for text in texts], 256 + 250 + 1, ["<|end|>"])


def streamed(evidence):
    if evidence["passes"] != 1:
        return (
            f"the texts were gone through {evidence['passes']} times; they may come from a stream"
        )
    if evidence["peak"] > 1_500_000:
        return (
            f"4 MB of texts with five different words took {evidence['peak']:,} bytes at once; "
            "expected at most 1,500,000: keep distinct pre-tokens and how often they occur, "
            "not the texts"
        )
    return None


@check("train_bpe", points=1, judge=holds(streamed))
def keeps_no_texts(lesson, counters):
    """Texts are taken one by one from an iterator, and are not kept."""
    passes = 0

    def texts():
        nonlocal passes
        passes += 1
        for number in range(200):
            yield "the same five words again " * 800 + "\n" * (number % 2)

    class Stream:
        def __iter__(self):
            return texts()

    with counters.allocations() as cost:
        merges = lesson.train_bpe(Stream(), 262)
    return {"passes": passes, "peak": cost.peak, "merges": len(merges.pairs)}


FREQUENT = ["zyxwv utsrq", "zyutx vwsrq", "xyzuv qrstw", "tuvzy qqsrw"]


def cheap(evidence):
    few, many = evidence["50 rare words"], evidence["3,000 rare words"]
    if many > 4 * few + 2000:
        return (
            f"30 further merges execute {few:,} lines where there are 50 rare words beside the "
            f"frequent ones, and {many:,} where there are 3,000, though no rare word holds any of "
            "the merged pairs: look only at words that hold the pair, and correct the counts"
        )
    if evidence["merges"] < 30:
        return f"only {evidence['merges']} of 30 merges were made"
    return None


@check("train_bpe", points=2, judge=holds(cheap))
def costs_what_it_changes(lesson, rng, counters):
    """The cost of a merge does not grow with the number of words that it leaves alone."""
    found = {}
    for name, number in (("50 rare words", 50), ("3,000 rare words", 3000)):
        rare = {"".join(rng.python.choices("abcdefgh", k=7)) for _ in range(number)}
        texts = [" ".join(FREQUENT) + " "] * 2000 + sorted(rare)
        work = []
        for vocab_size in (257, 287):
            with counters.lines() as cost:
                merges = lesson.train_bpe(texts, vocab_size)
            work.append(cost.executed)
        found[name] = work[1] - work[0]
    return found | {"merges": len(merges.pairs)}
