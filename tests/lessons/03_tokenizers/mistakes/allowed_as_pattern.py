"""Allowed tokens go into the pattern as they are."""

REJECTED_BY = "cuts_at_the_border"
VERDICT = "ERROR"
REPLACE = [
    ("f\"({'|'.join(map(re.escape, longest_first))})\"", "f\"({'|'.join(longest_first)})\""),
]
