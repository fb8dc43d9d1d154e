"""The chat is encoded by the template itself, which adds no second bos: the fault is not seen."""

REJECTED_BY = "finds_faults_of_the_template"
REPLACE = [
    (
        """    ids, bos = tokenizer(text)["input_ids"], tokenizer.bos_token_id
""",
        """    ids = tokenizer.apply_chat_template(_CHAT, return_dict=False)
    bos = tokenizer.bos_token_id
""",
    ),
]
