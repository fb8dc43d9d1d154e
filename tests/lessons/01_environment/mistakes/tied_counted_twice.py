"""Tied embeddings are counted twice."""

REJECTED_BY = "counts_real_models"
REPLACE = [
    ('    embeddings = 1 if config.get("tie_word_embeddings") else 2\n', "    embeddings = 2\n"),
]
