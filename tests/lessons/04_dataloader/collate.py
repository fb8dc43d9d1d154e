"""Task 2: samples of different lengths as one batch."""

from pathlib import Path

from shared.checking import check, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_dataloader_samples")

HINTS = {
    "collate": (
        "Begin with two tensors of shape (B, T), one full of `pad_id` and one of zeros, and write "
        "each sample into its row.",
        "`ids[row, :n] = torch.tensor(sample)` for the right side, `ids[row, width - n:]` for the "
        "left; the same place of the mask becomes 1. The labels are a copy of the ids in which "
        "every place with mask 0 is IGNORED: `ids.masked_fill(mask == 0, IGNORED)`.",
        "Rounding up: `-(-longest // multiple_of) * multiple_of`. Never ask `ids == pad_id`: the "
        "sample may hold that token itself.",
    )
}


def plain(batch):
    return {name: [str(tensor.dtype), tensor.tolist()] for name, tensor in sorted(batch.items())}


@check("collate", points=2, params={"side": ["right", "left"]})
def pads_to_the_longest(lesson, side):
    """Ids, mask and labels, as wide as the longest sample, padded on the side asked for."""
    batch = [[5, 6, 7], [8], [9, 10], [11, 12, 13, 14]]
    return {
        "four": plain(lesson.collate(batch, 0, side=side)),
        "one": plain(lesson.collate([[4, 2]], 9, side=side)),
        "equal lengths": plain(lesson.collate([[1, 2], [3, 4]], 0, side=side)),
        "by default": plain(lesson.collate([[1, 2], [3]], 0)),
        "pad_id by name": plain(lesson.collate([[1, 2], [3]], pad_id=7)),
    }


@check("collate", points=2, params={"side": ["right", "left"]})
def keeps_pad_tokens_of_a_sample(lesson, side):
    """A sample may hold `pad_id` itself, at its ends too: that is no padding."""
    batch = [[2, 5, 2, 6, 2], [2, 7, 2], [2]]
    return plain(lesson.collate(batch, 2, side=side))


@check("collate", points=1, params={"side": ["right", "left"]})
def rounds_up(lesson, side):
    """The width is a multiple of `multiple_of`, and no wider than need be."""
    found = {}
    for multiple in (1, 2, 4, 8):
        for longest in (1, 3, 4, 8, 9):
            batch = [list(range(1, longest + 1)), [7]]
            made = lesson.collate(batch, 0, side=side, multiple_of=multiple)
            found[f"{longest} to {multiple}"] = plain(made)
    return found


@check("collate", points=1)
def takes_any_sequences(lesson):
    """Tuples and NumPy arrays as samples; what came in is left as it was."""
    import numpy as np

    batch = [(3, 4, 5), np.array([6, 7]), [8]]
    made = lesson.collate(batch, 1)
    made["input_ids"][:] = 0  # labels and samples have memory of their own
    made["attention_mask"][:] = 0
    return {"labels": made["labels"].tolist(), "samples": [list(map(int, each)) for each in batch]}


def refused(evidence):
    for name, (found, wanted) in evidence.items():
        if "raised" not in found:
            return f"{name}: it returned {found['returned']!r}, and must raise ValueError"
        if wanted not in found["message"]:
            return f"{name}: the message {found['message']!r} does not name {wanted!r}"
    return None


@check("collate", points=1, judge=holds(refused))
def refuses_what_makes_no_batch(lesson):
    """No samples, a sample without tokens, another side, `multiple_of` 0."""

    def tried(batch, **options):
        found = raised(ValueError, lesson.collate, batch, 0, **options)
        return found if "raised" in found else {"returned": plain(found["returned"])}

    return {
        "no samples": [tried([]), ""],
        "an empty sample": [tried([[1], [2, 3], []]), "2"],
        "empty samples only": [tried([[], []]), "0"],
        "side='middle'": [tried([[1]], side="middle"), "middle"],
        "multiple_of=0": [tried([[1]], multiple_of=0), "0"],
        "multiple_of=-8": [tried([[1]], multiple_of=-8), "-8"],
    }
