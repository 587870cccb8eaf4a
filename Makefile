# Needs nothing but make and python3 (3.11 or newer): everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --editable

RUNS := runs
RUN := $(BIN)/garden odds --deals 1000000

.PHONY: odds test slow mutants check runs results bench clean

## The main job: the odds of two games.
odds: $(VENV)/installed
	@echo "Searching 10,000 deals of Trevi Garden. The first time, the search is compiled before: wait a little."
	@echo
	@$(BIN)/garden odds trevi --deals 10000
	@echo
	@$(BIN)/garden odds flower
	@echo
	@echo "The command is $(BIN)/garden: try $(BIN)/garden --help, or $(BIN)/garden solve trevi 8 --moves"

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n auto --dist worksteal

## The tests that take minutes.
slow: $(VENV)/installed-dev
	$(BIN)/python -m pytest -m slow

## Whether the tests notice faults that are put into the kernels, one at a time: a quarter of an hour.
## ONLY=trevi/kernel, or ONLY=17, takes some of them; JOBS=1 one at a time instead of two.
mutants: $(VENV)/installed-dev
	$(BIN)/python tests/mutants.py --jobs $(or $(JOBS),2) $(ONLY)

check: $(VENV)/installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python -m mypy

## The long runs behind results/: an hour or so of the processor. They go on where they were.
runs: $(VENV)/installed-dev
	mkdir -p $(RUNS)
	$(RUN) trevi --store $(RUNS)/trevi.db
	$(RUN) trevi --rule foundation-return=no --store $(RUNS)/trevi-no-return.db
	$(RUN) trevi --rule return-to-cell=yes --store $(RUNS)/trevi-return-to-cell.db
	$(RUN) stonewall --store $(RUNS)/stonewall.db
	$(RUN) stonewall --rule foundation-return=no --store $(RUNS)/stonewall-no-return.db
	$(BIN)/python -m benchmarks.lengths $(RUNS)/trevi-lengths.csv trevi
	$(BIN)/python -m benchmarks.lengths $(RUNS)/stonewall-lengths.csv stonewall

## What these runs found, as pages and charts.
results: $(VENV)/installed-dev
	$(BIN)/python -m benchmarks.searched $(RUNS)
	$(BIN)/python -m benchmarks.overview

## What it all costs, on a machine that does nothing else.
bench: $(VENV)/installed-dev
	$(BIN)/python -m benchmarks.run

clean:
	rm -rf $(VENV) build *.egg-info

$(VENV)/installed: pyproject.toml
	@echo "Setting up $(VENV), once: Garden, and the packages that it needs. Wait a little."
	$(PYTHON) -m venv $(VENV)
	$(PIP) .
	@touch $@

$(VENV)/installed-dev: pyproject.toml
	@echo "Setting up $(VENV), once: Garden, and the packages that its tests need. Wait a little."
	$(PYTHON) -m venv $(VENV)
	$(PIP) '.[dev,cluster]'
	@touch $@ $(VENV)/installed
