"""`get_worker_info` is asked when the stream is made, where there is no worker yet."""

REJECTED_BY = "delivers_each_record_once"
REPLACE = [
    (
        """        self.rank, self.world_size, self.start = rank, world_size, start
        ### END SOLUTION

    def __iter__(self) -> Iterator[list[int]]:
        ### BEGIN SOLUTION task=ShardedStream
        info = get_worker_info()
""",
        """        self.rank, self.world_size, self.start = rank, world_size, start
        self.info = get_worker_info()
        ### END SOLUTION

    def __iter__(self) -> Iterator[list[int]]:
        ### BEGIN SOLUTION task=ShardedStream
        info = self.info
""",
    ),
]
