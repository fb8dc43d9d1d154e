"""All texts are read into a list first."""

REJECTED_BY = "keeps_no_texts"
REPLACE = [
    (
        """    for text in texts:
        for piece""",
        """    texts = list(texts)
    for text in texts:
        for piece""",
    ),
    (
        "    words, pairs =",
        """    texts = [pre_tokenize(text) for text in texts]
    words, pairs =""",
    ),
]
