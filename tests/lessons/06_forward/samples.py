"""Tensors, models and caches that the checks of this lesson share."""

SIZES = {
    "vocab_size": 101,
    "hidden_size": 48,
    "intermediate_size": 40,
    "num_layers": 3,
    "num_heads": 6,
    "num_kv_heads": 2,
    "head_dim": 8,
    "max_positions": 128,
}


def drawn(rng, *shape, scale=1.0):
    """Random float32 numbers."""
    import torch

    return torch.randn(shape, generator=rng.torch) * scale


def apart(tensor):
    """The same numbers at places that are not side by side in memory."""
    import torch

    wide = torch.full((*tensor.shape, 2), float("nan") if tensor.is_floating_point() else 7)
    wide = wide.to(tensor.dtype)
    wide[..., 0] = tensor
    return wide[..., 0]


def model(lesson, state, dtype="float32", **sizes):
    """A small Llama whose every weight depends on its name alone."""
    import torch

    made = lesson.Llama(lesson.Config(**SIZES | sizes))
    shapes = {name: tuple(weight.shape) for name, weight in made.named_parameters()}
    weights = state(shapes, dtype=dtype)
    for name, weight in made.named_parameters():
        weight.data = weights[name]
    assert made.head.weight.dtype is getattr(torch, dtype)
    return made.requires_grad_(False)


def ids(rng, *shape):
    import torch

    return torch.randint(0, SIZES["vocab_size"], shape, generator=rng.torch)


def whole(batch, length):
    """Positions of sequences without padding."""
    import torch

    return torch.arange(length).expand(batch, length)


def padded(lengths, width, side):
    """Positions of sequences of these lengths, -1 on the padding of one side."""
    import torch

    places = torch.full((len(lengths), width), -1)
    for row, length in enumerate(lengths):
        start = width - length if side == "left" else 0
        places[row, start : start + length] = torch.arange(length)
    return places


def real_tokens(logits, positions):
    """The logits of what is no padding, one sequence after another."""
    return logits[positions >= 0]


class Recording:
    """A cache for one sequence that keeps whole lists, and notes who asked for what."""

    def __init__(self, attention):
        self.attention, self.kept, self.asked = attention, {}, []

    def attend(self, layer, q, k, v):
        import torch

        self.asked.append([layer, list(q.shape), list(k.shape), list(v.shape)])
        if layer in self.kept:
            k, v = (torch.cat(pair, dim=2) for pair in zip(self.kept[layer], (k, v), strict=True))
        self.kept[layer] = k, v
        new, seen = q.shape[2], k.shape[2]
        allowed = torch.ones(new, seen, dtype=torch.bool).tril(seen - new)
        mask = torch.zeros(new, seen).masked_fill(~allowed, float("-inf"))
        return self.attention(q, k, v, mask.to(q.dtype)[None, None])

    def prepare(self, plan):
        self.asked.append("prepare")

    def advance(self):
        self.asked.append("advance")


def exact_attention(q, k, v, mask):
    """Attention by its definition, in float64: written here, so that no lesson's code is used."""
    import torch

    groups = q.shape[1] // k.shape[1]
    k, v = (one.repeat_interleave(groups, dim=1).double() for one in (k, v))
    scores = torch.einsum("bhtd,bhsd->bhts", q.double(), k) / q.shape[-1] ** 0.5
    scores = scores if mask is None else scores + mask.double()
    return torch.einsum("bhts,bhsd->bhtd", scores.softmax(-1), v).to(q.dtype)
