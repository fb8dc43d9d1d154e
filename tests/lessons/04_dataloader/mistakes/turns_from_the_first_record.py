"""After a `start` the turn of the workers is that of the whole stream: the order is another."""

REJECTED_BY = "goes_on_where_it_stopped"
REPLACE = [
    (
        """if (turn - self.start) % workers != worker:""",
        """if turn % workers != worker:""",
    ),
]
