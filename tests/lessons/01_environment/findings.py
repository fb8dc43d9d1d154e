"""What a Finding is as evidence, and when it is right.

Codes, subjects and their order are the reference's. A message is free, but it names what the
contract says that it names; a next step is free, but it is there.
"""


def plain(lesson, result):
    """A Finding, or a list of them, as plain data; anything else as it is."""
    if isinstance(result, list):
        return [plain(lesson, item) for item in result]
    return dict(vars(result)) if isinstance(result, lesson.Finding) else result


def wrong(mine, theirs, names, call):
    """What is wrong with findings, or None. `names`: {code: texts that its message must hold}."""
    if not isinstance(mine, list):
        return f"{call} returned {mine!r}; expected a list of findings"
    if odd := [item for item in mine if not isinstance(item, dict)]:
        return f"{call}: {odd[0]!r} is no Finding"
    found, expected = ([(item["code"], item["subject"]) for item in a] for a in (mine, theirs))
    if found != expected:
        return f"{call} found {shown(found)}; expected {shown(expected)}"
    for item in mine:
        where = f"{call}: the finding `{item['code']}`"
        if not all(isinstance(item[key], str) for key in ("message", "next_step")):
            return f"{where} has a message or a next step that is no text"
        if not item["message"].strip():
            return f"{where} has an empty message"
        for text in names.get(item["code"], []):
            if text not in item["message"]:
                return f"{where} has the message {item['message']!r}; it must name {text!r}"
        if bool(item["next_step"].strip()) != (item["code"] != "fine"):
            return f"{where} has the next step {item['next_step']!r}"
    return None


def shown(pairs):
    return ", ".join(f"{code} ({subject})" for code, subject in pairs) or "nothing"
