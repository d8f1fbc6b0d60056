# Two commands: `make run` starts the site, `make test` checks everything. Both do their own set-up.
# PYTHON=/path/to/python chooses the Python; COINCHE_PORT and COINCHE_DATA choose the port and the data folder.

export PYTHON
# Hundreds of short processes import Django: one that may not keep what it compiled compiles it all again.
unexport PYTHONDONTWRITEBYTECODE
BIN := .venv/bin

.PHONY: help setup setup-dev run lock test-setup test test-fast test-long guards mutation lint format translations

help:
	@echo "make run        start the site (set-up included); Ctrl-C stops it"
	@echo "make setup      only make the environment in .venv"
	@echo "make test       check everything (set-up included), in under ten minutes"
	@echo "make test-fast  style, floors and the quick tests, in under a minute"
	@echo "make test-long  the same tests with many more examples, processes and seeds"
	@echo "make guards     take each guard away in turn: which test turns red?"
	@echo "make mutation   which small changes of the rules does no test notice? (an hour or more; MODULES=... for some)"
	@echo "make lint       style, types, import floors, migrations, translations, system checks"
	@echo "make format     put the code into its format"
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
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header requirements-bench.in -o requirements-bench.txt

test-setup: setup-dev
	@$(BIN)/python -m tests.system

test: test-setup
	@$(BIN)/python -m tests.run all

test-fast:
	@sh scripts/bootstrap.sh --dev
	@$(BIN)/python -m tests.run fast

test-long: test-setup
	@$(BIN)/python -m tests.system long
	@$(BIN)/python -m tests.run long

guards: test-setup
	@$(BIN)/python -m tests.guards

mutation: setup-dev
	@$(BIN)/python scripts/mutation.py $(MODULES)

lint: test-setup
	@$(BIN)/python -m tests.run lint

format: setup-dev
	@$(BIN)/ruff check -q --fix .
	@$(BIN)/ruff format .

# FILES="a.tsv b.tsv" brings translations in; see scripts/update_translations.py
translations: test-setup
	@$(BIN)/python scripts/update_translations.py $(FILES)
