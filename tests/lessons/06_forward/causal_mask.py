"""Task 3: who may look at whom."""

from pathlib import Path

from shared.checking import check
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_forward_samples")

HINTS = {
    "causal_mask": (
        "Compare every position with every other: `positions[:, None, :]` runs along the columns, "
        "`positions[:, :, None]` along the rows.",
        "Allowed is what is not padding and not later, or what is oneself: `torch.eye(T, "
        "dtype=torch.bool, device=positions.device)`.",
        "`torch.zeros(allowed.shape, dtype=dtype, device=…).masked_fill(~allowed, "
        'float("-inf"))`, and an axis for the heads: `.unsqueeze(1)`.',
    )
}


def mask(lesson, positions, dtype=None):
    import torch

    return lesson.causal_mask(positions, dtype or torch.float32)


@check("causal_mask", points=2, params={"length": [1, 2, 7]})
def shows_oneself_and_what_was_before(lesson, length):
    """Row i has 0 in columns 0 … i and -inf after that, for every sequence of the batch."""
    return mask(lesson, samples.whole(2, length))


@check("causal_mask", points=2, params={"side": ["left", "right"]})
def hides_padding(lesson, side):
    """Nobody sees padding; padding sees itself, so that no row is all -inf."""
    positions = samples.padded([4, 1, 3], 5, side)
    found = mask(lesson, positions)
    real = positions >= 0
    return {
        "rows of tokens": [found[row, 0][real[row]] for row in range(3)],
        "rows that see nothing": int((found == float("-inf")).all(-1).sum()),
        "shape": list(found.shape),
    }


@check("causal_mask", points=1)
def goes_by_position_not_by_column(lesson):
    """A piece of a sequence begins anywhere; other numbers below 0 are padding too."""
    import torch

    return {
        "from 40 on": mask(lesson, torch.tensor([[40, 41, 42]])),
        "in any order": mask(lesson, torch.tensor([[2, 0, 1]])),
        "two at one place": mask(lesson, torch.tensor([[0, 1, 1]])),
        "padding of -5": mask(lesson, torch.tensor([[-5, 0, 1]]))[:, :, 1:],
        "padding in between": mask(lesson, torch.tensor([[0, -1, 1]]))[:, :, ::2],
    }


@check("causal_mask", points=1, params={"dtype": ["float32", "bfloat16", "float16"]})
def has_the_dtype_asked_for(lesson, dtype):
    """Scores and mask must have one dtype."""
    import torch

    return mask(lesson, samples.apart(samples.whole(2, 3)), getattr(torch, dtype))


@check("causal_mask", points=1)
def asks_the_device_for_nothing(lesson, counters):
    """No number of a tensor is read on the host, and positions stay as they are."""
    import torch

    positions = samples.padded([2, 3], 4, "left")
    before = positions.clone()
    with counters.host_reads() as asked:
        mask(lesson, positions)
    return {"asked for": asked, "positions changed": not torch.equal(positions, before)}


@check("causal_mask", points=1)
def is_made_where_the_positions_are(lesson):
    """The mask is on the device of the positions; here that is `meta`, which holds no numbers."""
    found = mask(lesson, samples.whole(2, 3).to("meta"))
    return [found.device.type, list(found.shape)]
