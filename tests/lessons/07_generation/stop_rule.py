"""Task 5: where an answer ends, and what of it may be shown."""

from pathlib import Path

from shared.checking import check, equals, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_generation_samples")

HINTS = {
    "StopRule": (
        "`held` is text that was not shown. Add the new text to it, look for every stop string in "
        "it, and if there is none, keep back only what may still become one.",
        "What may become one: the longest end of `held` that is the beginning of a stop string. "
        "Try the sizes len(stop) - 1, …, 1 for each stop string.",
        "Which stop string: the one with the smallest (place of its end, place of its start). An "
        "end token and the budget give out what is held; a stop string is cut off, with all that "
        "follows.",
    )
}

TEXTS = [
    ("one two three", ["two"]),
    ("aaab aaaab", ["aab"]),
    ("a\n\nb\n\n\nc", ["\n\n\n", "c"]),
    ("xabcabcabd", ["abcabd"]),
    ("say abc now", ["abc", "b"]),
    ("say abc now", ["bc", "abc", "c n"]),
    ("User: hi\nUser: ho", ["\nUser:", "Assistant:"]),
    ("no stop here, but nearly: sto", ["stop!", "stoop"]),
    ("猫が好き。犬も", ["。犬"]),
    ("héé🙂🙂!", ["🙂!"]),
    ("stop", ["stop"]),
    ("ababababc", ["ababc"]),
    ("<|im_e<|im_end|>x", ["<|im_end|>"]),
]


def run(lesson, pieces, *, max_tokens=1000, stop=(), end_ids=(), ids=None):
    """The texts that `push` returned, one by one, until the answer ended; and the reason."""
    rule = lesson.StopRule(max_tokens=max_tokens, stop=stop, end_ids=end_ids)
    shown = []
    for token, piece in zip(ids or range(len(pieces)), pieces, strict=False):
        shown.append(rule.push(token, piece))
        if rule.reason is not None:
            break
    return {"shown": shown, "reason": rule.reason, "count": rule.count}


def cuts(text, random):
    """A text in pieces: by character, whole, and cut at random, with empty pieces."""
    found = [list(text), [text]]
    for _ in range(6):
        places = sorted(random.choices(range(len(text) + 1), k=random.randint(1, 5)))
        edges = zip([0, *places], [*places, len(text)], strict=True)
        found.append([text[start:end] for start, end in edges])
    return found


@check("StopRule", points=4, params={"at": list(range(len(TEXTS)))})
def stops_at_a_text_however_it_is_cut(lesson, rng, at):
    """Stop strings span tokens: shown as soon as possible, never a part of a stop string."""
    text, stop = TEXTS[at]
    return [run(lesson, pieces, stop=stop) for pieces in cuts(text, rng.python)]


@check("StopRule", points=2)
def stops_at_every_split_of_random_texts(lesson, rng):
    """Texts of two letters, where stop strings begin everywhere."""
    random, found = rng.python, []
    for _ in range(120):
        text = "".join(random.choices("ab", k=random.randint(1, 14)))
        stop = ["".join(random.choices("ab", k=random.randint(2, 5))) for _ in range(2)]
        found += [run(lesson, pieces, stop=stop) for pieces in cuts(text, random)[:4]]
    return found


@check("StopRule", points=2)
def stops_at_an_end_token(lesson):
    """Any of several; its text is not shown, and what was held back comes."""
    words = ["a", "b", "<end>", "c"]
    return [
        run(lesson, words, end_ids={2, 9}),
        run(lesson, words, end_ids=[9], ids=[5, 9, 7]),
        run(lesson, words, end_ids=(1, 7), ids=[5, 6, 7, 8]),
        run(lesson, ["us", "er", "<e>"], end_ids={2}, stop=["user:"]),
        run(lesson, words, end_ids={0}),
        run(lesson, words),
    ]


@check("StopRule", points=2)
def stops_at_the_budget(lesson):
    """With max_tokens tokens, end token included; what was held back comes with the last."""
    words = ["us", "er", "x", "y"]
    return [
        run(lesson, words, max_tokens=2, stop=["user:"]),
        run(lesson, words, max_tokens=2, stop=["user"]),
        run(lesson, words, max_tokens=3, end_ids={2}),
        run(lesson, words, max_tokens=1),
        run(lesson, ["", "", "z"], max_tokens=2),
    ]


@check("StopRule", points=1)
def gives_out_the_rest_when_tokens_run_out(lesson):
    """`finish` before the end: the held text and "length"; after it: nothing, reason kept."""
    early = lesson.StopRule(max_tokens=9, stop=["stop"])
    shown = [early.push(1, "a st"), early.finish(), early.reason, early.finish()]
    ended = lesson.StopRule(max_tokens=9, stop=["stop"])
    return shown, [ended.push(1, "a stop b"), ended.reason, ended.finish(), ended.reason]


@check("StopRule", points=1, judge=equals(["ValueError", "ValueError", "stop"]))
def takes_nothing_after_the_end(lesson):
    """A token after the end is a ValueError."""
    rule = lesson.StopRule(max_tokens=5, end_ids={3})
    rule.push(3, "")
    over = lesson.StopRule(max_tokens=1)
    over.push(0, "a")
    return [
        raised(ValueError, rule.push, 4, "x").get("raised"),
        raised(ValueError, over.push, 4, "x").get("raised"),
        rule.reason,
    ]
