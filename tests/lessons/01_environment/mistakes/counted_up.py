"""Batches are tried one after another."""

REJECTED_BY = "finds_it_with_few_questions"
REPLACE = [
    (
        "        too_many = min(2 * too_many, most)\n",
        "        too_many = min(too_many + 1, most)\n",
    ),
]
