"""The installed version is compared as a text: 2.13.0+cpu is not 2.13.0."""

REJECTED_BY = "compares_versions"
REPLACE = [
    (
        "        if wanted.specifier.contains(Version(version), prereleases=True):",
        (
            '        if f"=={version}" == str(wanted.specifier) or (\n'
            '            "==" not in str(wanted.specifier)\n'
            "            and wanted.specifier.contains(Version(version), prereleases=True)\n"
            "        ):"
        ),
    ),
]
