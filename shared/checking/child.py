"""What happens inside a forked child: a learner's module is driven, or evidence is judged.

The two never happen in the same process. Each job says which code stands for which lesson; that is
pinned before anything of a lesson is imported.
"""

import functools
import inspect
import marshal
import multiprocessing
import traceback
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from shared import curriculum
from shared.checking.difference import Difference, place, show
from shared.checking.evidence import EvidenceError, decode, encode, opaque_in
from shared.checking.fixtures import Context, resolve
from shared.checking.spec import Check, read_checks
from shared.files import not_utf8

MAX_CALLS = 1000
"""How many calls of a driver are written down for messages."""
MAX_MESSAGE = 1000
"""How many characters of an exception's message are kept."""


def run(job: dict, blob: bytes, folder: Path) -> tuple[dict, bytes]:
    """Do a job; returns the answer and, from a drive, the evidence."""
    sources = {name: Path(path) for name, path in job["sources"].items()}
    curriculum.pin(sources, Path(job["root"]))
    # Where processes are spawned by default they import what they are given by name: no name
    # leads to a lesson's file.
    multiprocessing.set_start_method("fork", force=True)
    return {"probe": _probe, "drive": _drive, "judge": _judge}[job["kind"]](job, blob, folder)


def _target(job: dict) -> Path:
    return Path(job["sources"][job["lesson"]])


def _checks(job: dict) -> tuple[Check, dict[str, Any]]:
    found = read_checks(Path(job["checks"]), f"checks_{job['lesson']}").get(job["check"])
    return found, found.cases()[job["case"]]


def _probe(job: dict, blob: bytes, folder: Path) -> tuple[dict, bytes]:
    """Does the learner's file import at all? Then its code comes back, for all drives."""
    answer, _ = _guarded(job, lambda module: None)
    if answer["outcome"] != "evidence":
        return answer, b""
    path = _target(job)
    return answer, marshal.dumps(compile(path.read_bytes(), str(path), "exec"))


def _drive(job: dict, blob: bytes, folder: Path) -> tuple[dict, bytes]:
    check, case = _checks(job)  # before the learner's module, which may patch what it likes
    calls: list[str] = []

    def evidence(module: ModuleType) -> Any:
        return drive(check, case, Logged(module, calls), _context(job, check, case, folder))

    answer, data = _guarded(job, evidence, marshal.loads(blob))
    return {**answer, "calls": calls}, data


def _context(job: dict, check: Check, case: dict, folder: Path) -> Context:
    label = ",".join(f"{name}={value!r}" for name, value in case.items())
    return Context(job["seed"], f"{job['lesson']}/{check.name}[{label}]", folder)


def drive(check: Check, case: dict[str, Any], lesson: Any, context: Context) -> Any:
    """Call a check's driver with what it asks for by name."""
    wanted = list(inspect.signature(check.driver).parameters)[1:]
    known = dict(case)
    if "given" in wanted:
        known["given"] = given(check, case, context)
    known |= resolve([name for name in wanted if name not in known], context)
    return check.driver(lesson, **{name: known[name] for name in wanted})


def given(check: Check, case: dict[str, Any], context: Context) -> Any:
    """A check's inputs, made from the seed: the same in every process."""
    if check.given is None:
        return None
    wanted = list(inspect.signature(check.given).parameters)
    inputs = Context(context.seed, context.name + "/given", context.tmp)
    known = dict(case)
    known |= resolve([name for name in wanted if name not in known], inputs)
    return check.given(**{name: known[name] for name in wanted})


def _guarded(job: dict, work: Any, code: CodeType | None = None) -> tuple[dict, bytes]:
    """Import the learner's module, run `work` on it, and give every way to fail its name."""
    path, importing = _target(job), True
    try:
        module = curriculum.import_file(path, f"lesson_{job['lesson']}", code)
        importing = False
        return {"outcome": "evidence"}, encode(work(module))
    except NotImplementedError as error:
        name = "IMPORT_ERROR" if importing else "NOT_ATTEMPTED"
        return {"outcome": name, "message": shorten(str(error)) or "not implemented"}, b""
    except MemoryError:
        return {"outcome": "LIMIT", "message": f"it needs more than {job['megabytes']} MB"}, b""
    except EvidenceError as error:
        return {"outcome": "LIMIT", "message": str(error)}, b""
    except SystemExit as error:
        return {"outcome": "CRASH", "message": f"it called exit({error.code!r})"}, b""
    except FileNotFoundError as error:
        if importing and not path.exists():
            return {"outcome": "IMPORT_ERROR", "message": f"there is no file {path.name}"}, b""
        return _error(error, path, importing)
    except BaseException as error:  # noqa: BLE001 - KeyboardInterrupt, too, is the learner's here
        return _error(error, path, importing)


def _error(error: BaseException, path: Path, importing: bool) -> tuple[dict, bytes]:
    name = "IMPORT_ERROR" if importing else "ERROR"
    return {"outcome": name, "message": explain(error, path)}, b""


def explain(error: BaseException, path: Path) -> str:
    """An exception in one or two lines: what, and at which line of the learner's file."""
    lines = "".join(traceback.format_exception_only(error)).strip().splitlines()
    text = shorten(lines[-1])
    if isinstance(error, SyntaxError) and error.filename == str(path):
        if fault := not_utf8(path.read_bytes()):
            return f"{path.name}, {fault}"
        line = (error.text or "").strip()
        where = f"at line {error.lineno} of {path.name}: {shorten(line)}"
        return f"{text}\n{where}\nWas the file saved whole?"
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame[0] == str(path)]
    if own:
        text += f"\nat line {own[-1].lineno} of {path.name}, in {own[-1].name}: {own[-1].line}"
    return text


def shorten(text: str) -> str:
    return text if len(text) <= MAX_MESSAGE else f"{text[:MAX_MESSAGE]}… ({len(text):,} characters)"


class Logged:
    """A lesson's module that writes down each call of one of its functions, for messages."""

    def __init__(self, module: ModuleType, calls: list[str]):
        self._module, self._calls = module, calls

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if not inspect.isfunction(value):
            return value

        @functools.wraps(value)
        def logged(*args: Any, **kwargs: Any) -> Any:
            if len(self._calls) < MAX_CALLS:
                parts = [show(arg) for arg in args]
                parts += [f"{key}={show(arg)}" for key, arg in kwargs.items()]
                self._calls.append(f"{name}({', '.join(parts)})")
            return value(*args, **kwargs)

        return logged


def _judge(job: dict, blob: bytes, folder: Path) -> tuple[dict, bytes]:
    """Judge evidence. Only the reference's code is ever imported in this process."""
    check, case = _checks(job)
    try:
        evidence = decode(blob)
    except EvidenceError as error:
        return {"verdict": "PROTOCOL", "message": str(error)}, b""
    if odd := opaque_in(evidence):
        difference = Difference((), f"{odd.text}, which is a {odd.type} and not plain data")
        return {"verdict": "FAIL", "message": told(difference, evidence, job["calls"])}, b""
    context = _context(job, check, case, folder)

    @functools.cache
    def reference() -> Any:
        module = curriculum.import_file(_target(job), f"lesson_{job['lesson']}")
        return decode(encode(drive(check, case, module, context)))

    try:
        known = {**case, "given": given(check, case, context)}
        difference = check.judge.judge(evidence, known, reference)
    except Exception as error:  # noqa: BLE001 - the check's own defect, whatever it is
        where = traceback.extract_tb(error.__traceback__)[-1]
        message = f"the check itself broke ({error!r}, line {where.lineno} of {where.filename})"
        return {"verdict": "ERROR", "message": message}, b""
    if difference is None:
        return {"verdict": "PASS", "message": ""}, b""
    return {"verdict": "FAIL", "message": told(difference, evidence, job["calls"])}, b""


def told(difference: Difference, evidence: Any, calls: list[str]) -> str:
    """What is wrong, led by the call that it belongs to.

    Evidence that lists one result per call says by its index which call that is.
    """
    path, text, sentence = difference
    call = ""
    if len(calls) == 1:
        call = calls[0]
    elif path and isinstance(evidence, (list, dict)) and len(evidence) == len(calls):
        call = calls[list(evidence).index(path[0]) if isinstance(evidence, dict) else path[0]]
        path = path[1:]
    where = f"at {place(path)}, " if path else ""
    if not call:
        return f"{where}{text}"
    return f"{call}: {where}{text}" if sentence else f"{call} returned {where}{text}"
