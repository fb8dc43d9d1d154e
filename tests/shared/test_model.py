"""The fetched model is the right one: its tokenizer, its weights, its answers.

These tests need the model (`course fetch`); without it they fail and say so. Deselect them with
`-m "not model"` on a machine that will never have a network.
"""

import json
import random
import urllib.request
from functools import lru_cache
from itertools import pairwise

import pytest
import regex

from shared import assets

pytestmark = pytest.mark.model

SAMPLES = 1000
WORDS = [
    "The",
    " quick",
    "brown ",
    "can't",
    "they've",
    " it's",
    "GPU-bound,",
    "I'LL",
    "...",
    "naïve",
]
CHINESE = list("今天天气很好我们学习推理服务器的原理和实现注意力机制，。！？「」一二三")
CODE = [
    "def f(x):\n\treturn x**2\n",
    "for (int i=0;i<n;++i) {",
    "x = {'a': [1, 2]}  # ok",
    "</div>",
]
DIGITS = ["2026", "3.14159", "1,000,000", "0x1F", "½", "Ⅷ", "x²", "①", "٣٤", "v1.2.3"]
EMOJI = [
    "🙂",
    "👩‍👩‍👧‍👦",
    "🇫🇷",
    "👍🏽",
    "❤️",
    "🫠",
    "e\u0301",
    "\u200b",
    "\u00a0",
    "한국어",
    "עברית",
    "हिन्दी",
]
BLANKS = [" ", "  ", "   ", "\n", "\n\n", "\t", " \n ", "\r\n", ""]
SPECIAL = ["<|im_start|>", "<|im_end|>", "<|endoftext|>", "<file_sep>", "<repo_name>", "<|im_end"]


def mixed_strings() -> list[str]:
    """Random mixtures of all of it, the same on every run."""
    rng = random.Random(20260101)
    kinds = [WORDS, CHINESE, CODE, DIGITS, EMOJI, BLANKS, BLANKS, SPECIAL]
    return [
        "".join(rng.choice(rng.choice(kinds)) for _ in range(rng.randint(1, 40)))
        for _ in range(SAMPLES)
    ]


class HandWalked:
    """A second tokenizer, written from the GGUF file's own vocabulary and merges.

    Byte-level BPE as in GPT-2 (Radford et al., 2019), after the special tokens are split out and
    every digit stands alone. It shares no code with the one under test.
    """

    GPT2 = regex.compile(
        r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
    )

    def __init__(self, meta):
        tokens = meta["tokenizer.ggml.tokens"]
        self.ids = {token: number for number, token in enumerate(tokens)}
        self.ranks = {
            tuple(merge.split(" ")): rank
            for rank, merge in enumerate(meta["tokenizer.ggml.merges"])
        }
        types = meta["tokenizer.ggml.token_type"]
        special = [token for token, kind in zip(tokens, types, strict=True) if kind == 3]
        self.special = regex.compile(f"({'|'.join(map(regex.escape, special))})")
        # GPT-2 shows each byte as a printable character: itself, or one from 256 on.
        printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
        others = [byte for byte in range(256) if byte not in printable]
        self.letter = {byte: chr(byte) for byte in printable}
        self.letter |= {byte: chr(256 + place) for place, byte in enumerate(others)}
        self.merge = lru_cache(maxsize=None)(self._merge)

    def encode(self, text):
        result = []
        for place, part in enumerate(self.special.split(text)):
            if place % 2:
                result.append(self.ids[part])
                continue
            for piece in regex.split(r"(\p{N})", part):
                for word in self.GPT2.findall(piece):
                    result += self.merge(word)
        return result

    def _merge(self, word):
        parts = [self.letter[byte] for byte in word.encode()]
        while True:
            pairs = list(pairwise(parts))
            best = min(pairs, key=lambda pair: self.ranks.get(pair, len(self.ranks)), default=None)
            if best not in self.ranks:
                return [self.ids[part] for part in parts if part in self.ids]
            merged, place = [], 0
            while place < len(parts):
                width = 2 if tuple(parts[place : place + 2]) == best else 1
                merged.append("".join(parts[place : place + width]))
                place += width
            parts = merged


@pytest.fixture(scope="module")
def folder(monkeypatch_module):
    """The folder of the default model, whatever COURSE_MODEL says."""
    monkeypatch_module.delenv("COURSE_MODEL", raising=False)
    try:
        return assets.model_path()
    except assets.AssetError as error:
        pytest.fail(f"{error}\nOr leave these tests out: pytest -m 'not model'", pytrace=False)


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="module")
def reader(folder):
    from gguf import GGUFReader

    return GGUFReader(folder / assets.GGUF.name)


@pytest.fixture(scope="module")
def tokenizer(folder):
    return assets.load_tokenizer()


@pytest.fixture(scope="module")
def hand_walked(reader):
    wanted = ("tokens", "merges", "token_type")
    keys = [f"tokenizer.ggml.{name}" for name in wanted]
    return HandWalked({key: reader.fields[key].contents() for key in keys})


@pytest.fixture(scope="module")
def model(folder):
    return assets.load_model()


@pytest.fixture(scope="module")
def tensors(folder):
    from safetensors.torch import load_file

    return load_file(folder / "model.safetensors")


def test_mixed_strings_round_trip(tokenizer):
    for text in mixed_strings():
        assert tokenizer.decode(tokenizer.encode(text)) == text


def test_mixed_strings_agree_with_the_vocabulary_walked_by_hand(tokenizer, hand_walked):
    for text in mixed_strings():
        assert tokenizer.encode(text) == hand_walked.encode(text), repr(text)


def test_mixed_strings_agree_with_llama_cpp(tokenizer, folder):
    xllamacpp = pytest.importorskip("xllamacpp", reason="xllamacpp is not installed")
    params = xllamacpp.CommonParams()
    params.model.path = str(folder / assets.GGUF.name)
    params.n_ctx, params.n_parallel, params.verbosity = 64, 1, -1
    server = xllamacpp.Server(params)
    for text in mixed_strings():
        body = {"content": text, "add_special": False, "parse_special": True}
        request = urllib.request.Request(
            f"{server.listening_address}/tokenize",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            assert tokenizer.encode(text) == json.load(answer)["tokens"], repr(text)


def test_autotokenizer_takes_the_folder_as_it_is(tokenizer, folder):
    from transformers import AutoTokenizer

    other = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    for text in mixed_strings()[:100]:
        assert other.encode(text) == tokenizer.encode(text)
    assert other.chat_template == tokenizer.chat_template


def test_digits_stand_alone(tokenizer):
    """GPT-2's pattern alone would keep one of the two spaces for the digit."""
    tokens = tokenizer.convert_ids_to_tokens(tokenizer.encode("a2026  3"))
    assert tokens == ["a", "2", "0", "2", "6", "ĠĠ", "3"]


def test_a_byte_without_a_token_disappears(tokenizer, hand_walked):
    """The vocabulary lacks U+0004, among others: the original tokenizer drops it too."""
    assert len(set(hand_walked.letter.values()) - set(hand_walked.ids)) == 21
    assert tokenizer.decode(tokenizer.encode("a\x04b")) == "ab"
    assert tokenizer.encode("a\x04b") == hand_walked.encode("a\x04b")


def test_special_tokens_and_chat_template(tokenizer):
    assert (tokenizer.bos_token_id, tokenizer.eos_token_id, tokenizer.pad_token_id) == (1, 2, 2)
    assert len(tokenizer) == 49_152
    assert len(tokenizer.added_tokens_decoder) == 17
    chat = tokenizer.apply_chat_template(
        [{"role": "user", "content": "Hi"}], tokenize=False, add_generation_prompt=True
    )
    assert chat == (
        "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face"
        "<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    )


def test_the_capital_of_france_is_paris(tokenizer, model):
    prompt = tokenizer.apply_chat_template(
        [{"role": "user", "content": "What is the capital of France?"}],
        add_generation_prompt=True,
        return_tensors="pt",
        return_dict=False,
    )
    answer = model.generate(prompt, max_new_tokens=16, do_sample=False)[0, prompt.shape[1] :]
    assert "Paris" in tokenizer.decode(answer, skip_special_tokens=True)
    assert answer[-1] == tokenizer.eos_token_id


def test_plain_text_is_predicted_well(tokenizer, model):
    """Mean cross-entropy in nats: 2.27, and 3.02 with the rows of Q and K in the wrong order."""
    import torch

    text = (
        "The sun is a star at the centre of the solar system. It is a nearly perfect ball of hot "
        "plasma, and it is by far the most important source of energy for life on Earth."
    )
    ids = torch.tensor([tokenizer.encode(text)])
    with torch.inference_mode():
        loss = model(ids, labels=ids).loss.item()
    assert loss < 2.5


def test_every_tensor_is_there_once(tensors, model):
    """272 tensors: the head is the embedding, and is not stored a second time."""
    import torch

    assert len(tensors) == 272
    assert sum(tensor.numel() for tensor in tensors.values()) == 134_515_008
    assert {tensor.dtype for tensor in tensors.values()} == {torch.bfloat16}
    assert set(tensors) == set(model.state_dict()) - {"lm_head.weight"}
    assert model.lm_head.weight is model.model.embed_tokens.weight


def from_file(reader, name):
    from gguf import dequantize

    tensor = next(tensor for tensor in reader.tensors if tensor.name == name)
    return dequantize(tensor.data, tensor.tensor_type)


@pytest.mark.parametrize(
    ("in_file", "name"),
    [
        ("token_embd.weight", "model.embed_tokens.weight"),
        ("output_norm.weight", "model.norm.weight"),
        ("blk.29.attn_v.weight", "model.layers.29.self_attn.v_proj.weight"),
        ("blk.7.ffn_down.weight", "model.layers.7.mlp.down_proj.weight"),
        ("blk.7.ffn_norm.weight", "model.layers.7.post_attention_layernorm.weight"),
    ],
)
def test_a_weight_is_the_dequantised_one(reader, tensors, in_file, name):
    import torch

    expected = torch.tensor(from_file(reader, in_file)).bfloat16()
    assert torch.equal(tensors[name], expected)


@pytest.mark.parametrize(("kind", "heads"), [("q", 9), ("k", 3)])
def test_rows_of_q_and_k_are_put_back(reader, tensors, kind, heads):
    """Row j of a head, j = s·32 + i, lies in the file at row 2i + s of that head."""
    import torch

    stored = torch.tensor(from_file(reader, f"blk.11.attn_{kind}.weight")).bfloat16()
    weight = tensors[f"model.layers.11.self_attn.{kind}_proj.weight"]
    assert weight.shape == (heads * 64, 576)
    for row in range(heads * 64):
        head, j = divmod(row, 64)
        assert torch.equal(weight[row], stored[head * 64 + 2 * (j % 32) + j // 32])


def test_config_says_what_the_model_is(folder):
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    assert config["rope_theta"] == 100_000.0
    assert config["rms_norm_eps"] == 1e-5
    assert config["tie_word_embeddings"] is True
    shape = ("num_hidden_layers", "hidden_size", "intermediate_size", "head_dim")
    assert [config[name] for name in shape] == [30, 576, 1536, 64]
    assert [config[f"num_{kind}_heads"] for kind in ("attention", "key_value")] == [9, 3]
