"""Task 4: the loop."""

from contextlib import suppress
from pathlib import Path

from shared.checking import check, equals, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_generation_samples")

HINTS = {
    "generate_naive": (
        "One step: positions 0 … T - 1, the model, the last row of logits, `sample` with the "
        "number of the step, and the token appended.",
        "A function with `yield` runs nothing until the first token is asked for, not even its "
        "checks. So let this one return another that yields.",
        "`with torch.inference_mode():` around the model and `sample` alone, and the `yield` after "
        "it. Around the `yield` it would stay switched on in the caller's code.",
    )
}


def prompt(rng, size=6):
    import torch

    return torch.randint(0, 23, (size,), generator=rng.torch)


def some_of(tokens, number):
    return [token for token, _ in zip(tokens, range(number), strict=False)]


@check("generate_naive", points=3)
def gives_the_whole_sequence_at_every_step(lesson, rng):
    """Greedy tokens, and what the model was asked for: ids, positions, the last logits."""
    model = samples.Known()
    tokens = some_of(lesson.generate_naive(model, prompt(rng)), 9)
    calls = model.calls[:9]
    return {
        "tokens": tokens,
        "types": sorted({type(token).__name__ for token in tokens}),
        "ids": [call["ids"] for call in calls],
        "positions": [call["positions"] for call in calls],
        "logits_at": [call["logits_at"] for call in calls],
        "no cache": all(call["kv"] is None for call in calls),
        "gradients": any(call["gradients"] for call in calls),
    }


@check("generate_naive", points=2, judge=equals(True))
def samples_with_the_number_of_the_step(lesson, rng):
    """The token is what `sample` gives for its logits, with steps 0, 1, 2, … of new tokens."""
    import torch

    model, start = samples.Known(), prompt(rng, 4)
    params = lesson.SamplingParams(temperature=3.0, top_k=15, seed=rng.python.randrange(999))
    ids, expected = start, []
    for step in range(20):
        logits = model(ids[None], torch.arange(len(ids))[None])[:, -1]
        ids = torch.cat([ids, lesson.sample(logits, [params], [step])])
        expected.append(ids[-1].item())
    return some_of(lesson.generate_naive(model, start, params), 20) == expected


@check("generate_naive", points=2)
def makes_a_token_when_it_is_asked_for(lesson, rng):
    """Nothing runs ahead: one step of the model a token, and none before the first."""
    model = samples.Known()
    tokens = lesson.generate_naive(model, prompt(rng))
    steps = [len(model.calls)]
    for _ in range(3):
        next(tokens)
        steps.append(len(model.calls))
    return steps


@check("generate_naive", points=2)
def gives_the_caller_his_own_settings(lesson, rng):
    """Between two tokens gradients are on and inference mode is off, as they were."""
    import torch

    tokens, found = lesson.generate_naive(samples.Known(), prompt(rng)), []
    for _ in range(2):
        next(tokens)
        found.append([torch.is_grad_enabled(), torch.is_inference_mode_enabled()])
    return found


@check("generate_naive", points=1)
def ends_where_the_model_ends(lesson, rng):
    """The sequence has at most max_positions tokens, the last token included."""
    model = samples.Known(max_positions=12)
    return {
        size: [len(some_of(lesson.generate_naive(model, prompt(rng, size)), 99)), len(model.calls)]
        for size in (1, 9, 11)
    }


def attempt(lesson, model, start):
    return raised(ValueError, lesson.generate_naive, model, start).get("raised")


@check("generate_naive", points=2, judge=equals(["ValueError"] * 4))
def refuses_a_prompt_at_once(lesson, rng):
    """Empty, too long or not (T,): a ValueError at the call, not at the first token."""
    model = samples.Known(max_positions=12)
    next(lesson.generate_naive(model, prompt(rng)))  # not attempted, if so
    starts = prompt(rng, 0), prompt(rng, 12), prompt(rng, 13), prompt(rng)[None]
    return [attempt(lesson, model, start) for start in starts]


@check("generate_naive", points=1)
def leaves_the_prompt(lesson, rng):
    """The caller's prompt is as it was, and can be used again."""
    import torch

    start = prompt(rng)
    kept = start.clone()
    first = some_of(lesson.generate_naive(samples.Known(), start), 5)
    second = some_of(lesson.generate_naive(samples.Known(), start), 5)
    return {"kept": torch.equal(kept, start), "tokens": [first, second]}


class Elsewhere(samples.Known):
    """A model that notes on which devices its arguments are."""

    def __call__(self, ids, positions, kv=None, *, logits_at=None):
        given = {"ids": ids, "positions": positions, "logits_at": logits_at}
        self.calls += [[name, one.device.type] for name, one in given.items() if one is not None]
        return ids.new_zeros(1, 1, self.config.vocab_size).float()


def stays_there(evidence):
    """Code that looks at a token of the prompt fails on `meta`, but not on a GPU: let pass."""
    for name, device in evidence["given"]:
        if device != "meta":
            return f"{name} are on {device}, and the prompt is on meta"
    return None


@check("generate_naive", points=1, judge=holds(stays_there))
def gives_the_model_one_device(lesson, rng):
    """All is on the device of the prompt; here that is `meta`, which holds no numbers."""
    model = Elsewhere()
    next(lesson.generate_naive(samples.Known(), prompt(rng)))  # not attempted, if so
    with suppress(Exception):  # at the latest where the token is asked for
        next(lesson.generate_naive(model, prompt(rng).to("meta")))
    return {"given": model.calls}
