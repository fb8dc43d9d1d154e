"""JSON that is nested deeply ends in a RecursionError."""

VERDICT = "ERROR"
REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """except (ValueError, RecursionError) as error:
            raise FormatError(f"{path}: {error}") from None
    return tensors""",
        """except ValueError as error:
            raise FormatError(f"{path}: {error}") from None
    return tensors""",
    ),
]
