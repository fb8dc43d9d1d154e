"""Task 2: from text to ids and back, with nothing lost."""

from pathlib import Path

from shared.byte_level import library_tokenizer
from shared.checking import check, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_tokenizers_samples")

HINTS = {
    "encode": (
        "Make the bytes of a text into text again with `errors='surrogateescape'`, cut that with "
        "`pre_tokenize`, and make each piece bytes the same way: then texts and bytes go one way.",
        "For one pre-token: a list of single bytes. Of the pairs in it take the one with the "
        "lowest rank, `min(pairs, key=lambda pair: self.ranks.get(pair, math.inf))`, merge it "
        "with `merge_pair`, and so on until the best is not in `ranks`. Merging one place at a "
        "time is quadratic in a long word.",
        "The cache: `self.cache.get(word)` before merging; afterwards make room, "
        "`del self.cache[next(iter(self.cache))]` takes the oldest out, and mind a `cache_size` "
        "of 0. Keep nothing for a word that could not be encoded, and hand out no list that is in "
        "the cache: `ids += known` copies. `decode_bytes` looks ids up in the dict `token_bytes`, "
        "so a negative id is no id.",
    )
}

HAND = ((b"b", b"c"), (b"a", b"b"), (b"bc", b"d"), (b"ab", b"c"), (b" ", b"a"), (b"a", b"bcd"))


def tokenizer(lesson, pairs, special=(), **options):
    return lesson.ByteBPE(lesson.Merges(tuple(pairs), tuple(special)), **options)


@check("encode", points=2)
def merges_by_rank(lesson):
    """Of the pairs in a pre-token the one that was learned first is merged, wherever it stands."""
    hand = tokenizer(lesson, HAND)
    texts = ("abcd", "abc", "ab ab", "aabbccdd", " abcd abc", "abab", "bcbcbcd", "x", "")
    ladder = tokenizer(lesson, [(b"a", b"a"), (b"aa", b"aa"), (b"aa", b"a"), (b"aaaa", b"aaa")])
    return {
        **{text: hand.encode(text) for text in texts},
        **{f"{count} a": ladder.encode("a" * count) for count in range(1, 20)},
        "no merges": tokenizer(lesson, []).encode("no merges: 你好"),
    }


@check("encode", points=1)
def numbers_as_the_vocabulary_says(lesson):
    """The ids are those of `vocabulary`, in whatever order it has them."""
    pairs = [(b"t", b"h"), (b"th", b"e")]
    names = ["<|end|>", *(bytes([value]) for value in reversed(range(256))), b"the", b"th"]
    numbers = {name: 7 * place for place, name in enumerate(names)}
    own = lesson.ByteBPE(lesson.Merges(tuple(pairs)), numbers)
    ids = own.encode("the tha <|end|>")
    return {"ids": ids, "back": own.decode(ids), "special": own.decode([0, numbers[b"the"]])}


def sampled(rng):
    return {"merges": list(samples.merges()), "texts": samples.strings(rng, 1600)}


def as_the_library(evidence, given):
    pairs = [tuple(pair) for pair in given["merges"]]
    tokens = [bytes([value]) for value in range(256)] + [first + second for first, second in pairs]
    library = library_tokenizer(pairs, {token: number for number, token in enumerate(tokens)})
    for text, ids in zip(given["texts"], evidence["ids"], strict=True):
        if ids != (expected := library.encode(text).ids):
            return f"encode({text!r}) gave {ids}; the tokenizers library gives {expected}"
    for text, back in zip(given["texts"], evidence["back"], strict=True):
        if back != text:
            return f"decode(encode({text!r})) gave {back!r}"
    return None


@check("encode", points=3, given=sampled, judge=holds(as_the_library))
def agrees_with_the_library(lesson, given):
    """1,600 texts give the ids that the `tokenizers` library gives with the same merges."""
    own = tokenizer(lesson, map(tuple, given["merges"]))
    ids = [own.encode(text) for text in given["texts"]]
    return {"ids": ids, "back": [own.decode(each) for each in ids]}


def any_bytes(rng):
    random = rng.python
    found = [random.randbytes(random.randint(0, 12)) for _ in range(200)]
    whole = "a 好 é👍 1".encode()
    found += [whole[start:end] for start in range(len(whole)) for end in range(start, len(whole))]
    found += [b"\xed\xa0\x80", b"\xc0\x80 a", b"\xff\xfe", b"ab\xe4\xbd", b" \x80b", b"1\xb22"]
    return found


@check("encode", points=2, given=any_bytes)
def takes_any_bytes(lesson, given):
    """Bytes that are no UTF-8 are encoded all the same, and come back."""
    pairs = [(b"\x80", b"b"), (b"\xe4", b"\xbd"), (b"\xff", b"\xfe"), (b" ", b"\x80"), *HAND]
    own = tokenizer(lesson, pairs)
    ids = [own.encode(data) for data in given]
    return {"ids": ids, "back": [own.decode_bytes(each) for each in ids]}


@check("encode", points=1)
def decodes(lesson):
    """`decode_bytes` joins the bytes of ids; `decode` makes them text, broken ones U+FFFD."""
    own = tokenizer(lesson, [(b"\xe4", b"\xbd"), (b"\xbd", b"\xa0")], ["<|end|>"])
    every = {
        "nothing": [],
        "letters": [104, 105],
        "a character in two ids": [256, 160],
        "half a character": [104, 256],
        "two halves": [256, 256, 160, 257],
        "a special token": [104, 258, 258],
        "in the middle of a character": [256, 258, 160],
    }
    return {
        **{name: [own.decode_bytes(ids), own.decode(ids)] for name, ids in every.items()},
        "from a generator": [own.decode_bytes(iter([104, 105])), own.decode(iter([104, 105]))],
    }


def names_the_id(evidence):
    for number, found in evidence.items():
        for call, what in found.items():
            if "raised" not in what:
                return f"{call}([104, {number}]) gave {what['returned']!r}; there is no such id"
            if number not in what["message"]:
                return f"{call}([104, {number}]) raised {what['message']!r}: it must name the id"
    return None


@check("encode", points=1, judge=holds(names_the_id))
def refuses_unknown_ids(lesson):
    """An id that the vocabulary does not have raises ValueError; -1 is none."""
    own = tokenizer(lesson, HAND)
    gaps = lesson.ByteBPE(lesson.Merges(()), {b"h": 104, b"i": 109})
    return {
        str(number): {
            name: raised(ValueError, call, [104, number])
            for name, call in (
                ("decode_bytes", own.decode_bytes),
                ("decode", own.decode),
                ("decode, with gaps,", gaps.decode),
            )
        }
        for number in (-1, 5000, 262)
    }


def refused(evidence):
    for name, found in evidence.items():
        if isinstance(found, dict) and "raised" not in found:
            return f"{name}: it returned {found['returned']!r}, and must raise ValueError"
    if evidence["afterwards"] != [1, 2]:
        return f"after a text that was refused, 'bc' gave {evidence['afterwards']}; expected [1, 2]"
    return None


@check("encode", points=1, judge=holds(refused))
def refuses_what_has_no_token(lesson):
    """A byte without a token and a text with a lone surrogate raise ValueError, each time."""
    letters = {b"a": 0, b"b": 1, b"c": 2, b"ab": 3, b"<": 4}
    small = lesson.ByteBPE(lesson.Merges(((b"a", b"b"),)), letters)
    whole = tokenizer(lesson, HAND)
    return {
        "no token for x": raised(ValueError, small.encode, "abx"),
        "no token for x, the second time": raised(ValueError, small.encode, "abx"),
        "no token for the blank": raised(ValueError, small.encode, "a b"),
        "no token for 0xff": raised(ValueError, small.encode, b"ab\xff"),
        "a lone surrogate": raised(ValueError, whole.encode, "a\ud83d"),
        "a lone surrogate that stands for a byte": raised(ValueError, whole.encode, "a\udcff"),
        "afterwards": small.encode("bc"),
    }


@check("encode", points=1)
def finds_nothing_special_in_text(lesson):
    """Text that looks like a special token is text."""
    own = tokenizer(lesson, [(b"<", b"|"), (b"|", b">")], samples.SPECIALS)
    texts = ("<|im_end|>", "a<|endoftext|>b", "<|im_start|>user\n")
    return {text: own.encode(text) for text in texts}


def remembered(evidence):
    first, second = evidence["first time"], evidence["second time"]
    if second > 0.7 * first:
        return (
            f"1,000 words took {first:,} lines of Python the first time, and {second:,} when "
            "they were met again: look up in `cache` what was merged before"
        )
    return None


@check("encode", points=1, judge=holds(remembered))
def remembers_pre_tokens(lesson, rng, counters):
    """Pre-tokens that were met before are not merged again."""
    words = ["".join(rng.python.choices("abcd", k=24)) for _ in range(200)]
    own = tokenizer(lesson, HAND)
    found = {}
    for name in ("first time", "second time"):
        with counters.lines() as cost:
            for word in words:
                own.encode(word)
        found[name] = cost.executed
    return found


def bounded(evidence):
    for size, found in evidence["entries"].items():
        if found > int(size):
            return f"with cache_size={size} the cache held {found} entries"
    if evidence["kept"] > 400_000:
        return (
            f"with cache_size=10, 5,000 different words left {evidence['kept']:,} bytes in memory; "
            "expected at most 400,000: something is kept for each of them"
        )
    wrong = [name for name, ids in evidence["again"].items() if ids != [261]]
    if wrong:
        return (
            f"'abcd' gave {evidence['again'][wrong[0]]} {wrong[0]}; expected [261], as at first: "
            "caller, cache and other tokenizers must not share a list"
        )
    return None


@check("encode", points=2, judge=holds(bounded))
def bounds_its_cache(lesson, counters):
    """The cache holds at most `cache_size` entries, nobody outside can change what is in it."""
    pairs = [(b"a", b"b"), (b"ab", b"c"), (b"x", b"y"), (b"z", b"z"), (b"q", b"q"), (b"abc", b"d")]
    entries = {}
    for size in (0, 1, 3, 10):
        own = tokenizer(lesson, pairs, cache_size=size)
        most = 0
        for word in (
            "abcd",
            "xy",
            "zz",
            "ab",
            "abc",
            "abcd",
            "qq",
            "xyz",
            "abab",
            "ba",
            "zzz",
            "a",
        ):
            own.encode(word)
            own.encode("abcd")
            most = max(most, len(own.cache))
        entries[str(size)] = most
    own, other = tokenizer(lesson, pairs, cache_size=10), tokenizer(lesson, [])
    other.encode("abcd")
    own.encode("abcd").append(0)
    again = {"after the caller changed its list": own.encode("abcd")}
    own.encode("abcd").clear()
    again["after the caller emptied its list"] = own.encode("abcd")
    with counters.allocations() as cost:
        for number in range(5000):
            own.encode("".join("abcdefghij"[int(digit)] for digit in str(number + 10**6)))
    again["after 5,000 other words"] = own.encode("abcd")
    return {"entries": entries, "again": again, "kept": cost.kept}


def linear(evidence):
    for name, (short, long) in evidence.items():
        if long > 2.8 * short:
            return (
                f"{name}: a pre-token of 1,000 letters took {short:,} lines of Python, one of "
                f"2,000 took {long:,}: merging one place at a time is quadratic"
            )
    return None


@check("encode", points=1, judge=holds(linear))
def stays_linear_in_a_long_word(lesson, counters):
    """A pre-token of twice the length takes about twice the work: base64 is one long word."""
    own = tokenizer(lesson, samples.merges(), cache_size=0)
    found = {}
    for name, unit in (("one letter", "a"), ("a word", "thealsoingation"), ("Chinese", "今天很好")):
        work = []
        for size in (1000, 2000):
            word = (unit * size)[:size] if unit.isascii() else (unit * size)[: size // 3]
            with counters.lines() as cost:
                own.encode(word)
            work.append(cost.executed)
        found[name] = work
    return found
