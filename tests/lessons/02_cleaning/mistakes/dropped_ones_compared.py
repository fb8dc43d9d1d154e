"""Dropped documents are compared with, too: small changes in a chain drop what nothing is like."""

REJECTED_BY = "compares_with_kept_documents"
REPLACE = [
    (
        """            else:
                for band in bands:""",
        """            if True:
                for band in bands:""",
    ),
]
