"""Checks of lesson 03, tokenizers: those of each task are in a file of its name beside this one."""

from pathlib import Path

from shared.checking import gather

PRELOAD = ("regex", "tokenizers", "transformers.tokenization_utils_tokenizers", "jinja2")

globals().update(
    gather(
        Path(__file__).parent,
        "train_bpe",
        "encode",
        "encode_with_specials",
        "audit",
        "stream_decoder",
    )
)
