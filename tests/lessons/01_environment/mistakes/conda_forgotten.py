"""Only the prefixes are compared: a conda environment counts as none."""

REJECTED_BY = "finds_a_python_without_an_environment"
REPLACE = [
    (
        "    if prefix == base_prefix and not _is_conda_environment(Path(prefix)):",
        "    if prefix == base_prefix:",
    ),
]
