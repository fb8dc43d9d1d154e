"""Everything of the course that is not a lesson: see `shared.curriculum` for where to start."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The checkout: the folder that holds `lessons/`, `solutions/` and `data/`."""
