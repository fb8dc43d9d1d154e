"""Write a transformers Llama as a GGUF file, as llama.cpp's converter would, for the tests."""

from gguf import GGUFWriter
from tokenizers.pre_tokenizers import ByteLevel

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
MERGES = ["h e", "l l", "he ll", "Ġ Ġ"]
TOKENS = SPECIAL + sorted(ByteLevel.alphabet()) + [merge.replace(" ", "") for merge in MERGES]
LAYER = {
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
OUTER = {
    "model.embed_tokens.weight": "token_embd.weight",
    "model.norm.weight": "output_norm.weight",
    "lm_head.weight": "output.weight",
}


def write_tiny_gguf(path, model, *, architecture="llama", pre="smollm"):
    """Write `model`, whose vocabulary must be len(TOKENS), to `path` and return it."""
    config = model.config
    writer = GGUFWriter(path, architecture)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_dimension_count(config.head_dim)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(pre)
    writer.add_token_list(TOKENS)
    writer.add_token_types([3] * len(SPECIAL) + [1] * (len(TOKENS) - len(SPECIAL)))
    writer.add_token_merges(MERGES)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_pad_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_chat_template("{% for message in messages %}{{ message['content'] }}{% endfor %}")
    for name, weight in model.state_dict().items():
        if name != "lm_head.weight" or not config.tie_word_embeddings:
            writer.add_tensor(gguf_name(name), as_stored(name, weight.float().numpy(), config))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def gguf_name(name):
    if name in OUTER:
        return OUTER[name]
    _, _, layer, middle = name.removesuffix(".weight").split(".", 3)
    return f"blk.{layer}.{LAYER[middle]}.weight"


def as_stored(name, weight, config):
    """The rows of Q and K in the file's order: row 2i + s of a head is row s·D/2 + i of ours."""
    heads = {
        "q_proj": config.num_attention_heads,
        "k_proj": config.num_key_value_heads,
    }.get(name.split(".")[-2])
    if heads is None:
        return weight
    half = config.head_dim // 2
    order = [
        head * config.head_dim + s * half + i
        for head in range(heads)
        for i in range(half)
        for s in range(2)
    ]
    return weight[order]
