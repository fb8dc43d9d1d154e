"""Task 2: is what the lock says what is installed?"""

import re
from pathlib import Path

from shared import ROOT
from shared.checking import check, holds
from shared.curriculum import import_file

findings = import_file(Path(__file__).with_name("findings.py"), "checks_environment_findings")

HINTS = {
    "check_lock": (
        "First join and clean the lines, then look at one requirement at a time. `packaging` reads "
        "one for you: `Requirement(line)` has a `name`, a `specifier` and a `marker`, and "
        "`canonicalize_name` normalises names, those of `installed` as well.",
        "Clean a line in this order: join what a backslash continues (but not a comment), cut the "
        r"comment off (`(^|\s)#.*`), cut off the options of pip (from a `-` at the begin or after "
        "a blank on), strip. Only then let `Requirement` read it; `InvalidRequirement` is "
        "`line_unreadable`. Compare versions with `specifier.contains(version, prereleases=True)`.",
        "`marker.evaluate(environment)` answers for a machine, `marker.evaluate()` for this one. "
        "An installed version that is none (`InvalidVersion`) is `package_differs`. Keep the "
        "number of the first line while you join; what is left when the text ends is a line too.",
    )
}

LINUX = {"sys_platform": "linux", "platform_system": "Linux", "python_version": "3.11"}
WINDOWS = {"sys_platform": "win32", "platform_system": "Windows", "python_version": "3.11"}


def judged(evidence, reference, given):
    for (lock, installed, _), mine, theirs in zip(given, evidence, reference, strict=False):
        call = f"check_lock({short(lock)}, {short(installed)})"
        if problem := findings.wrong(mine, theirs, {}, call):
            return problem
        for found, expected in zip(mine, theirs, strict=True):
            where = f"{call}: the message of {expected['code']}, {found['message']!r},"
            if found["code"] == "line_unreadable":
                if (quoted := expected["message"].rpartition(": ")[2][1:-1]) not in found[
                    "message"
                ]:
                    return f"{where} must quote {quoted!r}"
                continue
            for version in re.findall(r"\d[\w.+!]*(?=,| is| |$)", numbers(expected["message"])):
                if version not in found["message"]:
                    return f"{where} must name {version!r}"
            if (
                "pip install" not in found["next_step"]
                or found["subject"] not in found["next_step"]
            ):
                return f"{call}: the next step {found['next_step']!r} is not the pip install of it"
    return None


def numbers(message):
    """The versions in a message of the reference, without operators and names."""
    return " ".join(re.findall(r"(?<![\w-])\d[\w.+!]*", re.sub(r"[<>=!~,]", " ", message)))


def short(value):
    text = repr(value)
    return text if len(text) < 300 else f"{text[:300]}…"


def asked(lesson, cases):
    return [findings.plain(lesson, lesson.check_lock(*case)) for case in cases]


def pins():
    have = {"numpy": "2.1.0", "torch": "2.13.0+cpu", "rich": "14.0"}
    return [
        ("", have, None),
        ("numpy==2.1.0\ntorch==2.13.0\n", have, None),
        ("numpy==2.1.0", {}, None),
        ("numpy==2.1.1\nabsent==1.0\nrich==14.0.0\n", have, None),
        ("rich==14\nnumpy==2.1\n", have, None),
        ("torch==2.13.1\n", have, None),
        ("torch==2.13.0+cu128\n", have, None),
        ("torch==2.13.0+cpu\n", have, None),
        ("numpy==2.10.0\n", have, None),
        ("numpy==2.1.0rc1\n", have, None),
        ("numpy==2.1.0rc1\n", {"numpy": "2.1.0rc1"}, None),
        ("numpy==2.1.0\n", {"numpy": "unknown"}, None),
        ("numpy==1!2.1.0\n", have, None),
        ("b==1\na==2\nc==3\n", {"a": "1", "c": "3"}, None),
    ]


@check("check_lock", points=2, given=pins, judge=holds(judged))
def compares_versions(lesson, given):
    """Missing and different versions are found, as PEP 440 compares them: 2.1 is 2.1.0."""
    return asked(lesson, given)


def ranges():
    have = {"numpy": "2.10.0", "rich": "14.1.0rc1"}
    locks = (
        *("numpy", "numpy>=2", "numpy>=2.9", "numpy>=2.9,<2.11", "numpy<2.9", "numpy~=2.10"),
        *(
            "numpy != 2.10.0",
            "numpy (>=2)",
            "rich>=14",
            "rich>=14.1",
            "numpy===2.10.0",
            "numpy==2.*",
        ),
    )
    return [(lock, have, None) for lock in locks]


@check("check_lock", points=1, given=ranges, judge=holds(judged))
def takes_what_is_no_pin(lesson, given):
    """A requirement may be a range, or nothing but a name; a preview counts as installed."""
    return asked(lesson, given)


def names():
    return [
        ("Ruamel_Yaml==1.0\n", {"ruamel.yaml": "1.0"}, None),
        ("ruamel-yaml==1.0\n", {"RUAMEL--yaml": "1.0"}, None),
        ("zope.interface==7.2\nZope_Interface==7.3\n", {"zope-interface": "7.2"}, None),
        ("uvicorn[standard]==0.30\n", {"uvicorn": "0.30"}, None),
        ("Jinja2[i18n, X]==3.1\n", {"jinja2": "3.0"}, None),
        ("Flask==3.0\n", {}, None),
        ("  spaced  ==  1.0  \n", {"spaced": "1.0"}, None),
    ]


@check("check_lock", points=1, given=names, judge=holds(judged))
def normalises_names(lesson, given):
    """Case, dots, dashes and underlines make no difference in a name; extras are not part of it."""
    return asked(lesson, given)


HASHED = """\
#
# This file is autogenerated by pip-compile with Python 3.11
#
--index-url https://example.org/simple
--extra-index-url=https://example.org/more
-e ./plugins
annotated-types==0.7.0 \\
    --hash=sha256:1f02e8b43a8fbbc3f3e0d4f0f4bfc8131bcb4eebe8849b8e5c773f3a1c582a53 \\
    --hash=sha256:aff07c09a53a08bc8cfccb9c85b05f1aa9a2a6f23728d790723543408344ce89
    # via pydantic

anyio==4.4.0 ; python_version >= "3.8"  # via -r requirements.in
    # via
    #   httpx
    #   starlette \\
certifi==2024.7.4  --no-binary certifi
"""


def layouts():
    have = {"annotated-types": "0.7.0", "anyio": "4.4.0", "certifi": "2024.7.4"}
    old = {name: "0.1" for name in have}
    split = "one==\\\n1.0\ntwo\\\n==2.0 # here\nthree==3.0\\"
    return [
        (HASHED, have, None),
        (HASHED, old, None),
        (HASHED.replace("\n", "\r\n"), old, None),
        (split, {"one": "1.0", "two": "2.0", "three": "3.0"}, None),
        (split, {}, None),
        ("a==1.0#no comment\n", {"a": "1.0"}, None),
        ("a==1.0 #comment\n#b==1\n   # c==1\n", {"a": "1.0"}, None),
        ("direct @ https://example.org/direct-1.0.zip#sha256=12\n", {"direct": "9"}, None),
        ("direct @ https://example.org/direct-1.0.zip\n", {}, None),
        ("pre-commit==4.0 -c x\nx-y==1\n", {"pre-commit": "4.0", "x-y": "2"}, None),
        ("# the end \\\na==1.0\n", {"a": "2.0"}, None),
    ]


@check("check_lock", points=2, given=layouts, judge=holds(judged))
def reads_what_pip_compile_writes(lesson, given):
    """Comments, options, hashes and joined lines are no requirements."""
    return asked(lesson, given)


def markers():
    lock = (
        'colorama==0.4.6 ; sys_platform == "win32"\n'
        'uvloop==0.20 ; sys_platform != "win32" and python_version < "3.13"\n'
        "both==1.0 ; python_version >= '3.8'\n"
    )
    have = {"both": "1.0"}
    return [
        (lock, have, LINUX),
        (lock, have, WINDOWS),
        (lock, {**have, "colorama": "0.4.6"}, WINDOWS),
        (lock, {**have, "uvloop": "0.19"}, LINUX),
        (lock, have, {**LINUX, "python_version": "3.13"}),
        ('old==1.0 ; python_version < "3"\nnow==1.0 ; python_version >= "3"\n', {}, None),
        ('extra==1.0 ; extra == "gpu"\n', {}, {**LINUX, "extra": ""}),
    ]


@check("check_lock", points=2, given=markers, judge=holds(judged))
def heeds_markers(lesson, given):
    """A line with a marker counts on the machine that it is for, and nowhere else."""
    return asked(lesson, given)


def unreadable():
    return [
        ("numpy=2.1.0\n", {}, None),
        ("a==1.0\n\n# two\n???\nb==1.0\n", {"a": "1.0", "b": "1.0"}, None),
        ("a==1.0\nb==\\\n\\\nno good one\nc==\n", {"a": "1.0"}, None),
        ("<<<<<<< HEAD\na==1.0\n=======\na==2.0\n>>>>>>> other\n", {"a": "1.0"}, None),
        ("a==1.0 ; nonsense == 3\n", {"a": "1.0"}, None),
        ("a==1.0,\n./local\n", {"a": "1.0"}, None),
    ]


@check("check_lock", points=2, given=unreadable, judge=holds(judged))
def names_lines_that_it_cannot_read(lesson, given):
    """A line that is no requirement is a finding with its number; the others still count."""
    return asked(lesson, given)


def real(rng):
    """The lock of this course, and environments in which some of it is missing or different."""
    random = rng.python
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    right = dict(re.findall(r"^([\w.-]+)(?:\[.*\])?==([^\s;]+)", lock, re.M))
    cases = [(lock, right, LINUX)]
    for _ in range(4):
        have = dict(right)
        for name in random.sample(sorted(right), 8):
            if random.random() < 0.5:
                del have[name]
            else:
                have[name] += ".1"
        cases.append((lock, {name.upper(): have[name] for name in have}, LINUX))
    return cases


@check("check_lock", points=2, given=real, judge=holds(judged))
def checks_the_lock_of_this_course(lesson, given):
    """In the lock of this course exactly what is missing or different is found."""
    return asked(lesson, given)
