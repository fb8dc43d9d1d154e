"""Lesson 07's reference: the tokens of transformers.generate, and the filters of its processors."""

from itertools import islice

import pytest
import torch
from transformers.generation import (
    MinPLogitsWarper,
    TemperatureLogitsWarper,
    TopKLogitsWarper,
    TopPLogitsWarper,
)

from shared.assets import load_model, load_tokenizer, model_path, tiny_model
from shared.byte_level import read_tokenizer
from shared.children import in_child
from shared.curriculum import find, import_file

generation = import_file(find("generation").solution, "lesson_generation_under_test")
forward = import_file(find("forward").solution, "lesson_forward_for_generation")

PROMPTS = """Water boils at|The capital of France is|Once upon a time there was a small
def fibonacci(n):|The three primary colours are|In 1969 the first human|A recipe for bread: flour,
The sun is|List of planets: Mercury,|To be or not to be,|Dear Sir or Madam,|import numpy as np
The quick brown fox|My favourite book is|1, 2, 3, 4,|The opposite of hot is|Gold is a
Q: What is the largest ocean? A:|He opened the door and|She sells sea shells"""
LOGIT_TOLERANCE = 2e-3
"""How far lesson 06's logits may be from those of transformers."""


@pytest.fixture(autouse=True)
def reference_for_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COURSE_SOURCE", "solution")


def partings(prompts: list[str]) -> list[tuple[str, int, float]]:
    """Where the greedy tokens part from those of transformers, and the oracle's margin there."""
    model, oracle, tokenizer = forward.from_folder(model_path()), load_model(), load_tokenizer()
    found = []
    for prompt in prompts:
        ids = tokenizer(prompt, return_tensors="pt")["input_ids"]
        answer = oracle.generate(
            ids,
            attention_mask=torch.ones_like(ids),
            max_new_tokens=64,
            do_sample=False,
            eos_token_id=None,
            pad_token_id=2,
            output_logits=True,
            return_dict_in_generate=True,
        )
        theirs = answer.sequences[0, ids.shape[1] :].tolist()
        ours = list(islice(generation.generate_naive(model, ids[0]), 64))
        assert len(ours) == len(theirs) == 64
        if ours != theirs:
            at = next(at for at in range(64) if ours[at] != theirs[at])
            best, second = answer.logits[at][0].topk(2).values.tolist()
            found.append((prompt, at, best - second))
    return found


@pytest.mark.model
@pytest.mark.timeout(700)
@pytest.mark.parametrize("start", range(0, 20, 5))
def test_greedy_tokens_are_those_of_transformers(start):
    """64 tokens each; they may part where the oracle's best two are nearly equal.

    In a child, whose memory goes with it: other tests of this process measure theirs.
    """
    prompts = PROMPTS.replace("\n", "|").split("|")
    assert len(prompts) == 20
    for prompt, at, margin in in_child(lambda: partings(prompts[start : start + 5]), seconds=600):
        assert margin < 2 * LOGIT_TOLERANCE, (prompt, at)


@pytest.mark.parametrize("seed", range(20))
def test_filters_keep_what_those_of_transformers_keep(seed):
    stream = torch.Generator().manual_seed(seed)
    logits = torch.randn(1, 3000, generator=stream) * 3
    temperature, k = 0.4 + seed / 10, 5 + 40 * (seed % 5)
    p, low = 0.5 + 0.45 * torch.rand((), generator=stream).item(), 0.02 * (1 + seed % 3)
    theirs = logits
    for warper in (
        TemperatureLogitsWarper(temperature),
        TopKLogitsWarper(k),
        TopPLogitsWarper(p),
        MinPLogitsWarper(low),
    ):
        theirs = warper(None, theirs)
    settings = (
        torch.tensor([temperature]),
        torch.tensor([k]),
        torch.tensor([p]),
        torch.tensor([low]),
    )
    ours = generation.filter_logits(logits, *settings)
    assert torch.equal(ours.isfinite(), theirs.isfinite())
    assert torch.allclose(ours.softmax(-1), theirs.softmax(-1), atol=1e-6)


def test_draw_is_the_same_on_every_machine():
    assert [round(generation.draw(3, step), 3) for step in range(3)] == [0.519, 0.577, 0.654]


@pytest.mark.model
def test_every_token_of_the_model_can_be_streamed():
    """All 49,152 in one answer, in an order of their own: as the bytes decode, joined."""
    _, vocabulary = read_tokenizer(model_path() / "tokenizer.json")
    token_bytes = {
        number: token if isinstance(token, bytes) else b"" for token, number in vocabulary.items()
    }
    order = torch.randperm(len(token_bytes), generator=torch.Generator().manual_seed(0)).tolist()
    order += [next(number for number, token in token_bytes.items() if token == b" ")]
    rule = generation.StopRule(max_tokens=len(order))
    pieces = list(generation.stream(order, rule, token_bytes))
    assert "".join(pieces) == b"".join(map(token_bytes.get, order)).decode(errors="replace")
    assert all(pieces)
    assert rule.reason == "length"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("temperature", -0.1),
        ("temperature", float("inf")),
        ("temperature", float("nan")),
        ("top_k", -1),
        ("seed", -1),
        ("top_p", 1.1),
        ("top_p", float("nan")),
        ("min_p", -0.5),
    ],
)
def test_settings_out_of_range_are_refused(name, value):
    with pytest.raises(ValueError, match=name):
        generation.SamplingParams(**{name: value})


def test_a_rule_that_could_not_end_is_refused():
    with pytest.raises(ValueError, match="max_tokens is 0"):
        generation.StopRule(max_tokens=0)
    for stop in ([""], "stop"):
        with pytest.raises(ValueError, match="stop is"):
            generation.StopRule(max_tokens=1, stop=stop)


@pytest.mark.gpu
def test_the_same_draws_on_cuda():
    if not torch.cuda.is_available():
        pytest.skip("needs CUDA")
    oracle = tiny_model()
    config = forward.Config.from_dict(oracle.config.to_dict())
    params = generation.SamplingParams(temperature=1.0, top_p=0.9, seed=3)
    found = []
    for device in ("cpu", "cuda"):
        model = forward.build(oracle.state_dict(), config, device=device)
        start = torch.arange(9, device=device)
        found.append(list(islice(generation.generate_naive(model, start, params), 20)))
    assert found[0] == found[1]
