"""How fast `clean_corpus` is on one core, and whether its memory grows with the file.

Files of several sizes are made from data/raw, all of their documents different, and cleaned each in
a process of its own. Memory is that process's highest resident memory less what it held before,
after one small file as a warm-up. What then still grows is what is remembered of each document.
The last line is one JSON document; `--save` keeps it under `data/measurements/`.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from rich.console import Console
from rich.table import Table

from shared import ROOT
from shared.curriculum import load
from shared.measure import KEPT, resident_bytes, save

MB = 10**6
FULL, QUICK = (10, 100, 1000), (2, 20)
CORPUS = ROOT / "data" / "raw" / "corpus.jsonl"


def main(argv: list[str]) -> int:
    """Measure the sizes asked for (MB, that is 10⁶ bytes) and print what came out."""
    parser = argparse.ArgumentParser(prog="course bench cleaning", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", metavar="MB", help=f"default {FULL}")
    parser.add_argument("--quick", action="store_true", help=f"the sizes {QUICK}")
    parser.add_argument("--folder", type=Path, help="for the files (default: the system's)")
    parser.add_argument("--save", action="store_true", help="keep the figures")
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.worker:
        print(json.dumps(_clean(options.worker)))
        return 0
    sizes = sorted(options.sizes or (QUICK if options.quick else FULL))
    if sizes[0] < 1:
        parser.error(f"--sizes {sizes[0]}: a size is at least 1 MB")
    with tempfile.TemporaryDirectory(prefix="cleaning-", dir=options.folder) as folder:
        needed, free = 3 * sizes[-1] * MB, shutil.disk_usage(folder).free
        if free < needed:
            print(
                f"{needed // MB} MB of disk are needed, {free // MB} MB are free: name another "
                "place with --folder, or smaller --sizes",
                file=sys.stderr,
            )
            return 1
        rows = [_measure(size, Path(folder)) for size in sizes]
    record = {"rows": rows, "bytes_per_distinct_document": _growth(rows)}
    _show(record)
    if options.save:
        save("cleaning", record, KEPT)
    print(json.dumps(record))
    return 0


def write_corpus(path: Path, size: int) -> None:
    """Fill `path` with at least `size` bytes: the texts of data/raw, each time with a new number.

    Lines that are broken on purpose are left out: they would only be copied to the quarantine.
    """
    written = 0
    with path.open("wb") as file:
        for number, (before, after) in enumerate(cycle(_templates())):
            if written >= size:
                return
            written += file.write(b"%sNo. %d.\\n%s\n" % (before, number, after))


def _templates() -> Iterator[tuple[bytes, bytes]]:
    """Each good line of the corpus, cut where its text begins."""
    mark = "<number>"
    for line in CORPUS.read_bytes().split(b"\n"):
        try:
            document = json.loads(line, parse_constant=float.fromhex)  # refuses NaN
            document["text"] = mark + document["text"]
            whole = json.dumps(document, ensure_ascii=False).encode()
        except (ValueError, TypeError, KeyError):
            continue
        before, after = whole.split(mark.encode())
        yield before, after


def _clean(source: Path) -> dict[str, int | float]:
    """In a process of its own: clean `source` and say what it took."""
    lesson = load("cleaning")
    target = source.with_suffix(".clean.jsonl")
    small = source.with_suffix(".small.jsonl")
    write_corpus(small, MB)
    lesson.clean_corpus(small, target)
    before = resident_bytes()
    wall, cpu = time.perf_counter(), time.process_time()
    report = lesson.clean_corpus(source, target)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    if not report.balanced:
        raise RuntimeError(f"the report does not add up: {report}")
    unit = 1 if sys.platform == "darwin" else 1024
    return {
        "bytes": source.stat().st_size,
        "documents": report.read,
        "distinct_documents": report.written,
        "seconds": round(wall, 2),
        "mb_per_s": round(source.stat().st_size / MB / wall, 2),
        "mb_per_cpu_s": round(source.stat().st_size / MB / cpu, 2),
        "resident_before": before,
        "resident_peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit,
    }


def _measure(size: int, folder: Path) -> dict[str, int | float]:
    print(f"{size} MB …", file=sys.stderr)
    source = folder / f"{size}.jsonl"
    write_corpus(source, size * MB)
    command = [sys.executable, "-m", "shared.bench.cleaning", "--worker", str(source)]
    one_thread = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "MKL", "OPENBLAS")}
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, cwd=ROOT, env=os.environ | one_thread
    )
    for path in folder.iterdir():
        path.unlink()
    row = json.loads(done.stdout)
    return row | {"resident_added": max(row["resident_peak"] - row["resident_before"], 0)}


def _growth(rows: list[dict[str, int | float]]) -> float | None:
    """Bytes for each further distinct document, from the smallest file to the largest."""
    more = rows[-1]["distinct_documents"] - rows[0]["distinct_documents"]
    added = rows[-1]["resident_added"] - rows[0]["resident_added"]
    return round(added / more, 1) if more else None


def _show(record: dict) -> None:
    table = Table(
        "MB", "distinct documents", "s", "MB/s", "MB/CPU s", "MB before", "MB added", box=None
    )
    for row in record["rows"]:
        table.add_row(
            f"{row['bytes'] / MB:.0f}",
            f"{row['distinct_documents']:,}",
            f"{row['seconds']:.1f}",
            f"{row['mb_per_s']:.1f}",
            f"{row['mb_per_cpu_s']:.1f}",
            f"{row['resident_before'] / MB:.1f}",
            f"{row['resident_added'] / MB:.1f}",
        )
    console = Console()
    console.print(table)
    if record["bytes_per_distinct_document"] is not None:
        console.print(f"{record['bytes_per_distinct_document']} bytes a distinct document")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
