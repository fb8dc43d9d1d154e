"""Turn a Llama-family GGUF file into a folder that transformers and the course's own code load.

The folder gets `model.safetensors` (bf16), `tokenizer.json`, `tokenizer_config.json`,
`config.json` and `generation_config.json`. Everything is read from the GGUF file itself; what is
not obvious about that file is said where it matters:

- the rows of Q and K are stored in another order than transformers expects (`unpermute`);
- a model with tied embeddings has no output head in the file, and gets none here;
- `tokenizer.ggml.pre` names the pre-tokenizer, and only `smollm` is known to this module.

Sources: the GGUF specification, and `LlamaModel` of llama.cpp's `convert_hf_to_gguf.py`, which
this module undoes.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import torch
    from gguf import GGUFReader
    from tokenizers import Tokenizer

NORMAL, CONTROL = 1, 3
"""The two values of `tokenizer.ggml.token_type` this module knows (1 normal, 3 control)."""

NAMES = {
    "token_embd.weight": "model.embed_tokens.weight",
    "output_norm.weight": "model.norm.weight",
    "output.weight": "lm_head.weight",
}
LAYER_NAMES = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}


class ConvertError(ValueError):
    """The GGUF file holds something this module does not know how to convert."""


def convert(gguf_path: Path, folder: Path) -> None:
    """Write the five files beside each other into `folder`, which must exist.

    Raises ConvertError for a file that is not a Llama with a `smollm` tokenizer, and OSError
    when the folder cannot be written (a full disk, for example).
    """
    from gguf import GGUFReader
    from safetensors.torch import save_file

    reader = GGUFReader(gguf_path)
    meta = metadata(reader)
    config = config_from(meta, tied="output.weight" not in {t.name for t in reader.tensors})
    build_tokenizer(meta).save(str(folder / "tokenizer.json"))
    _write_json(folder / "tokenizer_config.json", tokenizer_config_from(meta))
    _write_json(folder / "config.json", config)
    special = ("bos_token_id", "eos_token_id", "pad_token_id")
    _write_json(folder / "generation_config.json", {name: config[name] for name in special})
    save_file(weights(reader, config), folder / "model.safetensors", metadata={"format": "pt"})


def metadata(reader: GGUFReader) -> dict[str, Any]:
    """The key-value pairs of the file as plain Python values."""
    return {key: field.contents() for key, field in reader.fields.items()}


def transformers_name(name: str) -> str:
    """`blk.3.attn_q.weight` -> `model.layers.3.self_attn.q_proj.weight`."""
    if name in NAMES:
        return NAMES[name]
    match = re.fullmatch(r"blk\.(\d+)\.(\w+)\.weight", name)
    if match is None or match[2] not in LAYER_NAMES:
        raise ConvertError(f"tensor {name!r} does not belong to a Llama; only Llama files convert")
    return f"model.layers.{match[1]}.{LAYER_NAMES[match[2]]}.weight"


def unpermute(weight: np.ndarray, heads: int) -> np.ndarray:
    """Put the rows of a Q or K projection (heads·D, hidden) back in transformers' order.

    llama.cpp rotates neighbouring pairs of rows (2i, 2i+1), transformers the pairs (i, i + D/2),
    so the file holds the rows of each head interleaved: first half, second half, first half, ...
    """
    pairs = weight.reshape(heads, weight.shape[0] // heads // 2, 2, *weight.shape[1:])
    return pairs.swapaxes(1, 2).reshape(weight.shape)


def weights(reader: GGUFReader, config: dict[str, Any]) -> dict[str, torch.Tensor]:
    """Every tensor of the file, dequantised and rounded to bf16, under its transformers name.

    One tensor at a time is held in float32, so the peak stays near the size of the bf16 model.
    """
    import torch
    from gguf import dequantize

    heads = {
        "attn_q": config["num_attention_heads"],
        "attn_k": config["num_key_value_heads"],
    }
    result = {}
    for tensor in reader.tensors:
        values = dequantize(tensor.data, tensor.tensor_type)
        kind = tensor.name.split(".")[-2]
        if kind in heads:
            values = unpermute(values, heads[kind])
        result[transformers_name(tensor.name)] = torch.tensor(values, dtype=torch.bfloat16)
    return result


def config_from(meta: dict[str, Any], *, tied: bool) -> dict[str, Any]:
    """`config.json`, in the names that every version of transformers reads."""
    architecture = meta.get("general.architecture")
    if architecture != "llama":
        raise ConvertError(f"architecture {architecture!r} is not 'llama'; only Llama converts")
    heads = meta["llama.attention.head_count"]
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "vocab_size": len(meta["tokenizer.ggml.tokens"]),
        "hidden_size": meta["llama.embedding_length"],
        "intermediate_size": meta["llama.feed_forward_length"],
        "num_hidden_layers": meta["llama.block_count"],
        "num_attention_heads": heads,
        "num_key_value_heads": meta["llama.attention.head_count_kv"],
        "head_dim": meta["llama.rope.dimension_count"],
        "max_position_embeddings": meta["llama.context_length"],
        "rope_theta": _shortest(meta["llama.rope.freq_base"]),
        "rms_norm_eps": _shortest(meta["llama.attention.layer_norm_rms_epsilon"]),
        "hidden_act": "silu",
        "attention_bias": False,
        "mlp_bias": False,
        "tie_word_embeddings": tied,
        "bos_token_id": meta["tokenizer.ggml.bos_token_id"],
        "eos_token_id": meta["tokenizer.ggml.eos_token_id"],
        "pad_token_id": meta["tokenizer.ggml.padding_token_id"],
        "dtype": "bfloat16",
    }


def build_tokenizer(meta: dict[str, Any]) -> Tokenizer:
    """The byte-level BPE of the file, with the pre-tokenizer that `smollm` stands for.

    Digits are split off one by one, then the rest is cut by GPT-2's pattern. Without the first
    step most texts still come out right, since no merge joins digits; but blanks before a digit
    do not: two spaces and a 3 would be three tokens where the model was trained on two.
    The vocabulary lacks 21 of the 256 bytes (six control characters such as U+0004, and bytes
    that hardly occur in UTF-8); such a byte yields no token at all, as in the original tokenizer.
    """
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    kind = (meta.get("tokenizer.ggml.model"), meta.get("tokenizer.ggml.pre"))
    if kind != ("gpt2", "smollm"):
        raise ConvertError(f"tokenizer {kind} is unknown; only ('gpt2', 'smollm') converts")
    tokens, types = meta["tokenizer.ggml.tokens"], meta["tokenizer.ggml.token_type"]
    if unknown := set(types) - {NORMAL, CONTROL}:
        raise ConvertError(f"token types {sorted(unknown)} are unknown; 1 and 3 convert")
    vocabulary = {token: number for number, token in enumerate(tokens)}
    merges = [tuple(merge.split(" ")) for merge in meta["tokenizer.ggml.merges"]]
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(
        [
            AddedToken(token, special=True, normalized=False)
            for token, token_type in zip(tokens, types, strict=True)
            if token_type == CONTROL
        ]
    )
    return tokenizer


def tokenizer_config_from(meta: dict[str, Any]) -> dict[str, Any]:
    """`tokenizer_config.json`: the class, the named special tokens and the chat template.

    PreTrainedTokenizerFast takes tokenizer.json as it is; the model-specific classes of
    transformers 5 rebuild the pre-tokenizer and would undo the single digits.
    """
    tokens = meta["tokenizer.ggml.tokens"]
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "bos_token": tokens[meta["tokenizer.ggml.bos_token_id"]],
        "eos_token": tokens[meta["tokenizer.ggml.eos_token_id"]],
        "pad_token": tokens[meta["tokenizer.ggml.padding_token_id"]],
        "unk_token": tokens[meta["tokenizer.ggml.unknown_token_id"]],
        "model_max_length": meta["llama.context_length"],
        "clean_up_tokenization_spaces": False,
        "chat_template": meta["tokenizer.chat_template"],
    }


def _shortest(value: float) -> float:
    """The shortest decimal that is the same float32: the file's 9.999999747e-06 is 1e-05."""
    import numpy as np

    return float(str(np.float32(value)))


def _write_json(path: Path, document: dict[str, Any]) -> None:
    path.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
