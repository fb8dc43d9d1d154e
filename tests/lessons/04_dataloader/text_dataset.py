"""Task 1: records of a file, read when they are asked for."""

import builtins
import io
import pickle
import time
from pathlib import Path
from unittest.mock import patch

from shared.checking import check, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_dataloader_samples")

HINTS = {
    "TextDataset": (
        "Go through the file in binary, `for line in file`, and note for each record where it "
        "starts and how many bytes it has. `len(line)` is all that you need of a line, and "
        "`line.strip()` says whether it is a record.",
        "`array('Q')` of the module `array` (or a NumPy array) holds a number in 8 bytes. To read "
        "a record: open the file, `seek(start)`, `read(size)`. A file that is opened for each "
        "record belongs to one process; one that is kept must be read with `os.pread`, and must "
        "not be pickled.",
        "`__getitem__`: `if not -len(self) <= index < len(self): raise IndexError(…)`; read; "
        "`text_of(line)` inside `try`, and `raise ValueError(f'{self.path}, record {index}: "
        "{error}')`; at last `self.tokenize(text)[: self.max_tokens]`, where `[:None]` cuts "
        "nothing.",
    )
}

ODD = (
    samples.record("first") + b"\n",
    b"\n",
    b" \t\r\n",
    samples.record("你好 👍", lang="zh") + b"\r\n",
    b"  " + samples.record("two\nlines\n\nin one record") + b"  \n",
    b'{"id": 7, "text": ""}\n',
    samples.record("after a blank\u2028line\x85 end\u2029s") + b"\n",
    b"\n",
    samples.record("without a line's end"),
)


@check("TextDataset", points=2)
def gives_each_record(lesson, tmp):
    """Each line that is not blank is a record: its ids, its bytes, the number of all."""
    (tmp / "odd.jsonl").write_bytes(b"".join(ODD))
    (tmp / "empty.jsonl").write_bytes(b"\n\n")
    found = {}
    for name in ("odd", "empty"):
        dataset = lesson.TextDataset(tmp / f"{name}.jsonl", samples.by_bytes)
        found[name] = {
            "len": len(dataset),
            "byte_lengths": [int(size) for size in dataset.byte_lengths],
            "records": [list(dataset[index]) for index in range(len(dataset))],
        }
    named_by_text = lesson.TextDataset(str(tmp / "odd.jsonl"), samples.by_bytes)
    return {**found, "path as a text": list(named_by_text[1])}


@check("TextDataset", points=1)
def takes_any_order(lesson, tmp):
    """Records in any order, again and again, and from the end."""
    count = len(samples.numbered(tmp / "some.jsonl", 40))
    dataset = lesson.TextDataset(tmp / "some.jsonl", samples.by_bytes)
    order = [39, 0, 17, 17, 16, 38, -1, -40, -17]
    return {str(index): list(dataset[index]) for index in order} | {
        "all, twice": [[list(ids) for ids in dataset] for _ in range(2)] if count else []
    }


@check("TextDataset", points=1)
def cuts_at_max_tokens(lesson, tmp):
    """Of each record the first `max_tokens` ids."""
    samples.write(tmp / "some.jsonl", ["a", "abc", "abcdefgh", "你好"])
    found = {}
    for most in (1, 3, 8, None):
        dataset = lesson.TextDataset(tmp / "some.jsonl", samples.by_bytes, max_tokens=most)
        found[str(most)] = [list(dataset[index]) for index in range(4)]
        found[f"bytes with {most}"] = [int(size) for size in dataset.byte_lengths]
    return found


def lazy(evidence):
    if evidence["tokenized when made"]:
        return (
            f"making a dataset of 500 records called `tokenize` {evidence['tokenized when made']} "
            "times; expected none"
        )
    if evidence["read when made"] > 1.2 * evidence["size"]:
        return (
            f"making it read {evidence['read when made']:,} bytes of a file of "
            f"{evidence['size']:,}: once through is enough"
        )
    if evidence["read by len"]:
        return f"len and byte_lengths read {evidence['read by len']:,} bytes; they are known"
    if evidence["tokenized"] != 3:
        return f"three records called `tokenize` {evidence['tokenized']} times; expected 3"
    if evidence["read for three"] > 120_000:
        return (
            f"three records of about 1,000 bytes read {evidence['read for three']:,} bytes; "
            "expected what they hold, or a buffer more for each"
        )
    return None


@check("TextDataset", points=2, judge=holds(lazy))
def reads_what_is_asked_for(lesson, tmp, counters):
    """Making it tokenizes nothing; a record is read alone, when it is asked for."""
    path = samples.write(tmp / "some.jsonl", [f"{number}" + "x" * 1000 for number in range(500)])
    tokenize = samples.Counted()
    with counters.reads(path) as made:
        dataset = lesson.TextDataset(path, tokenize)
    found = {
        "size": path.stat().st_size,
        "read when made": made.bytes,
        "tokenized when made": tokenize.calls,
    }
    with counters.reads(path) as known:
        len(dataset), [int(size) for size in dataset.byte_lengths]
    with counters.reads(path) as three:
        for index in (499, 0, 250):
            dataset[index]
    return found | {
        "read by len": known.bytes,
        "read for three": three.bytes,
        "tokenized": tokenize.calls,
    }


def small(evidence):
    if evidence["kept"] > 24 * 20_000 + 100_000:
        return (
            f"20,000 records left {evidence['kept']:,} bytes in memory, "
            f"{evidence['kept'] / 20_000:.0f} a record; expected at most 24 a record"
        )
    if evidence["peak"] > 3_500_000:
        return (
            f"making it took {evidence['peak']:,} bytes of memory, for a file of "
            f"{evidence['size']:,} with lines of 300: go through it line by line"
        )
    if evidence["pickled"] > 24 * 20_000 + 20_000:
        return (
            f"pickled it has {evidence['pickled']:,} bytes; expected at most 24 a record: each "
            "worker gets a copy"
        )
    return None


@check("TextDataset", points=2, judge=holds(small))
def keeps_little(lesson, tmp, counters):
    """At most 24 bytes a record stay in memory, and in the pickle that a worker gets."""
    line = samples.record("x" * 280) + b"\n"
    path = tmp / "many.jsonl"
    path.write_bytes(line * 20_000)
    with counters.allocations() as cost:
        dataset = lesson.TextDataset(path, samples.by_bytes)
    return {
        "size": 20_000 * len(line),
        "kept": cost.kept,
        "peak": cost.peak,
        "pickled": len(pickle.dumps(dataset)),
    }


@check("TextDataset", points=1)
def survives_pickling(lesson, tmp):
    """A copy that went through pickle, as to a worker, gives the same records."""
    samples.numbered(tmp / "some.jsonl", 30)
    dataset = lesson.TextDataset(tmp / "some.jsonl", samples.by_bytes, max_tokens=5)
    before = list(dataset[3])
    copy = pickle.loads(pickle.dumps(dataset))
    return {
        "before": before,
        "copy": [list(copy[index]) for index in range(len(copy))],
        "bytes": [int(size) for size in copy.byte_lengths],
        "original": list(dataset[29]),
    }


OPEN = open


class Slow(io.FileIO):
    """A file whose reads begin a moment late: long enough for another process to seek."""

    def readinto(self, buffer):
        time.sleep(0.002)
        return super().readinto(buffer)

    def read(self, size=-1):
        time.sleep(0.002)
        return super().read(size)


def slow_open(path, mode="r", buffering=-1, *others, **named):
    """`open`, with Slow where a file is opened to read bytes."""
    if mode not in ("rb", "br"):
        return OPEN(path, mode, buffering, *others, **named)
    return Slow(path) if buffering == 0 else io.BufferedReader(Slow(path))


@check("TextDataset", points=2, seconds=60)
def serves_processes_at_once(lesson, tmp):
    """Four DataLoader workers and their parent read at the same time, each the right record."""
    from torch.utils.data import DataLoader

    count = len(samples.numbered(tmp / "some.jsonl", 600, size=1500))
    with patch.object(builtins, "open", slow_open):
        dataset = lesson.TextDataset(tmp / "some.jsonl", samples.by_bytes, max_tokens=6)
        dataset[0]  # whatever it opens is open before the workers are forked
        order = [(index * 101) % count for index in range(count)]
        loader = DataLoader(dataset, sampler=order, batch_size=20, num_workers=4, collate_fn=list)
        beside = []
        batches = []
        for number, batch in enumerate(loader):
            batches.append([bytes(ids).decode() for ids in batch])
            beside.append(bytes(dataset[number]).decode())
    return {"by the workers": batches, "beside them": beside}


def refused(evidence):
    for name, (found, wanted) in evidence.items():
        if "raised" not in found:
            return f"{name}: it returned {found['returned']!r}, and must raise"
        if missing := [part for part in wanted if part not in found["message"]]:
            return f"{name}: the message {found['message']!r} does not name {missing[0]!r}"
    return None


@check("TextDataset", points=2, judge=holds(refused))
def refuses_what_is_not_there(lesson, tmp):
    """Wrong indices, broken records, a missing file, and no tokens are refused in words."""
    good, path = samples.record("good"), tmp / "some.jsonl"
    bad = [b'{"text": 5}', b"[]", b'{"text": "a', b'{"text": "\xff"}', b'{"texts": "a"}', b"null"]
    path.write_bytes(b"\n".join([good, b"", *bad, good]) + b"\n")
    make = lesson.TextDataset
    dataset = make(path, samples.by_bytes)
    found = {
        f"record {index}": [
            raised(ValueError, dataset.__getitem__, index),
            ["some.jsonl", str(index), "not JSON" if index in (3, 4) else "no object"],
        ]
        for index in range(1, 7)
    }
    for index in (8, -9, 104):
        found[f"index {index} of 8"] = [
            raised(IndexError, dataset.__getitem__, index),
            [str(index)],
        ]
    found["max_tokens=0"] = [raised(ValueError, make, path, samples.by_bytes, max_tokens=0), ["0"]]
    missing = tmp / "missing.jsonl"
    found["no such file"] = [raised(FileNotFoundError, make, missing, samples.by_bytes), []]
    return found
