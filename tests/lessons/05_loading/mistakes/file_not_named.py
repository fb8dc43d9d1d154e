"""The message does not say which file it is about."""

REJECTED_BY = "refuses_files_that_lie"
REPLACE = [
    (
        """except (ValueError, RecursionError) as error:
            raise FormatError(f"{path}: {error}") from None""",
        """except (ValueError, RecursionError) as error:
            raise FormatError(str(error)) from None""",
    ),
]
