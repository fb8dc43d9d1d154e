"""Task 6: what a model takes, layer by layer."""

from pathlib import Path

from shared.checking import check
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_loading_samples")

HINTS = {
    "footprint": (
        "Both `named_parameters()` and `named_buffers()` leave out further names of a tensor that "
        "they have given already. A dict keeps the order in which keys came.",
        "The layer: go through `name.split('.')`; at the first part with `part.isdecimal()` take "
        "all parts up to it. Where there is none, all but the last. `tensor.nbytes` works on the "
        "meta device too.",
    )
}


def rows(lesson, module):
    return [[row.layer, row.dtype, row.numbers, row.bytes] for row in lesson.footprint(module)]


def llama(tied):
    """The names of a Llama of two layers, in small."""
    from torch import nn

    def layer():
        attention = nn.ModuleDict(
            {
                name: nn.Linear(16, size, bias=False)
                for name, size in (("q_proj", 16), ("k_proj", 8))
            }
        )
        return nn.ModuleDict({"self_attn": attention, "input_layernorm": nn.RMSNorm(16)})

    inner = nn.ModuleDict({"embed_tokens": nn.Linear(16, 40, bias=False)})
    inner["layers"] = nn.ModuleList([layer(), layer()])
    inner["norm"] = nn.RMSNorm(16)
    whole = nn.ModuleDict({"model": inner, "lm_head": nn.Linear(16, 40, bias=False)})
    if tied:
        whole.lm_head.weight = inner.embed_tokens.weight
    return whole


@check("footprint", points=2)
def counts_by_layer_and_dtype(lesson):
    """Layers by number, others by name; tied weights once; also on the meta device."""
    import torch
    from torch import nn

    inner = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 3).bfloat16()])
    outer = nn.ModuleList([nn.ModuleDict({"block": inner, "norm": nn.LayerNorm(5)}), inner[1]])
    deep = nn.ModuleDict({"layers": outer, "last": nn.Linear(3, 1).half()})
    deep.register_buffer("steps", torch.zeros((), dtype=torch.int64))
    deep.layers[0].norm.register_buffer("flags", torch.zeros(9, dtype=torch.bool), persistent=False)
    mixed = nn.Sequential(nn.Linear(4, 4).double(), nn.Linear(4, 4))
    mixed[0].bias = nn.Parameter(torch.zeros(4))
    with torch.device("meta"):
        meta = llama(tied=True)
    return {
        "nested": rows(lesson, deep),
        "two dtypes in a layer": rows(lesson, mixed),
        "a tied Llama": rows(lesson, llama(tied=True)),
        "an untied Llama": rows(lesson, llama(tied=False)),
        "on the meta device": rows(lesson, meta),
        "nothing": rows(lesson, nn.ReLU()),
        "one layer alone": rows(lesson, nn.Linear(2, 2)),
    }


@check("footprint", points=1)
def knows_a_number_when_it_sees_one(lesson):
    """`layers.3` is a layer; `conv2d` and `v1` are names."""
    from torch import nn

    def names(*path):
        module = nn.Linear(1, 1)
        for part in reversed(path):
            module = nn.ModuleDict({part: module})
        return module

    return {
        ".".join(path): rows(lesson, names(*path))
        for path in (
            ("conv2d", "v1"),
            ("layers", "10", "mlp", "3"),
            ("12",),
            ("h", "007"),
            ("a1", "b", "2c", "0"),
        )
    }
