"""An eos anywhere in the chat is enough, also one after the user."""

REJECTED_BY = "finds_faults_of_the_template"
REPLACE = [
    ('eos not in text[text.rindex("Yes.") :]', "eos not in text"),
]
