"""Candidates whose signatures agree too seldom are not compared: an estimate that misses pairs."""

REJECTED_BY = "misses_nothing_above_the_threshold"
REPLACE = [
    (
        "if _jaccard(shingles, again) >= threshold:",
        "mine, theirs = (\n"
        "                    np.array([(one * odd + offset).min() for odd, offset in _HASHES])\n"
        "                    for one in (shingles, again)\n"
        "                )\n"
        "                estimate = (mine == theirs).mean()\n"
        "                if estimate >= threshold and _jaccard(shingles, again) >= threshold:",
    ),
]
