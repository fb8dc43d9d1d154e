"""All tokens are made before the first is given out."""

REJECTED_BY = "makes_a_token_when_it_is_asked_for"
REPLACE = [
    (
        "return _tokens(model, prompt, params)",
        "return iter(list(_tokens(model, prompt, params)))",
    ),
]
