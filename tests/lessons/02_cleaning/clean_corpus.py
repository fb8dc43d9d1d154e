"""Task 5: a whole corpus, in which every document and every character is accounted for."""

import json
from pathlib import Path

from shared.checking import check, equals, holds

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
        {"title": None, "text": "empty fields", "tags": [], "note": "", "n": 0, "meta": {}},
    )
    return run(lesson, data)["written"]


@check("clean_corpus", points=1)
def keeps_the_indentation_of_code(lesson):
    """Indentation is kept where `lang` is one of `CODE_LANGUAGES`, and nowhere else."""
    langs = ["python", "make", "c", "javascript", "en", "Python", "java", ""]
    langs += [None, 1, ["python"], {"c": 1}]
    documents = [{"text": f"{CODE}# {index}", "lang": lang} for index, lang in enumerate(langs)]
    data = jsonl(*documents, {"text": CODE})
    names = [*(f"lang is {lang!r}" for lang in langs), "no lang"]
    return dict(zip(names, texts(run(lesson, data)), strict=False))


@check("clean_corpus", points=1)
def drops_empty_texts_and_duplicates(lesson):
    """Empty texts and later copies of a clean text are dropped, and counted by reason."""
    source = ["first", " \u200b\n", "\x1b[1mfirst \u200b", "second", "first", "First", "", "\ufeff"]
    found = run(lesson, jsonl(*({"text": text, "id": at} for at, text in enumerate(source))))
    written = {document.get("id") for document in dicts(found["written"])}
    fates = {
        f"document {at}, {text!r}": "written" if at in written else "dropped"
        for at, text in enumerate(source)
    }
    return {**fates, "report": found["report"]}


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


REASONS = {
    b'"text": "no braces"': "not JSON",
    b'{"text": "cut sho': "not JSON",
    b"{'text': 'quotes of Python'}": "not JSON",
    b'{"text": "a"} {"text": "b"}': "not JSON",
    b'{"text": "a", "score": NaN}': "not JSON",
    b'{"text": "a", "score": [-Infinity]}': "not JSON",
    b'{"text": "a", "score": 1e999}': "not JSON",
    b'{"text": "BOM after it"}\xef\xbb\xbf': "not JSON",
    b'\xef\xbb\xbf{"text": "BOM before it"}': "not JSON",
    b"[" * 100_000: "not JSON",
    b'["text"]': "not an object",
    b'"text"': "not an object",
    b"null": "not an object",
    b"{}": "no text",
    b'{"Text": "a", "body": "b"}': "no text",
    rb'{"body": "\ud83d"}': "no text",
    b'{"text": null}': "text is not a string",
    b'{"text": ["a"]}': "text is not a string",
    b'{"text": 1}': "text is not a string",
    rb'{"text": "half of a pair: \ud83d"}': "lone surrogate",
    rb'{"text": "a", "title": "\udc80"}': "lone surrogate",
    rb'{"text": "in capitals: \uD83D"}': "lone surrogate",
    rb'{"text": "a", "meta": [{"\ude00": 1}]}': "lone surrogate",
    b"[NaN]": "not JSON",
    b'{"text": 1, "score": NaN}': "not JSON",
    b'{"text": "caf\xe9"}': "not UTF-8",
    b'{"text": "\xed\xa0\xbd"}': "not UTF-8",
    b'{"text": "\xc0\xaf"': "not UTF-8",
    b'{"text": "a", "score": 1e5}': "taken",
    rb'{"text": "a pair: \ud83d\ude00"}': "taken",
    b'{"text": ""}': "taken",
}


@check("clean_corpus", points=2, judge=equals({line[:40]: why for line, why in REASONS.items()}))
def names_what_is_wrong_with_a_line(lesson):
    """A bad line is quarantined for the first reason that holds."""
    found = run(lesson, jsonl({"text": "good"}, *REASONS), record_limit=200_000)
    named = {record.get("line"): record.get("reason") for record in dicts(found["quarantined"])}
    return {line[:40]: named.get(number, "taken") for number, line in enumerate(REASONS, 2)}


def dicts(lines):
    return [line for line in lines or [] if isinstance(line, dict)]


def by_line(found):
    """The quarantine by line number, with `raw` as the bytes that it stands for."""
    records = dicts(found["quarantined"])
    for record in records:
        if isinstance(record.get("raw"), str):
            record["raw"] = record["raw"].encode("utf-8", "surrogateescape")
    return {f"line {record.get('line')}": record for record in records}


def texts(found):
    return [doc.get("text") if isinstance(doc, dict) else doc for doc in found["written"] or []]


@check("clean_corpus", points=2)
def keeps_bad_lines_whole(lesson):
    """The quarantine, in ASCII, holds number, reason and size, and gives every byte back."""
    data = jsonl(
        b'\xef\xbb\xbf["a byte order mark before it"]',
        {"text": "good"},
        '"今天',
        b'{"text": "latin-1: caf\xe9 \xff\x00"}\r',
        b"",
        b"\xed\xa0\xbd, half of a pair",
        rb'{"text": "\ud83d"}',
        b"   [1, 2]  ",
        b"long" * 300,
    )
    bad = Path("bad.jsonl")
    found = run(lesson, data + b"no line feed after it", quarantine=bad)
    return {
        "quarantined": by_line(found),
        "ASCII": bad.exists() and bad.read_bytes().isascii(),
    }


def long_record(size):
    """A document of `size` bytes."""
    return line({"text": "é" * ((size - 12) // 2) + "x" * (size % 2)})


@check("clean_corpus", points=1)
def refuses_records_that_are_too_long(lesson):
    """Only a line of more than `record_limit` bytes is too long; its first 1000 bytes are kept."""
    lines = [long_record(size) for size in (1999, 2000, 2001, 100_000)]
    begins_blank = b" " * 2000 + b'{"text": "not lost without a trace"}'
    data = jsonl(*lines, b"\xff" * 3000, begins_blank, {"text": "the end"})
    found = run(lesson, data, record_limit=2000)
    return {
        "characters written": list(map(len, texts(found))),
        "quarantined": by_line(found),
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
        what = f"line_limit {limit}: {text}"
        found[what] = {"written": texts(cleaned), "report": cleaned["report"]}
    code = {"text": "value = " + "1 + " * 20 + "1", "lang": "python"}
    found["code at line_limit 10"] = texts(run(lesson, jsonl(code), line_limit=10))
    return {"text": found}


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

    bad = [line for line in REASONS if len(line) < 100] + [b"", b" \r"]

    def record():
        if random.random() < 0.25:
            return random.choice(bad)
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
