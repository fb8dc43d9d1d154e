# Lesson 03: edit this file, then: course check tokenizers [stub e7946a68b4e3]
"""Lesson 03: from text to numbers and back, with nothing lost and nothing smuggled in.

A tokenizer is the one part of a model that can be wrong without any error: the loss still falls,
and the answers are rubbish. This one is a byte-level BPE (GPT-2's kind, and that of the course's
model). Text is cut into pre-tokens, a pre-token is a sequence of bytes, and pairs of neighbours are
merged, in an order that was learned. Every text is bytes, so every text can be encoded.

Two kinds of tokens, and two types for them: ordinary ones are `bytes` and come from text; special
ones are `str` and come from the program that uses the model, never from text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

Pair = tuple[bytes, bytes]

BYTES = tuple(bytes([value]) for value in range(256))
"""The tokens that every text is made of."""

PRE_TOKEN = regex.compile(
    r"'(?:[sdmt]|ll|ve|re)|\p{N}| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s+"
)
"""GPT-2's pattern, with each digit on its own: the pre-tokenizer of the course's model.

In this order: the ends of English short forms; one digit; letters, other signs (each with one
blank before them); blanks, of which the last is left to a letter or sign that follows.
"""

START, END = "<|im_start|>", "<|im_end|>"
"""The special tokens that begin and end a message in ChatML."""
ROLES = ("system", "user", "assistant")

NO_LIMIT = 10**9
"""A `model_max_length` above this means that nobody has set one (transformers puts 10³⁰ there)."""
PROBES = (
    "I can 't . Or can I ?",
    "two  blanks,\ttab\nand\r\n\r\nlines ",
    "MiXed CASE, 1,234.50 and ½",
    "你好，世界！ ＯＫ",
    "e\u0301 \u00e9 ﬁ",
    "👩\u200d👧 👍🏽",
    "id\x1d0417",
)
"""Texts that must come back from a tokenizer as they were."""


def pre_tokenize(text: str) -> list[str]:
    """Cut a text into the pieces that no merge crosses: `"".join` of them is the text again."""
    return PRE_TOKEN.findall(text)


@dataclass(frozen=True)
class Merges:
    """What training learns. `pairs` in order: the first was merged first and has rank 0."""

    pairs: tuple[Pair, ...]
    special_tokens: tuple[str, ...] = ()

    @property
    def vocabulary(self) -> dict[bytes | str, int]:
        """The id of each token: the 256 bytes, then one for each merge, then the special ones."""
        tokens = [*BYTES, *(first + second for first, second in self.pairs), *self.special_tokens]
        return {token: number for number, token in enumerate(tokens)}


def merge_pair(tokens: Sequence[bytes], pair: Pair) -> list[bytes]:
    """Return `tokens` with each occurrence of `pair` made one token, from left to right.

    What is used up is used up: merging (a, a) in a a a gives aa a.
    """
    raise NotImplementedError("train_bpe: lesson 03, task 1")


def train_bpe(texts: Iterable[str], vocab_size: int, special_tokens: Sequence[str] = ()) -> Merges:
    """Learn the merges of a byte-level BPE from texts (Sennrich, Haddow, Birch, 2016).

    At first each pre-token (`pre_tokenize`) is a sequence of single bytes. Then the most frequent
    pair of neighbours is merged into one token wherever it stands (`merge_pair`), and so on.

    - A pair counts at each place where it stands, overlapping places too: a a a holds (a, a) twice.
      No pair crosses the border of two pre-tokens.
    - Of pairs that are equally frequent the least is merged, as Python compares tuples of bytes.
    - Special tokens are no text. They are cut out before anything is counted (where several begin
      at one place, the longest), and nothing is merged across the cut.
    - `vocab_size` counts all tokens: 256 bytes, one for each merge, the special ones. Training ends
      there, or where no pair is left.
    - `texts` is gone through once. What is kept of it are the distinct pre-tokens, not the texts.
    - A merge costs what it changes: only words that hold the pair are looked at, never all words.

    Raises TypeError where `texts` is one string, and ValueError where `vocab_size` has no room for
    256 bytes and the special tokens, or a special token is empty or given twice.
    """
    raise NotImplementedError("train_bpe: lesson 03, task 1")


class ByteBPE:
    """A byte-level BPE tokenizer.

    `vocabulary` numbers the tokens, `bytes` for ordinary ones and `str` for special ones; by
    default it is that of `merges`. Raises ValueError for an id that two tokens have, and for a
    merge whose token has no id.
    """

    def __init__(
        self,
        merges: Merges,
        vocabulary: Mapping[bytes | str, int] | None = None,
        *,
        cache_size: int = 50_000,
    ) -> None:
        self.vocabulary = dict(merges.vocabulary if vocabulary is None else vocabulary)
        self.ranks: dict[Pair, int] = {pair: rank for rank, pair in enumerate(merges.pairs)}
        self.token_bytes: dict[int, bytes] = {
            number: token if isinstance(token, bytes) else token.encode()
            for token, number in self.vocabulary.items()
        }
        """The bytes that each id stands for, special ones too: what `decode` puts together."""
        self.special_ids = {
            token: number for token, number in self.vocabulary.items() if isinstance(token, str)
        }
        self.cache_size = cache_size
        self.cache: dict[bytes, list[int]] = {}
        """Ids of pre-tokens that were met before, for `encode`; at most `cache_size` of them."""
        if len(self.token_bytes) < len(self.vocabulary):
            raise ValueError("two tokens of the vocabulary have the same id")
        for first, second in self.ranks:
            if first + second not in self.vocabulary:
                raise ValueError(f"the merge {first!r} + {second!r} makes a token without an id")

    def encode(self, text: str | bytes) -> list[int]:
        """Return the ids of a text. Nothing in it is special: `<|im_end|>` is ten characters.

        Each pre-token is merged on its own, lowest rank first: of all pairs in it the one that was
        learned first is merged, wherever it stands, until no pair in it was ever learned.

        Bytes need not be UTF-8. They are cut as their text would be, and a byte that belongs to no
        character counts as a sign that is neither letter, digit nor blank: `bytes.decode` and
        `str.encode` with `errors="surrogateescape"` do just that.

        Pre-tokens that were met before are looked up in `cache`, which never holds more than
        `cache_size` entries: a server runs for months. The time grows with the length of the text,
        also where the text is a single pre-token.

        Raises ValueError for a byte that has no token in the vocabulary (it would vanish), and
        UnicodeEncodeError (a ValueError) for a text that is no Unicode: one with a lone surrogate.
        """
        raise NotImplementedError("encode: lesson 03, task 2")

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """Return the bytes that `ids` stand for: of `encode(data)` they are `data`, whatever it is.

        Raises ValueError for an id that the vocabulary does not have, and names it.
        """
        raise NotImplementedError("encode: lesson 03, task 2")

    def decode(self, ids: Iterable[int]) -> str:
        """Return `decode_bytes(ids)` as text; bytes that are no UTF-8 become U+FFFD."""
        raise NotImplementedError("encode: lesson 03, task 2")

    def encode_with_specials(self, text: str, allowed: Collection[str]) -> list[int]:
        """Return the ids of a text in which the special tokens in `allowed` count as special.

        Each of them becomes its one id. Where several begin at one place, the longest counts. The
        text between them is encoded piece by piece, as by `encode`. Special tokens that are not in
        `allowed` are text like any other.

        Raises ValueError for an allowed token that is no special token of the vocabulary.
        """
        raise NotImplementedError("encode_with_specials: lesson 03, task 3")

    def encode_chat(
        self, messages: Iterable[Mapping[str, str]], *, add_generation_prompt: bool = True
    ) -> list[int]:
        r"""Return the ids of a conversation in ChatML, the form that the course's model was taught.

        A message `{"role": …, "content": …}` is START, then role, `\n` and content as one text,
        then END, then the text `\n`. With `add_generation_prompt` the start of an answer follows:
        START and the text `assistant\n`. START and END come from here and nowhere else: what
        stands in a content is text, also if it looks like a special token.

        Raises ValueError for a role that is not in ROLES, and for a vocabulary without START or
        END.
        """
        raise NotImplementedError("encode_with_specials: lesson 03, task 3")


@dataclass(frozen=True)
class Finding:
    """One fault of a tokenizer: its `code`, and a `message` with the values that show it."""

    code: str
    message: str


def audit(tokenizer: PreTrainedTokenizerBase, rows: int) -> list[Finding]:
    """Return what is wrong with a tokenizer of transformers for a model that is to chat.

    `rows` is the number of rows of the model's embedding. The findings, in this order, each at most
    once; the message holds what stands in brackets:

    - `id_without_row`: an id, of an added token too, has no row (the highest id; `rows`);
    - `no_eos`: there is no eos token;
    - `no_pad`: there is no pad token;
    - `pad_is_eos`: pad and eos are one token (the token);
    - `pads_right`: `padding_side` is not `left`, so an answer would follow padding;
    - `cuts_right`: `truncation_side` is not `left`, so the end of a prompt is cut, the question;
    - `no_limit`: `model_max_length` is above NO_LIMIT, so nothing is ever cut;
    - `no_template`: there is no chat template;
    - `double_bos`: a chat, rendered by the template as text and then encoded by a call of the
      tokenizer, begins with two bos tokens (the bos token);
    - `open_turn`: there are an eos token and a template, and what the template writes after an
      assistant's answer does not hold it, so a model that learned from it never ends (the token);
    - `not_lossless`: one of PROBES, encoded without special tokens and decoded, is another text
      (the `repr` of the first such probe).

    Many templates refuse what is no conversation: the chat is a user's message and an answer to it.
    The tokenizer is left as it was.
    """
    raise NotImplementedError("audit: lesson 03, task 4")


class StreamDecoder:
    """Text from ids as they come, one at a time, and never half a character.

    `token_bytes` says which bytes an id stands for, as `ByteBPE.token_bytes` does. All texts that
    `push` and `flush` return, joined, are what `ByteBPE.decode` gives for all the ids, U+FFFD for
    U+FFFD; where the bytes are UTF-8, no U+FFFD is ever returned.
    """

    def __init__(self, token_bytes: Mapping[int, bytes]) -> None:
        raise NotImplementedError("StreamDecoder: lesson 03, task 5")

    def push(self, token_id: int) -> str:
        """Take one more id; return the characters that are complete with it, all of them.

        Raises ValueError for an id that has no bytes; then nothing is taken.
        """
        raise NotImplementedError("StreamDecoder: lesson 03, task 5")

    def flush(self) -> str:
        """Return what is left at the end, a broken character as U+FFFD; then begin anew."""
        raise NotImplementedError("StreamDecoder: lesson 03, task 5")
