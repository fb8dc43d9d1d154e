"""Task 1: the norm before every part."""

from pathlib import Path

from shared.checking import check, same
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_forward_samples")

HINTS = {
    "rms_norm": (
        "No mean is taken away: this is not LayerNorm. Square, mean over the last axis with "
        "`keepdim=True`, add eps, and only then the root.",
        "`wide = x.float()`; `wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + eps)`, "
        "back to `x.dtype`, times weight. `F.rms_norm` does the same as one operation.",
    )
}


@check("rms_norm", points=2, judge=same(atol=1e-5, rtol=1e-5))
def divides_by_the_root_of_the_mean_square(lesson, rng):
    """Each last axis by itself, whatever lies around it, times the weight."""
    weight = samples.drawn(rng, 24) + 1
    return {
        f"{len(shape)} axes": lesson.rms_norm(samples.drawn(rng, *shape, 24) + 2, weight, 1e-5)
        for shape in ((), (3,), (2, 5), (2, 1, 4))
    }


@check("rms_norm", points=1, judge=same(atol=1e-5, rtol=1e-4))
def adds_eps_under_the_root(lesson, rng):
    """Where x is small, eps decides; a row of zeros stays zeros."""
    import torch

    x = samples.drawn(rng, 4, 16) * torch.tensor([[1e-4], [1e-2], [0.0], [10.0]])
    weight = torch.ones(16)
    return [lesson.rms_norm(x, weight, eps) for eps in (1e-2, 1e-5)]


@check("rms_norm", points=2, judge=same(rtol=2e-2))
def computes_in_float32(lesson, rng):
    """Half-precision input: its squares may be too large or too small for it; same dtype back."""
    import torch

    large, small = samples.drawn(rng, 3, 64) * 3000, samples.drawn(rng, 3, 64) * 3e-4
    one, dtype = torch.ones(64), torch.float16
    return {
        "large": lesson.rms_norm(large.to(dtype), one.to(dtype), 1e-5),
        "small": lesson.rms_norm(small.to(dtype), one.to(dtype), 1e-12),
        "bfloat16": lesson.rms_norm(large.bfloat16(), one.bfloat16(), 1e-5),
    }


@check("rms_norm", points=1)
def changes_nothing_given(lesson, rng):
    """x and the weight are as they were, also where they do not lie side by side in memory."""
    import torch

    x, weight = samples.drawn(rng, 2, 3, 8), samples.drawn(rng, 8)
    before = [x.clone(), weight.clone()]
    made = lesson.rms_norm(x, weight, 1e-5)
    spread = lesson.rms_norm(samples.apart(x), samples.apart(weight), 1e-5)
    return {
        "x changed": not torch.equal(x, before[0]),
        "weight changed": not torch.equal(weight, before[1]),
        "another answer for spread numbers": not torch.allclose(made, spread, atol=1e-6),
        "dtype": str(made.dtype),
    }
