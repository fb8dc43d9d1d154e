"""Task 1: the right Python, in an environment of its own."""

from pathlib import Path

from shared.checking import check, holds, raised
from shared.curriculum import import_file

findings = import_file(Path(__file__).with_name("findings.py"), "checks_environment_findings")

HINTS = {
    "check_interpreter": (
        "Two questions that have nothing to do with each other, each with at most one finding. "
        "Do not compare versions as texts: as a text, 3.9 is greater than 3.11.",
        "`SpecifierSet(supported)` raises a subclass of ValueError for what it cannot read, and "
        "`.contains(text)` answers whether a version is among those. For conda look at the folders "
        "in `Path(prefix)`.",
        '`".".join(map(str, version))` is the text of a version. A conda environment: '
        '`(Path(prefix) / "conda-meta").is_dir()` and not the same for `condabin`.',
    )
}

SUPPORTED = ">=3.11,<3.13"


def judged(evidence, reference, given):
    for (version, prefix, base, supported), mine, theirs in zip(
        given, evidence, reference, strict=False
    ):
        names = {
            "python_unsupported": [".".join(map(str, version)), supported],
            "no_environment": [prefix],
        }
        call = f"check_interpreter({version}, {prefix!r}, {base!r}, {supported!r})"
        if problem := findings.wrong(mine, theirs, names, call):
            return problem
    return None


def asked(lesson, cases):
    return [findings.plain(lesson, lesson.check_interpreter(*case)) for case in cases]


def versions(rng):
    random = rng.python
    cases = [
        *((3, 11, 2), (3, 11, 0), (3, 12, 7), (3, 13, 0), (3, 10, 14), (3, 9, 18), (3, 8, 0)),
        *((3, 11), (3, 100, 1), (4, 0, 0), (2, 7, 18)),
    ]
    ranges = [SUPPORTED, ">=3.9", "<3.9", "~=3.11", "==3.11.*", "!=3.11.2", ">=3.11.3", ""]
    drawn = [(3, random.randint(6, 15), random.randint(0, 20)) for _ in range(20)]
    return [
        (version, ".venv", "/usr", supported) for version in cases + drawn for supported in ranges
    ]


@check("check_interpreter", points=2, given=versions, judge=holds(judged))
def finds_a_python_that_is_not_supported(lesson, given):
    """A version outside of `supported` is found, and none inside: as versions, not as texts."""
    return asked(lesson, given)


PLACES = [
    ((3, 11, 2), prefix, base, SUPPORTED)
    for prefix, base in (
        (".venv", "/usr"),
        ("/usr", "/usr"),
        ("conda/envs/course", "conda/envs/course"),
        ("conda", "conda"),
        ("old/.venv", "conda/envs/course"),
    )
]


def places():
    return [*PLACES, ((3, 9, 1), "/usr", "/usr", SUPPORTED), ((3, 9, 1), "conda", "conda", "<3")]


@check("check_interpreter", points=2, given=places, judge=holds(judged))
def finds_a_python_without_an_environment(lesson, given):
    """Virtual and conda environments are right; the system's Python and conda's base are not."""
    for folder in ("conda/condabin", "conda/conda-meta", "conda/envs/course/conda-meta"):
        Path(folder).mkdir(parents=True)
    return asked(lesson, given)


def refused(evidence):
    for supported, answer in evidence.items():
        if supported not in answer.get("message", ""):
            did = answer.get("message", answer.get("returned"))
            return f"supported={supported!r} gave {did!r}; expected a ValueError that quotes it"
    return None


@check("check_interpreter", points=1, judge=holds(refused))
def refuses_what_is_no_range(lesson):
    """A `supported` that cannot be read is a ValueError that quotes it."""
    return {
        supported: raised(
            ValueError, lesson.check_interpreter, (3, 11, 2), ".venv", "/usr", supported
        )
        for supported in ("3.11", "=>3.11", "three", ">=3.11;<3.13", ">=3.11,three")
    }
