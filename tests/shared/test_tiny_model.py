"""The tiny random Llama that other tests lean on."""

import torch

from shared.assets import tiny_model


def logits(model, ids):
    with torch.inference_mode():
        return model(ids).logits


def test_its_shape_is_as_promised():
    config = tiny_model().config
    assert (config.num_hidden_layers, config.hidden_size) == (2, 64)
    assert (config.num_attention_heads, config.num_key_value_heads) == (4, 2)
    assert not tiny_model().training


def test_the_seed_decides_and_the_global_state_stays():
    torch.manual_seed(7)
    before = torch.random.get_rng_state()
    ids = torch.arange(20)[None]
    first, again, other = (logits(tiny_model(seed=seed), ids) for seed in (1, 1, 2))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)
    assert torch.equal(torch.random.get_rng_state(), before)


def test_tied_and_kv_heads():
    tied, untied = tiny_model(), tiny_model(tied=False, num_kv_heads=4)
    assert tied.lm_head.weight is tied.model.embed_tokens.weight
    assert not torch.equal(untied.lm_head.weight, untied.model.embed_tokens.weight)
    assert untied.model.layers[0].self_attn.k_proj.weight.shape == (64, 64)
    assert tiny_model(vocab_size=50).config.vocab_size == 50


def test_a_model_without_positions_or_norm_weights_is_told_apart():
    """At the usual initializer_range of 0.02 the best tokens would be the same."""
    ids = torch.randint(0, 256, (4, 32), generator=torch.Generator().manual_seed(0))
    right = logits(tiny_model(), ids).argmax(-1)
    for mistake in (forget_positions, forget_norm_weights):
        model = tiny_model()
        mistake(model)
        assert (logits(model, ids).argmax(-1) != right).float().mean() > 0.2, mistake.__name__


def forget_positions(model):
    model.model.rotary_emb.inv_freq.zero_()


def forget_norm_weights(model):
    for name, weight in model.named_parameters():
        if "norm" in name:
            weight.data.fill_(1.0)
