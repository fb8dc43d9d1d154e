"""Where two pieces of evidence first differ, in words a learner can use."""

import itertools
import math
import unicodedata
from typing import Any, NamedTuple

from shared.checking.evidence import Array, describe

SHOWN = 60
"""How many characters of a text a message shows."""
SHOWN_ITEMS, SHOWN_LEVELS = 4, 3
"""How many items of a container, and how many containers in each other."""


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
    if isinstance(expected, (str, bytes)):
        return _text_difference(actual, expected, path)
    if isinstance(expected, float):
        off, finite = abs(actual - expected), math.isfinite(expected)  # inf is close to inf only
        close = actual == expected or (finite and off <= atol + rtol * abs(expected))
        if close or (math.isnan(actual) and math.isnan(expected)):
            return None
        return Difference(path, f"{actual!r}; expected {expected!r}{_within(atol, rtol)}")
    if isinstance(expected, Array):
        return _array_difference(actual, expected, atol, rtol, path)
    if isinstance(expected, dict):
        mine = {_exact(key): value for key, value in actual.items()}
        for key in expected:
            if _exact(key) not in mine:
                return Difference(path, f"no entry {show(key)}; it has {show(list(actual))}")
            value, inner = mine.pop(_exact(key)), (*path, key)
            if found := first_difference(value, expected[key], path=inner, **tolerance):
                return found
        extra = [key for key in actual if _exact(key) in mine]
        return Difference(path, f"an entry {show(extra[0])} too many") if extra else None
    if isinstance(expected, (list, tuple)):
        for index, (mine, theirs) in enumerate(zip(actual, expected, strict=False)):
            if found := first_difference(mine, theirs, path=(*path, index), **tolerance):
                return found
        if len(actual) == len(expected):
            return None
        text = f"{len(actual)} items instead of {len(expected)}"
        return Difference(path, f"{text}: {show(actual)}; expected {show(expected)}")
    if _exact(actual) == _exact(expected):
        return None
    return Difference(path, f"{show(actual)}; expected {show(expected)}")


def _exact(value: Any) -> tuple:
    """Stands for a set or a dict key, for which Python itself takes 1, 1.0 and True as equal."""
    if isinstance(value, (tuple, set, frozenset)):
        parts = [_exact(part) for part in value]
        return type(value), tuple(parts) if isinstance(value, tuple) else frozenset(parts)
    return type(value), value


def _text_difference(actual: str | bytes, expected: str | bytes, path: tuple) -> Difference | None:
    if actual == expected:
        return None
    pairs = enumerate(zip(actual, expected, strict=False))
    short = min(len(actual), len(expected))
    at = next((index for index, (mine, theirs) in pairs if mine != theirs), short)
    mine = name_of(actual[at]) if at < len(actual) else "the end"
    theirs = name_of(expected[at]) if at < len(expected) else "the end"
    unit = "character" if isinstance(expected, str) else "byte"
    where = f"They differ at {unit} {at}: {mine} instead of {theirs}."
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


def show(value: Any, start: int = 0, level: int = 0) -> str:
    """A short form of a value: long texts and containers are cut, and say how long they are.

    It costs little whatever the value: calls are shown while their cost is counted.
    """
    kind = type(value)
    if kind in (str, bytes):
        part = value[start : start + SHOWN]
        before = "…" if start else ""
        after = "…" if start + SHOWN < len(value) else ""
        unit = "characters" if kind is str else "bytes"
        size = f" ({len(value):,} {unit})" if before or after else ""
        return f"{before}{_quoted(part)}{after}{size}"
    if kind is Array:
        return f"{value.kind} array of shape {value.data.shape}"
    if kind.__name__ in ("ndarray", "Tensor", "Parameter"):  # their repr computes
        return f"{kind.__name__} of shape {tuple(value.shape)}"
    if kind in (list, tuple, set, frozenset, dict) and value:
        return _show_items(value, level)
    return describe(value)


def _quoted(text: str | bytes) -> str:
    """Its repr, in which a mark that has no letter to stand on does not sit on its neighbour."""
    shown, before = [], ""
    for character in repr(text):
        lone = unicodedata.category(character) in ("Mn", "Me") and not before.isalpha()
        shown.append(f"\\u{ord(character):04x}" if lone else character)
        before = character
    return "".join(shown)


def _show_items(value: Any, level: int) -> str:
    kind, size = type(value), len(value)
    if level == SHOWN_LEVELS:
        return f"{kind.__name__} of {size:,}"
    first = list(itertools.islice(value, SHOWN_ITEMS))
    parts = [show(part, level=level + 1) for part in first]
    if kind is dict:
        values = [show(value[key], level=level + 1) for key in first]
        parts = [f"{key}: {shown}" for key, shown in zip(parts, values, strict=True)]
    text = ", ".join(parts)
    if size > SHOWN_ITEMS:
        return f"{kind.__name__} of {size:,}: {text}, …"
    if kind is tuple and size == 1:
        text += ","
    form = {list: "[{}]", tuple: "({})", frozenset: "frozenset({{{}}})"}.get(kind, "{{{}}}")
    return form.format(text)


def kind_of(value: Any) -> str:
    return value.kind + " array" if isinstance(value, Array) else type(value).__name__


def name_of(character: str | int) -> str:
    """A character with its code point, and its name where it cannot be seen: `'b'`, U+200B …

    A byte is named by its value.
    """
    if isinstance(character, int):
        return f"0x{character:02x}"
    code = f"U+{ord(character):04X}"
    if character.isprintable() and character != " ":
        return f"{character!r} ({code})"
    names = {"\n": "LINE FEED", "\r": "CARRIAGE RETURN", "\t": "TAB", "\0": "NUL", "\x1b": "ESC"}
    kinds = {"Cc": "a control", "Cs": "a lone surrogate", "Co": "private use", "Cn": "unassigned"}
    kind = kinds.get(unicodedata.category(character), "")
    return f"{code} {names.get(character) or unicodedata.name(character, kind)}"


def place(path: tuple) -> str:
    """`[3]['text']`: how one would write the way to the part that differs."""
    return "".join(f"[{show(step)}]" for step in path)
