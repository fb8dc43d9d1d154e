"""Checks: how they are written (`check` and the judges) and how they are run (`run_checks`).

A check's driver runs beside the learner's code in a worker process and returns evidence; a judge
in another process compares it. The parts, from the outside in: `runner` (asks and reports),
`client` and `zygote` (the worker), `supervise` and `limits` (bounds), `child` (drive or judge),
`evidence`, `difference` and `judges`.
"""

from shared.checking.judges import equals, holds, same, within
from shared.checking.spec import check, gather, raised

__all__ = ["check", "equals", "gather", "holds", "raised", "same", "within"]
