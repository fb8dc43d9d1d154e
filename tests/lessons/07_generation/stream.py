"""Task 6: text that is safe to show, as it comes."""

from pathlib import Path

from shared.checking import check, equals
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_generation_samples")

HINTS = {
    "stream": (
        "For each token: its text from the decoder, what may be shown from the rule. Yield that if "
        "it is not empty; stop when the rule has a reason.",
        'The decoder is `load("tokenizers").StreamDecoder(token_bytes)`; an end token is not '
        "given to it. Half a character stays in it, and at the end it is not flushed.",
        "Look at `rule.reason` before you ask for the next token: to ask is a whole step of the "
        "model. If the loop runs out without a reason, `rule.finish()` has the rest.",
    )
}

TEXT = "Zoë said: 猫🙂 ok\nUser: x"


def by_byte(text):
    """Ids and the bytes of each: every byte is a token."""
    return list(text.encode()), {number: bytes([number]) for number in range(256)} | {300: b""}


class Asked:
    """Tokens that count how many were taken."""

    def __init__(self, ids):
        self.ids, self.taken = iter(ids), 0

    def __iter__(self):
        return self

    def __next__(self):
        self.taken += 1
        return next(self.ids)


def answer(lesson, ids, token_bytes, **rule):
    tokens, made = Asked(ids), lesson.StopRule(**{"max_tokens": 500} | rule)
    pieces = list(lesson.stream(tokens, made, token_bytes))
    return {"pieces": pieces, "reason": made.reason, "taken": tokens.taken}


@check("stream", points=2)
def yields_text_as_soon_as_it_is_whole(lesson):
    """Whole characters, no empty pieces, nothing held back without a stop string."""
    ids, token_bytes = by_byte(TEXT)
    return answer(lesson, ids, token_bytes)


@check("stream", points=2)
def ends_as_the_rule_says(lesson):
    """At a stop string, an end token or the budget; then no further token is asked for."""
    ids, token_bytes = by_byte(TEXT)
    return {
        "stop": answer(lesson, ids, token_bytes, stop=["\nUser:"]),
        "inside a character": answer(lesson, ids, token_bytes, max_tokens=13),
        "end token": answer(lesson, [*ids[:9], 300, *ids], token_bytes, end_ids={300}),
        "an end token without bytes": answer(lesson, [*ids[:4], 999], token_bytes, end_ids={999}),
        "held back": answer(lesson, ids[:-4], token_bytes, stop=["User: you"]),
    }


@check("stream", points=2)
def is_right_at_every_length(lesson):
    """Cut off after any number of tokens: never half a character, never a piece of a stop."""
    ids, token_bytes = by_byte("aé猫🙂##é#")
    return [
        answer(lesson, ids, token_bytes, max_tokens=number, stop=["##é", "🙂🙂"])
        for number in range(1, len(ids) + 2)
    ]


@check("stream", points=1)
def joins_tokens_that_share_a_character(lesson):
    """Tokens of several bytes whose edges lie inside characters, and a hidden token between."""
    data, token_bytes, ids, at = "日本語のテキスト🙂".encode(), {77: b""}, [], 0
    for size in (2, 5, 1, 3, 7, 4, 20):
        token_bytes[len(token_bytes) + 100] = data[at : at + size]
        ids += [len(token_bytes) + 99, 77]
        at += size
    return answer(lesson, ids, token_bytes)


@check("stream", points=1, judge=equals([["a"], 1, 2]))
def yields_before_it_goes_on(lesson):
    """The first piece is there before the second token is asked for."""
    ids, token_bytes = by_byte("abc")
    tokens = Asked(ids)
    text = lesson.stream(tokens, lesson.StopRule(max_tokens=9), token_bytes)
    first, taken = [next(text)], tokens.taken
    next(text)
    return [first, taken, tokens.taken]
