"""Of equally frequent pairs the one that was met first is merged: the order of the texts counts."""

REJECTED_BY = "breaks_ties_by_bytes"
REPLACE = [
    (
        """        number, pair = heapq.heappop(heap)
        now = words.pairs[pair]
        if now != -number:
            if now > 0:
                heapq.heappush(heap, (-now, pair))
            continue
""",
        """        pair = max(words.pairs, key=words.pairs.get)
        if words.pairs[pair] <= 0:
            break
""",
    ),
]
