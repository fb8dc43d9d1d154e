"""Task 4: what is wrong with a tokenizer, before it meets a model."""

from pathlib import Path

from shared.checking import check, holds
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_tokenizers_samples")

HINTS = {
    "audit": (
        "One `if` for each line of the docstring, in its order. Everything can be asked: "
        "`get_vocab`, `pad_token_id`, `padding_side`, `model_max_length`, `chat_template`, …",
        "`len(tokenizer)` and `vocab_size` count tokens; ids may have gaps, so take the highest id "
        "of `get_vocab()`. A missing token has the id None, and two missing ones are not the same "
        "token. Where there is no template, the two findings that need one are left out.",
        "`text = tokenizer.apply_chat_template(chat, tokenize=False)` with a user's message and an "
        "answer. `tokenizer(text)['input_ids'][:2]` shows a second bos; "
        "`text[text.rindex(answer):]` is what the template writes after the answer. For PROBES: "
        "encode with `add_special_tokens=False`, `decode`, compare.",
    )
}

BOS, EOS, PAD = "<|startoftext|>", "<|im_end|>", "<|pad|>"
ROWS = 300
STRICT = (
    "{% for message in messages %}"
    "{% if message['role'] != ('user', 'assistant')[loop.index0 % 2] %}"
    "{{ raise_exception('user and assistant must take turns') }}{% endif %}"
    "{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}"
    "{% endfor %}"
)
"""As many published templates are: it raises for anything but a conversation in turns."""
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}"
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def healthy(
    *,
    bytes_known=range(256),
    last_id=None,
    normalizer=None,
    prefix_space=False,
    adds_bos=False,
    **changed,
):
    """A tokenizer of transformers in which nothing is wrong, but for what is asked for."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    from shared.byte_level import as_characters

    names = [as_characters(bytes([value])) for value in bytes_known]
    special = [BOS, "<|im_start|>", EOS, PAD]
    vocabulary = {name: number for number, name in enumerate([*special, *names])}
    if last_id is not None:
        vocabulary[names[-1]] = last_id
    rust = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    rust.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix_space)
    rust.decoder = decoders.ByteLevel()
    if normalizer is not None:
        rust.normalizer = normalizer
    rust.add_special_tokens([AddedToken(name, special=True, normalized=False) for name in special])
    if adds_bos:
        rust.post_processor = processors.TemplateProcessing(
            single=f"{BOS} $A", pair=f"{BOS} $A $B", special_tokens=[(BOS, 0)]
        )
    settings = {
        "bos_token": BOS,
        "eos_token": EOS,
        "pad_token": PAD,
        "padding_side": "left",
        "truncation_side": "left",
        "model_max_length": 2048,
        "clean_up_tokenization_spaces": False,
        "chat_template": TEMPLATE,
    } | changed
    settings = {name: value for name, value in settings.items() if value is not None}
    return PreTrainedTokenizerFast(tokenizer_object=rust, **settings)


def with_more_tokens(*tokens):
    tokenizer = healthy()
    tokenizer.add_tokens(list(tokens))
    return tokenizer


def findings(lesson, tokenizer, rows=ROWS):
    found = lesson.audit(tokenizer, rows)
    if not isinstance(found, list):
        return found
    return [
        [item.code, item.message] if isinstance(item, lesson.Finding) else item for item in found
    ]


def agree(evidence, reference):
    """Codes and their order are the reference's; a message names what the contract says."""
    for name, expected in reference.items():
        found = evidence.get(name)
        if not isinstance(found, list) or not all(isinstance(item, list) for item in found):
            return f"{name}: the answer is {found!r}; expected a list of findings"
        codes, right = [item[0] for item in found], [item[0] for item in expected]
        if codes != right:
            shown = [", ".join(each) or "nothing" for each in (codes, right)]
            return f"{name}: found {shown[0]}; expected {shown[1]}"
        for code, message in found:
            if not isinstance(message, str) or not message.strip():
                return f"{name}: the finding {code} has the message {message!r}"
            if missing := [
                text for text in NAMED.get(name, {}).get(code, ()) if text not in message
            ]:
                return f"{name}: the message of {code} is {message!r}; it must name {missing[0]}"
    return None


NAMED = {
    "a token beyond the last row": {"id_without_row": ("261", "260")},
    "the highest id, not the number": {"id_without_row": ("264", "262")},
    "pad is eos": {"pad_is_eos": (EOS,)},
    "bos twice": {"double_bos": (BOS,)},
    "another end of turn": {"open_turn": (EOS,)},
    "small letters only": {"not_lossless": (repr("I can 't . Or can I ?"),)},
    "no token for U+001D": {"not_lossless": (repr("id\x1d0417"),)},
    "everything": {
        "id_without_row": ("300", "12"),
        "not_lossless": (repr("MiXed CASE, 1,234.50 and ½"),),
    },
}


@check("audit", points=1, judge=holds(agree))
def finds_nothing_where_nothing_is_wrong(lesson):
    """A healthy tokenizer has no finding, and neither has one with more rows than ids."""
    template = TEMPLATE.replace("<|im_end|>\n{% endfor %}", "<|im_end|>{% endfor %}")
    return {
        "healthy": findings(lesson, healthy()),
        "just as many rows as ids": findings(lesson, healthy(), 260),
        "added tokens that have rows": findings(lesson, with_more_tokens("<|x|>", "<|y|>"), 262),
        "bos from the tokenizer alone": findings(lesson, healthy(adds_bos=True)),
        "bos from the template alone": findings(lesson, healthy(chat_template=BOS + TEMPLATE)),
        "no bos at all": findings(lesson, healthy(bos_token=None)),
        "no line end after an answer": findings(lesson, healthy(chat_template=template)),
        "a limit that was set": findings(lesson, healthy(model_max_length=1_000_000)),
        "a template for turns only": findings(lesson, healthy(chat_template=STRICT)),
    }


@check("audit", points=2, judge=holds(agree))
def finds_ids_without_a_row(lesson):
    """The highest id counts, added tokens too: not `vocab_size`, which leaves them out."""
    gap = healthy(last_id=264)
    return {
        "a token beyond the last row": findings(lesson, with_more_tokens("<|x|>", "<|y|>"), 260),
        "the highest id, not the number": findings(lesson, gap, 262),
        "rows for all but the last": findings(lesson, healthy(), 259),
        "none too many": findings(lesson, gap, 265),
    }


@check("audit", points=2, judge=holds(agree))
def finds_missing_tokens(lesson):
    """No eos, no pad, or one token for both."""
    return {
        "no eos": findings(lesson, healthy(eos_token=None)),
        "no pad": findings(lesson, healthy(pad_token=None)),
        "neither": findings(lesson, healthy(eos_token=None, pad_token=None)),
        "pad is eos": findings(lesson, healthy(pad_token=EOS)),
        "pad is bos": findings(lesson, healthy(pad_token=BOS)),
    }


@check("audit", points=1, judge=holds(agree))
def finds_wrong_sides_and_limits(lesson):
    """Padding on the right, cutting on the right, no limit."""
    return {
        "pads right": findings(lesson, healthy(padding_side="right")),
        "cuts right": findings(lesson, healthy(truncation_side="right")),
        "no limit": findings(lesson, healthy(model_max_length=None)),
        "a limit of 10**12": findings(lesson, healthy(model_max_length=10**12)),
        "NO_LIMIT itself": findings(lesson, healthy(model_max_length=lesson.NO_LIMIT)),
        "as transformers makes it": findings(
            lesson, healthy(padding_side=None, truncation_side=None, model_max_length=None)
        ),
    }


@check("audit", points=2, judge=holds(agree))
def finds_faults_of_the_template(lesson):
    """No template; two bos; an answer that the template does not end with eos."""
    end = "{{ message['content'] }}<|im_end|>"
    only_users = end.replace(
        "<|im_end|>", "{% if message['role'] == 'user' %}<|im_end|>{% endif %}"
    )
    return {
        "no template": findings(lesson, healthy(chat_template=None)),
        "no template, and a bos": findings(lesson, healthy(chat_template=None, adds_bos=True)),
        "bos twice": findings(lesson, healthy(chat_template=BOS + TEMPLATE, adds_bos=True)),
        "another end of turn": findings(
            lesson, healthy(chat_template=TEMPLATE.replace("<|im_end|>", "</s>"))
        ),
        "eos after the user alone": findings(
            lesson, healthy(chat_template=TEMPLATE.replace(end, only_users))
        ),
        "eos before the answer": findings(
            lesson,
            healthy(chat_template=TEMPLATE.replace(end, "<|im_end|>{{ message['content'] }}")),
        ),
        "no eos to end with": findings(
            lesson, healthy(eos_token=None, chat_template=TEMPLATE.replace("<|im_end|>", "</s>"))
        ),
    }


@check("audit", points=2, judge=holds(agree))
def finds_texts_that_change(lesson):
    """Letters made small, forms replaced, blanks stripped or added, bytes without a token."""
    from tokenizers import normalizers

    known = [value for value in range(256) if value != 0x1D]
    return {
        "small letters only": findings(lesson, healthy(normalizer=normalizers.Lowercase())),
        "NFKC": findings(lesson, healthy(normalizer=normalizers.NFKC())),
        "NFC": findings(lesson, healthy(normalizer=normalizers.NFC())),
        "stripped": findings(lesson, healthy(normalizer=normalizers.Strip())),
        "a blank in front": findings(lesson, healthy(prefix_space=True)),
        "no token for U+001D": findings(lesson, healthy(bytes_known=known)),
        "no token for 0xF0": findings(
            lesson, healthy(bytes_known=[value for value in range(256) if value != 0xF0])
        ),
    }


@check("audit", points=1, judge=holds(agree))
def keeps_their_order(lesson):
    """Several faults are found in the order of the docstring."""
    worst = healthy(
        bytes_known=range(128),
        eos_token=None,
        pad_token=None,
        padding_side="right",
        truncation_side="right",
        model_max_length=None,
        chat_template=None,
    )
    worst.add_tokens([f"<|{number}|>" for number in range(169)])
    two = healthy(pad_token=EOS, adds_bos=True, chat_template=BOS + TEMPLATE.replace(EOS, "</s>"))
    return {"everything": findings(lesson, worst, 12), "some": findings(lesson, two)}


@check("audit", points=1)
def changes_nothing(lesson):
    """The tokenizer is afterwards what it was before."""
    found = {}
    for name, tokenizer in {
        "healthy": healthy(adds_bos=True),
        "broken": healthy(padding_side="right", pad_token=None, chat_template=None),
    }.items():
        lesson.audit(tokenizer, ROWS)
        found[name] = {
            "sides": [tokenizer.padding_side, tokenizer.truncation_side],
            "tokens": [tokenizer.bos_token, tokenizer.eos_token, tokenizer.pad_token],
            "length": len(tokenizer),
            "limit": tokenizer.model_max_length == 2048,
            "template": tokenizer.chat_template == TEMPLATE,
            "ids": tokenizer("a b")["input_ids"],
        }
    return found
