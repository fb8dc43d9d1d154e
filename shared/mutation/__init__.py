"""Mutants of a lesson's solution: do its checks notice small changes?

`mutants.py` makes them (`operators.py` on the syntax tree, `patterns.py` inside regular
expressions), `running.py` runs the checks on them, `survivors.py` knows which may pass and why,
`report.py` says how it went.
"""
