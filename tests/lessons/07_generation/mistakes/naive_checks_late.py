"""A generator function: a bad prompt is found at the first token."""

REJECTED_BY = "refuses_a_prompt_at_once"
REPLACE = [
    (
        """    return _tokens(model, prompt, params)
""",
        """    yield from _tokens(model, prompt, params)
""",
    ),
]
