"""Where two pieces of evidence first differ, in words a learner can use."""

import math
import unicodedata
from typing import Any, NamedTuple

from shared.checking.evidence import Array

SHOWN = 60
"""How many characters of a text a message shows."""


class Difference(NamedTuple):
    """`path` leads to the part that differs: list indices and dict keys from the outside in.

    `text` says what is there and what was expected; if `sentence`, it is a sentence of its own.
    """

    path: tuple
    text: str
    sentence: bool = False


def first_difference(
    actual: Any, expected: Any, *, atol: float = 0.0, rtol: float = 0.0, path: tuple = ()
) -> Difference | None:
    """The first place where `actual` is not `expected`, or None.

    Exact for text, ints, bools, dtypes and shapes, and for types: 1 is not True, a list is no
    tuple. Floats, alone or in arrays, may be off by `atol + rtol * |expected|`.
    """
    tolerance = {"atol": atol, "rtol": rtol}
    if type(actual) is not type(expected):
        text = f"{show(actual)} ({kind_of(actual)}); expected {show(expected)}"
        return Difference(path, f"{text} ({kind_of(expected)})")
    if isinstance(expected, str):
        return _text_difference(actual, expected, path)
    if isinstance(expected, float):
        close = actual == expected or abs(actual - expected) <= atol + rtol * abs(expected)
        if close or (math.isnan(actual) and math.isnan(expected)):
            return None
        return Difference(path, f"{actual!r}; expected {expected!r}{_within(atol, rtol)}")
    if isinstance(expected, Array):
        return _array_difference(actual, expected, atol, rtol, path)
    if isinstance(expected, dict):
        for key in expected:
            if key not in actual:
                return Difference(path, f"no entry {show(key)}; it has {show(list(actual))}")
            inner = (*path, key)
            if found := first_difference(actual[key], expected[key], path=inner, **tolerance):
                return found
        extra = [key for key in actual if key not in expected]
        return Difference(path, f"an entry {show(extra[0])} too many") if extra else None
    if isinstance(expected, (list, tuple)):
        for index, (mine, theirs) in enumerate(zip(actual, expected, strict=False)):
            if found := first_difference(mine, theirs, path=(*path, index), **tolerance):
                return found
        if len(actual) == len(expected):
            return None
        text = f"{len(actual)} items instead of {len(expected)}"
        return Difference(path, f"{text}: {show(actual)}; expected {show(expected)}")
    if actual == expected:
        return None
    return Difference(path, f"{show(actual)}; expected {show(expected)}")


def _text_difference(actual: str, expected: str, path: tuple) -> Difference | None:
    if actual == expected:
        return None
    pairs = enumerate(zip(actual, expected, strict=False))
    short = min(len(actual), len(expected))
    at = next((index for index, (mine, theirs) in pairs if mine != theirs), short)
    mine = name_of(actual[at]) if at < len(actual) else "the end"
    theirs = name_of(expected[at]) if at < len(expected) else "the end"
    where = f"They differ at character {at}: {mine} instead of {theirs}."
    around = max(0, at - SHOWN // 2)
    return Difference(path, f"{show(actual, around)}; expected {show(expected, around)}. {where}")


def _array_difference(
    actual: Array, expected: Array, atol: float, rtol: float, path: tuple
) -> Difference | None:
    import numpy as np

    for what in ("kind", "dtype"):
        mine, theirs = getattr(actual, what), getattr(expected, what)
        if mine != theirs:
            return Difference(path, f"an array of {what} {mine}; expected {theirs}")
    if actual.data.shape != expected.data.shape:
        text = f"an array of shape {actual.data.shape}; expected {expected.data.shape}"
        return Difference(path, text)
    if expected.data.dtype.kind in "fc":
        close = np.isclose(actual.data, expected.data, rtol=rtol, atol=atol, equal_nan=True)
    else:
        close = actual.data == expected.data
    if close.all():
        return None
    wrong = np.argwhere(~close)
    at = tuple(int(index) for index in wrong[0])
    mine, theirs = actual.data[at].item(), expected.data[at].item()
    share = f"{len(wrong)} of {close.size} numbers differ, first at {list(at)}"
    return Difference(path, f"{share}: {mine!r}; expected {theirs!r}{_within(atol, rtol)}")


def _within(atol: float, rtol: float) -> str:
    parts = [f"{atol:g}"] * bool(atol) + [f"{rtol:g} of its size"] * bool(rtol)
    return f" within {' plus '.join(parts)}" if parts else ""


def show(value: Any, start: int = 0) -> str:
    """A short form of a value: long texts and lists are cut, and say how long they are."""
    if isinstance(value, (str, bytes)):
        part = value[start : start + SHOWN]
        before = "…" if start else ""
        after = "…" if start + SHOWN < len(value) else ""
        size = f" ({len(value):,} characters)" if before or after else ""
        return f"{before}{part!r}{after}{size}"
    if isinstance(value, Array):
        return f"{value.kind} array of shape {value.data.shape}"
    if isinstance(value, (list, tuple, set, frozenset)) and len(value) > 4:
        parts = ", ".join(show(part) for part in list(value)[:4])
        return f"{type(value).__name__} of {len(value):,}: {parts}, …"
    text = repr(value)
    return text if len(text) <= 4 * SHOWN else text[: 4 * SHOWN] + "…"


def kind_of(value: Any) -> str:
    return value.kind + " array" if isinstance(value, Array) else type(value).__name__


def name_of(character: str) -> str:
    """A character with its code point, and its name where it cannot be seen: `'b'`, U+200B …"""
    code = f"U+{ord(character):04X}"
    if character.isprintable() and character != " ":
        return f"{character!r} ({code})"
    names = {"\n": "LINE FEED", "\r": "CARRIAGE RETURN", "\t": "TAB", "\0": "NUL", "\x1b": "ESC"}
    return f"{code} {names.get(character) or unicodedata.name(character, 'a control')}"


def place(path: tuple) -> str:
    """`[3]['text']`: how one would write the way to the part that differs."""
    return "".join(f"[{show(step)}]" for step in path)
