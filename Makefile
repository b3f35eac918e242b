# Needs Python 3.11 or newer with pip and venv; the rest comes with the lock files.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/runtime.installed
DEV := $(VENV)/dev.installed
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal

.PHONY: help run demo test test-fast soak check bench golden lock clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' Makefile | expand -t 12

run: $(RUNTIME)  ## start everything: server, web, projector, worker
	@exec $(BIN)/wonderful up

demo: $(RUNTIME)  ## watch a game played through the API
	@exec $(BIN)/wonderful demo

test: $(DEV)  ## all tests
	$(PYTEST)

test-fast: $(DEV)  ## the tests without the slow ones
	$(PYTEST) -m "not slow"

soak: $(DEV)  ## kill the Redis server 50 times (SOAK_KILLS) while 16 clients play: nothing is lost
	SOAK_KILLS=$${SOAK_KILLS:-50} $(BIN)/python -m pytest -s tests/end_to_end/test_nothing_lost.py

check: $(DEV)  ## format, lint, types, imports, openapi.yaml
	$(BIN)/ruff format --check
	$(BIN)/ruff check --quiet
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/wonderful openapi --check

bench: $(DEV)  ## measure
	$(BIN)/python -m tests.bench

golden: $(DEV)  ## write the golden games anew; read the difference before committing it
	$(BIN)/python -m tests.golden

# Keeps the versions that still fit; `make lock UPGRADE=--upgrade` takes the newest.
COMPILE = "$$tools/bin/pip-compile" -q --strip-extras --allow-unsafe $(UPGRADE) \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

lock:  ## write the lock files from requirements*.in
	@tools=$$(mktemp -d) && trap 'rm -rf "$$tools"' EXIT && export CUSTOM_COMPILE_COMMAND="make lock" && \
	python3 -m venv "$$tools" && "$$tools/bin/pip" install -qq pip-tools==7.6.2 && \
	$(COMPILE) -o requirements.lock requirements.in && \
	$(COMPILE) -o requirements-dev.lock requirements-dev.in

clean:  ## remove what make and the tools made; games in var/ stay
	rm -rf $(VENV) build *.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

PYTHON = $(shell for python in python3.11 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)

# Each stamp is touched last. Without one (first time, interrupted) the environment is made from scratch.
$(RUNTIME): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed" >&2; exit 1; }
	@echo "Installing the locked packages into $(VENV)"
	@test -e $@ || $(PYTHON) -m venv --clear $(VENV)
	@rm -f $@ $(DEV)
	@$(PIP) install --no-deps -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(DEV): requirements-dev.lock $(RUNTIME)
	@echo "Installing the locked development packages into $(VENV)"
	@rm -f $@ $(RUNTIME)
	@$(PIP) install --no-deps -r requirements-dev.lock
	@touch $(RUNTIME) $@
