"""Figures: one look, small files, no warnings on any machine."""

import io
import warnings

import matplotlib
import pytest

matplotlib.use("Agg")

from matplotlib import pyplot as plt

from shared import plots
from shared.plots import PALETTE, bars, figure, limit, printable


@pytest.fixture(autouse=True)
def _look_is_put_back():
    with matplotlib.rc_context(), warnings.catch_warnings():
        yield
    plt.close("all")


def png(drawn) -> bytes:
    out = io.BytesIO()
    drawn.savefig(out, format="png")
    return out.getvalue()


def test_a_figure_has_its_titles_and_the_palette():
    _, ax = figure("Bytes by step", x="step", y="MB")
    line = ax.plot([1, 2])[0]
    assert (ax.get_title(), ax.get_xlabel(), ax.get_ylabel()) == ("Bytes by step", "step", "MB")
    assert line.get_color() == PALETTE[0]


def test_several_columns_share_one_title():
    made, axes = figure("Both", x="n", columns=2)
    assert len(axes) == 2
    assert made.get_suptitle() == "Both"
    assert axes[1].get_xlabel() == "n"


def test_a_figure_is_small_in_a_notebook():
    made, ax = figure("Small")
    ax.plot(range(100))
    data = png(made)
    assert data.startswith(b"\x89PNG")
    assert len(data) < 60_000


def test_bars_are_labelled_from_the_top_down():
    _, ax = figure()
    bars(ax, ["first", "second"], [1, 2.5])
    assert [text.get_text() for text in ax.texts] == ["1", "2.5"]
    assert ax.yaxis_inverted()


def test_a_limit_is_a_line_with_a_name():
    _, ax = figure()
    limit(ax, 14, "bandwidth")
    assert list(ax.lines[0].get_ydata()) == [14, 14]
    assert ax.get_legend_handles_labels()[1] == ["bandwidth"]


def test_no_font_for_a_character_is_no_warning(monkeypatch):
    monkeypatch.setattr(plots, "_families", lambda: ("DejaVu Sans",))
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        made, ax = figure("清理 corpus")
        ax.set_title("清理")
        png(made)
    assert [str(one.message) for one in seen] == []


def test_without_the_style_the_same_would_warn():
    made, ax = plt.subplots()
    with matplotlib.rc_context({"font.family": ["DejaVu Sans"]}):
        ax.set_title("清理")
        with pytest.warns(UserWarning, match="missing from"):
            png(made)


def test_printable_keeps_what_the_fonts_have_and_spells_out_the_rest(monkeypatch):
    assert printable("naïve → 7 µs") == "naïve → 7 µs"
    monkeypatch.setattr(plots, "_characters", lambda: frozenset(map(ord, "ab ")))
    assert printable("a 清b😀") == "a \\u6e05b\\U0001f600"


def test_only_fonts_of_this_machine_are_asked_for():
    from matplotlib.font_manager import fontManager

    assert plots._families()[0] == "DejaVu Sans"
    assert set(plots._families()) <= set(fontManager.get_font_names())
