"""Files, tokenizers, datasets and samplers that the checks of this lesson share."""

import json


def by_bytes(text):
    """A tokenizer whose ids are the bytes of the text."""
    return list(text.encode())


class Counted:
    """`by_bytes`, which counts its calls."""

    def __init__(self):
        self.calls = 0

    def __call__(self, text):
        self.calls += 1
        return by_bytes(text)


def record(text, **fields):
    """A record's line, without its end."""
    return json.dumps({"text": text, **fields}, ensure_ascii=False).encode()


def write(path, texts):
    """A JSONL file with these texts, a line each; returns the path."""
    path.write_bytes(b"".join(record(text) + b"\n" for text in texts))
    return path


def numbered(path, count, size=20):
    """A file of `count` different records of up to `size` more bytes; returns its texts."""
    texts = [f"{number}:" + "x" * (number * 7 % size) for number in range(count)]
    write(path, texts)
    return texts


def drawn_lengths(rng, count):
    """Lengths as texts have them: many short ones, few long ones."""
    return [max(1, int(rng.python.lognormvariate(4, 1))) for _ in range(count)]


class Numbers:
    """Sample `index` is the one token `index`."""

    def __init__(self, count=10_000):
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        return [index]


class Known:
    """Batches that can be told apart: batch b of epoch e is 100·e + 2·b and the one after it.

    It has the face of a LengthBucketSampler, and notes the epochs that it was set to.
    """

    def __init__(self, batches=7):
        self.batches, self.epoch, self.start = batches, 0, 0

    def set_epoch(self, epoch, start=0):
        self.epoch, self.start = epoch, start

    def __len__(self):
        return self.batches

    def __iter__(self):
        for number in range(self.start, self.batches):
            first = 100 * self.epoch + 2 * number
            yield [first, first + 1]
