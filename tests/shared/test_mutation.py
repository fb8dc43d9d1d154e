"""Mutants of a lesson: their names, the sample, running the checks on them, known survivors."""

import json
import threading
from collections import Counter

import pytest
from typer.testing import CliRunner

from shared import cli
from shared.checking.report import Verdict
from shared.curriculum import Lesson, lessons
from shared.mutation import running, survivors
from shared.mutation.mutants import draw, mutants
from shared.mutation.report import summed_up

GUARDED = """    if x < 0:
        return 0
    return math.floor(2 * x)
"""
ENTRY = """[[survivor]]
task = "double"
line = "if x < 0:"
operator = "compare"
change = "x < 0→x <= 0"
kind = "{kind}"
reason = "{reason}"
"""


@pytest.fixture
def guarded(toy_course: Lesson) -> Lesson:
    """The toy lesson, whose check never asks for a number below 0: a guard that nobody tests."""
    source = toy_course.solution.read_text(encoding="utf-8")
    source = source.replace("    return math.floor(2 * x)\n", GUARDED)
    toy_course.solution.write_text(source, encoding="utf-8")
    return toy_course


def every(lesson: Lesson) -> list:
    return mutants(lesson.solution.read_text(encoding="utf-8"))


def survived(lesson: Lesson) -> set[str]:
    outcomes = running.run(lesson, every(lesson), jobs=2)
    return {outcome.mutant.change for outcome in outcomes if outcome.rejected is None}


def test_names_are_unique_and_the_same_when_made_again(guarded):
    names = [mutant.name for mutant in every(guarded)]
    assert "9:compare:x < 0→x <= 0" in names
    assert len(set(names)) == len(names)
    assert names == [mutant.name for mutant in every(guarded)]


def test_the_same_change_twice_in_a_line_has_two_names(guarded):
    source = guarded.solution.read_text(encoding="utf-8").replace("2 * x", "2 * x + 2")
    changes = [m.change for m in mutants(source) if m.change.startswith("2→3")]
    assert changes == ["2→3", "2→3 #2"]


def test_a_key_does_not_change_with_other_lines(guarded):
    before = {mutant.key for mutant in every(guarded)}
    source = guarded.solution.read_text(encoding="utf-8").replace("import math", "\n\nimport math")
    assert {mutant.key for mutant in mutants(source)} == before


def test_a_sample_is_even_by_task_in_file_order_and_stable():
    found = every(next(lesson for lesson in lessons() if lesson.id == "cleaning"))
    drawn = draw(found, 52, seed=3)
    assert sorted(Counter(m.task for m in drawn).values()) == [10, 10, 10, 11, 11]
    assert [m for m in found if m in drawn] == drawn
    assert draw(found, 52, seed=3) == drawn
    assert draw(found, 52, seed=4) != drawn


def test_a_sample_takes_more_of_a_task_where_another_has_too_few(guarded):
    found = every(guarded)
    few = [m for m in found if m.task == "join"][:2] + [m for m in found if m.task == "double"]
    assert Counter(m.task for m in draw(few, 8)) == {"join": 2, "double": 6}
    assert draw(few, 1000) == few


def test_a_weak_check_lets_a_mutant_pass_and_a_strong_one_does_not(guarded):
    assert "if x < 0: return 0→pass" in survived(guarded)
    assert "2 * x→2 // x" not in survived(guarded)
    checks = guarded.checks.read_text(encoding="utf-8")
    strong = checks.replace(
        "return lesson.double(given)", "return [lesson.double(given), lesson.double(-3)]"
    )
    guarded.checks.write_text(strong, encoding="utf-8")
    assert "if x < 0: return 0→pass" not in survived(guarded)


def test_the_checks_of_the_mutants_task_come_first(guarded):
    (mutant,) = [m for m in every(guarded) if m.task == "join" and m.operator == "constant"]
    (outcome,) = running.run(guarded, [mutant])
    assert (outcome.rejected.check, outcome.rejected.verdict) == ("joins", Verdict.FAIL)


def test_a_solution_that_fails_is_named(toy_course):
    source = toy_course.solution.read_text(encoding="utf-8")
    toy_course.solution.write_text(source.replace('" ".join', '"-".join'), encoding="utf-8")
    with pytest.raises(running.SolutionError, match="`joins`"):
        next(running.run(toy_course, every(toy_course)))


def test_a_run_that_is_stopped_leaves_no_thread(guarded):
    before = threading.active_count()
    outcomes = running.run(guarded, every(guarded), jobs=2)
    next(outcomes)
    outcomes.close()
    assert threading.active_count() == before


def mutate(*arguments: str) -> tuple[int, dict]:
    result = CliRunner().invoke(cli.app, ["mutate", "toy", "--jobs", "2", "--json", *arguments])
    return result.exit_code, json.loads(result.stdout)


def test_the_command_lists_every_survivor_with_its_reason(guarded):
    survivors.path(guarded).write_text(ENTRY.format(kind="equivalent", reason="Twice 0 is 0."))
    code, report = mutate("--all")
    kinds = {s["change"]: (s["kind"], s["reason"]) for s in report["survivors"]}
    assert kinds["x < 0→x <= 0"] == ("equivalent", "Twice 0 is 0.")
    assert kinds["if x < 0: return 0→pass"] == ("unexplained", None)
    ran = report["rejected"] + len(report["survivors"])
    assert ran + report["stillborn"] == report["drawn"] == report["possible"]
    assert report["plain_share"] == round(report["rejected"] / ran, 4)
    assert report["share"] == round(report["rejected"] / (ran - 1), 4)
    assert (code, report["passed"]) == (1, False)


def test_the_exit_code_is_0_where_enough_is_rejected(guarded, tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_MEASUREMENTS", str(tmp_path))
    code, report = mutate("--task", "join", "--all", "--save")
    assert (code, report["passed"], report["unexplained"]) == (0, True, 0)
    kept = json.loads((tmp_path / "mutation_toy.json").read_text())["record"]
    assert kept == {key: report[key] for key in report if key not in ("survivors", "outdated")}


def test_a_survivor_that_is_rejected_now_is_named(guarded):
    survivors.path(guarded).write_text(ENTRY.format(kind="accepted", reason="Why not."))
    outcomes = list(running.run(guarded, every(guarded)[:4]))
    (entry,) = survivors.read(guarded).values()
    rejected = [
        running.Outcome(o.mutant, o.rejected or next(p.rejected for p in outcomes if p.rejected))
        for o in outcomes
    ]
    assert summed_up(guarded, rejected, seed=0, possible=9, drawn=4).outdated == [entry]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("--task", "dubble"), "it has: double, join"), (("--limit", "5"), "must be one of")],
)
def test_a_wrong_task_or_file_is_named(guarded, arguments, message):
    survivors.path(guarded).write_text(ENTRY.format(kind="boring", reason="Why not."))
    code, report = mutate(*arguments)
    assert code == 2
    assert message in report["error"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[survivor]", "no TOML"),
        (ENTRY.format(kind="accepted", reason=" "), "reason is empty"),
        (ENTRY.format(kind="accepted", reason="x") * 2, "stands there twice"),
        ('[[survivor]]\ntask = "double"\n', "an entry has"),
    ],
)
def test_a_bad_entry_is_refused(toy, text, message):
    survivors.path(toy).write_text(text)
    with pytest.raises(ValueError, match=message):
        survivors.read(toy)


def test_an_entry_that_matches_no_mutant_is_stale(guarded):
    survivors.path(guarded).write_text(ENTRY.format(kind="accepted", reason="Why not."))
    known = survivors.read(guarded).values()
    assert survivors.stale(known, every(guarded)) == []
    gone = [mutant for mutant in every(guarded) if mutant.operator != "compare"]
    assert survivors.stale(known, gone) == list(known)


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_no_known_survivor_is_stale(lesson):
    known = survivors.read(lesson).values()
    stale = survivors.stale(known, every(lesson)) if known else []
    assert not stale, f"{survivors.path(lesson).name}: take out {[entry.change for entry in stale]}"
