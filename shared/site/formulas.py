"""TeX formulas as pictures in the page: without MathJax, which would come from the network."""

import html

from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath

from shared.site.errors import SiteError

UNITS = 100
"""How many units of the drawing make one em."""
FONT = FontProperties(math_fontfamily="dejavusans")
LETTERS = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q", Path.CURVE4: "C"}


def draw(tex: str) -> str:
    """An inline SVG of a formula, as large as the text and of its colour.

    Its text for those who do not see it is the TeX. Raises SiteError for TeX that matplotlib's
    mathtext does not know.
    """
    tex = tex.strip()
    try:
        path = TextPath((0, 0), f"${tex}$", size=UNITS, prop=FONT)
    except ValueError as error:
        reason = str(error).splitlines()[-1]
        raise SiteError(
            f"the formula ${tex}$ cannot be drawn: {reason}. Matplotlib's mathtext draws them, "
            "so write it with what that knows"
        ) from None
    steps = []
    for vertices, code in path.iter_segments(simplify=False):
        if code == Path.CLOSEPOLY:
            steps.append("Z")
            continue
        numbers = (-y if at % 2 else y for at, y in enumerate(vertices))  # SVG counts down
        steps.append(LETTERS[code] + " ".join(f"{number:.1f}" for number in numbers))
    box = path.get_extents()
    view = f"{box.x0:.1f} {-box.y1:.1f} {box.width:.1f} {box.height:.1f}"
    style = f"height:{box.height / UNITS:.3f}em;vertical-align:{box.y0 / UNITS:.3f}em"
    return (
        f'<svg class="formula" role="img" aria-label="{html.escape(tex)}" viewBox="{view}" '
        f'style="{style}"><path d="{"".join(steps)}"/></svg>'
    )
