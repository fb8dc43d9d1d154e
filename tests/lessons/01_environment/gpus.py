"""Task 3: what nvidia-smi answers, as numbers."""

from shared import ROOT
from shared.checking import check, holds, raised

HINTS = {
    "parse_gpus": (
        "The first line says which column is where, and which unit it has. Make a dict of every "
        "line, by the name without its unit. Then pick what you know, and let what the driver did "
        "not tell be None.",
        "Three small helpers are enough: one for a cell (None if it is empty, `N/A` or in "
        "brackets), one for memory (number, unit of its own or of the column, times 2**20 for "
        "MiB), one for a line. What they cannot read raises a ValueError; add the line to it in "
        "one place.",
        r"Name and unit of a column: `re.sub(r'\s*\[.*\]$', '', cell)` and "
        r"`re.findall(r'\[(.*)\]$', cell)`. `cell.partition(' ')` parts number and unit. "
        "Capability: `tuple(map(int, cell.split('.')))`. A line whose cells are not as many as the "
        "columns is an error; a column that is asked for twice is not.",
    )
}

SMI = ROOT / "data" / "raw" / "nvidia_smi"


def plain(lesson, result):
    if not isinstance(result, list):
        return result
    return [dict(vars(gpu)) if isinstance(gpu, lesson.Gpu) else gpu for gpu in result]


def parsed(lesson, texts):
    return {name: plain(lesson, lesson.parse_gpus(text)) for name, text in texts.items()}


def captured(*names):
    return {name: (SMI / f"{name}.csv").read_text(encoding="utf-8") for name in names}


@check("parse_gpus", points=2)
def reads_real_answers(lesson):
    """Answers of real machines: one card, two kinds, four, eight; bytes, not MiB."""
    return parsed(
        lesson, captured("a10g", "gtx_1660_super", "a5000_and_4500", "rtx_a4000_four", "v100_eight")
    )


@check("parse_gpus", points=1)
def reads_answers_without_units(lesson):
    """With `nounits` the unit stands in the first line only."""
    texts = captured("k80_eight_nounits")
    texts["GiB"] = "index, name, memory.total [GiB], memory.free [KiB]\n0, A, 80, 1024\n"
    texts["mixed"] = "index, name, memory.total [GiB]\n0, A, 80\n1, B, 81559 MiB\n"
    return parsed(lesson, texts)


@check("parse_gpus", points=2)
def leaves_untold_what_was_not_told(lesson):
    """`[N/A]`, `[Not Supported]`, an empty value and a missing column are None, never 0."""
    texts = captured("gb10", "geforce_930m")
    every = (
        "index, name, uuid, memory.total [MiB], memory.used [MiB], memory.free [MiB], "
        "driver_version, compute_cap, mig.mode.current\n"
    )
    for told in ("[N/A]", "N/A", "[Not Supported]", "[Unknown Error]", "[GPU is lost]", ""):
        texts[told] = every + ", ".join(["0", "NVIDIA X", *[told] * 7]) + "\n"
    texts["some"] = (
        every + "0, A, GPU-1, 8 MiB, [N/A], 8 MiB, 1.2, [N/A], Disabled\n"
        "1, B, [N/A], [N/A], 0 MiB, [N/A], [N/A], 9.0, [N/A]\n"
    )
    texts["only two"] = "index, name\n0, [N/A]\n1, N/A\n"
    return parsed(lesson, texts)


@check("parse_gpus", points=1)
def knows_partitioned_cards(lesson):
    """`mig.mode.current`: Enabled is True, Disabled is False, `[N/A]` is None."""
    texts = captured("rtx_pro_6000_mig")
    texts["each"] = "index, name, mig.mode.current\n0, A, Enabled\n1, B, Disabled\n2, C, [N/A]\n"
    return parsed(lesson, texts)


@check("parse_gpus", points=1)
def finds_no_card(lesson):
    """No card is an empty list: that is an answer, not an error."""
    return parsed(
        lesson,
        captured("no_devices")
        | {
            "empty": "",
            "blank": " \n\n",
            "header only": "index, name, memory.total [MiB]\n",
            "CRLF": "\r\nNo devices were found\r\n",
        },
    )


UNITS = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
COLUMNS = (
    *("uuid", "memory.total", "memory.used", "memory.free", "driver_version", "compute_cap"),
    *("mig.mode.current", "temperature.gpu", "power.draw", "pstate"),
)


def tables(rng):
    """Columns in any order, units in the cells or only above them, some values not told."""
    random = rng.python
    texts = {}
    for number in range(60):
        columns = ["index", "name", *random.sample(COLUMNS, random.randint(0, len(COLUMNS)))]
        random.shuffle(columns)
        above = {column: random.choice([*UNITS]) for column in columns}
        bare = random.random() < 0.4
        head = [f"{c} [{above[c]}]" if c.startswith("memory") else c for c in columns]
        lines = [", ".join(head)]
        for index in range(random.randint(1, 4)):
            lines.append(", ".join(cell(random, c, index, above[c], bare) for c in columns))
        end = random.choice(["\n", "\r\n"])
        texts[f"table {number}"] = end.join(lines) + random.choice(["", end])
    return texts


def cell(random, column, index, unit, bare):
    if column in ("index", "name"):
        return {"index": str(index), "name": random.choice(["NVIDIA H100 PCIe", "Tesla T4"])}[
            column
        ]
    if random.random() < 0.2:
        return random.choice(["[N/A]", "[Not Supported]", "N/A"])
    number = str(random.randint(0, 99_999))
    return {
        "uuid": f"GPU-{number}",
        "driver_version": f"5{number}.54.03",
        "compute_cap": random.choice(["7.5", "9.0", "12.1", "10.0"]),
        "mig.mode.current": random.choice(["Enabled", "Disabled"]),
        "power.draw": f"{number}.50 W",
        "pstate": "P0",
        "temperature.gpu": number[:2],
    }.get(column, number if bare else f"{number} {random.choice([unit, *UNITS])}")


@check("parse_gpus", points=2, given=tables)
def reads_columns_in_any_order(lesson, given):
    """Columns are found by their names, not by their places."""
    return parsed(lesson, given)


BAD = {
    "a sentence": (SMI / "no_driver.csv").read_text(encoding="utf-8"),
    "no first line": "0, NVIDIA A10G, 23028 MiB\n",
    "no index": "name, memory.total [MiB]\nNVIDIA A10G, 23028 MiB\n",
    "no name": "index, memory.total [MiB]\n0, 23028 MiB\n",
    "a short line": "index, name, memory.total [MiB]\n0, NVIDIA A10G\n",
    "a long line": "index, name\n0, NVIDIA A10G, 23028 MiB\n",
    "a unit of another kind": "index, name, memory.total [MiB]\n0, NVIDIA A10G, 23028 W\n",
    "MB, which nvidia-smi never says": "index, name, memory.total [MB]\n0, NVIDIA A10G, 23028 MB\n",
    "no unit at all": "index, name, memory.total\n0, NVIDIA A10G, 23028\n",
    "no number": "index, name, memory.total [MiB]\n0, NVIDIA A10G, lots MiB\n",
    "an index that is none": "index, name\n[N/A], NVIDIA A10G\n",
    "a capability that is none": "index, name, compute_cap\n0, NVIDIA A10G, 8.6.1\n",
    "a half line after a good one": "index, name\n0, NVIDIA A10G\n1\n",
    "a sentence after a card": "index, name\n0, NVIDIA A10G\nNo devices were found\n",
}


def quoted(evidence):
    for kind, answer in evidence.items():
        line = BAD[kind].splitlines()[-1]
        if kind in ("no index", "no name", "no first line"):
            line = BAD[kind].splitlines()[0]
        if answer.get("raised") != "ValueError":
            return f"{kind}: {BAD[kind]!r} gave {answer.get('returned')!r}; expected a ValueError"
        if line[:40] not in answer["message"]:
            return (
                f"{kind}: {BAD[kind]!r} was refused with {answer['message']!r}; the message must "
                f"quote the line {line[:40]!r}"
            )
    return None


@check("parse_gpus", points=2, judge=holds(quoted))
def refuses_what_is_no_answer(lesson):
    """Anything else is a ValueError that quotes the line: no card is guessed."""
    found = {kind: raised(ValueError, lesson.parse_gpus, text) for kind, text in BAD.items()}
    for answer in found.values():
        if "returned" in answer:
            answer["returned"] = plain(lesson, answer["returned"])
    return found
