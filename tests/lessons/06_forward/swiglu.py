"""Task 5: the gate of the MLP."""

from pathlib import Path

from shared.checking import check, same
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_forward_samples")

HINTS = {
    "swiglu": (
        "`gate_up.chunk(2, dim=-1)` gives the two halves; the gate is the first.",
        "silu goes over the gate alone: `F.silu(gate) * up`.",
    )
}


@check("swiglu", points=2, judge=same(atol=1e-6, rtol=1e-5))
def gates(lesson, rng):
    """silu of the first half times the second half, over the last axis, whatever lies around it."""
    found = {
        f"{len(shape)} axes": lesson.swiglu(samples.drawn(rng, *shape, 10, scale=3))
        for shape in ((), (4,), (2, 3), (2, 3, 4))
    }
    return found | {"spread": lesson.swiglu(samples.apart(samples.drawn(rng, 2, 6)))}


@check("swiglu", points=1, judge=same(atol=0.02, rtol=0.02))
def keeps_input_and_dtype(lesson, rng):
    """The input is as it was; bfloat16 stays."""
    import torch

    x = samples.drawn(rng, 3, 8)
    before = x.clone()
    lesson.swiglu(x)
    return {
        "changed": not torch.equal(x, before),
        "bfloat16": lesson.swiglu(x.bfloat16()),
    }
