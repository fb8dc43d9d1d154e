"""`counters.host_reads` sees on the CPU too what waits for a device, and nothing else."""

from collections.abc import Callable

import pytest
import torch

from shared.checking.fixtures import counters

WAITS: dict[str, Callable[[torch.Tensor], object]] = {
    "item": lambda t: t.sum().item(),
    "int": lambda t: int(t.sum()),
    "truth": lambda t: bool((t > 0).any()),
    "if": lambda t: 1 if t.sum() > 0 else 2,
    "tolist": lambda t: t.tolist(),
    "numpy": lambda t: t.numpy(),
    "cpu": lambda t: t.cpu(),
    "to a name": lambda t: t.to("cpu"),
    "to a device": lambda t: t.to(device=torch.device("cpu")),
    "equal": lambda t: torch.equal(t, t),
    "nonzero": lambda t: t.nonzero(),
    "where of one argument": lambda t: torch.where(t > 0),
    "a mask as an index": lambda t: t[t > 0],
    "written by a mask": lambda t: t.clone().__setitem__(t > 0, 0.0),
    "masked_select": lambda t: t.masked_select(t > 0),
    "unique": lambda t: t.unique(),
    "new numbers": lambda t: t + torch.tensor([1.0, 2.0, 3.0]),
    "membership": lambda t: 1.0 in t,
}
FREE: dict[str, Callable[[torch.Tensor], object]] = {
    "arithmetic": lambda t: (t * 2 + 1).softmax(-1),
    "an index of numbers": lambda t: t[torch.arange(2)],
    "filled by a mask": lambda t: t.masked_fill(t > 0, 0.0),
    "where of three": lambda t: torch.where(t > 0, t, -t),
    "sizes": lambda t: (t.shape[0], len(t), t.numel(), t.dtype, t.device),
    "another dtype": lambda t: t.to(torch.bfloat16),
    "fresh memory": lambda t: torch.zeros_like(t) + torch.ones(3),
}


@pytest.mark.parametrize("name", WAITS)
def test_what_waits_is_seen(name: str):
    numbers = _numbers()
    with counters.host_reads() as found:
        WAITS[name](numbers)
    assert found


@pytest.mark.parametrize("name", FREE)
def test_what_does_not_wait_is_not_seen(name: str):
    numbers = _numbers()
    with counters.host_reads() as found:
        FREE[name](numbers)
    assert found == []


def _numbers() -> torch.Tensor:
    return torch.linspace(-1, 3, 3)
