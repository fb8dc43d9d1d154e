"""The yield stands inside inference mode: the caller's code runs in it."""

REJECTED_BY = "gives_the_caller_his_own_settings"
REPLACE = [
    (
        "        yield chosen.item()",
        "            yield chosen.item()",
    ),
]
