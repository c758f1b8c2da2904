# Two commands for people: make run, make test. The others are for those who change the code.
PYTHON ?= python3
VENV := .venv
PORT ?= 8000
TABLE ?=
ARGS ?=
export PYTHONUNBUFFERED = 1

.PHONY: run test check bench setup setup-dev clean

run: setup
	$(VENV)/bin/companion run --port $(PORT) $(if $(TABLE),--table $(TABLE),--simulate) $(ARGS)

setup: $(VENV)/.installed
setup-dev: $(VENV)/.installed-dev

clean:
	rm -rf $(VENV) build dist *.egg-info
