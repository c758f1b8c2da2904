# For everyone: make run, make test. The other targets are for development.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
TABLE ?=
ARGS ?=
BOARD_PACKAGES = adafruit-circuitpython-neopixel==6.4.2 \
  adafruit-circuitpython-pixelbuf==2.1.0 circuitpython-stubs==10.3.1
DEB = sled-companion_$(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)_all.deb
export PYTHON VENV
CATALOGUES := $(wildcard companion/locales/*/LC_MESSAGES/companion.po)
export PYTHONUNBUFFERED = 1
# Compiled modules are kept: the tests start the service some hundred times.
unexport PYTHONDONTWRITEBYTECODE

RUNS ?= 200000
FUZZ_S ?= 300
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-header pyproject.toml

.PHONY: run test check hall bench torture speed firmware lint messages ready ready-to-test browser \
  test-webkit clean fuzz audit sbom release package-test vm lock peers mutate pictures

# The service, with the simulated room or with the hardware in TABLE=table.toml.
run: $(VENV)/.run
	@exec $(BIN)/companion run --port $(PORT) $(if $(TABLE),--table $(TABLE),--simulate) $(ARGS)

# All tests, with browser, firmware and whole evenings. Many of them wait, so six run at once.
# With chromium-headless-shell installed besides chromium the page tests take half as long.
# tests/conftest.py orders the files so that the longest do not come last.
test: ready-to-test lint build/packages/.done
	$(BIN)/pytest -n 6 --dist loadfile --no-loadscope-reorder

# The gate for every commit, under a minute: format, lint, types, and the tests that need no
# browser, board, device or service of their own.
check: lint
	$(BIN)/pytest -q -n 2 -m "not browser and not firmware and not slow" \
	  $(foreach folder,doctor drivers evening firmware guides security web,--ignore=tests/$(folder))

# The pages in WebKit only; make test skips them, and says so, if the driver is missing.
test-webkit: $(VENV)/.dev
	@setup/packages.sh webkit2gtk-driver xvfb
	$(BIN)/pytest tests/web/test_webkit.py

# An example hall: six simulated tables race on a private broker (docs/hall.md). PORT: of its pages.
hall: $(VENV)/.dev
	@exec env PORT=$(if $(filter-out file,$(origin PORT)),$(PORT),8100) $(BIN)/python -m companion.bench.example_hall

# Measures the published figures on this machine.
bench: $(VENV)/.dev
	$(BIN)/companion bench

# The service beside OctoPrint, Flask-SocketIO and boardgame.io (docs/peers.md). Needs node.
peers: .peers/.done
	$(BIN)/python -m tests.peers $(ARGS)

.peers/.done: Makefile | $(VENV)/.dev
	@setup/packages.sh npm
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .peers/octoprint
	$(BIN)/uv pip install --quiet --python .peers/octoprint OctoPrint==1.11.8 setuptools==84.2.1
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .peers/flask-socketio
	$(BIN)/uv pip install --quiet --python .peers/flask-socketio \
	  Flask-SocketIO==5.7.0 gevent==26.9.0 gevent-websocket==0.10.1
	npm install --prefix .peers/boardgame --no-audit --no-fund --no-save --silent boardgame.io@0.50.2
	@touch $@

# Page weight on a slow phone, and how soon a page shows a change, in this machine's browser.
speed: $(VENV)/.dev browser
	$(BIN)/pytest -q -s tests/web/test_speed.py

# Every fault that can happen at a table, many times over, reported as a table. Takes hours.
# ARGS: words of the lines to run.
torture: $(VENV)/.dev build/packages/.done
	$(BIN)/python -m tests.torture $(ARGS)
	$(if $(ARGS),,$(BIN)/pytest -n 2 --long tests/games tests/evening tests/protocols tests/security)

# Whether the tests of rules and protocols notice a wrong line: docs/mutants.md. Takes hours, at low
# priority; resumes if stopped. Patterns in ARGS, such as 'companion.games.snow_tails.play*'.
mutate: .mutate/.done
	nice -n 19 .mutate/bin/mutmut run --max-children 2 $(ARGS)
	.mutate/bin/mutmut results

.mutate/.done: Makefile requirements.lock | $(VENV)/.dev
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .mutate
	$(BIN)/uv pip install --quiet --python .mutate --requirement requirements.lock \
	  mutmut==3.8.1 "babel<3" "hypothesis<7" "pytest<10" "pytest-timeout<3"
	@touch $@

# The folder to copy onto a seat's board (companion firmware install DRIVE): build/firmware/.
firmware: build/packages/.done $(VENV)/.run
	$(BIN)/python -m companion.cli.firmware build/packages

# The pixel library for the board, and type stubs for its modules and pins (for the tests).
build/packages/.done: Makefile | $(VENV)/.run
	$(BIN)/pip install --quiet --no-deps --upgrade --target build/packages $(BOARD_PACKAGES)
	@touch $@

lint: $(VENV)/.dev
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy

# The README's pictures, and screenshots of every journey on phone and television, in
# build/screenshots/.
pictures: $(VENV)/.dev browser
	$(BIN)/python -m tests.pictures
	$(BIN)/pytest -q tests/web/test_journeys.py

# Compiles the catalogues after a change of their sentences; run, test and check do so, too.
messages: $(VENV)/.run

# RUNS inputs for each fuzzing target, then FUZZ_S seconds of requests to the API.
fuzz: $(VENV)/.dev
	for target in link node lines frames imports acts; do \
	  $(BIN)/python -m tests.security.fuzz $$target $(RUNS) || exit 1; done
	$(BIN)/python -m tests.security.api $(FUZZ_S)

# Checks the dependencies for known vulnerabilities. Also fails if the database is unreachable.
audit: $(VENV)/.dev
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements.lock
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements-pi.lock
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements-hall.lock

# A release in dist/: the package, the Debian package, the lock files, the bill of materials, and all
# checksums. Needs a clean working tree.
release: sbom firmware
	@test -z "$$(git status --porcelain)" || { echo "Commit first: a release contains only committed files."; exit 1; }
	@rm -rf dist
	$(BIN)/uv build --quiet --no-build-isolation --python $(BIN)/python --out-dir dist
	@rm -f dist/.gitignore
	$(BIN)/python setup/debian_package.py dist/*.whl build/firmware dist/$(DEB)
	@cp build/sbom.json requirements.lock requirements-pi.lock requirements-hall.lock dist/
	cd dist && sha256sum * > SHA256SUMS && cat SHA256SUMS

# Installs, upgrades, removes and purges the Debian package in a fresh Debian (debootstrap, as root).
package-test: firmware $(VENV)/.dev
	@rm -rf build/wheel && mkdir -p build/wheel
	$(BIN)/uv build --quiet --wheel --no-build-isolation --python $(BIN)/python --out-dir build/wheel
	$(BIN)/python setup/debian_package.py build/wheel/*.whl build/firmware build/wheel/$(DEB)
	$(BIN)/python -m tests.package build/wheel/$(DEB)

# Walks docs/raspberry-pi.md on a Debian machine that boots (QEMU, as root): docs/vm.md. ARGS: parts.
vm: $(VENV)/.dev
	@setup/packages.sh mmdebstrap openssh-client qemu-system-x86 qemu-utils
	$(BIN)/python -m tests.vm $(ARGS)

# The software bill of materials of a release (CycloneDX), build/sbom.json.
sbom: $(VENV)/.dev
	@rm -rf build/bom
	$(PYTHON) -m venv --without-pip build/bom
	$(BIN)/uv pip install --quiet --python build/bom --require-hashes --requirement requirements.lock
	$(BIN)/uv pip install --quiet --python build/bom --no-deps --no-build-isolation .
	$(BIN)/cyclonedx-py environment build/bom --pyproject pyproject.toml \
	  --mc-type application --output-reproducible --output-file build/sbom.json

# Locks the newest versions that pyproject.toml allows, with the hashes of all their files.
lock: $(VENV)/.dev
	$(LOCK) --upgrade --extra build --output-file requirements.lock
	$(LOCK) --upgrade --extra build --extra pi --extra mdns --extra hall --output-file requirements-pi.lock
	$(LOCK) --upgrade --extra build --extra hall-server --output-file requirements-hall.lock

# The service runs on exactly the files in requirements.lock, verified by hash.
$(VENV)/.run: pyproject.toml setup.py requirements.lock $(CATALOGUES) | ready
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	$(BIN)/pip install --quiet --no-build-isolation --editable '.[dev]'
	@touch $@

# System packages: setup/packages.sh shows the apt line, asks, and installs.
ready:
	@setup/packages.sh python3 python3-venv

ready-to-test:
	@setup/packages.sh python3 python3-venv -- \
	  chromium chromium-headless-shell fonts-dejavu-core haproxy libatomic1 mosquitto nats-server \
	  openssl postgresql

browser:
	@setup/packages.sh chromium fonts-dejavu-core libatomic1

clean:
	rm -rf $(VENV) build dist *.egg-info
