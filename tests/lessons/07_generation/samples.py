"""Requests, a model of known answers and a test of distributions that the checks share."""

import re
from types import SimpleNamespace

SMALL_P = 1e-9
"""How often a right answer may fail a test of its distribution: once in a thousand million runs."""


def settings(rows):
    """(temperature, top_k, top_p, min_p) of each row as four tensors (B,)."""
    import torch

    dtypes = torch.float32, torch.int64, torch.float32, torch.float32
    return [
        torch.tensor(column, dtype=dtype)
        for column, dtype in zip(zip(*rows, strict=True), dtypes, strict=True)
    ]


def logits(rng, batch, vocabulary):
    """Random logits without ties."""
    import torch

    return torch.randn(batch, vocabulary, generator=rng.torch) * 2


def unlikely(counts, probabilities):
    """What speaks against counts drawn with these probabilities, as text; None if nothing does.

    Pearson's chi-square; classes of fewer than 5 expected are put together. What has probability 0
    must not occur at all.
    """
    import torch

    total, seen, expected = sum(counts), [], []
    rest_seen = rest_expected = 0.0
    for count, probability in zip(counts, probabilities, strict=True):
        if probability == 0:
            if count:
                return "a token occurred that has been removed"
        elif probability * total < 5:
            rest_seen, rest_expected = rest_seen + count, rest_expected + probability * total
        else:
            seen.append(count)
            expected.append(probability * total)
    if rest_expected >= 5:
        seen.append(rest_seen)
        expected.append(rest_expected)
    square = sum((a - b) ** 2 / b for a, b in zip(seen, expected, strict=True))
    half = torch.tensor([(len(seen) - 1) / 2, square / 2], dtype=torch.float64)
    if torch.special.gammaincc(*half) < SMALL_P:
        shares = ", ".join(
            f"{count / total:.3f} for {p:.3f}"
            for count, p in zip(seen, [one / total for one in expected], strict=True)
        )
        return f"the tokens do not occur as often as their probabilities say: {shares}"
    return None


TWO_DEVICES = re.compile("(same|expected) device|meta device, but", re.IGNORECASE)
"""In what torch says where tensors of two devices meet."""


def on_meta(function, *arguments):
    """On which device a call answers if all its tensors are on `meta`, or what is raised.

    `meta` is a device that every machine has; its tensors have shapes and no numbers.
    """
    try:
        return {"device": function(*arguments).device.type}
    except Exception as error:  # noqa: BLE001 - `stays_there` looks at what it says
        return {"error": str(error)[:300]}


def stays_there(evidence):
    """Calls of `on_meta` that are right on a GPU, too, as far as that is seen without one.

    Code that looks at a number fails on `meta`, but not on a GPU: that is let pass.
    """
    for name, found in evidence.items():
        if found.get("device", "meta") != "meta":
            return f"{name}: the answer is on {found['device']}, and the logits are not"
        if TWO_DEVICES.search(found.get("error", "")):
            return f"{name}: tensors of two devices meet. torch says: {found['error']}"
    return None


class Known:
    """A model whose logits depend on all tokens and positions that it is given; it notes calls."""

    def __init__(self, vocabulary=23, max_positions=40):
        self.config = SimpleNamespace(max_positions=max_positions, vocab_size=vocabulary)
        self.calls = []

    def __call__(self, ids, positions, kv=None, *, logits_at=None):
        import torch

        self.calls.append(
            {
                "ids": ids.tolist(),
                "positions": positions.tolist(),
                "kv": kv,
                "logits_at": None if logits_at is None else logits_at.tolist(),
                "gradients": torch.is_grad_enabled(),
            }
        )
        seen = ((ids + 3) * (positions + 5) ** 2).cumsum(dim=1)
        places = torch.arange(self.config.vocab_size)
        found = ((seen[..., None] * 7919 + places * 104729 + places**2 * 31) % 1009) / 100
        if logits_at is not None:
            found = found.take_along_dim(logits_at[..., None], dim=1)
        return found
