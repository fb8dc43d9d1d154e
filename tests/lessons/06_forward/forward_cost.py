"""Task 6: what a step costs, in operations, and in waiting."""

from pathlib import Path

from shared.checking import check, holds, same
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_forward_samples")

VIEWS = """
    _unsafe_view alias as_strided chunk detach expand flatten narrow permute reshape select slice
    split split_with_sizes squeeze t to transpose unflatten unsqueeze view
"""
PER_LAYER = 32
"""A layer with each part written out by its formula has 27; F.rms_norm and views make it less."""


def few(evidence):
    if evidence["a layer"] > PER_LAYER:
        return (
            f"a layer dispatched {evidence['a layer']} operations; expected at most {PER_LAYER}. "
            "Turn queries and keys as one tensor, and make the mask and the tables' rows once a "
            "step, not in every layer"
        )
    return None


@check("forward", points=2, judge=holds(few))
def dispatches_few_operations(lesson, rng, state, counters):
    """At most 32 operations a layer for one token, views not counted."""
    import torch

    counts = []
    for layers in (1, 3):
        made = samples.model(lesson, state, num_layers=layers)
        kv = samples.Recording(lambda q, k, v, mask: q)
        with torch.inference_mode(), counters.dispatches() as found:
            made(samples.ids(rng, 1, 1), samples.whole(1, 1), kv)
        counts.append(
            sum(n for name, n in found.items() if name.removeprefix("aten.") not in VIEWS.split())
        )
    own = 4  # what the cache of this check dispatches in a layer: ones, tril, zeros, …
    return {"a layer": (counts[1] - counts[0]) // 2 - own}


@check("forward", points=2)
def waits_for_nothing(lesson, rng, state, counters):
    """No number of a tensor is read on the host, with and without `logits_at`."""
    made = samples.model(lesson, state)
    ids, positions = samples.ids(rng, 3, 4), samples.padded([4, 2, 3], 4, "left")
    at = positions.argmax(dim=1, keepdim=True)
    with counters.host_reads() as plain:
        made(ids, positions)
    with counters.host_reads() as some:
        made(ids, positions, logits_at=at)
    return {"plain": plain, "logits_at": some}


@check("forward", points=1)
def stays_on_the_device_of_the_model(lesson):
    """Nothing is made on the CPU for a model elsewhere; here that is `meta`, without numbers."""
    import torch

    made = lesson.Llama(lesson.Config(**samples.SIZES)).to("meta")
    ids, positions = samples.whole(2, 5).to("meta"), samples.whole(2, 5).to("meta")
    with torch.inference_mode():
        found = made(ids, positions, logits_at=ids[:, :1])
    return [found.device.type, list(found.shape)]


@check("forward", points=2)
def multiplies_the_head_for_those_alone(lesson, rng, state, counters):
    """With `logits_at` the head sees N tokens of a row and not all T."""
    import torch

    made = samples.model(lesson, state)
    with counters.forwards(made.head) as seen:
        made(samples.ids(rng, 2, 9), samples.whole(2, 9), logits_at=torch.tensor([[8], [4]]))
        made(samples.ids(rng, 2, 3), samples.whole(2, 3))
    return [shape[-2] * (shape[0] if len(shape) == 3 else 1) for shape in seen.shapes]


@check("forward", points=2, judge=same(atol=2e-3, rtol=1e-3))
def reads_no_memory_that_nobody_wrote(lesson, rng, state):
    """Fresh memory is full of NaN here: what is computed must not depend on it."""
    import torch

    made = samples.model(lesson, state)
    ids, positions = samples.ids(rng, 3, 5), samples.padded([5, 2, 4], 5, "left")
    torch.use_deterministic_algorithms(True)  # torch.empty then gives NaN
    try:
        assert torch.empty(3).isnan().all()
        return samples.real_tokens(made(ids, positions), positions)
    finally:
        torch.use_deterministic_algorithms(False)


@check("forward", points=1)
def leaves_the_model_and_its_inputs(lesson, rng, state):
    """The same call gives the same answer again: weights, tables and inputs are as they were."""
    import torch

    made = samples.model(lesson, state)
    ids, positions = samples.ids(rng, 2, 5), samples.padded([5, 3], 5, "left")
    before = [ids.clone(), positions.clone()]
    first = made(ids, positions)
    return {
        "the same again": torch.equal(first, made(ids, positions)),
        "inputs kept": [torch.equal(*pair) for pair in zip((ids, positions), before, strict=True)],
        "a state of its own": sorted(set(made.state_dict()) - set(dict(made.named_parameters()))),
    }
