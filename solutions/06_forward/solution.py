"""Lesson 06: a Llama, from token ids to logits, in about 150 lines.

Legend: B batch, T new tokens, S tokens that can be seen, H query heads, K key/value heads, D head
size, E hidden size, V vocabulary.

Nothing in here asks the device for a number: no `.item()`, no `if tensor`. So the whole step can be
queued ahead of a GPU, and lesson 16 can record it.

Source: "LLaMA" (arXiv:2302.13971), "RoFormer" (arXiv:2104.09864) for rotary positions, "GQA"
(arXiv:2305.13245) for grouped heads, and `modeling_llama.py` of transformers for the layout of a
checkpoint.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import torch
import torch.nn.functional as F
from torch import nn

from shared.contracts import KVCache
from shared.curriculum import load


@dataclass(frozen=True)
class Config:
    """The sizes of a model, in the words of this course."""

    vocab_size: int
    hidden_size: int
    intermediate_size: int
    num_layers: int
    num_heads: int
    num_kv_heads: int
    head_dim: int
    max_positions: int
    rope_theta: float = 10_000.0
    norm_eps: float = 1e-5
    tied: bool = True

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """From the `config.json` of a checkpoint of the Llama family.

        Raises ValueError, naming the key, for what this model does not compute: another family,
        biases, another activation, scaled rotary positions.
        """
        rope = values.get("rope_parameters") or values.get("rope_scaling") or {}
        heads = values["num_attention_heads"]
        for key, found, only in (
            ("model_type", values.get("model_type"), "llama"),
            ("hidden_act", values.get("hidden_act", "silu"), "silu"),
            ("attention_bias", bool(values.get("attention_bias")), False),
            ("mlp_bias", bool(values.get("mlp_bias")), False),
            ("rope_type", rope.get("rope_type", rope.get("type", "default")), "default"),
        ):
            if found != only:
                raise ValueError(f"{key} is {found!r}: this model computes {only!r} alone")
        return cls(
            vocab_size=values["vocab_size"],
            hidden_size=values["hidden_size"],
            intermediate_size=values["intermediate_size"],
            num_layers=values["num_hidden_layers"],
            num_heads=heads,
            num_kv_heads=values.get("num_key_value_heads") or heads,
            head_dim=values.get("head_dim") or values["hidden_size"] // heads,
            max_positions=values["max_position_embeddings"],
            rope_theta=rope.get("rope_theta") or values.get("rope_theta") or 10_000.0,
            norm_eps=values["rms_norm_eps"],
            tied=bool(values.get("tie_word_embeddings")),
        )


def rms_norm(x: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    """x (…, E) divided by the root of its mean square over the last axis, times weight (E,).

    y = x / sqrt(mean(x²) + eps) · weight. The mean is taken in float32 whatever the dtype of x;
    the answer has that dtype. x is not changed.
    """
    ### BEGIN SOLUTION task=rms_norm
    return F.rms_norm(x, (x.shape[-1],), weight, eps)
    ### END SOLUTION


def rotary_tables(
    head_dim: int, length: int, theta: float, device: torch.device | str | None = None
) -> torch.Tensor:
    """(2, length, D) float32: the cosines, then the sines, of all positions 0 … length - 1.

    At position p, number i and number i + D/2 of a head turn together, by the angle
    p · theta^(-2i/D), for i in 0 … D/2 - 1. So each angle stands in the table twice: at i and at
    i + D/2. Raises ValueError if head_dim is odd.
    """
    ### BEGIN SOLUTION task=apply_rotary
    if head_dim % 2:
        raise ValueError(f"head_dim is {head_dim}: numbers turn in pairs, so it must be even")
    exponents = torch.arange(0, head_dim, 2, device=device, dtype=torch.float32) / head_dim
    positions = torch.arange(length, device=device, dtype=torch.float32)
    angles = torch.outer(positions, 1.0 / theta**exponents)
    angles = torch.cat([angles, angles], dim=-1)
    return torch.stack([angles.cos(), angles.sin()])
    ### END SOLUTION


def apply_rotary(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """Turn every head of x (B, T, N, D) by the angles of its token; cos and sin are (B, T, D).

    The pair (a, b) = (x[i], x[i + D/2]) becomes (a·cos - b·sin, b·cos + a·sin). x is not changed.
    """
    ### BEGIN SOLUTION task=apply_rotary
    low, high = x.chunk(2, dim=-1)
    turned = torch.cat([-high, low], dim=-1)
    return torch.addcmul(x * cos.unsqueeze(2), turned, sin.unsqueeze(2))
    ### END SOLUTION


def causal_mask(positions: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """positions (B, T) to (B, 1, T, T) of `dtype`: 0 where a token may look, -inf where not.

    Row i is who looks, column j is what it looks at. Token i sees token j if j's position is not
    below 0 (that is padding) and not above i's. Every token sees itself, padding too: softmax over
    nothing would be NaN.
    """
    ### BEGIN SOLUTION task=causal_mask
    seen, looking = positions[:, None, :], positions[:, :, None]
    itself = torch.eye(positions.shape[1], dtype=torch.bool, device=positions.device)
    allowed = ((seen >= 0) & (seen <= looking)) | itself
    mask = torch.zeros(allowed.shape, dtype=dtype, device=positions.device)
    return mask.masked_fill(~allowed, float("-inf")).unsqueeze(1)
    ### END SOLUTION


def attention_weights(
    q: torch.Tensor, k: torch.Tensor, mask: torch.Tensor | None = None
) -> torch.Tensor:
    """How much each query looks at each key: q (B, H, T, D), k (B, K, S, D) to (B, H, T, S).

    softmax over S of q·k / sqrt(D) + mask. Query heads share key heads in order: with H = 6 and
    K = 2, query heads 0, 1, 2 look at key head 0 and 3, 4, 5 at key head 1. The mask (B or 1, 1, T,
    S) has 0 and -inf; None: everything is seen. The softmax is taken in float32, and the answer has
    the dtype of q.
    """
    ### BEGIN SOLUTION task=attention
    groups = q.shape[1] // k.shape[1]
    scores = q @ k.repeat_interleave(groups, dim=1).transpose(-1, -2) * q.shape[-1] ** -0.5
    if mask is not None:
        scores = scores + mask
    return scores.softmax(dim=-1, dtype=torch.float32).to(q.dtype)
    ### END SOLUTION


def attention(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor | None = None
) -> torch.Tensor:
    """The values, each weighed by `attention_weights`: v (B, K, S, D) to (B, H, T, D).

    The weights themselves need not be held: (H, T, S) of a long prompt are more than its keys and
    values. torch has the whole as one operation.
    """
    ### BEGIN SOLUTION task=attention
    grouped = q.shape[1] != k.shape[1]
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=grouped)
    ### END SOLUTION


def swiglu(gate_up: torch.Tensor) -> torch.Tensor:
    """gate_up (…, 2F), the gate's numbers first, to silu(gate) · up (…, F); silu(x) = x·sigmoid(x).

    Source: "GLU Variants Improve Transformer" (arXiv:2002.05202).
    """
    ### BEGIN SOLUTION task=swiglu
    gate, up = gate_up.chunk(2, dim=-1)
    return F.silu(gate) * up
    ### END SOLUTION


Attend = Callable[[int, torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]
"""attend(layer, q, k, v) -> (B, H, T, D), as in `shared.contracts.KVCache`."""


class RMSNorm(nn.Module):
    """`rms_norm` with its weight."""

    def __init__(self, size: int, eps: float) -> None:
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(size))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return rms_norm(x, self.weight, self.eps)


class Layer(nn.Module):
    """Attention, then the MLP; each reads a normed copy of the stream and adds to it."""

    def __init__(self, config: Config, index: int) -> None:
        super().__init__()
        self.config, self.index = config, index
        hidden, inner = config.hidden_size, config.intermediate_size
        heads = config.num_heads + 2 * config.num_kv_heads
        self.attention_norm = RMSNorm(hidden, config.norm_eps)
        self.qkv = nn.Linear(hidden, heads * config.head_dim, bias=False)
        self.out = nn.Linear(config.num_heads * config.head_dim, hidden, bias=False)
        self.mlp_norm = RMSNorm(hidden, config.norm_eps)
        self.gate_up = nn.Linear(hidden, 2 * inner, bias=False)
        self.down = nn.Linear(inner, hidden, bias=False)

    def forward(
        self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor, attend: Attend
    ) -> torch.Tensor:
        """x (B, T, E) to (B, T, E); cos and sin (B, T, D) are those of the tokens' positions.

        `qkv` gives the numbers of H query heads, then K key heads, then K value heads. Queries and
        keys are turned, values are not.
        """
        ### BEGIN SOLUTION task=forward
        batch, new, _ = x.shape
        queries, keys = self.config.num_heads, self.config.num_kv_heads
        heads = self.qkv(self.attention_norm(x)).view(batch, new, -1, self.config.head_dim)
        turning, v = heads.split([queries + keys, keys], dim=2)
        q, k = apply_rotary(turning, cos, sin).split([queries, keys], dim=2)
        seen = attend(self.index, q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2))
        x = x + self.out(seen.transpose(1, 2).flatten(2))
        return x + self.down(swiglu(self.gate_up(self.mlp_norm(x))))
        ### END SOLUTION


class Llama(nn.Module):
    """A model of the Llama family: see `shared.contracts.CausalLM`. Its weights are not drawn."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        self.embed = nn.Embedding(config.vocab_size, config.hidden_size)
        self.layers = nn.ModuleList(Layer(config, at) for at in range(config.num_layers))
        self.norm = RMSNorm(config.hidden_size, config.norm_eps)
        self.head = nn.Linear(config.hidden_size, config.vocab_size, bias=False)
        if config.tied:
            self.head.weight = self.embed.weight
        # No file holds the tables, so they are made at once, where the model may be on meta.
        tables = rotary_tables(config.head_dim, config.max_positions, config.rope_theta, "cpu")
        self.register_buffer("rotary", tables, persistent=False)

    def forward(
        self,
        ids: torch.Tensor,
        positions: torch.Tensor,
        kv: KVCache | None = None,
        *,
        logits_at: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """ids and positions (B, T) int64 to logits (B, T, V) in the dtype of the weights.

        A position below 0 marks padding: no other token sees it, and its own logits mean nothing.
        Its id must be one of the vocabulary all the same. With a cache `kv` the tokens also see the
        earlier ones; the caller has prepared it. Without one they see one another alone. With
        `logits_at` (B, N) int64, numbers of columns 0 … T - 1, the answer is (B, N, V): the head,
        the largest matrix of all, is then multiplied for these alone.

        Raises ValueError for ids that are not (B, T), and for positions or logits_at that do not go
        with them. Numbers out of range are not asked for: that would wait for the device.
        """
        if ids.ndim != 2 or positions.shape != ids.shape:
            raise ValueError(
                f"ids have the shape {tuple(ids.shape)} and positions {tuple(positions.shape)}: "
                "both must be (B, T)"
            )
        if logits_at is not None and (logits_at.ndim != 2 or len(logits_at) != len(ids)):
            raise ValueError(
                f"logits_at has the shape {tuple(logits_at.shape)}: it must be (B, N), with B = "
                f"{len(ids)}"
            )
        ### BEGIN SOLUTION task=forward
        x = self.embed(ids)
        cos, sin = self.rotary[:, positions.clamp(min=0)].to(x.dtype)
        attend: Attend
        if kv is None:
            mask = causal_mask(positions, x.dtype)

            def attend(layer, q, k, v):
                return attention(q, k, v, mask)
        else:
            attend = kv.attend
        for layer in self.layers:
            x = layer(x, cos, sin, attend)
        if logits_at is not None:
            x = x.take_along_dim(logits_at[..., None], dim=1)
        return self.head(self.norm(x))
        ### END SOLUTION


class Fused(Mapping[str, torch.Tensor]):
    """The tensors of a Llama checkpoint under this model's names, joined as it has them.

    Lazy: a joined tensor is made when it is asked for. Raises ValueError where the checkpoint has
    tensors that this model has no place for.
    """

    def __init__(self, tensors: Mapping[str, torch.Tensor], config: Config) -> None:
        self._tensors = tensors
        self._parts = {"embed.weight": ["model.embed_tokens"], "norm.weight": ["model.norm"]}
        if not config.tied:
            self._parts["head.weight"] = ["lm_head"]
        for at in range(config.num_layers):
            for name, parts in {
                "attention_norm": ["input_layernorm"],
                "qkv": [f"self_attn.{one}_proj" for one in "qkv"],
                "out": ["self_attn.o_proj"],
                "mlp_norm": ["post_attention_layernorm"],
                "gate_up": ["mlp.gate_proj", "mlp.up_proj"],
                "down": ["mlp.down_proj"],
            }.items():
                own = [f"model.layers.{at}.{part}" for part in parts]
                self._parts[f"layers.{at}.{name}.weight"] = own
        used = {f"{part}.weight" for parts in self._parts.values() for part in parts}
        if config.tied:
            used.add("lm_head.weight")  # some files have the tied matrix twice
        if unknown := sorted(set(tensors) - used):
            raise ValueError(
                f"{len(unknown)} tensors have no place in this model, the first is {unknown[0]!r}"
            )

    def __getitem__(self, name: str) -> torch.Tensor:
        parts = [self._tensors[f"{part}.weight"] for part in self._parts[name]]
        return parts[0] if len(parts) == 1 else torch.cat(parts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)


def build(
    tensors: Mapping[str, torch.Tensor],
    config: Config,
    *,
    dtype: torch.dtype = torch.float32,
    device: str | torch.device = "cpu",
) -> Llama:
    """A model with the tensors of a checkpoint, put there by lesson 05's `load_weights`."""
    with torch.device("meta"):
        model = Llama(config)
    load("loading").load_weights(model, Fused(tensors, config), dtype=dtype, device=device)
    return model.requires_grad_(False).to(device)


def from_folder(
    folder: str | Path,
    *,
    dtype: torch.dtype = torch.float32,
    device: str | torch.device = "cpu",
) -> Llama:
    """The model of a folder with `config.json` and `model.safetensors`."""
    folder = Path(folder)
    config = Config.from_dict(json.loads((folder / "config.json").read_text(encoding="utf-8")))
    tensors = load("loading").SafetensorsFile(folder / "model.safetensors")
    return build(tensors, config, dtype=dtype, device=device)
