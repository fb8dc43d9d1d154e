"""Lesson 07: one token at a time: choosing, seeding, stopping, streaming.

Legend: B requests, T tokens so far, V vocabulary.

    tokens = generate_naive(model, prompt, SamplingParams(temperature=0.8, seed=7))
    rule = StopRule(end_ids={2}, max_tokens=100, stop=["User:"])
    for text in stream(tokens, rule, token_bytes):
        print(text, end="", flush=True)

Each part knows one thing: the generator gives tokens for as long as it is asked, the rule says when
the answer ends and what of it may be shown. So lesson 08 puts a cache under the generator, and
lesson 12 a server on the stream, and neither changes the rest.

Source: "The Curious Case of Neural Text Degeneration" (arXiv:1904.09751) for top-p, "Turning Up the
Heat" (arXiv:2407.01082) for min-p.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import torch

from shared.contracts import CausalLM
from shared.curriculum import load


@dataclass(frozen=True)
class SamplingParams:
    """How the next token of one request is chosen. As it stands: the best one, always.

    Raises ValueError for a number out of range.
    """

    temperature: float = 0.0
    """Logits are divided by it: below 1 sharper, above 1 flatter; 0 takes the best token."""
    top_k: int = 0
    """Keep so many of the best tokens; 0 keeps all."""
    top_p: float = 1.0
    """Keep the fewest of the best tokens that have this probability together; 1 keeps all."""
    min_p: float = 0.0
    """Keep tokens at least this many times as probable as the best; 0 keeps all."""
    seed: int = 0
    """Not below 0. The same seed gives the same tokens, whatever else runs."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.temperature) and self.temperature >= 0):
            raise ValueError(f"temperature is {self.temperature}: it must be 0 or more, and finite")
        for name in ("top_k", "seed"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is {getattr(self, name)}: it must not be below 0")
        for name in ("top_p", "min_p"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is {getattr(self, name)}: it must be from 0 to 1")


GREEDY = SamplingParams()


def filter_logits(
    logits: torch.Tensor,
    temperature: torch.Tensor,
    top_k: torch.Tensor,
    top_p: torch.Tensor,
    min_p: torch.Tensor,
) -> torch.Tensor:
    """Logits (B, V) to (B, V) float32 whose softmax is what to draw from: -inf where removed.

    Each row has its own settings, (B,) each, as in `SamplingParams`. They apply in this order:

    1. temperature divides. At 0 only the best token is kept, whatever else is set.
    2. top_k keeps that many. 3. top_p keeps the fewest of the best of those whose probability,
       summed over what top_k kept, reaches it. 4. min_p keeps what has at least min_p times the
       probability of the best.

    Of equal tokens the one with the lower id counts as the better. The best token is always kept.
    However small the temperature is, nothing becomes NaN. What is -inf already stays so, and a
    number added to a whole row changes nothing. Logits are not changed.
    """
    ### BEGIN SOLUTION task=filter_logits
    logits = logits.float()
    greedy = temperature == 0
    shifted = logits - logits.amax(dim=-1, keepdim=True)  # the best is 0: it cannot overflow
    scaled = shifted / torch.where(greedy, 1.0, temperature).unsqueeze(1)
    values, order = scaled.sort(dim=-1, descending=True, stable=True)

    rank = torch.arange(logits.shape[-1], device=logits.device)
    most = torch.where(top_k > 0, top_k, logits.shape[-1])
    kept = rank < torch.where(greedy, 1, most).unsqueeze(1)
    probabilities = values.masked_fill(~kept, float("-inf")).double().softmax(dim=-1)
    better = probabilities.cumsum(dim=-1) - probabilities
    kept &= (better < top_p.unsqueeze(1)) | (top_p >= 1).unsqueeze(1)
    kept &= probabilities >= min_p.unsqueeze(1) * probabilities[:, :1]
    kept |= rank == 0
    values = values.masked_fill(~kept, float("-inf"))
    return torch.empty_like(values).scatter_(1, order, values)
    ### END SOLUTION


def draw(seed: int, step: int) -> float:
    """A random number of a request, from 0 to below 1, for its new token number `step`.

    It depends on the seed and the step and on nothing else: the same in every process, whatever
    was drawn before. For two different pairs (seed, step) the numbers have nothing to do with each
    other, also for (3, 4) and (4, 3). No global random state is used or changed.
    """
    ### BEGIN SOLUTION task=draw
    return random.Random(f"{seed}/{step}").random()
    ### END SOLUTION


def sample(
    logits: torch.Tensor, params: Sequence[SamplingParams], steps: Sequence[int]
) -> torch.Tensor:
    """One token for each row of logits (B, V): ids (B,) int64 on the same device.

    Row b follows params[b]; steps[b] is how many new tokens that request has already. The row's
    random number is `draw(seed, step)`, so its token does not depend on the other rows. A token is
    drawn with the probability that softmax of `filter_logits` gives it. Where all rows want
    temperature 0, nothing is sorted and nothing drawn: `argmax` is enough.

    Raises ValueError if there are not B params and B steps. A row that is NaN is not found: to ask
    would wait for the device.
    """
    if not len(logits) == len(params) == len(steps):
        raise ValueError(
            f"{len(logits)} rows of logits, {len(params)} params and {len(steps)} steps: there "
            "must be one of each for a request"
        )
    ### BEGIN SOLUTION task=sample
    if all(one.temperature == 0 for one in params):
        return logits.argmax(dim=-1)
    settings = (
        torch.tensor([getattr(one, name) for one in params], device=logits.device)
        for name in ("temperature", "top_k", "top_p", "min_p")
    )
    numbers = [draw(one.seed, step) for one, step in zip(params, steps, strict=True)]
    drawn = torch.tensor(numbers, dtype=torch.float64, device=logits.device).unsqueeze(1)
    upper = filter_logits(logits, *settings).double().softmax(dim=-1).cumsum(dim=-1)
    return torch.searchsorted(upper, drawn * upper[:, -1:], right=True).squeeze(1)
    ### END SOLUTION


def generate_naive(
    model: CausalLM, prompt: torch.Tensor, params: SamplingParams = GREEDY
) -> Iterator[int]:
    """New tokens after `prompt` (T,) int64, one by one: the whole sequence again for each.

    Positions count from 0. Of the model only the last logits are asked for. The steps of `sample`
    count the new tokens from 0. Tokens are made when they are asked for, not before; they end when
    the sequence has `model.config.max_positions` tokens. No gradients are recorded; but while the
    caller has a token and works with it, his own settings are in force.

    Raises ValueError, before the first token is asked for, if the prompt is not (T,), is empty, or
    leaves no room for a token.
    """
    if prompt.ndim != 1 or not 1 <= len(prompt) < model.config.max_positions:
        raise ValueError(
            f"the prompt has the shape {tuple(prompt.shape)}: it must be (T,), of 1 to "
            f"{model.config.max_positions - 1} tokens, since the model takes "
            f"{model.config.max_positions} in all"
        )
    ### BEGIN SOLUTION task=generate_naive
    return _tokens(model, prompt, params)
    ### END SOLUTION


### BEGIN SOLUTION task=generate_naive
def _tokens(model: CausalLM, ids: torch.Tensor, params: SamplingParams) -> Iterator[int]:
    for step in range(model.config.max_positions - len(ids)):
        positions = torch.arange(len(ids), device=ids.device)
        with torch.inference_mode():
            logits = model(ids[None], positions[None], logits_at=positions[None, -1:])
            chosen = sample(logits[:, 0], [params], [step])
            ids = torch.cat([ids, chosen])
        yield chosen.item()


### END SOLUTION


### BEGIN SOLUTION task=StopRule
def _begun(text: str, stop: str) -> int:
    """How many characters at the end of `text` are the beginning of `stop`, and not all of it."""
    sizes = range(min(len(text), len(stop) - 1), 0, -1)
    return next((size for size in sizes if text.endswith(stop[:size])), 0)


### END SOLUTION


class StopRule:
    """When one answer ends, and which part of its text may be shown.

    It ends at one of `end_ids`, at the first stop string, or with `max_tokens` tokens (the end
    token counts). `reason` is None before that, then "stop" or "length". Neither the end token nor
    a stop string belongs to the answer. Where a stop string and the last token come together, the
    reason is "stop".

    Of several stop strings the one that is complete first counts, of those that are complete with
    the same character the longest. So the answer does not depend on how the text was cut into
    tokens.

    Raises ValueError for max_tokens below 1 and for an empty stop string.
    """

    def __init__(
        self, *, max_tokens: int, end_ids: Collection[int] = (), stop: Sequence[str] = ()
    ) -> None:
        if max_tokens < 1:
            raise ValueError(f"max_tokens is {max_tokens}: it must be at least 1")
        if isinstance(stop, str) or "" in stop:
            raise ValueError(f"stop is {stop!r}: it must be a list of texts, and none empty")
        self.max_tokens, self.end_ids, self.stop = max_tokens, frozenset(end_ids), tuple(stop)
        self.reason: str | None = None
        self.count = 0
        """Tokens so far."""
        self.held = ""
        """Text that came and was not returned: it may be the beginning of a stop string."""

    def push(self, token_id: int, text: str) -> str:
        """Take a token, and the text that is complete with it; return what may be shown now.

        That is all text so far that was not returned yet, up to where a stop string may begin; and
        all the rest of the answer at its end. Raises ValueError if the answer has ended.
        """
        ### BEGIN SOLUTION task=StopRule
        if self.reason is not None:
            raise ValueError(f"the answer has ended already (reason {self.reason!r})")
        self.count += 1
        if token_id in self.end_ids:
            self.reason = "stop"
            return self.finish()
        self.held += text
        ends = [(at + len(one), at) for one in self.stop if (at := self.held.find(one)) >= 0]
        if ends:
            self.reason = "stop"
            self.held = self.held[: min(ends)[1]]
            return self.finish()
        if self.count == self.max_tokens:
            return self.finish()
        kept = max((_begun(self.held, one) for one in self.stop), default=0)
        shown = self.held[: len(self.held) - kept]
        self.held = self.held[len(shown) :]
        return shown
        ### END SOLUTION

    def finish(self) -> str:
        """No more tokens come: return the rest. The reason is "length", unless it ended before."""
        ### BEGIN SOLUTION task=StopRule
        self.reason = self.reason or "length"
        rest, self.held = self.held, ""
        return rest
        ### END SOLUTION


def stream(
    tokens: Iterable[int], rule: StopRule, token_bytes: Mapping[int, bytes]
) -> Iterator[str]:
    """The text of an answer, in pieces that are never empty, each as soon as `rule` lets it go.

    `token_bytes` has the bytes of each token, as for lesson 03's `StreamDecoder`: b"" for one that
    is not to be seen. No piece has half a character; one that is still incomplete when the answer
    ends is left out. After the token that ends the answer no further one is asked for. Where the
    tokens run out before that, what was held back still comes.
    """
    ### BEGIN SOLUTION task=stream
    decoder = load("tokenizers").StreamDecoder(token_bytes)
    for token in tokens:
        if piece := rule.push(token, "" if token in rule.end_ids else decoder.push(token)):
            yield piece
        if rule.reason is not None:
            return
    if piece := rule.finish():
        yield piece
    ### END SOLUTION
