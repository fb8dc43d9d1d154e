"""Lesson 03: from text to numbers and back, with nothing lost and nothing smuggled in.

A tokenizer is the one part of a model that can be wrong without any error: the loss still falls,
and the answers are rubbish. This one is a byte-level BPE (GPT-2's kind, and that of the course's
model). Text is cut into pre-tokens, a pre-token is a sequence of bytes, and pairs of neighbours are
merged, in an order that was learned. Every text is bytes, so every text can be encoded.

Two kinds of tokens, and two types for them: ordinary ones are `bytes` and come from text; special
ones are `str` and come from the program that uses the model, never from text.
"""

from __future__ import annotations

import codecs
import heapq
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
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
    ### BEGIN SOLUTION task=train_bpe
    merged: list[bytes] = []
    first, second = pair
    at, last = 0, len(tokens) - 1
    while at <= last:
        if tokens[at] == first and at < last and tokens[at + 1] == second:
            merged.append(first + second)
            at += 2
        else:
            merged.append(tokens[at])
            at += 1
    return merged
    ### END SOLUTION


### BEGIN SOLUTION task=train_bpe
def _without(special_tokens: Sequence[str], text: str) -> list[str]:
    """The pieces of a text between special tokens."""
    if not special_tokens:
        return [text]
    longest_first = sorted(special_tokens, key=len, reverse=True)
    return re.split("|".join(map(re.escape, longest_first)), text)


class _Words:
    """Distinct pre-tokens as sequences of tokens, and the counts of all pairs in them."""

    def __init__(self, numbers: Counter[str]) -> None:
        self.tokens = [[BYTES[byte] for byte in word.encode()] for word in numbers]
        self.numbers = list(numbers.values())
        self.pairs: Counter[Pair] = Counter()
        self.places: defaultdict[Pair, set[int]] = defaultdict(set)
        for place in range(len(self.tokens)):
            self._enter(place)

    def _enter(self, place: int) -> set[Pair]:
        found = self._count(place, self.numbers[place])
        for pair in found:
            self.places[pair].add(place)  # and stays there, should the word lose the pair
        return found

    def _count(self, place: int, number: int) -> set[Pair]:
        found = list(pairwise(self.tokens[place]))
        for pair in found:
            self.pairs[pair] += number
        return set(found)

    def merge(self, pair: Pair) -> set[Pair]:
        """Merge a pair wherever it stands; returns the pairs that these words hold now."""
        touched: set[Pair] = set()
        for place in self.places.pop(pair):
            self._count(place, -self.numbers[place])
            self.tokens[place] = merge_pair(self.tokens[place], pair)
            touched |= self._enter(place)
        return touched


### END SOLUTION


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
    ### BEGIN SOLUTION task=train_bpe
    if isinstance(texts, str):
        raise TypeError("texts is one string: give a list of texts, [text]")
    if vocab_size < 256 + len(special_tokens):
        raise ValueError(
            f"a vocab_size of {vocab_size} has no room for 256 bytes and "
            f"{len(special_tokens)} special tokens"
        )
    if not all(special_tokens) or len(set(special_tokens)) < len(special_tokens):
        raise ValueError(f"special tokens {list(special_tokens)}: one is empty or given twice")
    numbers: Counter[str] = Counter()
    for text in texts:
        for piece in _without(special_tokens, text):
            numbers.update(pre_tokenize(piece))
    words, pairs = _Words(numbers), []
    # The heap may hold old counts. A pair that grew was pushed again; one that is found to have
    # shrunk goes back with its count of today.
    heap = [(-number, pair) for pair, number in words.pairs.items()]
    heapq.heapify(heap)
    while heap and 256 + len(pairs) + len(special_tokens) < vocab_size:
        number, pair = heapq.heappop(heap)
        now = words.pairs[pair]
        if now != -number:
            if now > 0:
                heapq.heappush(heap, (-now, pair))
            continue
        pairs.append(pair)
        for changed in words.merge(pair):
            if pair[0] + pair[1] in changed:  # no other pair can have become more frequent
                heapq.heappush(heap, (-words.pairs[changed], changed))
    return Merges(tuple(pairs), tuple(special_tokens))
    ### END SOLUTION


### BEGIN SOLUTION task=encode
def _merged(word: bytes, ranks: Mapping[Pair, int]) -> list[bytes]:
    """The tokens of one pre-token."""
    tokens = [BYTES[byte] for byte in word]
    while len(tokens) > 1:
        # Merging all places of the best pair at once makes no better pair: a pair with the new
        # token was learned later. So there are as many rounds as different pairs, not places.
        best = min(set(pairwise(tokens)), key=lambda pair: ranks.get(pair, len(ranks)))
        if best not in ranks:
            break
        tokens = merge_pair(tokens, best)
    return tokens


### END SOLUTION


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
        ### BEGIN SOLUTION task=encode
        data = text.encode() if isinstance(text, str) else text
        ids: list[int] = []
        for piece in pre_tokenize(data.decode(errors="surrogateescape")):
            word = piece.encode(errors="surrogateescape")
            known = self.cache.get(word)
            if known is None:
                tokens = _merged(word, self.ranks)
                if lost := [token for token in tokens if token not in self.vocabulary]:
                    raise ValueError(f"the byte 0x{lost[0].hex()} has no token in this vocabulary")
                known = [self.vocabulary[token] for token in tokens]
                if len(self.cache) >= self.cache_size > 0:
                    del self.cache[next(iter(self.cache))]  # the oldest
                if self.cache_size > 0:
                    self.cache[word] = known
            ids += known
        return ids
        ### END SOLUTION

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """Return the bytes that `ids` stand for: of `encode(data)` they are `data`, whatever it is.

        Raises ValueError for an id that the vocabulary does not have, and names it.
        """
        ### BEGIN SOLUTION task=encode
        parts = []
        for number in ids:
            if number not in self.token_bytes:
                raise ValueError(f"the id {number} is not in this vocabulary")
            parts.append(self.token_bytes[number])
        return b"".join(parts)
        ### END SOLUTION

    def decode(self, ids: Iterable[int]) -> str:
        """Return `decode_bytes(ids)` as text; bytes that are no UTF-8 become U+FFFD."""
        ### BEGIN SOLUTION task=encode
        return self.decode_bytes(ids).decode(errors="replace")
        ### END SOLUTION

    def encode_with_specials(self, text: str, allowed: Collection[str]) -> list[int]:
        """Return the ids of a text in which the special tokens in `allowed` count as special.

        Each of them becomes its one id. Where several begin at one place, the longest counts. The
        text between them is encoded piece by piece, as by `encode`. Special tokens that are not in
        `allowed` are text like any other.

        Raises ValueError for an allowed token that is no special token of the vocabulary.
        """
        ### BEGIN SOLUTION task=encode_with_specials
        if unknown := [token for token in allowed if token not in self.special_ids]:
            raise ValueError(f"{unknown[0]!r} is no special token of this vocabulary")
        if not allowed:
            return self.encode(text)
        longest_first = sorted(allowed, key=len, reverse=True)
        pieces = re.split(f"({'|'.join(map(re.escape, longest_first))})", text)
        ids: list[int] = []
        for number, piece in enumerate(pieces):  # every second one is a special token
            ids += [self.special_ids[piece]] if number % 2 else self.encode(piece)
        return ids
        ### END SOLUTION

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
        ### BEGIN SOLUTION task=encode_with_specials
        if missing := [token for token in (START, END) if token not in self.special_ids]:
            raise ValueError(f"this vocabulary has no special token {missing[0]!r}")
        start, end = self.special_ids[START], self.special_ids[END]
        ids: list[int] = []
        for message in messages:
            if message["role"] not in ROLES:
                raise ValueError(f"the role {message['role']!r} is none of {', '.join(ROLES)}")
            text = self.encode(f"{message['role']}\n{message['content']}")
            ids += [start, *text, end, *self.encode("\n")]
        if add_generation_prompt:
            ids += [start, *self.encode("assistant\n")]
        return ids
        ### END SOLUTION


@dataclass(frozen=True)
class Finding:
    """One fault of a tokenizer: its `code`, and a `message` with the values that show it."""

    code: str
    message: str


### BEGIN SOLUTION task=audit
_CHAT = [{"role": "user", "content": "Hello?"}, {"role": "assistant", "content": "Yes."}]


def _special_tokens(tokenizer: PreTrainedTokenizerBase, rows: int) -> Iterator[Finding]:
    highest = max(tokenizer.get_vocab().values())
    if highest >= rows:
        yield Finding("id_without_row", f"the highest id is {highest}, the model has {rows} rows")
    if tokenizer.eos_token_id is None:
        yield Finding("no_eos", "there is no eos token: no answer ever ends")
    if tokenizer.pad_token_id is None:
        yield Finding("no_pad", "there is no pad token: prompts of two lengths make no batch")
    elif tokenizer.pad_token_id == tokenizer.eos_token_id:
        yield Finding("pad_is_eos", f"pad and eos are both {tokenizer.pad_token!r}")


def _settings(tokenizer: PreTrainedTokenizerBase) -> Iterator[Finding]:
    if tokenizer.padding_side != "left":
        yield Finding("pads_right", f"padding_side is {tokenizer.padding_side!r}")
    if tokenizer.truncation_side != "left":
        yield Finding("cuts_right", f"truncation_side is {tokenizer.truncation_side!r}")
    if tokenizer.model_max_length > NO_LIMIT:
        yield Finding("no_limit", f"model_max_length is {tokenizer.model_max_length:.0e}")


def _template(tokenizer: PreTrainedTokenizerBase) -> Iterator[Finding]:
    if tokenizer.chat_template is None:
        yield Finding("no_template", "there is no chat template")
        return
    text = tokenizer.apply_chat_template(_CHAT, tokenize=False)
    ids, bos = tokenizer(text)["input_ids"], tokenizer.bos_token_id
    if bos is not None and ids[:2] == [bos, bos]:
        yield Finding("double_bos", f"an encoded chat begins with {tokenizer.bos_token!r} twice")
    eos = tokenizer.eos_token
    if eos is not None and eos not in text[text.rindex("Yes.") :]:
        yield Finding("open_turn", f"the template does not end an answer with eos, {eos!r}")


def _losses(tokenizer: PreTrainedTokenizerBase) -> Iterator[Finding]:
    for text in PROBES:
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        if (found := tokenizer.decode(ids)) != text:
            yield Finding("not_lossless", f"{text!r} comes back as {found!r}")
            return


### END SOLUTION


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
    ### BEGIN SOLUTION task=audit
    return [
        *_special_tokens(tokenizer, rows),
        *_settings(tokenizer),
        *_template(tokenizer),
        *_losses(tokenizer),
    ]
    ### END SOLUTION


class StreamDecoder:
    """Text from ids as they come, one at a time, and never half a character.

    `token_bytes` says which bytes an id stands for, as `ByteBPE.token_bytes` does. All texts that
    `push` and `flush` return, joined, are what `ByteBPE.decode` gives for all the ids, U+FFFD for
    U+FFFD; where the bytes are UTF-8, no U+FFFD is ever returned.
    """

    def __init__(self, token_bytes: Mapping[int, bytes]) -> None:
        ### BEGIN SOLUTION task=StreamDecoder
        self._token_bytes = token_bytes
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        ### END SOLUTION

    def push(self, token_id: int) -> str:
        """Take one more id; return the characters that are complete with it, all of them.

        Raises ValueError for an id that has no bytes; then nothing is taken.
        """
        ### BEGIN SOLUTION task=StreamDecoder
        if token_id not in self._token_bytes:
            raise ValueError(f"the id {token_id} is not in this vocabulary")
        return self._decoder.decode(self._token_bytes[token_id])
        ### END SOLUTION

    def flush(self) -> str:
        """Return what is left at the end, a broken character as U+FFFD; then begin anew."""
        ### BEGIN SOLUTION task=StreamDecoder
        rest = self._decoder.decode(b"", final=True)
        self._decoder.reset()
        return rest
        ### END SOLUTION
