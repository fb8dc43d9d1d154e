"""Doubling goes beyond `most`."""

REJECTED_BY = "finds_it_with_few_questions"
REPLACE = [
    (
        (
            "        if fits == most:\n"
            "            return most\n"
            "        too_many = min(2 * too_many, most)\n"
        ),
        ("        if fits >= most:\n            return most\n        too_many = 2 * too_many\n"),
    ),
]
