# Each target is one call of shared/setup/bootstrap.py, which first makes or mends .venv where needed.
#   make lab PYTHON=python3.12            another interpreter (or COURSE_PYTHON=python3.12)
#   COURSE_VENV=~/course-venv make lab    another folder for the environment
#   make test-fast ARGS="-k stubs"        arguments for pytest, for pip-compile (ARGS=--upgrade), ...

PYTHON = $(COURSE_PYTHON)
START := $(shell command -v python3 2>/dev/null || command -v python3.11 2>/dev/null)

.PHONY: help lab test test-fast test-gpu site lock setup

help:
	@sed -n 's/^\([a-z-]*\): *## /  make \1  /p' Makefile

lab: ## set up, fetch the model, open JupyterLab on the first unfinished lesson
test: ## lint, unit tests, the four proofs, every notebook
test-fast: ## the same without the notebooks
test-gpu: ## the tests that need CUDA; fails where none can run
site: ## the lessons as static pages in build/site
lock: ## recompile requirements.txt from pyproject.toml
setup: ## the environment only

lab test test-fast test-gpu site lock setup:
	$(if $(START),,$(error No python3 was found: install Python 3.11 or later and run make $@ again))
	@"$(START)" -I shared/setup/bootstrap.py $@ --python "$(PYTHON)" $(ARGS)
