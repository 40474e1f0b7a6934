# Two commands: `make reproduce` runs the paper, `make test` runs the tests. Both make their own
# virtual environment first. See README.md.
PYTHON ?= python3
VENV := .venv
PROFILE := --workflow-profile workflow/profiles/default
PYTEST_ARGS ?=
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)

.PHONY: help reproduce smoke test lint reference lock clean

help:
	@echo "make reproduce   run the paper: data, predictions, tables, figures (into results/)"
	@echo "make smoke       run a tiny subset (into results/smoke/)"
	@echo "make test        run linters and tests"
	@echo "make reference   run the paper ten times over; results/reference and README.md get its results"
	@echo "make lock        refresh envs/*.txt from pyproject.toml (needs uv)"
	@echo "make clean       delete the virtual environment and Snakemake's state"

reproduce: $(VENV)/ready
	snakemake $(PROFILE) --cores all

smoke: $(VENV)/ready
	snakemake $(PROFILE) --cores all --configfile config/smoke.yaml

test: lint
	pytest -n auto --dist loadgroup $(PYTEST_ARGS)

reference: $(VENV)/ready
	snakemake readings $(PROFILE) --cores all
	snakemake reference $(PROFILE) --cores all --configfile config/thorough.yaml

lint: $(VENV)/ready
	ruff check .
	ruff format --check .
	snakefmt --check Snakefile workflow
	snakemake --lint
	snakemake --lint --configfile config/smoke.yaml

# Everything that is installed is pinned by hash; the package itself is linked to this checkout.
$(VENV)/ready: envs/requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 $(MAKECMDGOALS)")'
	$(PYTHON) -m venv --clear $(VENV)
	python -m pip install --quiet --require-hashes -r envs/requirements.txt
	python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

lock:
	uv lock --upgrade
	uv export --quiet --locked --all-groups --no-emit-project --no-header \
		--format requirements-txt --output-file envs/requirements.txt
	uv export --quiet --locked --no-default-groups --extra extended --no-emit-project --no-header \
		--format requirements-txt --output-file envs/extended.txt

clean:
	rm -rf $(VENV) .snakemake
