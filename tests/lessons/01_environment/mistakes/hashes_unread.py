"""Lines that a backslash continues are taken one by one."""

REJECTED_BY = "reads_what_pip_compile_writes"
REPLACE = [
    (
        '        if line.endswith("\\\\") and not line.lstrip().startswith("#"):',
        '        if line.endswith("\\\\\\\\"):',
    ),
]
