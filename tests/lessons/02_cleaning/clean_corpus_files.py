"""Task 5, too: the files around a corpus, and the memory it takes."""

import json
import os
import resource
from pathlib import Path

from shared.checking import check, raised, within

SOURCE, TARGET, BAD = Path("corpus.jsonl"), Path("clean.jsonl"), Path("clean.quarantine.jsonl")


def jsonl(documents):
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


PEAKS = {"kB in memory, of 300 documents of 5 kB": 0.0, "kB in memory, of a line of 2 MB": 0.0}


@check("clean_corpus", points=2, judge=within(250, of=PEAKS), seconds=30)
def needs_constant_memory(lesson, counters):
    """Memory grows neither with the file nor with a line that is too long."""
    record = {"text": "word " * 180, "html": "<p>" * 1400}
    many = jsonl([{**record, "text": f"{number} {record['text']}"} for number in range(300)])
    found = []
    for data in (jsonl([record]), many, b"x" * 2_000_000):
        SOURCE.write_bytes(data)
        with counters.allocations() as cost:
            lesson.clean_corpus(SOURCE, TARGET, record_limit=10_000)
        found.append(cost.peak / 1000)
    return dict(zip(PEAKS, found[1:], strict=True))  # the first run filled caches


@check("clean_corpus", points=1)
def puts_the_quarantine_beside_the_target(lesson):
    """Without `quarantine` bad lines go into the folder of the target, under its name."""
    source, target = Path("raw/corpus.jsonl"), Path("done/web.jsonl")
    for folder in (source.parent, target.parent):
        folder.mkdir()
    source.write_bytes(jsonl([{"text": "one"}]) + b"no JSON\n")
    lesson.clean_corpus(source, target)
    return sorted(path.as_posix() for path in Path().glob("*/*"))


SAFE = {
    SOURCE: jsonl([{"text": "one", "lang": "c"}]),
    TARGET: b"old target",
    BAD: b"old quarantine",
}


def prepared():
    for path, data in SAFE.items():
        path.write_bytes(data)


def outcome(result):
    return {
        "raised": result.get("raised", "nothing"),
        **{path.name: path.read_bytes() if path.exists() else None for path in SAFE},
    }


@check("clean_corpus", points=1)
def refuses_and_touches_nothing(lesson):
    """Wrong limits, missing and equal paths are refused; then no file is touched."""
    prepared()
    Path("folder").mkdir()
    os.link(SOURCE, "link.jsonl")
    os.symlink(TARGET, "symlink.jsonl")
    cases = {
        "target is source": (SOURCE, SOURCE, {}),
        "target is source by another path": (SOURCE, Path("folder/../corpus.jsonl"), {}),
        "target is a hard link to source": (SOURCE, Path("link.jsonl"), {}),
        "quarantine is source": (SOURCE, TARGET, {"quarantine": SOURCE}),
        "quarantine is a link to target": (SOURCE, TARGET, {"quarantine": Path("symlink.jsonl")}),
        "no source": (Path("missing.jsonl"), TARGET, {}),
        "no folder for target": (SOURCE, Path("missing/clean.jsonl"), {}),
        "no folder for quarantine": (SOURCE, TARGET, {"quarantine": Path("missing/bad.jsonl")}),
        "line_limit is 0": (SOURCE, TARGET, {"line_limit": 0}),
        "record_limit is 0": (SOURCE, TARGET, {"record_limit": 0}),
    }
    found = {}
    for what, (source, target, options) in cases.items():
        errors = (ValueError, FileNotFoundError)
        found[what] = outcome(raised(errors, lesson.clean_corpus, source, target, **options))
        prepared()
    return found


@check("clean_corpus", points=2)
def leaves_outputs_alone_if_it_fails(lesson):
    """If the disk is full half-way, both outputs are as they were before."""
    big = jsonl([{"text": f"document {number} " + "word " * 1600} for number in range(30)])
    small, bad = jsonl([{"text": "one"}]), b"no JSON at all\n" * 3000
    found = {}
    for what, data in {"the target": big + bad[:99], "the quarantine": small + bad}.items():
        for before in ("old outputs", "no outputs"):
            prepared()
            SOURCE.write_bytes(data)
            if before == "no outputs":
                TARGET.unlink()
                BAD.unlink()
            after = outcome(on_a_full_disk(lesson))
            del after[SOURCE.name]
            found[f"full at {what}, {before} before"] = after
    return {"disk": found}


def on_a_full_disk(lesson, size=100_000):
    """No file of this process may grow beyond `size` bytes: more raises OSError."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        return raised(OSError, lesson.clean_corpus, SOURCE, TARGET)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
