"""Equally frequent pairs are compared by what they make, not by their parts."""

REJECTED_BY = "random_texts"
REPLACE = [
    (
        """        number, pair = heapq.heappop(heap)
        now = words.pairs[pair]
        if now != -number:
            if now > 0:
                heapq.heappush(heap, (-now, pair))
            continue
""",
        """        counts = words.pairs
        pair = min(counts, key=lambda each: (-counts[each], b"".join(each), each[1]))
        if words.pairs[pair] <= 0:
            break
""",
    ),
]
