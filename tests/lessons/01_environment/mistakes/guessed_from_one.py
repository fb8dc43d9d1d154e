"""The batch is guessed from what a batch of one needs."""

REJECTED_BY = "finds_it_with_few_questions"
REPLACE = [
    (
        "    fits, too_many = 0, 1\n",
        (
            "    one = needed(1)\n"
            "    return min(free_bytes // one, most) if one else most\n"
            "    fits, too_many = 0, 1\n"
        ),
    ),
]
