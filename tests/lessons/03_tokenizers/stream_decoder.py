"""Task 5: text from ids as they come."""

from itertools import pairwise, product

from shared.checking import check, holds, raised

HINTS = {
    "StreamDecoder": (
        "Ids are not characters: one id may be a third of a character, or two and a half. So keep "
        "the bytes that are not yet a character, and look at them again with the next id.",
        "Python has the part that is needed: `codecs.getincrementaldecoder('utf-8')` gives a class "
        "whose objects take bytes bit by bit and hold back what is not complete.",
        "`self._decoder = codecs.getincrementaldecoder('utf-8')('replace')`; `push` returns "
        "`self._decoder.decode(the bytes)`, `flush` returns `self._decoder.decode(b'', True)` and "
        "then resets it. Look the id up before you change anything.",
    )
}


def cuts(data):
    """Every way to cut `data` into pieces."""
    for marks in product([False, True], repeat=max(len(data) - 1, 0)):
        places = [0, *(at for at, mark in enumerate(marks, 1) if mark), len(data)]
        yield [data[start:end] for start, end in pairwise(places)]


def streamed(lesson, pieces):
    """What comes out for each of `pieces` (each is an id of its own), and at the end."""
    decoder = lesson.StreamDecoder(dict(enumerate(pieces)))
    return [*(decoder.push(number) for number in range(len(pieces))), decoder.flush()]


TEXTS = (
    "héé",
    "a你好",
    "👍b",
    "ab cd",
    "é\u0301ñ",
    "🙂🙂",
    "\ufeffa",
    "x\ufffdy",
    "\x00\x7f\x80",
    "",
)


@check("StreamDecoder", points=2)
def gives_each_character_at_once(lesson):
    """Each cut of each text: a character comes with its last byte, not sooner, not later."""
    return {text: [streamed(lesson, pieces) for pieces in cuts(text.encode())] for text in TEXTS}


BROKEN = (
    *(b"\xe4\xbd", b"a\xffb", b"\xe4\xbda", b"\xf0\x9f\x91", b"\x80\x80", b"\xc3"),
    *(b"\xed\xa0\x80", b"\xf0\x9f\xe4\xbd\xa0", b"\xc0\x80a", b"\xe4\xe4\xe4"),
)


def as_the_whole(evidence):
    for name, found in evidence.items():
        data = bytes.fromhex(name)
        expected = data.decode(errors="replace")
        for pieces, text in zip(cuts(data), found, strict=True):
            if text != expected:
                return (
                    f"the bytes {data!r}, which are no UTF-8, in pieces {pieces}: all texts "
                    f"joined are {text!r}; expected {expected!r}, as `decode` gives"
                )
    return None


@check("StreamDecoder", points=2, judge=holds(as_the_whole))
def agrees_with_decode_on_broken_bytes(lesson):
    """Where the bytes are no UTF-8, all that comes out is what `decode` gives for the whole."""
    return {
        data.hex(): ["".join(streamed(lesson, pieces)) for pieces in cuts(data)] for data in BROKEN
    }


def random_streams(rng):
    random, found = rng.python, []
    for _ in range(150):
        kinds = ("abc ", "éñ", "你好吗", "🙂👍🏽", "\u0301\u200d")
        text = "".join(random.choice(random.choice(kinds)) for _ in range(random.randint(1, 20)))
        data, pieces = text.encode(), []
        while data:
            size = random.randint(1, 5)
            pieces.append(data[:size])
            data = data[size:]
        found.append(pieces)
    return found


@check("StreamDecoder", points=1, given=random_streams)
def random_pieces(lesson, given):
    """Random texts in random pieces, some of them empty."""
    found = [streamed(lesson, pieces) for pieces in given]
    found.append(streamed(lesson, [b"", b"\xe4", b"", b"\xbd", b"\xa0", b""]))
    return found


@check("StreamDecoder", points=1)
def begins_anew_after_flush(lesson):
    """After `flush` nothing is left over; two decoders know nothing of each other."""
    table = {0: b"\xe4", 1: b"\xbd", 2: b"\xa0", 7: b"ok"}
    one, two = lesson.StreamDecoder(table), lesson.StreamDecoder(table)
    found = [one.flush(), one.push(0), two.push(7), one.flush(), one.flush(), one.push(7)]
    found += [one.push(0), two.push(0), one.push(1), two.push(1), two.push(2), one.push(2)]
    return [*found, one.flush(), two.flush()]


def not_taken(evidence):
    for number, found in evidence["refused"].items():
        if "raised" not in found:
            return f"push({number}) gave {found['returned']!r}; no such id: ValueError"
    if evidence["text"] != "你":
        return (
            "after push(0), a refused id, push(1) and push(2), which spell 你, the text is "
            f"{evidence['text']!r}: a refused id must change nothing"
        )
    return None


@check("StreamDecoder", points=1, judge=holds(not_taken))
def takes_nothing_that_it_refuses(lesson):
    """An id without bytes raises ValueError, and what was begun goes on."""
    decoder = lesson.StreamDecoder({0: b"\xe4", 1: b"\xbd", 2: b"\xa0"})
    text = decoder.push(0)
    refused = {str(number): raised(ValueError, decoder.push, number) for number in (3, -1)}
    text += decoder.push(1) + decoder.push(2) + decoder.flush()
    return {"refused": refused, "text": text}
