"""What lessons meet each other through: the model, and the seam under it.

    kv.prepare(Plan(positions, longest))      # once a step, by the caller
    logits = model(ids, positions, kv)        # in every layer: kv.attend(layer, q, k, v)
    kv.advance()                              # once a step, after the model

The model knows nothing of what lies under its attention: nothing at all, a cache that grows, one of
fixed size, in blocks, in eight bits. So it is written once and never changes.

Legend: B batch, T new tokens, H query heads, K key/value heads, D head size, V vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True)
class Plan:
    """All that a cache must know of a step before the model runs."""

    positions: torch.Tensor
    """(B, T) int64: the place of each new token in its own sequence; below 0 it is padding."""
    longest: int
    """Tokens of the longest sequence after this step: known on the host, so nobody has to ask."""


class KVCache(Protocol):
    """Keeps the keys and values of earlier tokens, and attends over them."""

    def prepare(self, plan: Plan) -> None:
        """Make ready for one step. Here, and only here, a cache may look at numbers on the host.

        Raises ValueError where the step does not fit; the cache is then as it was.
        """

    def attend(self, layer: int, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        """Keep k and v (B, K, T, D) of a layer, and let q (B, H, T, D) attend to all it may see.

        The answer is (B, H, T, D). A token sees itself and the earlier ones of its own sequence.
        """

    def advance(self) -> None:
        """End the step: the new tokens are now earlier ones."""


class ModelConfig(Protocol):
    """The sizes that a cache is made from."""

    num_layers: int
    num_heads: int
    num_kv_heads: int
    head_dim: int
    vocab_size: int
    max_positions: int


class CausalLM(Protocol):
    """A model of the Llama family."""

    config: ModelConfig

    def __call__(
        self,
        ids: torch.Tensor,
        positions: torch.Tensor,
        kv: KVCache | None = None,
        *,
        logits_at: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """ids, positions (B, T) int64 to logits (B, T, V), or (B, N, V) at `logits_at` (B, N)."""
