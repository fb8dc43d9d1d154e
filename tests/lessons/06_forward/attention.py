"""Task 4: what each token takes from the others."""

from pathlib import Path

from shared.checking import check, same
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_forward_samples")

HINTS = {
    "attention": (
        "Scores are `q @ k.transpose(-1, -2)`, times `D ** -0.5`, plus the mask; then softmax over "
        "the last axis. The mask comes before the softmax, else the rows do not add up to 1.",
        "H/K query heads share a key head, neighbours first: `k.repeat_interleave(H // K, dim=1)`. "
        "`repeat` would pair them in another order.",
        "`scores.softmax(dim=-1, dtype=torch.float32).to(q.dtype)`. For `attention`: "
        "`F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=H != K)`, or weights "
        "@ v. Do not use is_causal=True: with fewer queries than keys it counts from the top left.",
    )
}

HEADS = {"heads": [[6, 6], [6, 3], [6, 2], [6, 1]]}


def parts(rng, heads, batch=2, new=4, seen=4, size=8):
    """q, k, v for H query and K key heads."""
    many, few = heads
    return (
        samples.drawn(rng, batch, many, new, size),
        samples.drawn(rng, batch, few, seen, size),
        samples.drawn(rng, batch, few, seen, size),
    )


def lower(new, seen):
    """The mask of `new` tokens after `seen - new` earlier ones, for all sequences alike."""
    import torch

    allowed = torch.ones(new, seen, dtype=torch.bool).tril(seen - new)
    return torch.zeros(new, seen).masked_fill(~allowed, float("-inf"))[None, None]


def ragged(batch, new, seen):
    """A mask of its own for each sequence."""
    import torch

    allowed = torch.ones(batch, 1, new, seen, dtype=torch.bool).tril(seen - new)
    for row in range(1, batch):
        allowed[row, :, :, :row] = False
    allowed[:, :, :, -1] |= ~allowed.any(-1)
    return torch.zeros(allowed.shape).masked_fill(~allowed, float("-inf"))


@check("attention", points=2, params=HEADS, judge=same(atol=2e-6))
def weighs_the_keys(lesson, rng, heads):
    """`attention_weights`: scaled, masked, softmax; query heads share key heads in order."""
    q, k, _ = parts(rng, heads, new=3, seen=5)
    return {
        "a mask for all": lesson.attention_weights(q, k, lower(3, 5)),
        "a mask each": lesson.attention_weights(q, k, ragged(2, 3, 5)),
        "no mask": lesson.attention_weights(q, k),
        "one token": lesson.attention_weights(q[:, :, :1], k, None),
    }


@check("attention", points=2, params=HEADS, judge=same(atol=5e-6))
def takes_from_the_values(lesson, rng, heads):
    """`attention`: the weights times the values, (B, H, T, D)."""
    q, k, v = parts(rng, heads)
    return {
        "a mask for all": lesson.attention(q, k, v, lower(4, 4)),
        "a mask each": lesson.attention(q, k, v, ragged(2, 4, 4)),
        "no mask": lesson.attention(q, k, v),
        "as many sequences as heads": lesson.attention(*parts(rng, heads, batch=6)),
    }


@check("attention", points=2, params={"new": [1, 2, 5]}, judge=same(atol=5e-6))
def has_fewer_queries_than_keys(lesson, rng, new):
    """New tokens after earlier ones: the last query sees all keys, the first not all."""
    q, k, v = parts(rng, [4, 2], new=new, seen=9)
    return {
        "output": lesson.attention(q, k, v, lower(new, 9)),
        "weights": lesson.attention_weights(q, k, lower(new, 9)),
    }


@check("attention", points=1, judge=same(atol=5e-6))
def takes_transposed_views(lesson, rng):
    """q, k and v as the model has them: views of (B, T, heads, D)."""
    q, k, v = parts(rng, [4, 2])
    turned = [one.transpose(1, 2).contiguous().transpose(1, 2) for one in (q, k, v)]
    spread = [samples.apart(one) for one in (q, k, v)]
    return {
        "transposed": lesson.attention(*turned, lower(4, 4)),
        "spread": lesson.attention(*spread, lower(4, 4)),
        "weights": lesson.attention_weights(*spread[:2], lower(4, 4)),
    }


@check("attention", points=2, judge=same(atol=0.012, rtol=0.012))
def survives_large_and_low_precision(lesson, rng):
    """bfloat16 over 2000 keys, and scores of hundreds: no overflow, and the dtype of q."""
    q, k, v = parts(rng, [2, 1], batch=1, new=2, seen=2000)
    flat = lesson.attention_weights((q * 0.01).bfloat16(), k.bfloat16(), None)
    return {
        "sums in bfloat16": flat.float().sum(-1),
        "bfloat16": lesson.attention((q * 0.1).bfloat16(), k.bfloat16(), (v + 1).bfloat16(), None),
        "large scores": lesson.attention(q * 40, k * 40, v, None),
    }
