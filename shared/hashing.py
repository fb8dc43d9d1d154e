"""Hashes of text that are the same in every process, for finding documents that repeat others.

The builtin `hash` of a string differs from process to process; these do not.
"""

from hashlib import blake2b

import numpy as np

SHINGLE = 8
"""Characters in a shingle: characters and not words, because Chinese and Thai have no blanks."""

PERMUTATIONS = 128
"""Numbers in a MinHash signature: its estimate of a similarity s is off by √(s(1 - s) / 128)."""


def fingerprint(text: str) -> int:
    """Return 64 bits of BLAKE2b of `text`.

    Some two of n different texts share one with a chance of n² / 2⁶⁵: 3 in 10,000 at 100 million.
    """
    data = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")


def hash_shingles(text: str) -> np.ndarray:
    """Return the sorted, distinct 64-bit hashes of the shingles of `text`: [n] uint64, n >= 1.

    A shingle is `SHINGLE` characters in a row, with every run of white space as one blank; a text
    that is shorter is one shingle.
    """
    data = " ".join(text.split()).encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(data, "<u4").astype(np.uint64)
    hashes = np.zeros(max(len(codes) - SHINGLE + 1, 1), np.uint64)
    for offset in range(min(SHINGLE, len(codes))):
        hashes = hashes * np.uint64(0x9E3779B97F4A7C15) + codes[offset : offset + len(hashes)]
    # The finaliser of SplitMix64: after it every bit depends on every character.
    hashes = (hashes ^ (hashes >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    hashes = (hashes ^ (hashes >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.unique(hashes ^ (hashes >> np.uint64(31)))


def rows_per_band(threshold: float) -> int:
    """Return the most rows with which a pair at `threshold` is missed less than once in 1000.

    A signature is cut into b = `PERMUTATIONS` // r bands of r rows each. Two texts of similarity s
    agree in a whole band with the chance sʳ, in at least one band with 1 - (1 - sʳ)ᵇ. More rows
    mean fewer pairs to verify and more pairs missed. Below 0.053 even one row misses more.
    """
    for rows in range(PERMUTATIONS, 1, -1):
        if (1 - threshold**rows) ** (PERMUTATIONS // rows) < 0.001:
            return rows
    return 1


class Seen:
    """The fingerprints met so far: at most 16 bytes each, where a set of ints takes 59 to 112.

    Old ones are a sorted array, the newest are a set that is merged in when it is full.
    """

    FULL = 1 << 16

    def __init__(self) -> None:
        self._old = np.empty(0, np.uint64)
        self._new: set[int] = set()

    def __len__(self) -> int:
        return len(self._old) + len(self._new)

    def add(self, key: int) -> bool:
        """Remember `key` (64 bits); return whether it is new."""
        place = int(self._old.searchsorted(np.uint64(key)))
        if key in self._new or (place < len(self._old) and int(self._old[place]) == key):
            return False
        self._new.add(key)
        if len(self._new) == self.FULL:
            newest = np.sort(np.fromiter(self._new, np.uint64, len(self._new)))
            self._old = np.concatenate([self._old, newest])
            self._old.sort(kind="stable")  # merges two sorted runs, in place and in linear time
            self._new = set()
        return True
