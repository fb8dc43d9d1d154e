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
