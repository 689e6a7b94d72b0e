# Needs Python 3.11+ and make; everything else is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin
GAME ?= $(shell $(BIN)/python -c 'import camarilla; print(camarilla.games()[0])')
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
NEEDS := pyproject.toml constraints.txt

.PHONY: play test ahead collected sweep lint docs bench mutate clean
.DELETE_ON_ERROR:

play: .venv/play  ## open the site in a browser
	@$(BIN)/camarilla serve $(ARGS)

test: export CAMARILLA_COMPILE := quick
# Tests start many processes, which would otherwise all read the source.
test: export PYTHONDONTWRITEBYTECODE :=
test:  ## all tests but the heavy sweeps
	@$(MAKE) --no-print-directory -j 2 collected ahead
	@$(MAKE) --no-print-directory .venv/browser
	@$(BIN)/python -m pytest -n 3 --dist loadgroup $(ARGS)

ahead: .venv/laws  # beside the installation of what the tests need: together they take little longer than one of them
	@echo "Compiling what the tests need ..."
	@$(BIN)/python -m tests.ahead

collected: .venv/test  # by one process, which keeps what it compiled of tests and libraries for all workers
	@$(BIN)/python -m pytest --collect-only -qq >/dev/null || true

sweep: .venv/test .venv/browser  ## the heavy sweeps
	@$(BIN)/python -m pytest -m sweep $(ARGS)

lint: .venv/test  ## style, types, and which layer knows which
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports --no-cache && cd examples/backstairs && ../../$(BIN)/mypy

docs: .venv/test  ## the handbook as a site, which `camarilla docs` opens
	@$(BIN)/python tools/handbook.py && $(BIN)/camarilla docs --no-open

bench: .venv/bench  ## our speed beside our peers', into benchmarks/results.md
	@$(BIN)/python -m benchmarks.run $(ARGS)

mutate: .venv/test  ## change one thing in the rules at a time: do the clause tests notice?
	@$(BIN)/python -m camarilla.testing.mutate $(GAME) $(ARGS)

clean:  ## remove what was installed and compiled
	rm -rf .venv build dist src/camarilla/handbook .pytest_cache .hypothesis .ruff_cache .mypy_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@echo "Creating a virtual environment in .venv ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Camarilla needs Python 3.11 or newer: make PYTHON=...")'
	@$(PYTHON) -m venv .venv

.venv/play: $(NEEDS) | .venv/bin/python
	@echo "Installing Camarilla into .venv ..."
	@$(PIP) -e '.[lab,site]' && touch $@

.venv/laws: $(NEEDS) | .venv/bin/python
	@echo "Installing Camarilla and its laws into .venv ..."
	@$(PIP) --no-compile -e '.[lab,site,testing]' && touch $@ .venv/play

.venv/test: .venv/laws
	@echo "Installing what its tests need into .venv ..."
	@$(PIP) --no-compile -e '.[test]' && touch $@

.venv/browser: | .venv/bin/python
	@if ! command -v chromium >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium, in which the site is tested ..."; \
	  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium >/dev/null) || true; fi
	@command -v chromium >/dev/null && touch $@ || echo "There is no Chromium here: tests in a browser will be left out."

.venv/bench: .venv/test
	@echo "Installing the peers to compare with into .venv ..."
	@$(PIP) -e '.[bench]' && touch $@
