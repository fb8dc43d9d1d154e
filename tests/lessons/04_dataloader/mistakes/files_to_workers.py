"""Each worker gets whole files: fair only where files are equally long."""

REJECTED_BY = "delivers_each_record_once"
REPLACE = [
    (
        """        for path in self.paths:
""",
        """        for path in self.paths[worker::workers]:
""",
    ),
    (
        """                    if (turn - self.start) % workers != worker:
                        continue
""",
        """""",
    ),
]
