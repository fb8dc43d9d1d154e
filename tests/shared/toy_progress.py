"""What a learner of the toy lesson may have: a right exercise, and verdicts that are kept."""

from shared import progress
from shared.curriculum import Lesson

RIGHT = "def double(x):\n    return 2 * x\ndef join(words):\n    return ' '.join(words)\n"


def keep(lesson: Lesson, *tasks: str, **verdicts: str) -> None:
    """Keep tasks as passed, and verdicts by check, without running anything."""
    digest = progress.fingerprint(lesson)
    progress._change_or_warn(
        lambda stored: progress._keep(stored.setdefault(lesson.id, {}), digest, verdicts, tasks)
    )
