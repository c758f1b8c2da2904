# Two commands for people: make run, make test. The others are for those who change the code.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
TABLE ?=
ARGS ?=
BOARD_PACKAGES = adafruit-circuitpython-neopixel==6.4.2 \
  adafruit-circuitpython-pixelbuf==2.1.0 circuitpython-stubs==10.3.1
export PYTHON VENV
export PYTHONUNBUFFERED = 1

RUNS ?= 200000
FUZZ_S ?= 300
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-header pyproject.toml

.PHONY: run test check bench torture speed firmware lint messages ready ready-to-test browser \
  test-webkit clean fuzz audit sbom release lock peers mutate

# The service: with the simulated room, or with the hardware of TABLE=table.toml.
run: $(VENV)/.run
	@exec $(BIN)/companion run --port $(PORT) $(if $(TABLE),--table $(TABLE),--simulate) $(ARGS)

# Every test: the browser's, the firmware's and whole evenings too. Many of them wait: three at once.
# With chromium-headless-shell beside chromium the tests of the pages take half as long.
# The files in the order of tests/conftest.py: the longest are not the last.
test: ready-to-test lint build/packages/.done
	$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder

# The gate for every change, under a minute: format, lint, types, and the tests that need neither
# browser, board, device nor a service of their own.
check: lint
	$(BIN)/pytest -q -n 2 -m "not browser and not firmware and not slow" \
	  $(foreach folder,checks drivers evening firmware security web,--ignore=tests/$(folder))

# The pages in WebKit alone; make test leaves it out, and says so, where its driver is missing.
test-webkit: $(VENV)/.dev
	@setup/packages.sh webkit2gtk-driver xvfb
	$(BIN)/pytest tests/web/test_webkit.py

# The figures that we claim, measured here and now.
bench: $(VENV)/.dev
	$(BIN)/companion bench

# Those whom `companion bench --peers` compares us with, in .peers/ (docs/peers.md). Needs node.
peers: $(VENV)/.dev
	@setup/packages.sh npm
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .peers/octoprint
	$(BIN)/uv pip install --quiet --python .peers/octoprint OctoPrint==1.11.8 setuptools==84.2.1
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .peers/flask-socketio
	$(BIN)/uv pip install --quiet --python .peers/flask-socketio \
	  Flask-SocketIO==5.7.0 gevent==26.9.0 gevent-websocket==0.10.1
	npm install --prefix .peers/boardgame --no-audit --no-fund --no-save --silent boardgame.io@0.50.2

# What the pages cost a slow phone, and how soon they show a change, in this machine's browser.
speed: $(VENV)/.dev browser
	$(BIN)/pytest -q -s tests/web/test_speed.py

# Everything that may go wrong at a table, so many times, as a table; hours. Words of lines in ARGS.
torture: $(VENV)/.dev build/packages/.done
	$(BIN)/python -m tests.torture $(ARGS)
	$(if $(ARGS),,$(BIN)/pytest -n 2 --long -m long tests/games)

# Whether the tests of rules and bytes notice a wrong line: docs/mutants.md. Hours, at low priority;
# stopped, it goes on where it was. Patterns in ARGS, such as 'companion.games.snow_tails.play*'.
mutate: .mutate/.done
	test -e mutants/mutmut-stats.json || nice -n 19 .mutate/bin/mutmut run --max-children 1 'companion.games.x*'
	nice -n 19 .mutate/bin/python -m tests.mutation $(ARGS)

.mutate/.done: Makefile requirements.lock | $(VENV)/.dev
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .mutate
	$(BIN)/uv pip install --quiet --python .mutate --requirement requirements.lock \
	  mutmut==3.8.1 "babel<3" "hypothesis<7" "pytest<10" "pytest-timeout<3"
	@touch $@

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

# The README's pictures, and every journey on a phone and a television: build/screenshots/.
pictures: $(VENV)/.dev browser
	$(BIN)/python -m tests.evening.pictures
	$(BIN)/pytest -q tests/web/test_journeys.py

# Compile the catalogues after a change of their sentences.
messages: $(VENV)/.dev
	$(BIN)/pybabel compile --directory companion/locales --domain companion

# RUNS inputs for each target of the fuzzer, then FUZZ_S seconds of requests to the API.
fuzz: $(VENV)/.dev
	for target in link node lines frames imports acts; do \
	  $(BIN)/python -m tests.security.fuzz $$target $(RUNS) || exit 1; done
	$(BIN)/python -m tests.security.api $(FUZZ_S)

# Known holes in what the service is made of. Fails, too, if nobody could be asked.
audit: $(VENV)/.dev
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements.lock
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements-pi.lock

# What is given away, in dist/: the package, the locks it is installed with, its bill of materials,
# and everybody's sum. Only what is committed.
release: sbom
	@test -z "$$(git status --porcelain)" || { echo "Commit first: a release is what is committed."; exit 1; }
	@rm -rf dist
	$(BIN)/uv build --quiet --no-build-isolation --python $(BIN)/python --out-dir dist
	@rm -f dist/.gitignore
	@cp build/sbom.json requirements.lock requirements-pi.lock dist/
	cd dist && sha256sum * > SHA256SUMS && cat SHA256SUMS

# What a release is made of: a software bill of materials (CycloneDX), build/sbom.json.
sbom: $(VENV)/.dev
	@rm -rf build/bom
	$(PYTHON) -m venv --without-pip build/bom
	$(BIN)/uv pip install --quiet --python build/bom --require-hashes --requirement requirements.lock
	$(BIN)/uv pip install --quiet --python build/bom --no-deps --no-build-isolation .
	$(BIN)/cyclonedx-py environment build/bom --pyproject pyproject.toml \
	  --mc-type application --output-reproducible --output-file build/sbom.json

# The newest versions that pyproject.toml allows, with the hashes of all their files.
lock: $(VENV)/.dev
	$(LOCK) --upgrade --output-file requirements.lock
	$(LOCK) --upgrade --extra pi --extra mdns --output-file requirements-pi.lock

# What the service stands on is exactly what requirements.lock says, to the byte.
$(VENV)/.run: pyproject.toml requirements.lock | ready
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	$(BIN)/pip install --quiet --no-build-isolation --editable '.[dev]'
	@touch $@

# What apt has to bring: setup/packages.sh shows the line, asks, and installs.
ready:
	@setup/packages.sh python3 python3-venv

ready-to-test:
	@setup/packages.sh python3 python3-venv -- \
	  chromium chromium-headless-shell fonts-dejavu-core openssl

browser:
	@setup/packages.sh chromium fonts-dejavu-core

clean:
	rm -rf $(VENV) build dist *.egg-info
