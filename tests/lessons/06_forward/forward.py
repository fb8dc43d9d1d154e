"""Task 6: the whole model, and the seam under it."""

from pathlib import Path

from shared.checking import check, equals, raised, same
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_forward_samples")

HINTS = {
    "forward": (
        "A layer twice does: norm, something, add to x. The sum goes on; the normed copy does not.",
        "`qkv(…)` seen as (B, T, H + 2K, D) is queries, keys, values along axis 2: `split` it. "
        "Turn queries and keys as one tensor, then `transpose(1, 2)` for attention; afterwards "
        "back, and `flatten(2)`.",
        "The model: `embed`; the rows of `self.rotary` for `positions.clamp(min=0)`, once, in the "
        "dtype of x; one `causal_mask` for all layers, or `kv.attend`; the layers; "
        "`x.take_along_dim(logits_at[..., None], dim=1)` before the last norm; `head`. Asking a "
        "tensor for a number (`positions.max().item()`, `if mask.any()`) waits for the device.",
    )
}

CLOSE = same(atol=2e-3, rtol=1e-3)


@check("forward", points=3, params={"heads": [6, 3, 2, 1], "tied": [True, False]}, judge=CLOSE)
def gives_the_logits(lesson, rng, state, heads, tied):
    """Of one and of several sequences, for grouped heads from 1 to H, tied and untied."""
    made = samples.model(lesson, state, num_kv_heads=heads, tied=tied)
    return {
        f"B {batch}, T {length}": made(
            samples.ids(rng, batch, length), samples.whole(batch, length)
        )
        for batch, length in ((1, 1), (1, 9), (3, 6))
    }


@check("forward", points=2, params={"side": ["left", "right"]}, judge=CLOSE)
def ignores_padding(lesson, rng, state, side):
    """A sequence has the same logits whatever its neighbours and whatever stands in the padding."""
    import torch

    made = samples.model(lesson, state)
    positions = samples.padded([7, 3, 5, 1], 8, side)
    ids = samples.ids(rng, 4, 8)
    other = torch.where(positions < 0, samples.ids(rng, 4, 8), ids)
    return {
        "in a batch": samples.real_tokens(made(ids, positions), positions),
        "other padding": samples.real_tokens(made(other, positions), positions),
        "alone": made(ids[1:2][positions[1:2] >= 0][None], samples.whole(1, 3)),
    }


@check("forward", points=1, judge=CLOSE)
def counts_positions_from_what_is_given(lesson, rng, state):
    """Positions need not begin at 0, nor lie side by side, nor be the same in all rows."""
    import torch

    made = samples.model(lesson, state)
    ids = samples.ids(rng, 2, 5)
    starts = torch.tensor([[3], [90]])
    apart = torch.tensor([[0, 2, 3, 50, 127], [0, 1, 2, 3, 4]])
    return {
        "later": made(ids, samples.whole(2, 5) + starts),
        "with gaps": made(ids, apart),
        "views": made(samples.apart(ids), samples.apart(apart)),
        "turned": made(ids.T.contiguous().T, apart.T.contiguous().T),
    }


@check("forward", points=2, judge=CLOSE)
def gives_logits_only_where_asked(lesson, rng, state):
    """`logits_at` (B, N): the columns wanted of each row, in the order asked for, also twice."""
    import torch

    made = samples.model(lesson, state)
    ids, positions = samples.ids(rng, 3, 6), samples.padded([6, 2, 4], 6, "right")
    last = torch.tensor([[5], [1], [3]])
    several = torch.tensor([[5, 0], [1, 1], [0, 3]])
    return {
        "the last of each": made(ids, positions, logits_at=last),
        "two of each": made(ids, positions, logits_at=several),
        "all": made(ids, positions, None, logits_at=None)[positions >= 0],
    }


@check("forward", points=1, judge=same(atol=0.4, rtol=0.1))
def runs_in_bfloat16(lesson, rng, state):
    """Weights in bfloat16 give logits in bfloat16, near those of float32."""
    made = samples.model(lesson, state, dtype="bfloat16", num_layers=1)
    return made(samples.ids(rng, 2, 7), samples.whole(2, 7)) / 4


@check("forward", points=3, params={"pieces": [[6, 1, 1, 1], [3, 4, 2], [9]]}, judge=CLOSE)
def goes_through_the_cache(lesson, rng, state, pieces):
    """With `kv` every layer asks it, by number; pieces give the logits of the whole."""
    made = samples.model(lesson, state)
    ids, positions = samples.ids(rng, 1, 9), samples.whole(1, 9)
    kv, found, at = samples.Recording(samples.exact_attention), [], 0
    for size in pieces:
        piece = slice(at, at + size)
        found.append(made(ids[:, piece], positions[:, piece], kv))
        at += size
    return {"logits": found, "asked": kv.asked}


@check("forward", points=1)
def gives_keys_turned_and_values_as_they_are(lesson, rng, state):
    """What a cache is given does not depend on the tokens after it."""
    import torch

    made = samples.model(lesson, state, num_layers=1)
    ids = samples.ids(rng, 1, 6)
    kept = []
    for positions in (samples.whole(1, 6), samples.whole(1, 6) + 7):
        kv = samples.Recording(samples.exact_attention)
        made(ids, positions, kv)
        kept.append(kv.kept[0])
    (k, v), (later_k, later_v) = kept
    return {
        "keys depend on the position": not torch.allclose(k, later_k, atol=1e-3),
        "values do not": torch.equal(v, later_v),
        "lengths of keys stay": torch.allclose(k.norm(dim=-1), later_k.norm(dim=-1), rtol=1e-4),
        "in float32": str(k.dtype),
    }


def attempt(made, *args, **options):
    found = raised(ValueError, made, *args, **options)
    return [found.get("raised"), "(2, 5)" in found.get("message", "")]


@check("forward", points=1, judge=equals([["ValueError", True]] * 3))
def refuses_shapes_that_do_not_go_together(lesson, rng, state):
    """ids, positions and logits_at of other shapes are a ValueError that has the shape."""
    import torch

    made = samples.model(lesson, state, num_layers=1)
    made(samples.ids(rng, 1, 2), samples.whole(1, 2))  # not attempted, if so
    ids = samples.ids(rng, 2, 5)
    return [
        attempt(made, ids, torch.arange(5)),
        attempt(made, ids, samples.whole(1, 5)),
        attempt(made, ids[:1], samples.whole(1, 5), logits_at=torch.zeros(2, 5).long()),
    ]
