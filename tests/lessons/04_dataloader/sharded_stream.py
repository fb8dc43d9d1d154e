"""Task 4: a stream that ranks and workers share, each record exactly once."""

from itertools import zip_longest
from pathlib import Path

from shared.checking import check, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_dataloader_samples")

HINTS = {
    "ShardedStream": (
        "Iterate in `__iter__`, not before: a worker gets a copy of the stream, and only there "
        "`torch.utils.data.get_worker_info()` says which worker it is (`id`, `num_workers`); "
        "elsewhere it is None.",
        "Number the records while you go through the lines of all files. "
        "`turn, owner = divmod(record, world_size)`: owner is the rank that the record belongs "
        "to, turn counts the records of that rank.",
        "Of its rank's records from `start` on, a worker takes those with "
        "`(turn - start) % workers == worker`. Ask all this before the line is parsed. For the "
        "message: `for number, line in enumerate(file, 1)`.",
    )
}

FILES = (13, 0, 29, 1, 8)
"""How many records each file of the checks has."""


def files(folder):
    """The files, with blank lines in them; returns their paths and the texts of all records."""
    paths, texts = [], []
    for number, count in enumerate(FILES):
        path = folder / f"part{number}.jsonl"
        own = [f"{number}.{place}" for place in range(count)]
        lines = [samples.record(text) for text in own]
        lines[5:5] = [b"", b"  \r"]
        path.write_bytes(b"\n".join(lines) + b"\n" * (number % 2))
        paths.append(path)
        texts += own
    return paths, texts


def read(stream, workers=0):
    """What a DataLoader with so many workers delivers, as texts, in order."""
    from torch.utils.data import DataLoader

    loader = DataLoader(stream, batch_size=None, num_workers=workers, collate_fn=lambda ids: ids)
    return [bytes(ids).decode() for ids in loader]


EXPECTED = [f"{number}.{place}" for number, count in enumerate(FILES) for place in range(count)]


def each_once(evidence, world_size):
    everything = [text for rank in evidence for text in rank]
    if twice := sorted({text for text in everything if everything.count(text) > 1}):
        return f"record {twice[0]} was delivered {everything.count(twice[0])} times"
    if lost := [text for text in EXPECTED if text not in everything]:
        return f"{len(lost)} of {len(EXPECTED)} records were not delivered, such as {lost[0]}"
    for rank, texts in enumerate(evidence):
        wanted = EXPECTED[rank::world_size]
        for at, (found, expected) in enumerate(zip_longest(texts, wanted)):
            if found != expected:
                return (
                    f"record {at} of rank {rank} of {world_size} is {found}; expected {expected}, "
                    f"of {wanted[:3]} …"
                )
    return None


@check(
    "ShardedStream",
    points=3,
    seconds=30,
    judge=holds(each_once),
    params={"workers": [0, 1, 2, 3], "world_size": [1, 2]},
)
def delivers_each_record_once(lesson, tmp, workers, world_size):
    """Over ranks and real DataLoader workers each record comes once, in the order of the files."""
    paths, _ = files(tmp)
    return [
        read(
            lesson.ShardedStream(paths, samples.by_bytes, rank=rank, world_size=world_size),
            workers,
        )
        for rank in range(world_size)
    ]


@check("ShardedStream", points=1)
def begins_anew(lesson, tmp):
    """Iterated twice it gives everything twice; without a DataLoader it is one reader."""
    paths, _ = files(tmp)
    make = lesson.ShardedStream
    stream = make([str(path) for path in paths], samples.by_bytes)
    half = iter(stream)
    begun = [bytes(next(half)).decode() for _ in range(3)]
    return {
        "begun": begun,
        "whole": [bytes(ids).decode() for ids in stream],
        "again": [bytes(ids).decode() for ids in stream],
        "many ranks": [
            [
                bytes(ids).decode()
                for ids in lesson.ShardedStream(paths, samples.by_bytes, rank=r, world_size=60)
            ]
            for r in (0, 50, 51, 59)
        ],
        "no files": [list(ids) for ids in make([], samples.by_bytes)],
    }


@check("ShardedStream", points=2, seconds=30, params={"world_size": [1, 2]})
def goes_on_where_it_stopped(lesson, tmp, world_size):
    """`start` leaves out what the rank has had, also with another number of workers."""
    paths, _ = files(tmp)

    def rest(start, workers, rank):
        stream = lesson.ShardedStream(
            paths, samples.by_bytes, rank=rank, world_size=world_size, start=start
        )
        return read(stream, workers)

    last = world_size - 1
    return {
        f"start {start}, {workers} workers": rest(start, workers, last)
        for start, workers in ((0, 0), (1, 0), (7, 2), (8, 3), (24, 2), (25, 0), (51, 2), (99, 0))
    }


def own_only(evidence):
    for name, (calls, wanted) in evidence["tokenized"].items():
        if calls != wanted:
            return f"{name}: {calls} records were tokenized; {wanted} are its own"
    for name, count in evidence["beside broken ones"].items():
        if count != 10:
            return (
                f"{name}: it gave {count} records, and then met a broken record that is not its "
                "own: only what is delivered may be parsed"
            )
    return None


@check("ShardedStream", points=2, judge=holds(own_only))
def parses_its_own_alone(lesson, tmp):
    """Records of other ranks, and those before `start`, are neither parsed nor tokenized."""
    paths, texts = files(tmp)
    tokenized = {}
    for name, options in (
        ("rank 1 of 3", {"rank": 1, "world_size": 3}),
        ("start=40", {"start": 40}),
        ("start=5, rank 0 of 2", {"start": 5, "rank": 0, "world_size": 2}),
    ):
        tokenize = samples.Counted()
        for _ in lesson.ShardedStream(paths, tokenize, **options):
            pass
        rank, world_size = options.get("rank", 0), options.get("world_size", 1)
        own = len(texts[rank::world_size][options.get("start", 0) :])
        tokenized[name] = [tokenize.calls, own]
    mixed = tmp / "mixed.jsonl"
    mixed.write_bytes(b"".join(samples.record("good") + b"\n{broken \xff\n" for _ in range(10)))
    late = tmp / "late.jsonl"
    late.write_bytes(b"[]\n" * 7 + (samples.record("good") + b"\n") * 10)

    def given(path, **options):
        stream, count = iter(lesson.ShardedStream([path], samples.by_bytes, **options)), 0
        try:
            for _ in stream:
                count += 1
        except ValueError:
            return count
        return count

    return {
        "tokenized": tokenized,
        "beside broken ones": {
            "rank 0 of 2": given(mixed, rank=0, world_size=2),
            "start=7": given(late, start=7),
        },
    }


def flows(evidence):
    if evidence["read at first"] > 100_000:
        return (
            f"after the first of 4,000 records {evidence['read at first']:,} bytes of "
            f"{evidence['size']:,} had been read: read on as records are asked for"
        )
    if evidence["peak"] > 400_000:
        return (
            f"going through a file of {evidence['size']:,} bytes took {evidence['peak']:,} bytes "
            "of memory: hold one record at a time"
        )
    return None


@check("ShardedStream", points=1, judge=holds(flows))
def holds_one_record_at_a_time(lesson, tmp, counters):
    """It reads as it goes, and its memory does not grow with the file."""
    path = samples.write(tmp / "many.jsonl", ["x" * 400] * 4000)
    stream = lesson.ShardedStream([path], samples.by_bytes)
    with counters.reads(path) as first:
        next(iter(stream))
    with counters.allocations() as cost:
        for _ in stream:
            pass
    return {"size": path.stat().st_size, "read at first": first.bytes, "peak": cost.peak}


def refused(evidence):
    for name, (found, wanted) in evidence.items():
        if "raised" not in found:
            return f"{name}: nothing was raised; expected ValueError"
        if missing := [part for part in wanted if part not in found["message"]]:
            return f"{name}: the message {found['message']!r} does not name {missing[0]!r}"
    return None


@check("ShardedStream", points=1, judge=holds(refused))
def names_what_is_broken(lesson, tmp):
    """A broken record of its own is named by file and line; wrong ranks and starts are refused."""
    good = samples.record("good")
    first, second = tmp / "first.jsonl", tmp / "second.jsonl"
    first.write_bytes(good + b"\n\n" + good + b"\n")
    second.write_bytes(b"\n" + good + b"\n\n\n" + b'{"text": null}\n' + good + b"\nnope\n")
    make = lesson.ShardedStream

    def tried(call, *args, **options):
        found = raised(ValueError, call, *args, **options)
        return found if "raised" in found else {"returned": None}

    def through(**options):
        return tried(
            lambda: [list(ids) for ids in make([first, second], samples.by_bytes, **options)]
        )

    one = [first]
    return {
        "no text": [through(), ["second.jsonl", "line 5", "no object"]],
        "no JSON": [through(start=4), ["second.jsonl", "line 7", "not JSON"]],
        "rank 0 of 3, from its second": [
            through(rank=0, world_size=3, start=1),
            ["second.jsonl", "line 5"],
        ],
        "rank=2 of 2": [tried(make, one, samples.by_bytes, rank=2, world_size=2), ["2"]],
        "rank=-1": [tried(make, one, samples.by_bytes, rank=-1, world_size=2), ["-1"]],
        "world_size=0": [tried(make, one, samples.by_bytes, world_size=0), ["0"]],
        "start=-1": [tried(make, one, samples.by_bytes, start=-1), ["-1"]],
    }
