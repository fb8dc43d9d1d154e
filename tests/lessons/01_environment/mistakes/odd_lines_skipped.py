"""Lines of another length are skipped in silence."""

REJECTED_BY = "refuses_what_is_no_answer"
REPLACE = [
    (
        "    return [_gpu(line, names, units) for line in lines[1:]]",
        (
            "    return [\n"
            '        _gpu(line, names, units) for line in lines[1:] if line.count("'
            ',") == lines[0].count(",")\n'
            "    ]"
        ),
    ),
]
