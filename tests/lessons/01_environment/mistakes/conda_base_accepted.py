"""Any folder with conda-meta is an environment, the base of conda too."""

REJECTED_BY = "finds_a_python_without_an_environment"
REPLACE = [
    (' and not (prefix / "condabin").is_dir()', ""),
]
