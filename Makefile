# Needs Python 3.11 or newer with pip and venv. The lock files name everything else.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/runtime.installed
DEV := $(VENV)/dev.installed
CLIENTS := $(VENV)/clients.installed
# Not the script `wonderful`: its first line breaks in folders with unusual names.
WONDERFUL := $(BIN)/python -m service.commands.cli
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# The tests start hundreds of processes: each would compile all modules again if Python were told to keep no bytecode.
TEST_PYTHON := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python
DEALT := --dist loadscope --no-loadscope-reorder -rfE
# Slow tests wait for other processes, fast ones for nothing: more workers than cores would be in each other's way.
PYTEST := $(TEST_PYTHON) -m pytest -n 4 $(DEALT)
PYTEST_FAST := $(TEST_PYTHON) -m pytest -n 2 $(DEALT)
CLIENTS_IF_POSSIBLE = $(MAKE) -s clients >$(VENV)/clients.log 2>&1 || \
	echo "The generators of clients could not be installed, see $(VENV)/clients.log: their tests are skipped."

.PHONY: help install run demo extras clients test test-fast verify check check-page bench screens golden dictionary vectors bodies lock clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' Makefile | expand -t 12

install: $(RUNTIME)  ## install what the service needs, for a user who cannot write here
	@$(BIN)/python -m compileall -q bots client events game projections service store transparency

run: $(RUNTIME)  ## start the whole service: Redis server, web, projector, workers
	@exec $(WONDERFUL) up

demo: $(RUNTIME)  ## play a game through the API and print the result
	@exec $(WONDERFUL) demo

extras: $(RUNTIME)  ## install the libraries of EXTRAS (buckets, cluster, dataset, otel, push, train), such as EXTRAS=push,dataset
	@test -n "$(EXTRAS)" || { echo "Name them: make extras EXTRAS=push,dataset" >&2; exit 1; }
	@$(PIP) install --no-build-isolation -c requirements-dev.lock -e '.[$(EXTRAS)]'

clients: $(CLIENTS)  ## install what writes clients from openapi.yaml; their tests are skipped without it

test: $(DEV)  ## run the tests, long ones in a short form
	@$(CLIENTS_IF_POSSIBLE)
	$(PYTEST)

test-fast: $(DEV)  ## run the tests without the slow ones
	$(PYTEST_FAST) -m "not slow and not verify"

verify: $(DEV)  ## run the long forms of the tests from a fresh SEED, and keep a stamp if they are green
	@$(CLIENTS_IF_POSSIBLE)
	@$(TEST_PYTHON) -m tests.verify -n 4 $(DEALT)

check: $(DEV)  ## check format, lint, types, imports, openapi.yaml, docs/errors.md and the page's scripts
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m ruff check --quiet
	$(BIN)/python -m mypy
	@cd client && ../$(BIN)/python -m mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m tests.recorded_bodies --check
	$(WONDERFUL) openapi --check
	@if $(MAKE) -s clients >$(VENV)/clients.log 2>&1 || test -n "$$REQUIRE_CLIENTS"; then $(MAKE) check-page; else \
		echo "node could not be installed, see $(VENV)/clients.log: the scripts of the page are not checked."; fi

check-page: $(CLIENTS)  ## check types and lint of the page's scripts, and run their unit tests
	@mkdir -p build
	@$(NODE) $(MODULES)/openapi-typescript/bin/cli.js openapi.yaml -o build/api.d.ts >/dev/null
	$(NODE) $(MODULES)/typescript/bin/tsc
	$(NODE) $(MODULES)/eslint/bin/eslint.js service/web tests/web
	$(NODE) --test --test-reporter=dot "tests/web/unit/**/*.test.js"

bench: $(DEV)  ## run the benchmarks
	$(BIN)/python -m tests.bench

screens: $(DEV)  ## write pictures of the page's screens to var/screens/
	$(BIN)/python -m tests.web.screens

golden: $(DEV)  ## write the golden games again; review the diff before you commit it
	$(BIN)/python -m tests.golden

dictionary: $(DEV)  ## make the dictionary for archived games; give a new one a new number
	$(BIN)/python -m tests.archive_dictionary

vectors: $(DEV)  ## record again the games that the folds of the example and the page read
	$(BIN)/python -m tests.fold

bodies: $(DEV)  ## record again the bodies that openapi.yaml shows; review the diff before you commit it
	$(BIN)/python -m tests.recorded_bodies
	$(WONDERFUL) openapi

# Keeps locked versions that still satisfy requirements*.in; `make lock UPGRADE=--upgrade` takes the newest.
COMPILE = "$$tools/bin/pip-compile" -q --strip-extras --allow-unsafe $(UPGRADE) \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

lock:  ## write the lock files from requirements*.in
	@tools=$$(mktemp -d) && trap 'rm -rf "$$tools"' EXIT && export CUSTOM_COMPILE_COMMAND="make lock" && \
	python3 -m venv "$$tools" && "$$tools/bin/pip" install -qq pip-tools==7.6.2 && \
	$(COMPILE) -o requirements.lock requirements.in && \
	$(COMPILE) -o requirements-dev.lock requirements-dev.in && \
	$(COMPILE) -o requirements-clients.lock requirements-clients.in
	@$(MAKE) clients
	@$(call NPM,$(NPM_FOLDER)) install --package-lock-only --omit-lockfile-registry-resolved

clean: plain  ## remove generated files; games in var/ stay
	rm -rf $(VENV) build *.egg-info client/build client/*.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

PYTHON = $(shell for python in python3.11 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)

# What `pip install .` leaves: a copy of the program, which `wonderful` would run instead of the sources. An installation with
# one is made again.
COPY := $(wildcard $(VENV)/lib/python*/site-packages/service/__init__.py)
.PHONY: $(COPY)

# Each stamp file is touched last. If it is missing (first run, or interrupted), the environment is built from scratch.
$(RUNTIME): requirements.lock pyproject.toml client/pyproject.toml $(COPY)
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed" >&2; exit 1; }
	@echo "Installing the locked packages into $(VENV)"
	@test -e $@ || $(PYTHON) -m venv --clear $(VENV)
	@rm -f $@ $(DEV)
	@$(PIP) install --no-deps -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e . -e client
	@touch $@

$(DEV): requirements-dev.lock $(RUNTIME)
	@echo "Installing the locked development packages into $(VENV)"
	@rm -f $@ $(RUNTIME)
	@$(PIP) install --no-deps -r requirements-dev.lock
	@touch $(RUNTIME) $@

NODE := $(VENV)/clients/bin/node
MODULES := $(VENV)/clients/node_modules
NPM_FOLDER := tests/generated_clients
# node trusts the certificates that the machine trusts, as pip does.
NPM = bin=$$PWD/$(VENV)/clients/bin && cd $(1) && NODE_OPTIONS=--use-system-ca \
	"$$bin/npm" --no-audit --no-fund --no-update-notifier --loglevel=error

# An environment of its own, in the other one's folder: its pins need not suit ours.
$(CLIENTS): requirements-clients.lock $(NPM_FOLDER)/package-lock.json | $(RUNTIME)
	@echo "Installing the locked generators of clients into $(VENV)/clients"
	@rm -rf $@ $(VENV)/clients
	@$(PYTHON) -m venv $(VENV)/clients
	@$(VENV)/clients/bin/python -m pip --disable-pip-version-check -qq install --no-deps -r requirements-clients.lock
	@cp $(NPM_FOLDER)/package.json $(NPM_FOLDER)/package-lock.json $(VENV)/clients
	@$(call NPM,$(VENV)/clients) ci --ignore-scripts >/dev/null
	@touch $@
