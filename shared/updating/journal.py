"""What an update is about to do, in one file: whoever finds it can finish what was interrupted."""

from __future__ import annotations

import base64
import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path

from shared.files import write_text
from shared.updating.git import UpdateError
from shared.updating.plan import Kept, Plan


@dataclass(frozen=True)
class Journal:
    """A plan that has begun; `backups` are the copies of its files, in their order."""

    plan: Plan
    backups: list[Path]

    def write(self, home: Path) -> None:
        fields = dataclasses.asdict(self.plan)
        for entry in fields["files"]:
            entry |= {key: _text(entry[key]) for key in ("content", "beside")}
        record = {"plan": fields, "backups": [str(path) for path in self.backups]}
        write_text(_place(home), json.dumps(record, indent=1))

    @classmethod
    def read(cls, home: Path) -> Journal | None:
        """The journal of an update that was not finished. Raises UpdateError for a damaged one."""
        place = _place(home)
        try:
            record = json.loads(place.read_text(encoding="utf-8"))
            fields = record["plan"]
            files = [
                Kept(**entry | {key: _bytes(entry[key]) for key in ("content", "beside")})
                for entry in fields["files"]
            ]
            moved = [(old, new) for old, new in fields["moved"]]
            plan = Plan(**fields | {"files": files, "moved": moved})
            return cls(plan, [Path(path) for path in record["backups"]])
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError) as error:
            raise UpdateError(
                f"{place} is damaged ({error}). Your files are in {home / 'backups'}; remove that "
                "file and update again."
            ) from None

    @staticmethod
    def remove(home: Path) -> None:
        _place(home).unlink(missing_ok=True)


def _place(home: Path) -> Path:
    return home / "update" / "journal.json"


def _text(data: bytes | None) -> str | None:
    return None if data is None else base64.b64encode(data).decode("ascii")


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else base64.b64decode(text, validate=True)
