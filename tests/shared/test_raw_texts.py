"""shared.raw_texts: what later lessons read."""

import pytest

from shared import raw_texts


def test_documents_can_be_read_and_written():
    documents = raw_texts.documents()
    assert len(documents) > 100
    assert all(isinstance(document["text"], str) for document in documents)
    "".join(document["text"] for document in documents).encode()


def test_every_kind_has_text_the_same_each_time(monkeypatch):
    monkeypatch.setenv("COURSE_SOURCE", "solution")
    kinds = raw_texts.text_by_kind()
    assert list(kinds) == ["English", "Chinese", "code", "digits", "emoji"]
    assert all(len(text.encode()) > 2_000 for text in kinds.values())
    assert kinds == raw_texts.text_by_kind()
    assert "\x1b" not in "".join(kinds.values())


@pytest.mark.parametrize("source", raw_texts.PROSE)
def test_each_kind_of_prose_occurs(source):
    assert any(document["source"] == source for document in raw_texts.documents())


def test_mixed_texts_are_many_short_ones_and_few_long_ones(monkeypatch):
    monkeypatch.setenv("COURSE_SOURCE", "solution")
    texts = raw_texts.mixed()
    sizes = sorted(map(len, texts))
    assert len(texts) == len(set(texts)) > 900
    assert all(text == text.strip() != "" for text in texts)
    assert sizes[0] == 1
    assert sizes[len(sizes) // 2] < 150
    assert sizes[-1] > 10_000
