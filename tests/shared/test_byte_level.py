"""shared.byte_level: bytes as vocabulary files write them, and the library with the same merges."""

import json

import pytest

from shared.byte_level import as_bytes, as_characters, library_tokenizer, read_tokenizer
from shared.curriculum import load

PAIRS = ((b"t", b"h"), (b"th", b"e"), (b" ", b"the"), (b"\xe4", b"\xbd"))


@pytest.fixture(scope="module")
def tokenizers():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COURSE_SOURCE", "solution")
        yield load("tokenizers")


def test_the_table_is_that_of_the_library():
    from tokenizers.pre_tokenizers import ByteLevel

    every = [as_characters(bytes([value])) for value in range(256)]
    assert sorted(every) == sorted(ByteLevel.alphabet())
    assert as_characters(" a\n\u00ad".encode()) == "ĠaĊÂŃ"


def test_bytes_come_back():
    assert all(
        as_bytes(as_characters(bytes([value, 0]))) == bytes([value, 0]) for value in range(256)
    )


def test_a_character_that_stands_for_no_byte_is_named():
    with pytest.raises(ValueError, match="'你' stands for no byte"):
        as_bytes("a你")


@pytest.mark.parametrize("as_text", [False, True], ids=["pairs as lists", "pairs as texts"])
def test_a_file_gives_back_what_was_written(tokenizers, tmp_path, as_text):
    vocabulary = tokenizers.Merges(PAIRS, ("<|end|>",)).vocabulary
    path = tmp_path / "tokenizer.json"
    library_tokenizer(PAIRS, vocabulary).save(str(path))
    if as_text:  # as older files have them
        document = json.loads(path.read_text(encoding="utf-8"))
        document["model"]["merges"] = [" ".join(pair) for pair in document["model"]["merges"]]
        path.write_text(json.dumps(document), encoding="utf-8")
    assert read_tokenizer(path) == (PAIRS, vocabulary)


def test_another_kind_of_file_is_refused(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text('{"model": {"type": "Unigram"}, "added_tokens": []}')
    with pytest.raises(ValueError, match="'Unigram', not BPE"):
        read_tokenizer(path)


def test_library_and_lesson_agree_on_special_tokens(tokenizers):
    merges = tokenizers.Merges(PAIRS, ("<|end|>", "<|end|>>"))
    library = library_tokenizer(merges.pairs, merges.vocabulary)
    own = tokenizers.ByteBPE(merges)
    for text in ("the end<|end|> the", "<|end|>>", "a <|end|", "你 the12", ""):
        assert own.encode_with_specials(text, merges.special_tokens) == library.encode(text).ids


def test_without_digits_numbers_may_be_merged(tokenizers):
    vocabulary = tokenizers.Merges(((b"1", b"2"),)).vocabulary
    assert library_tokenizer([(b"1", b"2")], vocabulary).encode("12").ids == [49, 50]
    assert library_tokenizer([(b"1", b"2")], vocabulary, digits=False).encode("12").ids == [256]
