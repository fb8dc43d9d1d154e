"""The conversion, proved on a tiny Llama whose weights are known: no network, no model."""

import pytest
import torch
from gguf import GGUFReader
from tiny_gguf import TOKENS, write_tiny_gguf
from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast

from shared.assets import tiny_model
from shared.assets.convert import ConvertError, convert, metadata, transformers_name


def a_model(**options):
    """A tiny model that fits the tokenizer, its weights already rounded to bf16."""
    model = tiny_model(vocab_size=len(TOKENS), **options)
    for weight in model.parameters():  # not model.bfloat16(): that rounds RoPE's frequencies too
        weight.data = weight.data.bfloat16().float()
    return model


@pytest.mark.parametrize("options", [{}, {"tied": False, "num_kv_heads": 1}])
def test_the_converted_model_is_the_same_model(tmp_path, options):
    model = a_model(**options)
    convert(write_tiny_gguf(tmp_path / "tiny.gguf", model), tmp_path)
    again = AutoModelForCausalLM.from_pretrained(tmp_path, dtype="float32", local_files_only=True)
    ids = torch.arange(40)[None]
    with torch.inference_mode():
        assert torch.equal(model(ids).logits, again(ids).logits)
    assert again.config.tie_word_embeddings is options.get("tied", True)
    assert again.generation_config.eos_token_id == 2


def test_the_converted_tokenizer(tmp_path):
    convert(write_tiny_gguf(tmp_path / "tiny.gguf", a_model()), tmp_path)
    tokenizer = PreTrainedTokenizerFast.from_pretrained(tmp_path, local_files_only=True)
    tokens = tokenizer.convert_ids_to_tokens(tokenizer.encode("hello 12<|im_end|>  3"))
    assert tokens == ["hell", "o", "Ġ", "1", "2", "<|im_end|>", "ĠĠ", "3"]
    assert tokenizer.eos_token == tokenizer.pad_token == "<|im_end|>"
    assert tokenizer.decode([2], skip_special_tokens=True) == ""
    chat = tokenizer.apply_chat_template([{"role": "user", "content": "Hi"}], tokenize=False)
    assert chat == "Hi"


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"architecture": "mamba"}, "architecture 'mamba' is not 'llama'"),
        ({"pre": "llama-bpe"}, r"\('gpt2', 'llama-bpe'\) is unknown"),
    ],
)
def test_what_cannot_be_converted_is_refused(tmp_path, changes, text):
    path = write_tiny_gguf(tmp_path / "tiny.gguf", a_model(), **changes)
    with pytest.raises(ConvertError, match=text):
        convert(path, tmp_path)
    assert not (tmp_path / "model.safetensors").exists()


def test_a_tensor_that_is_not_a_llamas_is_refused():
    with pytest.raises(ConvertError, match=r"blk\.0\.ssm_in\.weight"):
        transformers_name("blk.0.ssm_in.weight")


def test_numbers_are_the_ones_that_were_meant(tmp_path):
    """1e-5 is stored as a float32; config.json must not say 9.999999747378752e-06."""
    path = write_tiny_gguf(tmp_path / "tiny.gguf", a_model(rms_norm_eps=1e-5))
    assert metadata(GGUFReader(path))["llama.attention.layer_norm_rms_epsilon"] != 1e-5
    convert(path, tmp_path)
    assert '"rms_norm_eps": 1e-05' in (tmp_path / "config.json").read_text()
