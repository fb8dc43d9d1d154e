"""Task 5: a whole corpus, in which every document and every character is accounted for."""

import json
import os
import resource
from pathlib import Path

from shared.checking import check, holds, raised, within

HINTS = (
    "The files are the easy part: `open_corpus` gives you three of them in one `with`, "
    "`bounded_lines` the lines. What is left is a loop that decides about one line at a time, and "
    "in which each way out counts what it does.",
    "Let one function turn a line into a document or raise an exception of your own with the "
    "reason; try the reasons in the order of the docstring. Let another clean a text and count "
    "what each step removed, the second time too. `json.dumps(…, allow_nan=False)` refuses NaN. "
    "A lone surrogate is found in what you are about to write.",
    '`data = line.head.decode("utf-8")` (UnicodeDecodeError: `not UTF-8`), `json.loads(data)` '
    "(ValueError, RecursionError: `not JSON`), then the type of the document and of its text. "
    "Drop: `if not text: … elif not seen.add(fingerprint(text)): …`, with "
    "`report.characters_dropped[reason] += len(text)`. Write: "
    '`json.dumps(document | {"text": text}, ensure_ascii=False).encode("utf-8")` and a line feed. '
    'Raw bytes in the quarantine: `line.head.decode("utf-8", "surrogateescape")`, and `json.dumps` '
    "as it is, which escapes what is not ASCII.",
)

SOURCE, TARGET, BAD = Path("corpus.jsonl"), Path("clean.jsonl"), Path("clean.quarantine.jsonl")
CODE = 'if x:\n    print("a  b")\n\n\n    y = 1   \n'


def jsonl(*documents):
    """Documents as lines; bytes and text are taken as they are."""
    return b"".join(line(document) + b"\n" for document in documents)


def line(document):
    if isinstance(document, bytes):
        return document
    if not isinstance(document, str):
        document = json.dumps(document, ensure_ascii=False)
    return document.encode("utf-8")


def run(lesson, data, **options):
    """What came of cleaning `data`. A driver runs in an empty folder of its own."""
    SOURCE.write_bytes(data)
    report = lesson.clean_corpus(SOURCE, TARGET, **options)
    bad = options.get("quarantine", BAD)
    return {
        "written": parsed(TARGET),
        "quarantined": parsed(bad),
        "report": counted(lesson, report),
    }


def parsed(path):
    """The lines of an output, parsed where they are JSON; None if there is no such file."""
    if not path.exists():
        return None
    found = []
    for data in path.read_bytes().split(b"\n"):
        try:
            found.append(json.loads(data.decode("utf-8")))
        except ValueError:
            found.append(data)
    return found[:-1] if found[-1] == b"" else [*found, "no line feed at the end"]


def counted(lesson, report):
    """A Report as a dict; a counter's entry that is 0 is as good as missing."""
    if not isinstance(report, lesson.Report):
        return report
    return {
        name: {reason: count for reason, count in value.items() if count != 0}
        if isinstance(value, dict)
        else value
        for name, value in vars(report).items()
    }


@check("clean_corpus", points=1)
def cleans_each_document(lesson):
    """Each text is cleaned; order and all other fields stay as they are."""
    data = jsonl(
        {"text": "\x1b[31mone\x1b[0m  two \r\n", "id": 7, "lang": "en"},
        {
            "id": 2,
            "text": "zero\u200bwidth\x00",
            "meta": {"text": "a  b", "tags": ["\u200b", None]},
        },
        {"text": "今天，很好。", "score": 0.5, "ok": True, "名": "é"},
    )
    return run(lesson, data)["written"]


@check("clean_corpus", points=1)
def keeps_the_indentation_of_code(lesson):
    """Indentation is kept where `lang` is one of `CODE_LANGUAGES`, and nowhere else."""
    langs = [
        "python",
        "make",
        "c",
        "javascript",
        "en",
        "Python",
        "java",
        "",
        None,
        1,
        ["python"],
        {"c": 1},
    ]
    documents = [{"text": f"{CODE}# {index}", "lang": lang} for index, lang in enumerate(langs)]
    data = jsonl(*documents, {"text": CODE})
    names = [*(f"lang is {lang!r}" for lang in langs), "no lang"]
    return dict(zip(names, texts(run(lesson, data)), strict=False))


@check("clean_corpus", points=1)
def drops_empty_texts_and_duplicates(lesson):
    """Empty texts and later copies of a clean text are dropped, and counted by reason."""
    data = jsonl(
        {"text": "first", "id": 0},
        {"text": " \u200b\n", "id": 1},
        {"text": "\x1b[1mfirst \u200b", "id": 2},
        {"text": "second", "id": 3},
        {"text": "first", "id": 4},
        {"text": "First", "id": 5},
        {"text": "", "id": 6},
        {"text": "\ufeff", "id": 7},
    )
    found = run(lesson, data)
    return {"written": found["written"], "report": found["report"]}


@check("clean_corpus", points=1)
def reads_lines_of_json(lesson):
    r"""Only `\n` ends a line; blank lines are skipped, and a byte order mark at the start."""
    data = b"\n".join(
        [
            b'\xef\xbb\xbf{"text": "after a byte order mark"}',
            b"",
            line('{"text": "one\u2028two\u2029three\x85four"}'),
            b" \t\r",
            b'{"text": "carriage return after it"}\r',
            b"\x0c",
            b'  {"text": "escaped: \\u4f60\\ud83d\\ude00", "n": 12345678901234567890}',
            b'{"text": "no line feed after it"}',
        ]
    )
    return run(lesson, data)


BAD_LINES = {
    '"text": "no braces"': "not JSON",
    '{"text": "cut sho': "not JSON",
    "{'text': 'quotes of Python'}": "not JSON",
    '{"text": "a"} {"text": "b"}': "not JSON",
    '{"text": "a", "score": NaN}': "not JSON",
    '{"text": "a", "score": [-Infinity]}': "not JSON",
    '["text"]': "not an object",
    '"text"': "not an object",
    "null": "not an object",
    "{}": "no text",
    '{"Text": "a", "body": "b"}': "no text",
    '{"text": null}': "text is not a string",
    '{"text": ["a"]}': "text is not a string",
    '{"text": 1}': "text is not a string",
    r'{"text": "half of a pair: \ud83d"}': "lone surrogate",
    r'{"text": "a", "title": "\udc80"}': "lone surrogate",
    r'{"text": "a", "meta": [{"\ude00": 1}]}': "lone surrogate",
    r'{"body": "\ud83d"}': "no text",
    '{"text": "b"}\ufeff': "not JSON",
    '{"text": "a", "score": 1e5}': "written",
    r'{"text": "a pair: \ud83d\ude00"}': "written",
    '{"text": ""}': "dropped",
}
BAD_BYTES = {
    b'{"text": "caf\xe9"}': "not UTF-8",
    b'{"text": "\xed\xa0\xbd"}': "not UTF-8",
    b'{"text": "\xc0\xaf"': "not UTF-8",
    b"\xef\xbb\xbf" + b'{"text": "a"}': "not JSON",
    b"[" * 100_000: "not JSON",
}


def reasons(found):
    """{line: reason} as the quarantine says."""
    records = [record for record in found["quarantined"] or [] if isinstance(record, dict)]
    return {record.get("line"): record.get("reason") for record in records}


def with_raw_bytes(found):
    """The quarantine, with `raw` as the bytes that it stands for."""
    records = found["quarantined"]
    for record in records or []:
        if isinstance(record, dict) and isinstance(record.get("raw"), str):
            record["raw"] = record["raw"].encode("utf-8", "surrogateescape")
    return records


def texts(found):
    return [doc.get("text") if isinstance(doc, dict) else doc for doc in found["written"] or []]


@check("clean_corpus", points=2)
def names_what_is_wrong_with_a_line(lesson):
    """A bad line is quarantined for the first reason that holds."""
    lines = [*map(line, BAD_LINES), *BAD_BYTES, b'{"text": "good"}']
    found = run(lesson, jsonl(*lines), record_limit=200_000)
    named = reasons(found)
    fates = {data[:40]: named.get(number, "taken") for number, data in enumerate(lines, 1)}
    return {"line": fates, "report": found["report"]}


@check("clean_corpus", points=2)
def keeps_bad_lines_whole(lesson):
    """The quarantine, in ASCII, holds number, reason and size, and gives every byte back."""
    data = jsonl(
        {"text": "good"},
        '"今天',
        b'{"text": "latin-1: caf\xe9 \xff\x00"}\r',
        b"",
        b"\xed\xa0\xbd, half of a pair",
        rb'{"text": "\ud83d"}',
        b"   [1, 2]  ",
    )
    bad = Path("bad.jsonl")
    found = run(lesson, data + b"no line feed after it", quarantine=bad)
    return {
        "quarantined": with_raw_bytes(found),
        "ASCII": bad.exists() and bad.read_bytes().isascii(),
    }


def long_record(size):
    """A document of `size` bytes."""
    return line({"text": "é" * ((size - 12) // 2) + "x" * (size % 2)})


@check("clean_corpus", points=1)
def refuses_records_that_are_too_long(lesson):
    """Only a line of more than `record_limit` bytes is too long; its first 1000 bytes are kept."""
    lines = [long_record(size) for size in (1999, 2000, 2001, 100_000)]
    data = jsonl(*lines, b"\xff" * 3000, {"text": "the end"})
    found = run(lesson, data, record_limit=2000)
    return {
        "characters written": list(map(len, texts(found))),
        "quarantined": with_raw_bytes(found),
    }


@check("clean_corpus", points=2)
def splits_long_lines(lesson):
    """Lines over `line_limit` are split, but not in code, and no blanks stay at the cuts."""
    found = {}
    for text, limit in [
        ("One. Two three. Four five six.", 16),
        ("ten chars.\nmore than ten chars", 10),
        ("A heading\n\nA paragraph that is long\n\nThe end", 12),
        ("今天很好。明天也好。后天更好。", 8),
        ("x" * 25, 10),
        ("a b c", 1),
        ("👩\u200d💻👩\u200d💻", 2),  # a joiner that lost its neighbour goes, too
        ("  blanks at the edges do not count   ", 35),
    ]:
        cleaned = run(lesson, jsonl({"text": text}), line_limit=limit)
        found[text] = {"written": texts(cleaned), "report": cleaned["report"]}
    code = {"text": "value = " + "1 + " * 20 + "1", "lang": "python"}
    found["code"] = texts(run(lesson, jsonl(code), line_limit=10))
    return found


def corpora(rng):
    """Corpora of some 30 lines, as bytes, so that they may be as bad as any; each with a limit."""
    random = rng.python
    words = [
        "a",
        "to",
        "Two",
        "好",
        "é",
        "3.1",
        "\x1b[1mb\x1b[0m",
        "c\u200b",
        "\0d",
        "م\u200cد",
        "👩\u200d💻",
    ]
    gaps = [
        " ",
        " ",
        "  ",
        "\t",
        "\u3000",
        ". ",
        "! ",
        "。",
        "\n",
        "\r\n",
        "\n\n",
        "\u2028",
        "\n    ",
    ]

    def record():
        if random.random() < 0.25:
            return random.choice([*map(line, BAD_LINES), *list(BAD_BYTES)[:4], b"", b" \r"])
        size = random.choice([0, 1, 1, 2, 12, 30])
        text = "".join(random.choice(words) + random.choice(gaps) for _ in range(size))
        return {"text": text, "id": random.randrange(100), "lang": random.choice(["en", "python"])}

    return [
        [jsonl(*(record() for _ in range(30))), random.choice([8, 15, 10_000])] for _ in range(5)
    ]


@check("clean_corpus", points=3, given=corpora)
def accounts_for_everything(lesson, given):
    """In random corpora: every document, bad line and character, by reason and by step."""
    return [run(lesson, data, line_limit=limit) for data, limit in given]


def unchanged(evidence):
    for corpus in evidence:
        if corpus["once"] == corpus["twice"]:
            continue
        for once, twice in zip(corpus["once"], corpus["twice"], strict=False):
            if once != twice:
                return f"{once!r} was written; cleaned once more it is {twice!r}"
        counts = f"{len(corpus['once'])} documents were written, of them cleaned once more"
        return f"{counts} {len(corpus['twice'])} are left"
    return None


@check("clean_corpus", points=1, given=corpora, judge=holds(unchanged))
def finds_nothing_to_clean_twice(lesson, given):
    """What was written comes out the same when it is cleaned once more."""
    found = []
    for data, limit in given:
        once = run(lesson, data, line_limit=limit)["written"]
        twice = run(lesson, TARGET.read_bytes(), line_limit=limit)["written"]
        found.append({"once": once, "twice": twice})
    return found


PEAKS = {"kB in memory, of 300 documents of 5 kB": 100.0, "kB in memory, of a line of 2 MB": 100.0}


@check("clean_corpus", points=2, judge=within(100, of=PEAKS), seconds=20)
def needs_constant_memory(lesson, counters):
    """Memory grows neither with the file nor with a line that is too long."""
    record = {"text": "word " * 120, "html": "<p>" * 1500}
    many = jsonl(*({**record, "text": f"{number} {record['text']}"} for number in range(300)))
    found = []
    for data in (jsonl(record), many, b"x" * 2_000_000):
        SOURCE.write_bytes(data)
        with counters.allocations() as cost:
            lesson.clean_corpus(SOURCE, TARGET, record_limit=10_000)
        found.append(cost.peak / 1000)
    return dict(zip(PEAKS, found[1:], strict=True))  # the first run filled caches


SAFE = {SOURCE: jsonl({"text": "one", "lang": "c"}), TARGET: b"old target", BAD: b"old quarantine"}


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
    big = b"".join(jsonl({"text": f"document {number} " + "word " * 1600}) for number in range(30))
    small, bad = jsonl({"text": "one"}), b"no JSON at all\n" * 3000
    found = {}
    for what, data in {"at the target": big + bad[:99], "at the quarantine": small + bad}.items():
        for before in ("old outputs", "no outputs"):
            prepared()
            SOURCE.write_bytes(data)
            if before == "no outputs":
                TARGET.unlink()
                BAD.unlink()
            found[f"full {what}, {before}"] = outcome(on_a_full_disk(lesson))
            del found[f"full {what}, {before}"][SOURCE.name]
    return found


def on_a_full_disk(lesson, size=100_000):
    """No file of this process may grow beyond `size` bytes: more raises OSError."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        return raised(OSError, lesson.clean_corpus, SOURCE, TARGET)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
