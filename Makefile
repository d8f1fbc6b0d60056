# Two commands: `make run` starts the site, `make test` checks everything. Both do their own set-up.
# PYTHON=/path/to/python chooses the Python; COINCHE_PORT and COINCHE_DATA choose the port and the data folder.

export PYTHON
BIN := .venv/bin

.PHONY: help setup setup-dev run lock

help:
	@echo "make run        start the site (set-up included); Ctrl-C stops it"
	@echo "make setup      only make the environment in .venv"
	@echo "make lock       pin the newest admissible packages, with hashes"

setup:
	@sh scripts/bootstrap.sh

setup-dev:
	@sh scripts/bootstrap.sh --dev --system

run:
	@sh scripts/bootstrap.sh --system
	@exec $(BIN)/python manage.py serve --prepare

lock: setup-dev
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header requirements.in -o requirements.txt
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header -c requirements.txt requirements-dev.in -o requirements-dev.txt
