"""From a bare Python to the course's environment, and what `make` runs inside it."""
