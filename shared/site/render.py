"""All files of the site, by following links from its first page."""

import os
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote, urlsplit

from markupsafe import Markup

from shared import course_map, notebooks, stubs
from shared.curriculum import Lesson, lessons
from shared.site import pages
from shared.site.errors import SiteError

INDEX = PurePosixPath("index.html")
PRIVATE = (".course", ".git", ".venv", "build", "data/models", "data/measurements/local")
"""What a checkout holds of one machine or one person."""


def address(source: PurePosixPath) -> PurePosixPath:
    """Where a file of the checkout lies in the site. Hidden folders, which not every web server
    gives out, lose their dot."""
    path = PurePosixPath(*(part.lstrip(".") for part in source.parts))
    if path.suffix in (".ipynb", ".md"):
        return path.with_suffix(".html")
    return path.with_name(path.name + ".html") if path.suffix == ".py" else path


class Site:
    """The files made so far, and the sources they link to that are still to be made.

    `changed` are the notebooks whose outputs are left out.
    """

    def __init__(self, root: Path, changed: list[Path]) -> None:
        self.root, self.changed = root, changed
        try:
            self.map = course_map.read(root)
        except course_map.MapError as error:
            raise SiteError(str(error)) from None
        self.lessons = {PurePosixPath(course_map.link(each)): each for each in lessons(root)}
        self.exercises = {
            path.with_name("exercise.py"): each for path, each in self.lessons.items()
        }
        self.made: dict[str, bytes] = {}
        self.waiting: list[PurePosixPath] = list(self.lessons)

    def render(self) -> dict[str, bytes]:
        """Every file: its path in the site, and its content. Raises SiteError, which names the
        source."""
        self.made["style.css"] = pages.stylesheet().encode()
        self._add(INDEX, self._index())
        while self.waiting:
            source = self.waiting.pop(0)
            if str(address(source)) in self.made:
                continue
            try:
                self._make(source)
            except (SiteError, stubs.StubError, OSError, ValueError) as error:
                raise SiteError(f"{source}: {error}") from None
        return self.made

    def _index(self) -> pages.Body:
        template = pages.templates.get_template("map.html.j2")
        content = template.render(map=self.map)
        body = pages.finished(content, lambda target: self.link(INDEX, target))
        body.toc = []  # the map is short, and is itself a table of contents
        return body

    def _make(self, source: PurePosixPath) -> None:
        """The page, or the copy, of a file of the checkout."""
        path = self.root / source

        def link(target: str) -> str:
            return self.link(source, target)

        if source in self.lessons:
            self._lesson(source, self.lessons[source])
        elif source in self.exercises:
            text = stubs.make_stub(self.exercises[source])
            self._add(source, pages.from_code(source.name, text))
        elif source.suffix == ".md":
            self._add(source, pages.from_markdown(path.read_text(encoding="utf-8"), link))
        elif source.suffix == ".py":
            self._add(source, pages.from_code(source.name, path.read_text(encoding="utf-8")))
        else:
            self.made[str(address(source))] = path.read_bytes()

    def _lesson(self, source: PurePosixPath, lesson: Lesson) -> None:
        nb = notebooks.read(lesson.notebook)
        note = ""
        if lesson.notebook in self.changed:
            note = "This notebook was changed where the page was made: its outputs are left out."
            for cell in nb.cells:
                if cell.cell_type == "code":
                    cell.outputs = []
        body = pages.from_notebook(nb, lambda target: self.link(source, target))
        exercise = self.link(source, "exercise.py")
        body.content += (
            f'<p><a href="{exercise}">The exercise as it is given, <code>exercise.py</code></a></p>'
        )
        order = list(self.lessons)
        at = order.index(source)
        beside = {"prev": order[at - 1 : at] if at else [], "next": order[at + 1 : at + 2]}
        steps = {
            name: (relative(address(other), address(source)), self.lessons[other].title)
            for name, found in beside.items()
            for other in found
        }
        self._add(source, body, note=note, steps=steps)

    def _add(
        self,
        source: PurePosixPath,
        body: pages.Body,
        note: str = "",
        steps: dict[str, tuple[str, str]] | None = None,
    ) -> None:
        page = address(source)
        course = self.map.title
        text = pages.templates.get_template("page.html.j2").render(
            title=course if source == INDEX else f"{body.title} · {course}",
            course=course,
            first=source == INDEX,
            top="../" * (len(page.parts) - 1),
            toc=body.toc,
            body=Markup(body.content),
            note=note,
            steps=steps or {},
        )
        self.made[str(page)] = text.encode()
        for name, content in body.files.items():
            self.made[str(page.with_name(name))] = content

    def link(self, source: PurePosixPath, target: str) -> str:
        """What a link in `source` becomes. Its goal, if it is a file, becomes part of the site.

        A link to nothing is left as it is, for the link checker to name.
        """
        parts = urlsplit(target)
        if parts.scheme or parts.netloc or not parts.path or parts.path.startswith("/"):
            return target
        goal = PurePosixPath(os.path.normpath(source.parent / unquote(parts.path)))
        if (self.root / goal / "README.md").is_file():
            goal /= "README.md"
        if goal.parts[0] == ".." or not (goal in self.exercises or (self.root / goal).is_file()):
            return target
        if any(goal.is_relative_to(place) for place in PRIVATE):
            raise SiteError(f"it links to {goal}, which is of this machine and not of the course")
        self.waiting.append(goal)
        return relative(address(goal), address(source)) + target[len(parts.path) :]


def relative(goal: PurePosixPath, page: PurePosixPath) -> str:
    """The address of `goal` in a link on `page`; both are paths in the site."""
    return quote(os.path.relpath(goal, page.parent))
