"""Task 4: why torch sees no GPU, in one cause."""

import itertools
from pathlib import Path

from shared.checking import check, holds
from shared.curriculum import import_file

findings = import_file(Path(__file__).with_name("findings.py"), "checks_environment_findings")

HINTS = {
    "diagnose_cuda": (
        "Ask one question after another, in the order of the docstring, and stop at the first that "
        "explains it. Write `visible_cards` first: `hidden` needs it.",
        "For `visible_cards` go through the entries one by one: find the place that an entry "
        "means, stop at the first that means none, and return nothing at all if a place comes "
        "twice. Compare versions of CUDA by their first number only, as numbers.",
        'The empty text is a list with one entry that means nothing: `"".split(",")` is `[""]`. An '
        "entry of digits is a place if it is smaller than the number of cards; an entry that "
        "begins with `GPU-` is one if exactly one card's uuid begins with it (a card may have "
        "none). `int(version.partition('.')[0])` is the major version.",
    )
}

UUIDS = ("GPU-8932f937-d72c", "GPU-8932f000-0000", "GPU-11110000-aaaa", None)
LISTS = (
    *(
        "",
        " ",
        "0",
        "1",
        "0,1",
        "1,0",
        " 1 , 0 ",
        "2",
        "9",
        "0,9,1",
        "-1",
        "0,-1,1",
        "1,1",
        "0,1,0",
    ),
    *("GPU-8932f937", "GPU-8932f", "GPU-8932f9", "GPU-11110000-aaaa", "GPU-", "GPU-11110000-aaaa0"),
    *("GPU-1111,0", "2,GPU-1111", "GPU-1111,2", "0,GPU-8932f,1", "gpu-1111", "8932f937", "01"),
    *("0,", ",0", "0,,1", "all", "none", "NoDevFiles", "3", "0,9,0"),
)


def cards(lesson, uuids):
    return tuple(lesson.Gpu(index, "NVIDIA X", uuid) for index, uuid in enumerate(uuids))


@check("diagnose_cuda", points=2)
def reads_cuda_visible_devices(lesson):
    """Places and beginnings of UUIDs, in their order, up to the first entry that names no card."""
    found = {"not set": lesson.visible_cards(None, cards(lesson, UUIDS))}
    found |= {text: lesson.visible_cards(text, cards(lesson, UUIDS)) for text in LISTS}
    found["not set, no card"] = lesson.visible_cards(None, ())
    found["0, no card"] = lesson.visible_cards("0", ())
    for text in ("GPU-", "GPU", "G", ""):
        found[f"{text!r}, one card"] = lesson.visible_cards(text, cards(lesson, UUIDS[:1]))
    return found


def lists(rng):
    random = rng.python
    pool = ["0", "1", "2", "3", "7", "-1", "", "GPU-1111", "GPU-8932f", "GPU-8932f0", "x"]
    return sorted({",".join(random.choices(pool, k=random.randint(1, 5))) for _ in range(300)})


@check("diagnose_cuda", points=1, given=lists)
def reads_any_list(lesson, given):
    """Random lists of entries, good and bad."""
    return {text: lesson.visible_cards(text, cards(lesson, UUIDS)) for text in given}


def machines():
    """Each combination of what can be right and wrong, as the fields of a CudaFacts."""
    return [
        dict(
            zip(
                ("available", "driver", "number", "torch", "driver_cuda", "visible"),
                facts,
                strict=True,
            )
        )
        for facts in itertools.product(
            (False, True),
            ("565.57.01", None),
            (2, 0),
            (("2.13.0+cu128", "12.8"), ("2.13.0+cpu", None), ("2.13.0+cu130", "13.0")),
            ("12.2", "9.2", None, "13.1"),
            (None, "1,0", "5"),
        )
    ]


def diagnosed(lesson, machine):
    version, cuda = machine["torch"]
    facts = lesson.CudaFacts(
        torch_version=version,
        torch_cuda=cuda,
        available=machine["available"],
        driver=machine["driver"],
        driver_cuda=machine["driver_cuda"],
        cards=cards(lesson, UUIDS[: machine["number"]]),
        visible=machine["visible"],
    )
    return findings.plain(lesson, lesson.diagnose_cuda(facts))


def one_cause(evidence, reference, given):
    for machine, mine, theirs in zip(given, evidence, reference, strict=False):
        names = {
            "cpu_only": [machine["torch"][0]],
            "driver_too_old": [machine["torch"][1] or "", machine["driver_cuda"] or ""],
            "hidden": [machine["visible"] or ""],
        }
        told = ", ".join(f"{key}={value!r}" for key, value in machine.items())
        if problem := findings.wrong([mine], [theirs], names, f"diagnose_cuda of {told}"):
            return problem
    return None


def usual():
    """One machine for each finding."""
    right = machines()[0] | {"visible": None, "driver_cuda": "13.1"}
    return [
        right | {"available": True},
        right | {"driver": None, "driver_cuda": None, "number": 0},
        right | {"number": 0},
        right | {"torch": ("2.13.0+cpu", None)},
        right | {"torch": ("2.13.0+cu130", "13.0"), "driver_cuda": "12.9"},
        right | {"visible": ""},
        right,
    ]


@check("diagnose_cuda", points=2, given=usual, judge=holds(one_cause))
def names_each_cause(lesson, given):
    """A machine for each finding: what is wrong with it, and what to do."""
    return [diagnosed(lesson, machine) for machine in given]


def versions():
    right = usual()[-1]
    pairs = [("12.8", "12.2"), ("12.8", "12.8"), ("12.8", "11.8"), ("13.0", "12.9")]
    pairs += [("11.8", "12.4"), ("9.2", "10.1"), ("10.2", "9.2"), ("12.8", None), ("13.0", "13.0")]
    return [right | {"torch": (f"2.13.0+{a}", a), "driver_cuda": b} for a, b in pairs]


@check("diagnose_cuda", points=2, given=versions, judge=holds(one_cause))
def compares_major_versions(lesson, given):
    """A driver is too old only if its CUDA is of an earlier major version."""
    return [diagnosed(lesson, machine) for machine in given]


@check("diagnose_cuda", points=2, given=machines, judge=holds(one_cause))
def names_the_first_cause(lesson, given):
    """Where several things are wrong, the one nearest to the ground is named."""
    return [diagnosed(lesson, machine) for machine in given]
