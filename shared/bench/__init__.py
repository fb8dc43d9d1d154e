"""`course bench NAME` calls `main(argv)` of `shared.bench.NAME`: a table, then a line of JSON."""
