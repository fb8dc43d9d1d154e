"""Lesson 06's reference: the logits of transformers, and what its given code refuses."""

import pytest
import torch
from transformers import LlamaForCausalLM

from shared import raw_texts
from shared.assets import load_model, load_tokenizer, model_path, tiny_model
from shared.curriculum import find, import_file

forward = import_file(find("forward").solution, "lesson_forward_under_test")
CONFIG = {
    "model_type": "llama",
    "vocab_size": 50,
    "hidden_size": 12,
    "intermediate_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 3,
    "max_position_embeddings": 64,
    "rms_norm_eps": 1e-6,
}


@pytest.fixture(autouse=True)
def reference_for_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COURSE_SOURCE", "solution")


def mine(oracle: LlamaForCausalLM):
    return forward.build(oracle.state_dict(), forward.Config.from_dict(oracle.config.to_dict()))


def places(lengths: list[int], side: str) -> torch.Tensor:
    """(B, longest) positions, -1 on the padding."""
    width = max(lengths)
    found = torch.full((len(lengths), width), -1)
    for row, length in enumerate(lengths):
        start = width - length if side == "left" else 0
        found[row, start : start + length] = torch.arange(length)
    return found


def off(model, oracle: LlamaForCausalLM, ids: torch.Tensor, positions: torch.Tensor) -> float:
    """The largest difference of a logit over what is no padding."""
    real = positions >= 0
    with torch.inference_mode():
        ours = model(ids, positions)
        theirs = oracle(
            ids, attention_mask=real.long(), position_ids=positions.clamp(min=0), use_cache=False
        ).logits
    return (ours - theirs)[real].abs().max().item()


@pytest.mark.parametrize("kv_heads", [4, 2, 1])
@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("lengths", [[1], [512], [3, 40], [17, 1, 64, 5]], ids=str)
def test_a_tiny_model_has_the_logits_of_transformers(kv_heads, tied, side, lengths):
    oracle = tiny_model(num_key_value_heads=kv_heads, tie_word_embeddings=tied)
    positions = places(lengths, side)
    stream = torch.Generator().manual_seed(len(lengths))
    ids = torch.randint(0, oracle.config.vocab_size, positions.shape, generator=stream)
    assert off(mine(oracle), oracle, ids, positions) < 1e-4
    turned = ids.T.contiguous().T, positions.T.contiguous().T
    assert off(mine(oracle), oracle, *turned) < 1e-4


@pytest.mark.model
def test_the_real_model_has_the_logits_of_transformers():
    model, oracle = forward.from_folder(model_path()), load_model()
    text = raw_texts.text_by_kind()["English"]
    words = load_tokenizer()(text, return_tensors="pt")["input_ids"][0]
    for lengths in ([1], [2], [65], [512], [30, 64], [40, 1, 23, 64]):
        for side in ("left", "right"):
            positions = places(lengths, side)
            ids = words[: positions.numel()].view(positions.shape)
            assert off(model, oracle, ids, positions) < 2e-3, (lengths, side)


def test_bfloat16_is_as_near_as_that_of_transformers():
    oracle = tiny_model()
    config = forward.Config.from_dict(oracle.config.to_dict())
    exact, half = mine(oracle), forward.build(oracle.state_dict(), config, dtype=torch.bfloat16)
    ids, positions = torch.arange(20)[None], torch.arange(20)[None]
    with torch.inference_mode():
        wide, ours = exact(ids, positions), half(ids, positions)
        theirs = oracle.bfloat16()(ids).logits
    assert ours.dtype is torch.bfloat16
    assert (wide - ours).abs().mean() < 2 * (wide - theirs).abs().mean()


def test_defaults_of_old_configurations():
    config = forward.Config.from_dict(CONFIG)
    assert (config.num_kv_heads, config.head_dim, config.rope_theta) == (3, 4, 10_000.0)
    assert not config.tied
    newer = CONFIG | {"rope_parameters": {"rope_type": "default", "rope_theta": 5e5}}
    assert forward.Config.from_dict(newer).rope_theta == 5e5


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("model_type", "mistral"),
        ("hidden_act", "gelu"),
        ("attention_bias", True),
        ("mlp_bias", True),
        ("rope_scaling", {"rope_type": "llama3", "factor": 8.0}),
        ("rope_parameters", {"rope_type": "yarn"}),
        ("rope_scaling", {"type": "linear", "factor": 2.0}),
    ],
)
def test_what_it_does_not_compute_is_refused(key, value):
    with pytest.raises(ValueError, match=r"rope_type|" + key):
        forward.Config.from_dict(CONFIG | {key: value})


def test_a_tensor_without_a_place_is_refused():
    oracle = tiny_model()
    config = forward.Config.from_dict(oracle.config.to_dict())
    state = oracle.state_dict() | {"model.layers.0.self_attn.q_proj.bias": torch.zeros(64)}
    with pytest.raises(ValueError, match=r"q_proj\.bias"):
        forward.build(state, config)
    short = {name: tensor for name, tensor in oracle.state_dict().items() if "layers.1" not in name}
    with pytest.raises((ValueError, KeyError), match=r"layers\.1"):
        forward.build(short, config)


@pytest.mark.gpu
def test_the_same_on_cuda():
    if not torch.cuda.is_available():
        pytest.skip("needs CUDA")
    oracle = tiny_model()
    config = forward.Config.from_dict(oracle.config.to_dict())
    ids, positions = torch.arange(40)[None], torch.arange(40)[None]
    there = forward.build(oracle.state_dict(), config, device="cuda")
    torch.cuda.set_sync_debug_mode("error")
    try:
        with torch.inference_mode():
            logits = there(ids.cuda(), positions.cuda())
    finally:
        torch.cuda.set_sync_debug_mode("default")
    with torch.inference_mode():
        assert (logits.cpu() - mine(oracle)(ids, positions)).abs().max() < 1e-3
