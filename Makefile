# Two commands for people: make run, make test. The others are for those who change the code.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
TABLE ?=
ARGS ?=
BOARD_PACKAGES = adafruit-circuitpython-neopixel==6.4.2 \
  adafruit-circuitpython-pixelbuf==2.1.0 circuitpython-stubs==10.3.1
CHROMIUM ?= /usr/bin/chromium
export PYTHONUNBUFFERED = 1

.PHONY: run test check bench speed firmware lint messages ready browser test-webkit clean

# The service: with the simulated room, or with the hardware of TABLE=table.toml.
run: $(VENV)/.run
	@exec $(BIN)/companion run --port $(PORT) $(if $(TABLE),--table $(TABLE),--simulate) $(ARGS)

# Every test: the browser's, the firmware's and the long ones too.
test: lint browser build/packages/.done
	$(BIN)/pytest -n 2 --dist loadfile

# The gate for every change, under a minute: format, lint, types, and the tests that need neither
# browser, board, device nor a service of their own.
check: lint
	$(BIN)/pytest -q -n 2 -m "not browser and not firmware and not slow" \
	  $(foreach folder,checks drivers evening firmware web,--ignore=tests/$(folder))

# The pages in WebKit alone; make test leaves it out, and says so, where its driver is missing.
test-webkit: $(VENV)/.dev
	@command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null || \
	  { echo "WebKit is missing. Install it with: sudo apt install --no-install-recommends webkit2gtk-driver xvfb"; exit 1; }
	$(BIN)/pytest tests/web/test_webkit.py

# The figures that we claim, measured here and now.
bench: $(VENV)/.dev
	$(BIN)/companion bench

# What the pages cost a slow phone, and how soon they show a change, in this machine's browser.
speed: $(VENV)/.dev browser
	$(BIN)/pytest -q -s tests/web/test_speed.py

# The folder to copy onto a seat's board (companion firmware install DRIVE): build/firmware/.
firmware: build/packages/.done $(VENV)/.run
	$(BIN)/python -m companion.firmware_kit build/packages

# The pixels' library for the board, and what tells its modules and pins (for the tests).
build/packages/.done: Makefile | $(VENV)/.run
	$(BIN)/pip install --quiet --no-deps --upgrade --target build/packages $(BOARD_PACKAGES)
	@touch $@

lint: $(VENV)/.dev
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy

# The README's pictures, made by the tests' browser.
pictures: $(VENV)/.dev browser
	$(BIN)/python -m tests.evening.pictures

# Compile the catalogues after a change of their sentences.
messages: $(VENV)/.dev
	$(BIN)/pybabel compile --directory companion/locales --domain companion

$(VENV)/.run: pyproject.toml | ready
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | ready
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.run

ready:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Python 3.11 or newer is missing. Install it with: sudo apt install python3 python3-venv"; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "python3-venv is missing. Install it with: sudo apt install python3-venv"; exit 1; }

browser:
	@test -x $(CHROMIUM) || \
	  { echo "Chromium is missing, the pages cannot be tested. Install it with: sudo apt install chromium"; exit 1; }

clean:
	rm -rf $(VENV) build dist *.egg-info
