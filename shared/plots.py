"""One look for every figure of the course.

    >>> from shared.plots import figure
    >>> fig, ax = figure("Bytes by step", x="step", y="MB")
    >>> ax.plot(sizes)
    >>> plt.show()

Colours are told apart by colour-blind readers too (Okabe and Ito, 2008), and are in an order in
which neighbours also differ in lightness, for print.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
RED, SKY, BLACK, GREY = "#D55E00", "#56B4E9", "#000000", "#6E6E6E"
PALETTE = (BLUE, ORANGE, GREEN, PURPLE, RED, SKY, BLACK)

_WIDTH = 7.0  # inches, for one or two columns of axes; with the dpi below, 700 pixels
_FONTS_WITH_CJK = (  # whichever of them the machine has; none is fetched
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Noto Sans SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "PingFang SC",
    "Hiragino Sans GB",
    "Heiti SC",
    "Microsoft YaHei",
)


def style() -> None:
    """Set the look for all later figures of this process; `figure` does it by itself."""
    import matplotlib

    matplotlib.rcParams.update(
        {
            "font.family": list(_families()),
            "font.size": 11,
            "axes.titlesize": 12,
            "axes.titleweight": "bold",
            "axes.prop_cycle": matplotlib.cycler(color=PALETTE),
            "axes.grid": True,
            "axes.axisbelow": True,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "grid.color": "#DDDDDD",
            "grid.linewidth": 0.8,
            "lines.linewidth": 2,
            "legend.frameon": False,
            "figure.constrained_layout.use": True,
            "figure.dpi": 100,  # a figure is 20 to 40 kB in the notebook
            "savefig.dpi": "figure",
        }
    )
    # A character that no font has is drawn as a box. `printable` avoids the box; a warning in
    # the notebook's output, on some machines only, would help nobody.
    warnings.filterwarnings("ignore", message=r"Glyph \d+ .* missing from")


def figure(
    title: str = "",
    *,
    x: str = "",
    y: str = "",
    columns: int = 1,
    height: float = 3.4,
    **options: Any,
) -> tuple[Figure, Any]:
    """A figure and its axes: one, or an array of `columns` side by side. `height` is in inches.

    `title` stands over the whole; `x` and `y` name the axes of each part, with their unit.
    `options` go to `matplotlib.pyplot.subplots`.
    """
    import matplotlib.pyplot as plt

    style()
    made, axes = plt.subplots(1, columns, figsize=(_WIDTH, height), **options)
    for ax in [axes] if columns == 1 else axes:
        ax.set(xlabel=printable(x), ylabel=printable(y))
    if title and columns == 1:
        axes.set_title(printable(title))
    elif title:
        made.suptitle(printable(title), fontsize=12, fontweight="bold")
    return made, axes


def bars(ax: Axes, labels: Sequence[str], values: Sequence[float], *, fmt: str = "%g") -> None:
    """Horizontal bars from the top down, each with its value written at its end."""
    colours = [PALETTE[i % len(PALETTE)] for i in range(len(labels))]
    drawn = ax.barh([printable(label) for label in labels], values, color=colours)
    ax.bar_label(drawn, fmt=fmt, padding=3)
    ax.invert_yaxis()
    ax.grid(visible=False, axis="y")
    ax.margins(x=0.15)


def limit(ax: Axes, value: float, label: str) -> None:
    """A dashed horizontal line at a bound that no measurement can cross."""
    ax.axhline(value, color=GREY, linestyle="--", linewidth=1.5, label=label)


def printable(text: str) -> str:
    """`text` as this machine's fonts can draw it: other characters are written as `\\u4e2d`."""
    characters = _characters()
    return "".join(
        one if ord(one) in characters else one.encode("ascii", "backslashreplace").decode()
        for one in text
    )


@cache
def _families() -> tuple[str, ...]:
    """DejaVu Sans, which comes with matplotlib, then what this machine has for CJK."""
    from matplotlib.font_manager import fontManager

    here = set(fontManager.get_font_names())
    return ("DejaVu Sans", *(name for name in _FONTS_WITH_CJK if name in here))


@cache
def _characters() -> frozenset[int]:
    """The code points that the families in use can draw."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    files = {Path(findfont(FontProperties(family=name))) for name in _families()}
    return frozenset().union(*(get_font(file).get_charmap() for file in files))
