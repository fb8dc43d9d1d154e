"""Task 5: a loader that goes on where it stopped."""

import json
from pathlib import Path

from shared.checking import check, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_dataloader_samples")

HINTS = {
    "ResumableLoader": (
        "The loader's `batch_sampler` runs in this process, also where workers prepare the data. "
        "So one call of its `set_epoch(epoch, start=…)` before the loop is enough.",
        "Count a batch before you `yield` it: while the body of the caller's loop runs, your "
        "generator stands at the `yield`, and a checkpoint that is written there must count it.",
        "After the loop, and only there, the epoch is over: `self.epoch, self.delivered = "
        "self.epoch + 1, 0`. A caller that breaks off never gets there. `load_state_dict` checks "
        "both numbers first and assigns then.",
    )
}


def loader(lesson, workers=0, batches=7, dataset=None):
    from torch.utils.data import DataLoader

    return lesson.ResumableLoader(
        DataLoader(
            dataset or samples.Numbers(),
            batch_sampler=samples.Known(batches),
            collate_fn=first_of_each,
            num_workers=workers,
            persistent_workers=workers > 0,
        )
    )


def first_of_each(batch):
    return [sample[0] for sample in batch]


def take(loader, count):
    """The next `count` batches, after which the loop is left."""
    found = []
    for batch in loader:
        found.append(batch)
        if len(found) == count:
            break
    return found


@check("ResumableLoader", points=1, params={"workers": [0, 2]})
def epochs_follow_each_other(lesson, workers):
    """Each iteration is one epoch; the next one is the next epoch."""
    made = loader(lesson, workers)
    return {"batches": [list(made) for _ in range(3)], "epoch": made.epoch, "len": len(made)}


@check("ResumableLoader", points=2, params={"workers": [0, 2]}, seconds=30)
def goes_on_after_a_break(lesson, workers):
    """Left in the middle, the next iteration begins with the next batch."""
    made = loader(lesson, workers)
    return {
        "three": take(made, 3),
        "two more": take(made, 2),
        "the rest": list(made),
        "the next epoch": take(made, 1),
        "its rest": list(made),
        "position": [made.epoch, made.delivered],
    }


@check("ResumableLoader", points=2, params={"workers": [0, 2]})
def counts_what_was_delivered(lesson, workers):
    """The state is the position of the loop, not of workers that are ahead; it is plain JSON."""
    made = loader(lesson, workers)
    states = [made.state_dict()]
    for _ in range(2):
        for _batch in made:
            states.append(made.state_dict())
        states.append(made.state_dict())
    return {"states": [json.loads(json.dumps(state)) for state in states]}


@check("ResumableLoader", points=2, params={"workers": [0, 2]}, seconds=30)
def resumes_at_every_batch(lesson, workers):
    """A new loader with the state of an old one delivers what the old one would have."""
    found = {}
    for count in (1, 4, 7):
        old = loader(lesson, workers)
        list(old)
        before = take(old, count)
        kept = json.dumps(old.state_dict())
        new = loader(lesson, workers)
        new.load_state_dict(json.loads(kept))
        found[str(count)] = {"before": before, "after": list(new), "next": take(new, 2)}
    back = loader(lesson, workers)
    list(back)
    back.load_state_dict({"epoch": 0, "delivered": 5})
    found["back to an earlier epoch"] = [list(back), take(back, 1)]
    return found


class Noting(samples.Numbers):
    """Notes which samples it was asked for."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def __getitem__(self, index):
        self.asked.append(index)
        return super().__getitem__(index)


def read_once(evidence):
    for name, asked in evidence.items():
        if again := sorted(set(asked) & set(range(100, 110))):
            return (
                f"{name}: the sample {again[0]} was read, which was delivered before: let the "
                "sampler leave out what was, or a restart late in an epoch takes as long as it"
            )
    return None


@check("ResumableLoader", points=1, judge=holds(read_once))
def reads_nothing_again(lesson):
    """What was delivered before the position is not read a second time."""
    resumed = Noting()
    made = loader(lesson, dataset=resumed)
    made.load_state_dict({"epoch": 1, "delivered": 5})
    list(made)
    left = Noting()
    made = loader(lesson, dataset=left)
    made.load_state_dict({"epoch": 1, "delivered": 0})
    take(made, 5)
    left.asked.clear()
    list(made)
    return {"after load_state_dict": resumed.asked, "after a break": left.asked}


def refused(evidence):
    for name, found in evidence.items():
        if "raised" not in found["call"]:
            return f"load_state_dict({name}) raised nothing; an epoch has 7 batches"
        if found["after"] != [2, 3]:
            return (
                f"after load_state_dict({name}) was refused, (epoch, delivered) is "
                f"{tuple(found['after'])}; it was (2, 3)"
            )
    return None


@check("ResumableLoader", points=1, judge=holds(refused))
def refuses_positions_that_are_none(lesson):
    """More batches than an epoch has, or less than 0: ValueError, and nothing is changed."""
    found = {}
    for epoch, delivered in ((0, 8), (0, -1), (-1, 0), (5, 100)):
        made = loader(lesson)
        made.load_state_dict({"epoch": 2, "delivered": 3})
        state = {"epoch": epoch, "delivered": delivered}
        call = raised(ValueError, made.load_state_dict, state)
        found[str(state)] = {"call": call, "after": [made.epoch, made.delivered]}
    return found
