"""Tasks 5 to 7: the bytes of a model, counted from its configuration."""

import json

from shared import ROOT
from shared.checking import check, holds, raised

HINTS = {
    "weight_bytes": (
        "Count numbers first and make bytes of them last. Read the sizes in one place, with a "
        "helper that checks a field and names it in its error: the two other functions need the "
        "same sizes.",
        "Multiply out one layer by hand with H = 4, K = 2, D = 8, h = 32, and see which of the "
        "four projections is smaller. H × D is not always h: `head_dim` may say otherwise.",
        "`2 * h * (H*D + K*D)` for the projections, `3 * h * f` for the MLP, `2 * h` for the "
        "norms; times L; one more `h`; and one or two times `V * h`. Bytes: "
        "`ceil(numbers * BITS[dtype] / 8)`. `True` is an `int` too: look at `type(value)`.",
    ),
    "kv_cache_bytes": (
        "For each token and each layer there are keys and values. How many heads have keys?",
        "`batch * length * L * 2 * K * D` numbers, with the K and the D of `weight_bytes`.",
    ),
    "inference_budget": (
        "Three numbers, of which two are there already. The third is the memory of one layer at "
        "work: it does not grow with the number of layers.",
        "The type of cache and activations: `bfloat16` if the weights are `int8` or `int4`, else "
        "that of the weights. A token takes `2 * h + 3 * f` numbers of that type; a prompt takes "
        "V numbers of float32, once and not for each token.",
    ),
}

CONFIGS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "data" / "raw" / "configs").glob("*.json"))
}
TINY = {
    "model_type": "llama",
    "vocab_size": 11,
    "hidden_size": 12,
    "intermediate_size": 7,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
}
DTYPES = ("float32", "bfloat16", "float16", "int8", "int4")


def drawn(rng):
    """Configurations that no model has, each field drawn or left out."""
    random = rng.python
    configs = []
    for _ in range(60):
        kv_heads, group = random.randint(1, 6), random.randint(1, 5)
        heads = kv_heads * group
        config = {
            "model_type": "llama",
            "vocab_size": random.randint(1, 5000),
            "hidden_size": heads * random.randint(1, 9),
            "intermediate_size": random.randint(1, 300),
            "num_hidden_layers": random.randint(1, 9),
            "num_attention_heads": heads,
        }
        optional = {
            "num_key_value_heads": [kv_heads, kv_heads, None] if group > 1 else [heads, None],
            "head_dim": [random.randint(1, 20), None],
            "tie_word_embeddings": [True, False],
            "attention_bias": [True, False],
            "mlp_bias": [True, False],
        }
        for field, values in optional.items():
            if random.random() < 0.7:
                config[field] = random.choice(values)
        configs.append(config)
    return configs


def variants():
    """One base, and what each field changes about it."""
    changes = (
        *(
            {},
            {"num_key_value_heads": 1},
            {"num_key_value_heads": 4},
            {"num_key_value_heads": None},
        ),
        *({"head_dim": 5}, {"head_dim": None}, {"head_dim": 5, "hidden_size": 13}),
        *({"tie_word_embeddings": True}, {"tie_word_embeddings": False}),
        *({"attention_bias": True}, {"mlp_bias": True}, {"attention_bias": False}),
        *({"num_hidden_layers": 1}, {"vocab_size": 1}, {"intermediate_size": 1}),
    )
    return {str(change): {**TINY, **change} for change in changes}


@check("weight_bytes", points=2)
def counts_real_models(lesson):
    """A multi-head 7B, a grouped-query 8B and the course's model, in every type, to the byte."""
    return {
        f"{name} in {dtype}": lesson.weight_bytes(config, dtype)
        for name, config in CONFIGS.items()
        for dtype in DTYPES
    }


@check("weight_bytes", points=2)
def counts_each_field(lesson):
    """Heads, head size, tied embeddings and biases: each changes the number as it should."""
    return {name: lesson.weight_bytes(config, "int8") for name, config in variants().items()}


@check("weight_bytes", points=2, given=drawn)
def counts_any_model(lesson, given):
    """Random configurations, fields present, null or missing."""
    return [lesson.weight_bytes(config, "int8") for config in given]


@check("weight_bytes", points=1)
def rounds_up_to_bytes(lesson):
    """Half a byte is a byte: two numbers of four bits share one."""
    small = {**TINY, "hidden_size": 1, "head_dim": 1, "tie_word_embeddings": True}
    return [lesson.weight_bytes({**small, "vocab_size": v}, "int4") for v in range(1, 9)]


def bad_configs():
    cases = [("hidden_size", value) for value in (0, -1, 12.0, "12", None, True, [12])]
    cases += [
        (field, 0)
        for field in (
            *("vocab_size", "intermediate_size", "num_hidden_layers", "num_attention_heads"),
            *("num_key_value_heads", "head_dim"),
        )
    ]
    cases += [("num_key_value_heads", 3), ("num_attention_heads", 2.5), ("head_dim", "8")]
    cases += [("vocab_size", True), ("num_hidden_layers", True), ("head_dim", True)]
    cases += [("model_type", "gpt2"), ("model_type", None)]
    found = [(field, value, {**TINY, field: value}) for field, value in cases]
    found.append(("hidden_size", 13, {**TINY, "hidden_size": 13}))
    for field in TINY:
        if field != "num_key_value_heads":
            left = {key: value for key, value in TINY.items() if key != field}
            found.append((field, None, left))
    return found


def fields_named(evidence, given):
    for (field, value, config), answer in zip(given, evidence, strict=False):
        told = f"{field}={value!r}" if field in config else f"no {field}"
        if answer.get("raised") != "ValueError":
            return (
                f"a configuration with {told} gave {answer.get('returned')!r}; expected ValueError"
            )
        wanted = [field] if value is None or field not in config else [field, repr(value)]
        for text in wanted:
            if text not in answer["message"]:
                return f"{told} was refused with {answer['message']!r}; expected it to name {text}"
    return None


@check("weight_bytes", points=2, given=bad_configs, judge=holds(fields_named))
def refuses_a_wrong_configuration(lesson, given):
    """A wrong or missing field is a ValueError that names it and its value."""
    return [raised(ValueError, lesson.weight_bytes, config, "int8") for _, _, config in given]


def types_named(evidence):
    for name, answer in evidence.items():
        if answer.get("raised") != "ValueError" or name not in answer["message"]:
            did = answer.get("message", answer.get("returned"))
            return f"dtype={name!r} gave {did!r}; expected a ValueError that names it"
    return None


UNKNOWN = ("fp16", "float64", "INT8", "torch.bfloat16", "q4_1")


@check("weight_bytes", points=1, judge=holds(types_named))
def refuses_an_unknown_type(lesson):
    """A type that BITS does not know is a ValueError that names it."""
    return {name: raised(ValueError, lesson.weight_bytes, TINY, name) for name in UNKNOWN}


@check("kv_cache_bytes", points=2)
def counts_the_cache_of_real_models(lesson):
    """Keys and values, of the heads that have them."""
    return {
        f"{name}, {batch} × {length} in {dtype}": lesson.kv_cache_bytes(
            config, batch, length, dtype
        )
        for name, config in CONFIGS.items()
        for batch, length in ((1, 1), (1, 2048), (8, 1024))
        for dtype in DTYPES
    }


def sized(rng):
    random = rng.python
    return [(config, random.randint(1, 40), random.randint(1, 5000)) for config in drawn(rng)]


@check("kv_cache_bytes", points=2, given=sized)
def counts_any_cache(lesson, given):
    """Random configurations, batches and lengths; half a byte is a byte."""
    return [lesson.kv_cache_bytes(*case, "int8") for case in given] + [
        lesson.kv_cache_bytes({**TINY, "num_key_value_heads": 1, "head_dim": d}, 1, t, "int4")
        for d in (1, 2)
        for t in (1, 2, 3)
    ]


@check("kv_cache_bytes", points=1)
def counts_the_cache_field_by_field(lesson):
    """Heads and head size count; vocabulary, MLP, biases and tied embeddings do not."""
    return {n: lesson.kv_cache_bytes(config, 3, 5, "int8") for n, config in variants().items()}


def bad_sizes():
    return [("batch", value) for value in (0, -1, 2.0, True, "1", None)] + [
        ("length", value) for value in (0, -7, 1.5, False, None)
    ]


def sizes_named(evidence, given):
    for (name, value), answer in zip(given, evidence, strict=False):
        if answer.get("raised") != "ValueError":
            return f"{name}={value!r} gave {answer.get('returned')!r}; expected a ValueError"
        for text in (name, repr(value)):
            if text not in answer["message"]:
                return (
                    f"{name}={value!r} was refused with {answer['message']!r}; it must name {text}"
                )
    return None


@check("kv_cache_bytes", points=1, given=bad_sizes, judge=holds(sizes_named))
def refuses_a_wrong_batch_or_length(lesson, given):
    """A batch or a length that is no whole number of at least 1 is a ValueError."""
    return [
        raised(
            ValueError,
            lambda size: lesson.kv_cache_bytes(TINY, size["batch"], size["length"], "int8"),
            {"batch": 2, "length": 3, name: value},
        )
        for name, value in given
    ]


def refused_both(evidence):
    for what, answer in evidence.items():
        if answer.get("raised") != "ValueError" or what not in answer["message"]:
            did = answer.get("message", answer.get("returned"))
            return f"a wrong {what} gave {did!r}; expected a ValueError that names it"
    return None


@check("kv_cache_bytes", points=1, judge=holds(refused_both))
def refuses_what_weights_refuse(lesson):
    """A wrong configuration or type is refused here as well."""
    call = lesson.kv_cache_bytes
    return {
        "num_key_value_heads": raised(
            ValueError, call, {**TINY, "num_key_value_heads": 3}, 1, 1, "int8"
        ),
        "gpt2": raised(ValueError, call, {**TINY, "model_type": "gpt2"}, 1, 1, "int8"),
        "vocab_size": raised(ValueError, call, {**TINY, "vocab_size": 0}, 1, 1, "int8"),
        "fp16": raised(ValueError, call, TINY, 1, 1, "fp16"),
    }


def plain(lesson, budget):
    """A Budget as a dict, with its total; anything else as it is."""
    if not isinstance(budget, lesson.Budget):
        return budget
    return {**vars(budget), "total": budget.total}


@check("inference_budget", points=3)
def budgets_real_models(lesson):
    """Weights, cache and activations of three models, in every type."""
    return {
        f"{name} in {dtype}, {batch} × {length}": plain(
            lesson, lesson.inference_budget(config, dtype, batch, length)
        )
        for name, config in CONFIGS.items()
        for dtype in DTYPES
        for batch, length in ((1, 1), (1, 4096), (16, 512))
    }


@check("inference_budget", points=2, given=sized)
def budgets_any_model(lesson, given):
    """Random configurations, batches and lengths, in float32 and int4."""
    return [
        plain(lesson, lesson.inference_budget(config, dtype, batch, length))
        for config, batch, length in given
        for dtype in ("float32", "int4")
    ]


@check("inference_budget", points=1, judge=holds(refused_both))
def refuses_what_it_cannot_count(lesson):
    """What the weights or the cache refuse, the budget refuses."""
    call = lesson.inference_budget
    return {
        "hidden_size": raised(ValueError, call, {**TINY, "hidden_size": 13}, "int8", 1, 1),
        "fp16": raised(ValueError, call, TINY, "fp16", 1, 1),
        "batch": raised(ValueError, call, TINY, "int8", 0, 1),
        "length": raised(ValueError, call, TINY, "int8", 1, 0),
    }
