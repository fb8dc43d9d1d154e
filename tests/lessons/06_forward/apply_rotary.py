"""Task 2: positions as angles."""

from pathlib import Path

from shared.checking import check, raised, same
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_forward_samples")

HINTS = {
    "apply_rotary": (
        "D/2 frequencies: `theta ** -(torch.arange(0, D, 2) / D)`, from 1 downwards. Angles are "
        "the outer product of positions and frequencies; the second half repeats the first.",
        "Halves, not neighbours: number i turns with number i + D/2. With `low, high = "
        "x.chunk(2, dim=-1)`, the numbers that sin multiplies are `torch.cat([-high, low], -1)`.",
        "cos and sin are (B, T, D) and x is (B, T, N, D): `cos.unsqueeze(2)` goes with all heads. "
        "The answer is `x * cos + turned * sin`.",
    )
}


@check("apply_rotary", points=2, judge=same(atol=2e-5))
def makes_tables(lesson):
    """Cosines, then sines, of p · theta^(-2i/D), each angle at i and at i + D/2, in float32."""
    return {
        "D 8": lesson.rotary_tables(8, 12, 10_000.0),
        "D 64, another theta": lesson.rotary_tables(64, 5, 100_000.0),
        "D 2": lesson.rotary_tables(2, 3, 500.0, "cpu"),
        "one position": lesson.rotary_tables(4, 1, 10_000.0, device="cpu"),
    }


@check("apply_rotary", points=1, judge=same(atol=2e-3))
def stays_exact_far_out(lesson):
    """Position 8000 is as exact as float32 allows, also while the default dtype is another."""
    import torch

    torch.set_default_dtype(torch.bfloat16)
    try:
        return lesson.rotary_tables(8, 8001, 10_000.0)[:, ::1000]
    finally:
        torch.set_default_dtype(torch.float32)


@check("apply_rotary", points=1)
def makes_tables_where_asked(lesson):
    """`device` says where the tables are made; here that is `meta`, which holds no numbers."""
    found = lesson.rotary_tables(8, 3, 10_000.0, "meta")
    return [found.device.type, list(found.shape), str(found.dtype)]


@check("apply_rotary", points=1)
def refuses_an_odd_size(lesson):
    """Numbers turn in pairs: an odd head size is a ValueError that names it."""
    found = raised(ValueError, lesson.rotary_tables, 7, 4, 10_000.0)
    return [found.get("raised"), "7" in found.get("message", "")]


def angles(rng, batch, length, size):
    """Any angles at all, as (B, T, D) cosines and sines whose halves are equal."""
    import torch

    half = samples.drawn(rng, batch, length, size // 2)
    whole = torch.cat([half, half], dim=-1)
    return whole.cos(), whole.sin()


@check("apply_rotary", points=3, judge=same(atol=1e-5))
def turns_pairs(lesson, rng):
    """The pair (x[i], x[i + D/2]) turns by the angle of its token, in every head alike."""
    found = {}
    for batch, length, heads, size in ((1, 1, 1, 2), (1, 5, 3, 8), (3, 4, 2, 16), (2, 3, 3, 6)):
        cos, sin = angles(rng, batch, length, size)
        x = samples.drawn(rng, batch, length, heads, size)
        found[f"B {batch}, T {length}, N {heads}, D {size}"] = lesson.apply_rotary(x, cos, sin)
    return found


@check("apply_rotary", points=1, judge=same(atol=1e-5))
def takes_views_and_changes_nothing(lesson, rng):
    """x, cos and sin may be views of anything, and are as they were."""
    import torch

    cos, sin = angles(rng, 2, 3, 4)
    wide = samples.drawn(rng, 2, 3, 9, 4)
    before = wide.clone()
    return {
        "a slice of heads": lesson.apply_rotary(wide[:, :, 2:7], cos, sin),
        "spread": lesson.apply_rotary(samples.apart(wide), samples.apart(cos), samples.apart(sin)),
        "the same angles for all rows": lesson.apply_rotary(
            wide, cos[:1].expand(2, 3, 4), sin[:1].expand(2, 3, 4)
        ),
        "x changed": not torch.equal(wide, before),
    }


@check("apply_rotary", points=1, judge=same(atol=0.05, rtol=0.02))
def keeps_the_dtype(lesson, rng):
    """bfloat16 stays bfloat16."""
    import torch

    cos, sin = angles(rng, 1, 3, 8)
    x = samples.drawn(rng, 1, 3, 2, 8)
    return lesson.apply_rotary(*(one.to(torch.bfloat16) for one in (x, cos, sin)))
