"""Are all links of a folder of pages good, when it is opened from disk without a network?"""

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """The ids of a page, and its links as (attribute, target, tag)."""

    def __init__(self, text: str):
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: list[tuple[str, str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id":
                self.ids[value or ""] += 1
            elif name in ("href", "src"):
                self.links.append((name, value or "", tag))


@dataclass
class Links:
    """`broken`: one sentence each, with page and target. `external`: addresses, not fetched."""

    broken: list[str] = field(default_factory=list)
    external: set[str] = field(default_factory=set)


def check(folder: Path) -> Links:
    """Check every href, src and #anchor of every page below `folder`.

    A picture, style or script from the network is broken as well; a link there is only listed.
    """
    paths = sorted(folder.rglob("*.html"))
    pages = {path.resolve(): _Page(path.read_text(encoding="utf-8")) for path in paths}
    found = Links()
    for path, page in pages.items():
        name = path.relative_to(folder.resolve()).as_posix()
        found.broken += [
            f"{name}: the id {id!r} is used twice" for id, n in page.ids.items() if n > 1
        ]
        for _, target, tag in page.links:
            parts = urlsplit(target)
            if tag == "a" and parts.scheme in ("http", "https", "mailto"):
                found.external.add(target)
            elif fault := _fault(folder.resolve(), path, target, pages):
                found.broken.append(f"{name}: {target!r} {fault}")
    return found


def _fault(folder: Path, page: Path, target: str, pages: dict[Path, _Page]) -> str:
    """What is wrong with a link that should stay in the folder, or nothing."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return "would be loaded from somewhere else"
    if parts.path.startswith("/"):
        return "is an absolute path, which leads nowhere from a disk"
    goal = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not goal.is_relative_to(folder):
        return "leads out of the site"
    if not goal.is_file():
        return "leads to a folder" if goal.is_dir() else "leads to no file"
    if parts.fragment and goal in pages:
        ids = pages[goal].ids
        if parts.fragment not in ids and unquote(parts.fragment) not in ids:
            return "names a place that this page does not have"
    return ""
