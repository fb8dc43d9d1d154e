"""Texts, merges and tokenizers that the checks of this lesson share."""

import json

from shared import raw_texts

SPECIALS = ("<|im_start|>", "<|im_end|>", "<|endoftext|>")


def documents():
    """The texts of the course's corpus that can be read, as they are, dirt and all."""
    return [document["text"] for document in raw_texts.documents()]


POOLS = {
    "English": "the cat sat on a mat, it's they'll we're I'd don't. Quite Unlikely! tion ing er",
    "Chinese": "今天很好，我们去看书。猫在桌子上！人工智能模型",
    "code": "def f(x):\n\treturn x[0] += 1  # }{()<>=!&|^%$@~`\"'\\/;_ if else self.",
    "digits": "0123456789 3.14 1,000,000 ½ ² Ⅳ ٣ 1e-9",
    "emoji": "👍🏽 👩\u200d👧 🇫🇷 ☕\ufe0f 🙂 e\u0301 नमस्ते",
    "blanks": " \t\n\r\u00a0\u3000\u2028\x0b\x85  \n\n a 1",
    "controls": "\x00\x01\x1f\x7f\u200b\ufeff\ufffd a",
}


def strings(rng, count):
    """`count` short strings of every kind: pieces of real texts, mixed characters, random bytes."""
    random, every = rng.python, documents()
    found = []
    while len(found) < count:
        text = random.choice(every)
        start, size = random.randrange(len(text) + 1), random.randint(1, 40)
        found.append(text[start : start + size])
        pool = random.choice(list(POOLS.values()))
        found.append("".join(random.choices(pool, k=random.randint(0, 30))))
        mixed = "".join(POOLS.values())
        found.append("".join(random.choices(mixed, k=random.randint(1, 12))))
        found.append(random.randbytes(random.randint(1, 16)).decode(errors="replace"))
    return found[:count]


def merges(number=300):
    """Pairs that the `tokenizers` library learns from the course's corpus."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    from shared.byte_level import as_bytes

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=256 + number,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator([text[:2000] for text in documents()], trainer)
    learned = json.loads(tokenizer.to_str())["model"]["merges"]
    return tuple((as_bytes(first), as_bytes(second)) for first, second in learned)
