"""What the cursor raises comes out as it is."""

VERDICT = "ERROR"
REJECTED_BY = "refuses_gguf_files_that_lie"
REPLACE = [
    (
        """        except ValueError as error:
            raise FormatError(f"{path}: {error}") from None
    ### END SOLUTION


### BEGIN SOLUTION task=read_gguf""",
        """        except FormatError:
            raise
    ### END SOLUTION


### BEGIN SOLUTION task=read_gguf""",
    ),
]
