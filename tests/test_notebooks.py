"""Every lesson's notebook is linted, and every rule of the lint is shown to be able to fail."""

import platform

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from shared import ROOT
from shared.notebook_lint import IGNORED, RAISES, RULES, lint
from shared.notebooks import notebooks, read, shown, stamp, untouched


@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.parent.name)
def test_notebook_is_as_it_should_be(path):
    if not untouched([path])[0]:
        pytest.skip(f"{shown(path)} was changed or run on this machine")
    assert lint(read(path)) == []


def printed(text, name="stdout"):
    return new_output("stream", text=text, name=name)


def displayed(kind="display_data", **data):
    return new_output(kind, data={key.replace("_", "/", 1): value for key, value in data.items()})


def failed(trace="Cell In[1], line 1", value="bad"):
    return new_output("error", ename="ValueError", evalue=value, traceback=[trace])


FIGURE = displayed(image_png="iVBORw0KGgo=", text_plain="<Figure size 700x340 with 1 Axes>")


def book(*cells):
    """A stamped notebook of code cells, each given as (source, outputs, tags)."""
    made = [new_markdown_cell("# A lesson, at /home/reader if you like")]
    for number, (source, outputs, tags) in enumerate(cells, start=1):
        metadata = {"tags": tags} if tags else {}
        made.append(
            new_code_cell(source, outputs=outputs, metadata=metadata, execution_count=number)
        )
    return stamp(new_notebook(cells=made))


GOOD = [
    ("print(shape)", [printed("(2, 3) 0.125 50% | 2.13.0 /v1/models\n")], []),
    ("time_call(work)", [printed("0.123456789 s\n")], [IGNORED]),
    ("1 / 0", [failed()], [RAISES]),
    ("ax.plot([1])\nplt.show()", [FIGURE], []),
    ("text = 'a; b'  # c; d", [], []),
    (
        "check('x')",
        [displayed("execute_result", text_html="<b style='width:33.33333333%'>1</b>")],
        [],
    ),
]


def test_a_good_notebook_has_no_faults():
    assert lint(book(*GOOD)) == []


ONE_BAD_CELL = {
    "was_run_once_from_the_top": [("  ", [], [])],
    "errors_are_announced": [
        ("1 / 0", [failed()], []),
        ("print(1)", [printed("1\n")], [RAISES]),
    ],
    "names_no_place": [
        ("print(p)", [printed("/home/me/x.txt\n")], []),
        ("open('/tmp/x')", [], []),
        ("p", [displayed("execute_result", text_plain="'C:\\Users\\me'")], []),
        ("p", [printed(f"{ROOT}\n")], []),
        ("1 / 0", [failed("File \x1b[32m/usr/lib/x.py:3\x1b[39m, in f")], [RAISES]),
        ("f()", [failed(value="no file /root/x")], [RAISES]),
    ],
    "warns_of_nothing": [
        ("f()", [printed("careful\n", "stderr")], []),
        ("f()", [printed("x.py:3: FutureWarning: it will change\n")], []),
    ],
    "shows_no_progress": [
        ("f()", [printed("1 of 3\r2 of 3\r")], []),
        ("f()", [printed(" 50%|#####     | 1/2\n")], []),
        ("f()", [displayed(text_plain="Working... ━━━━ 100% 0:00:01")], []),
    ],
    "figures_are_png": [
        ("ax.plot([1])", [FIGURE], []),
        ("fig", [displayed("execute_result", image_png="iVBORw0KGgo=")], []),
        ("plt.show()", [displayed(**{"image_svg+xml": "<svg/>"})], []),
        ("w", [displayed(**{"application_vnd.jupyter.widget-view+json": {}})], []),
    ],
    "silences_nothing": [
        ("ax.plot([1]);", [], []),
        ("ax.plot([1]);  # quiet\n", [], []),
    ],
    "tags_mean_what_they_say": [
        ("f()", [], ["nbval-skip"]),
        ("f()", [], [IGNORED]),
        ("def f():\n    print(1)\nf()", [printed("1\n")], [IGNORED]),
        ("f()\nassert t < 1", [printed("1\n")], [IGNORED]),
    ],
    "rounds_its_numbers": [
        ("x", [displayed("execute_result", text_plain="0.30000000000000004")], []),
        ("x", [displayed(text_html="<td>1.2345678</td>")], []),
    ],
    "shows_no_addresses": [
        ("f", [displayed("execute_result", text_plain="<function f at 0x7f3c2a10>")], []),
    ],
    "does_nothing_that_nbval_misses": [
        ("import os\nos.system('ls')", [], []),
        ("!ls", [], []),
        ("f()  # NBVAL_IGNORE_OUTPUT", [], []),
        ("get_ipython().showtraceback = print", [], []),
    ],
}


@pytest.mark.parametrize(
    ("rule", "cell"), [(rule, cell) for rule, cells in ONE_BAD_CELL.items() for cell in cells]
)
def test_a_bad_cell_is_found_by_its_rule_alone(rule, cell):
    faults = lint(book(*GOOD[:1], cell))
    assert len(faults) == 1, faults
    assert faults[0].startswith("cell 1 ")
    found = {one.__name__ for one in RULES if list(one(book(cell)))}
    assert found == {rule}


def rule_names(nb):
    return [rule.__name__ for rule in RULES if list(rule(nb))]


def test_two_streams_in_one_cell_are_found():
    nb = book(("f()", [printed("a"), printed("b", "stderr")], []))
    assert rule_names(nb) == ["warns_of_nothing", "prints_one_stream"]


@pytest.mark.parametrize("count", [None, 2])
def test_a_cell_run_out_of_order_is_found(count):
    nb = book(*GOOD)
    nb.cells[1].execution_count = count
    assert rule_names(stamp(nb)) == ["was_run_once_from_the_top"]


def test_the_name_of_this_host_is_found(monkeypatch):
    monkeypatch.setattr(platform, "node", lambda: "build-7")
    assert rule_names(book(("f()", [printed("on build-7\n")], []))) == ["names_no_place"]
    monkeypatch.setattr(platform, "node", lambda: "model")  # an ordinary word proves nothing
    assert rule_names(book(("f()", [printed("a model\n")], []))) == []


def test_metadata_that_is_not_normal_is_found():
    nb = book(*GOOD)
    nb.cells[0].metadata["collapsed"] = True
    assert rule_names(nb) == ["is_normalised"]


def test_an_edit_after_the_run_is_found():
    nb = book(*GOOD)
    digest = nb.metadata.course.digest
    nb.cells[1].outputs[0].text = "(9, 9)\n"
    assert rule_names(nb) == ["is_stamped"]
    nb = stamp(nb)
    assert nb.metadata.course.digest != digest
    del nb.metadata["course"]
    assert rule_names(nb) == ["is_stamped"]


def test_every_rule_was_seen_to_fail():
    elsewhere = {"prints_one_stream", "is_normalised", "is_stamped"}
    assert {rule.__name__ for rule in RULES} == set(ONE_BAD_CELL) | elsewhere
