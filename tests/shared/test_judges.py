"""What the judges accept, and how they say what is wrong."""

import math

import numpy as np
import pytest
import torch

from shared.checking.child import told
from shared.checking.difference import place, show
from shared.checking.evidence import decode, encode
from shared.checking.judges import equals, holds, same, within


def judged(judge, evidence, reference=None, **known):
    """A judge's answer to evidence that has crossed, as in a run."""
    return judge.judge(decode(encode(evidence)), known, lambda: decode(encode(reference)))


EXACT = [
    *(None, True, 0, 1.5, math.nan, math.inf, "a\ud800", b"a", [], (), set(), {}),
    [1, [2.0, (None, "x")]],
    {"a": {1: (2,)}, None: frozenset({1})},
    np.arange(6).reshape(2, 3),
    np.array([1.0, math.nan, math.inf]),
    np.zeros((0, 3)),
    torch.ones(2, dtype=torch.bfloat16),
    torch.tensor(True),
]


@pytest.mark.parametrize("value", EXACT, ids=show)
@pytest.mark.parametrize("judge", [same(), same(atol=1, rtol=1)], ids=["exact", "tolerant"])
def test_a_value_is_as_itself(judge, value):
    assert judged(judge, value, value) is None
    assert judged(equals(value), value) is None
    assert judged(within(0.5), value, value) is None


@pytest.mark.parametrize(
    ("evidence", "reference"),
    [
        (True, 1),
        (1, True),
        (1.0, 1),
        (False, None),
        ([1], (1,)),
        ({1}, frozenset({1})),
        ("a", b"a"),
        ("1", 1),
        ([], None),
        ({True: "a"}, {1: "a"}),
        ({1.0: "a"}, {1: "a"}),
        ({(1, 0): "a"}, {(True, 0): "a"}),
        ({1, 2}, {True, 2}),
        ({frozenset({1})}, {frozenset({1.0})}),
        (np.array([1]), [1]),
        (np.array([1]), torch.tensor([1])),
        (np.array([1]), np.array([1], np.int32)),
        (np.array([1]), np.array([[1]])),
        (np.array(1), 1),
        ("e\u0301", "\u00e9"),
        ([1, 2], [1]),
        ([1], [1, 2]),
        ({"a": 1, "b": 2}, {"a": 1}),
        ({"a": 1}, {"a": 1, "b": 2}),
        (10**30, 10**30 + 1),
    ],
    ids=show,
)
def test_what_python_or_the_eye_takes_as_equal_is_told_apart(evidence, reference):
    assert judged(same(), evidence, reference)
    assert judged(same(atol=9, rtol=9), evidence, reference)
    assert judged(equals(reference), evidence)


def test_the_order_of_a_dict_does_not_matter_and_that_of_a_list_does():
    assert judged(same(), {"a": 1, "b": 2}, {"b": 2, "a": 1}) is None
    assert judged(same(), [1, 2], [2, 1])


@pytest.mark.parametrize(
    ("judge", "evidence", "reference", "right"),
    [
        (same(atol=0.1), 1.05, 1.0, True),
        (same(atol=0.1), 1.15, 1.0, False),
        (same(rtol=0.1), 109.0, 100.0, True),
        (same(rtol=0.1), 111.0, 100.0, False),
        (same(atol=1, rtol=0.1), 110.9, 100.0, True),
        (same(atol=0.1), {"a": [(1.0, 2.05)]}, {"a": [(1.0, 2.0)]}, True),
        (same(atol=0.1), {"a": [(1.0, 2.05)]}, {"a": [(1.0, 2.2)]}, False),
        (same(atol=5), 1, 2, False),
        (same(atol=0.1), np.float32([1.05, 2]).copy(), np.float32([1, 2]), True),
        (same(atol=0.1), np.float32([1.05, 2.2]), np.float32([1, 2]), False),
        (same(atol=5), np.array([1]), np.array([2]), False),
        (same(), 0.1 + 0.2, 0.3, False),
        (same(), -0.0, 0.0, True),
        (same(rtol=1e-3), 5.0, math.inf, False),
        (same(rtol=1e-3), -math.inf, math.inf, False),
        (same(rtol=1e-3), math.inf, 5.0, False),
        (same(atol=math.inf), math.nan, 5.0, False),
        (same(atol=1), 5.0, math.nan, False),
        (same(rtol=1e-3), np.array([5.0]), np.array([math.inf]), False),
        (within(0.5), [1.4, 2.0], [1.0, 2.0], True),
        (within(0.5), [1.6, 2.0], [1.0, 2.0], False),
        (within(0.5, of=2.0), 1.6, 99.0, True),
        (within(0.5, of=np.ones(2)), np.array([1.4, 0.6]), None, True),
        (within(0.5, of=torch.ones(2)), torch.tensor([1.6, 0.6]), None, False),
        (equals(2.0, atol=0.1), 2.05, None, True),
        (equals(np.array([1, 2])), np.array([1, 2]), None, True),
        (equals(np.array([1, 2])), np.array([1, 3]), None, False),
        (equals({"a": torch.tensor([1.0])}, rtol=0.1), {"a": torch.tensor([1.05])}, None, True),
    ],
)
def test_tolerance_is_for_each_float(judge, evidence, reference, right):
    assert (judged(judge, evidence, reference) is None) == right


@pytest.mark.parametrize(
    ("judge", "evidence", "driven"),
    [
        (same(), 1, True),
        (within(1), 1, True),
        (within(1, of=2.0), 1.0, False),
        (equals(1), 1, False),
        (holds(lambda evidence: None), 1, False),
        (holds(lambda evidence: None), [], True),
        (holds(lambda reference: None), 1, True),
        (holds(lambda evidence: evidence["a"]), {"b": None}, True),
    ],
)
def test_the_reference_is_driven_only_where_it_is_needed(judge, evidence, driven):
    asked = []

    def reference():
        asked.append(True)
        return {"a": None}

    judge.judge(evidence, {}, reference)
    assert bool(asked) == driven


@pytest.mark.parametrize(
    ("evidence", "reference", "at", "text"),
    [
        (1, 2, "", "1; expected 2"),
        (True, 1, "", "True (bool); expected 1 (int)"),
        ([1, 2, 3], [1, 5, 4], "[1]", "2; expected 5"),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, "['a'][0]['b']", "1; expected 2"),
        ([1], [1, 2], "", "1 items instead of 2: [1]; expected [1, 2]"),
        ({"a": 1}, {"a": 1, "b": 2}, "", "no entry 'b'; it has ['a']"),
        ({"a": 1, "b": 2}, {"a": 1}, "", "an entry 'b' too many"),
        (
            "a\u200bb",
            "ab",
            "",
            "'a\\u200bb'; expected 'ab'. "
            "They differ at character 1: U+200B ZERO WIDTH SPACE instead of 'b' (U+0062).",
        ),
        (
            "a\xa0b",
            "a b",
            "",
            "'a\\xa0b'; expected 'a b'. "
            "They differ at character 1: U+00A0 NO-BREAK SPACE instead of U+0020 SPACE.",
        ),
        (
            "a\x85",
            "a",
            "",
            "'a\\x85'; expected 'a'. "
            "They differ at character 1: U+0085 a control instead of the end.",
        ),
        (
            "",
            "\ud800",
            "",
            "''; expected '\\ud800'. "
            "They differ at character 0: the end instead of U+D800 a lone surrogate.",
        ),
        ("a\r\n", "a\n", "", "U+000D CARRIAGE RETURN instead of U+000A LINE FEED."),
        ("\0", "\x1b", "", "U+0000 NUL instead of U+001B ESC."),
        ("\u0435", "e", "", "'\u0435' (U+0435) instead of 'e' (U+0065)."),
        ("\U0010ffff\ue000", "\U0010ffff\U000e0001", "", "U+E000 private use instead of"),
        ("x" * 500 + "y", "x" * 500 + "z", "", "…'" + "x" * 30 + "y' (501 characters); expected"),
        (b"x" * 500 + b"y", b"x" * 500 + b"z", "", "They differ at byte 500: 0x79 instead of 0x7a"),
        (math.nan, 1.0, "", "nan; expected 1.0"),
        (1.5, 1.0, "", "1.5; expected 1.0"),
        (10**6000, 0, "", "; expected 0"),
        (list(range(100)), 0, "", "list of 100: 0, 1, 2, 3, … (list); expected 0 (int)"),
        (np.array([[1, 2], [3, 4]]), np.array([[1, 0], [0, 4]]), "", "2 of 4 numbers differ, "),
        (np.array([[1, 2]]), np.array([[1, 0]]), "", "first at [0, 1]: 2; expected 0"),
        (np.array(1.5), np.array(2.5), "", "1 of 1 numbers differ, first at []: 1.5; expected 2.5"),
        (np.zeros(2), np.zeros(3), "", "an array of shape (2,); expected (3,)"),
        (np.zeros(2), torch.zeros(2), "", "an array of kind numpy; expected torch"),
        (torch.zeros(1), torch.zeros(1).half(), "", "an array of dtype float32; expected float16"),
    ],
    ids=show,
)
def test_a_difference_says_where_and_what(evidence, reference, at, text):
    found = judged(same(), evidence, reference)
    assert place(found.path) == at
    assert text in found.text


def test_a_tolerance_is_part_of_the_expectation():
    assert judged(same(atol=0.5), 3.0, 1.0).text == "3.0; expected 1.0 within 0.5"
    text = judged(same(atol=1e-6, rtol=0.01), np.ones(2), np.zeros(2)).text
    assert text.endswith("1.0; expected 0.0 within 1e-06 plus 0.01 of its size")


class TestHolds:
    def test_the_predicate_asks_by_name(self):
        judge = holds(lambda given, evidence, limit: None if evidence == given + limit else "no")
        assert judged(judge, 3, given=1, limit=2) is None
        assert judged(judge, 4, given=1, limit=2) == ((), "no", True)

    def test_a_sentence_stands_for_itself(self):
        found = judged(holds(lambda evidence: "request 3 starved"), [])
        assert told(found, [], ["serve([])"]) == "serve([]): request 3 starved"

    @pytest.mark.parametrize(
        ("evidence", "words"),
        [
            (None, "None, a NoneType; expected a list"),
            ([], "[], which is empty"),
            ([{"at": 1}, 5], "in which something is missing or odd (TypeError"),
            ([{"at": 1}, {}], "in which something is missing or odd (KeyError('at'))"),
            ([{"when": 1}], "the entries ['when']; expected ['at']"),
            ([{"at": "1"}], "'1', a str; expected a int"),
            ([{"at": np.zeros(2)}], "numpy array of shape (2,), a numpy array; expected a int"),
            ({"at": 1}, "{'at': 1}, a dict; expected a list"),
        ],
        ids=show,
    )
    def test_an_odd_structure_is_the_learners_mistake(self, evidence, words):
        def rising(evidence):
            times = [row["at"] + 0 for row in evidence]
            return None if times[0] >= 0 and times == sorted(times) else "time runs backwards"

        found = judged(holds(rising), evidence, [{"at": 1}])
        assert words in found.text
        assert not found.sentence

    def test_a_predicate_that_breaks_on_the_reference_is_a_broken_check(self):
        with pytest.raises(ZeroDivisionError):
            judged(holds(lambda evidence: 1 // 0), 1, 2)
        with pytest.raises(KeyError, match="no_such_fixture"):
            judged(holds(lambda no_such_fixture: None), 1, 2)

    @pytest.mark.parametrize("answer", [True, False, 0, [], ValueError("x")], ids=show)
    def test_an_answer_is_none_or_a_sentence(self, answer):
        with pytest.raises(TypeError, match="must be None or a sentence"):
            judged(holds(lambda evidence: answer), 1, 1)


class TestTold:
    def test_the_call_that_differs_leads(self):
        evidence = ["a", "b"]
        found = judged(same(), evidence, ["a", "c"])
        assert told(found, evidence, ["f(1)", "f(2)"]).startswith("f(2) returned 'b'; expected")

    def test_a_dict_of_results_has_a_call_each(self):
        evidence = {"x": [1], "y": [2]}
        found = judged(same(), evidence, {"x": [1], "y": [3]})
        assert told(found, evidence, ["f(1)", "f(2)"]) == "f(2) returned at [0], 2; expected 3"

    def test_without_a_call_that_fits_the_place_leads(self):
        found = judged(same(), [1, 2], [1, 3])
        assert told(found, [1, 2], []) == "at [1], 2; expected 3"
        assert told(found, [1, 2], ["a()", "b()", "c()"]) == "at [1], 2; expected 3"


class Unshowable:
    def __repr__(self):
        raise RuntimeError


class TestShow:
    def test_it_is_short_whatever_the_value(self):
        wide = [["x" * 1000] * 1000] * 1000
        deep = []
        for _ in range(100_000):
            deep = [deep]
        itself = []
        itself += [itself] * 9
        for value in (wide, deep, itself, {"a": wide}, {"k" * 999: 1}, range(10**99), "x" * 10**6):
            assert len(show(value)) < 1500

    def test_small_things_look_as_in_python(self):
        for value in ([], [1, "a"], (1,), (), {1: [2.5, None]}, set(), {3}, frozenset({3}), b"x"):
            assert show(value) == repr(value)

    def test_it_never_fails(self):
        assert show([Unshowable(), 10**5000]) == "[(its repr raises), (its repr raises)]"

    def test_arrays_are_shown_without_touching_their_numbers(self, monkeypatch):
        monkeypatch.setattr(torch.Tensor, "__repr__", None)  # counters would see what it computes
        assert show([torch.ones(2, 3)]) == "[Tensor of shape (2, 3)]"
        assert show(np.ones(3)) == "ndarray of shape (3,)"

    def test_addresses_which_differ_from_run_to_run_are_left_out(self):
        assert "0x" not in show([object(), lambda: 0])
