"""Fingerprints and shingles: the same everywhere, and of the right things."""

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from shared import ROOT
from shared.hashing import PERMUTATIONS, SHINGLE, Seen, fingerprint, hash_shingles, rows_per_band

TEXTS = ["", "a", "harbour", "渡轮晚了十一分钟，几乎是空船。", "half \ud83d", "🏴 and 🇫🇷"]


def test_the_same_in_every_process():
    code = (
        "from shared.hashing import *\n"
        f"print([(fingerprint(t), hash_shingles(t).tolist()) for t in {TEXTS!a}])"
    )
    shown = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1")
    }
    assert shown == {f"{[(fingerprint(t), hash_shingles(t).tolist()) for t in TEXTS]}\n"}


def test_fingerprints_are_64_bits_and_differ():
    prints = {fingerprint(str(number)) for number in range(10_000)}
    assert len(prints) == 10_000
    assert max(prints) < 1 << 64
    assert max(prints) > 1 << 63


def shingles(text: str) -> set[str]:
    text = " ".join(text.split())
    return {text[start : start + SHINGLE] for start in range(max(len(text) - SHINGLE + 1, 1))}


def test_one_hash_for_each_distinct_shingle():
    draw = random.Random(3)
    table: dict[str, int] = {}
    for _ in range(300):
        text = "".join(draw.choices("ab \n\t漢🏴", k=draw.randrange(60)))
        hashes = hash_shingles(text)
        assert hashes.dtype == np.uint64
        assert (np.diff(hashes.astype(object)) > 0).all()
        assert len(hashes) == len(shingles(text))
        if len(shingles(text)) == 1:
            table[shingles(text).pop()] = int(hashes[0])
    assert len(set(table.values())) == len(table)


def test_similarity_of_hashes_is_that_of_shingles():
    draw = random.Random(4)
    for _ in range(100):
        one, other = ("".join(draw.choices("ab", k=200)) for _ in range(2))
        a, b = shingles(one), shingles(other)
        common = len(np.intersect1d(hash_shingles(one), hash_shingles(other)))
        assert common == len(a & b)


def test_line_breaks_do_not_matter_to_shingles():
    assert hash_shingles("one two\nthree ").tolist() == hash_shingles(" one\ttwo  three").tolist()


@pytest.mark.parametrize(
    ("threshold", "rows"), [(1, 128), (0.95, 12), (0.8, 5), (0.5, 2), (0.1, 1)]
)
def test_rows_per_band(threshold, rows):
    assert rows_per_band(threshold) == rows

    def missed(r: int) -> float:
        return (1 - threshold**r) ** (PERMUTATIONS // r)

    assert missed(rows) < 0.001
    assert all(missed(more) >= 0.001 for more in range(rows + 1, PERMUTATIONS + 1))


def test_seen_agrees_with_a_set(monkeypatch):
    monkeypatch.setattr(Seen, "FULL", 7)
    draw = random.Random(5)
    seen, known = Seen(), set()
    keys = [0, (1 << 64) - 1, *(draw.getrandbits(64) for _ in range(200))]
    for _ in range(3000):
        key = draw.choice(keys)
        assert seen.add(key) is (key not in known)
        known.add(key)
    assert len(seen) == len(known)


def test_seen_takes_16_bytes_a_key_at_most():
    import tracemalloc

    draw, number = random.Random(6), 4 * Seen.FULL
    keys = [draw.getrandbits(64) for _ in range(number)]
    tracemalloc.start()
    seen = Seen()
    for key in keys:
        seen.add(key)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 16 * number
