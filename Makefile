# The archive's commands; `make help` lists them. Written for GNU make 3.81, which macOS ships.
#
# Each set-up step leaves a stamp file and runs again only when what it read has changed.

PY := .venv/bin/python
ARCHIVE := .venv/bin/sysbench-archive
PIP := $(PY) -m pip install --disable-pip-version-check
PIP_DOWNLOAD := $(PY) -m pip download --disable-pip-version-check --quiet --require-hashes --no-deps --only-binary=:all:
# Those of the pyodide in package.json (its pyodide-lock.json names them).
PYODIDE_PLATFORM := pyemscripten_2026_0_wasm32
PYODIDE_PYTHON := 3.14
PORT ?= 8000
N ?= 10000
SNAPSHOT ?= snapshot
# One more than the smallest machine has processors: tests of servers and of pages mostly wait.
WORKERS ?= 3
UV ?= uv
GO ?= go
HTMLTEST := $(or $(wildcard .tools/bin/htmltest),$(shell command -v htmltest 2>/dev/null))
ACTIONLINT := .tools/bin/actionlint
ACTIONLINT_VERSION := v1.7.7
# Programs that make very many short-lived objects spend a sixth less time with room for them.
SPACIOUS := --max-semi-space-size=64
LINTS := lint-style lint-format lint-types lint-js lint-js-types lint-actions lint-workflows lint-image lint-schemas

.PHONY: help site node setup-capture wheel zipapp serve test test-fast test-all test-archive check engine snapshot limits addresses repository verify-linked lint $(LINTS) links bench screenshots lock schemas freeze clean distclean browser servers programs

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /  make \1~/p' Makefile | awk -F '~' '{ printf "%-18s %s\n", $$1, $$2 }'

setup-capture: .venv/.capture ## set up what measures and submits a result, and no more (Python alone, 45 MB)

site: node .venv/.site .venv/.wheels node_modules/.stamp ## set up and build public/ (BASE_URL=… for another address; BASE=origin/main: only what changed since)
	$(ARCHIVE) build $${BASE_URL:+--base-url "$$BASE_URL"} $${BASE:+--changed-since "$$BASE"} $(BUILD_FLAGS)

serve: .venv/.site ## show public/ in a browser (PORT=8000)
	@test -f public/index.html || { echo "public/ is empty: run make site first" >&2; exit 1; }
	@sh scripts/setup/serve.sh public $(PORT) "$${BASE_URL:-/}"

test: node .venv/.test .venv/.wheels .venv/.kept node_modules/.stamp browser servers programs ## set up, check every bundle, lint, run every test of the program (WORKERS=3)
	$(PY) -m pytest --numprocesses $(WORKERS) $(PYTEST_FLAGS)

# A folder is fast where its tests neither build pages nor start servers.
FAST := rules verdicts comparability derive tables pages words statistics sysbench bundle hardware
test-fast: .venv/.test ## test rules, verdicts and records in about a minute, without a browser or a build
	$(PY) -m pytest --numprocesses $(WORKERS) -q -m "not costly" $(wildcard $(FAST:%=tests/%)) $(PYTEST_FLAGS)

test-all: node .venv/.test .venv/.wheels .venv/.kept node_modules/.stamp browser servers programs ## the same, and look at every page of the whole archive
	$(PY) -m pytest --numprocesses $(WORKERS) -m "" $(PYTEST_FLAGS)

test-archive: node .venv/.test .venv/.wheels node_modules/.stamp browser ## look at every page of the whole archive, and do nothing else
	$(PY) -m pytest --numprocesses $(WORKERS) -m whole_archive $(PYTEST_FLAGS)

check: .venv/.site ## check every bundle (BASE=origin/main and PUBLISHED=addresses.json add what must stay)
	$(ARCHIVE) check --format "$${FORMAT:-text}" $${BASE:+--base "$$BASE"} $${PUBLISHED:+--published "$$PUBLISHED"}

lint: $(LINTS) ## ruff, mypy, ESLint, tsc, actionlint, zizmor, hadolint and the schemas' own schema

lint-style: .venv/.test
	$(PY) -m ruff check --no-cache scripts tests

lint-format: .venv/.test
	$(PY) -m ruff format --check scripts tests

lint-types: .venv/.test
	$(PY) -m mypy

lint-js: node_modules/.stamp
	node $(SPACIOUS) node_modules/.bin/eslint --max-warnings 0 .

lint-js-types: node_modules/.stamp
	node $(SPACIOUS) node_modules/.bin/tsc -p static/js
	node $(SPACIOUS) node_modules/.bin/tsc -p scripts/charts

lint-actions: $(ACTIONLINT)
	$(ACTIONLINT)

lint-workflows: .venv/.test
	.venv/bin/zizmor --persona=pedantic --offline --no-progress --quiet .github action.yml

lint-image: .venv/.test
	.venv/bin/hadolint Dockerfile

lint-schemas: .venv/.test
	$(PY) -m pytest -q tests/house/test_schemas.py

engine: .venv/.engine ## set up what a cluster needs (docs/operating.md)

links: $(if $(HTMLTEST),.venv/.site,.venv/.test) ## check every link of public/ (htmltest when installed, else lychee)
	@sh scripts/setup/links.sh public "$${BASE_URL:-/}"

snapshot: node .venv/.site .venv/.wheels .venv/.kept node_modules/.stamp ## cut the snapshot of a day into an empty folder (DAY=YYYY-MM-DD SNAPSHOT=snapshot)
	$(ARCHIVE) release --date "$(DAY)" --out "$(SNAPSHOT)"

limits: .venv/.site ## write into the operator's guide what public/ takes of hosts
	$(PY) scripts/measure_site.py public

addresses: .venv/.site ## write the archive's own addresses into the files that name them (PERMANENT=https://…, REPOSITORY=https://…)
	@$(PY) scripts/write_addresses.py "$(PERMANENT)" "$(REPOSITORY)"

repository: ## set labels, protection and pages of the repository on GitHub (REPO=OWNER/NAME; needs gh)
	@sh scripts/setup/repository.sh "$(REPO)"

verify-linked: .venv/.test ## look up figures of linked output in their sources: BUNDLES=5 drawn at random, fetched at their commits
	$(PY) scripts/verify_linked.py $(or $(BUNDLES),5) $(SEED)

bench: .venv/.test .venv/.wheels node_modules/.stamp ## measure every stage on N synthetic runs (N=10000)
	$(PY) scripts/bench.py $(N)

screenshots: .venv/.test browser ## picture every kind of page of public/ into screenshots/
	$(PY) scripts/screenshots/take.py public screenshots --readme docs/screenshots

lock: ## write requirements/*.txt anew from pyproject.toml (needs uv)
	UV="$(UV)" sh scripts/setup/lock.sh

schemas: .venv/.site ## write the generated schemas anew (after a change of a record type)
	$(PY) scripts/write_schemas.py

freeze: .venv/.site ## add new fields of the API to its frozen copy
	$(PY) scripts/freeze_api.py

clean: ## remove what a build generates
	rm -rf public screenshots data/derived resources .cache .hugo_build.lock

distclean: clean ## remove what set-up installed as well
	rm -rf .venv node_modules .tools .hypothesis .pytest_cache .mypy_cache .ruff_cache

# Asked before anything is downloaded: whoever lacks it should not wait for the rest first.
node:
	@sh scripts/setup/node.sh

wheel: .venv/.capture ## write dist/ with the wheel that contributors install
	$(PY) -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

zipapp: .venv/.capture ## write dist/sysbench-archive.pyz, one file for hosts without network
	$(PY) scripts/one_file/build.py dist/sysbench-archive.pyz

# Set-up. `.venv/bin/python` points at the system's interpreter: when that disappears, so does
# the target, and the environment is made again.
.venv/bin/python:
	@sh scripts/setup/venv.sh

.venv/.capture: .venv/bin/python requirements/build.txt requirements/capture.txt pyproject.toml setup.py
	@echo "==> Python requirements of a contributor (a few seconds)"
	$(PIP) --require-hashes -r requirements/build.txt -r requirements/capture.txt
	$(PIP) --quiet --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.site: .venv/bin/python requirements/build.txt requirements/site.txt pyproject.toml
	@echo "==> Python requirements (about half a minute the first time)"
	$(PIP) --require-hashes -r requirements/build.txt -r requirements/site.txt
	$(PIP) --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# For /check/, which runs the program in a browser: a wheel for Pyodide's Python, kept and not installed.
.venv/.wheels: .venv/.site requirements/browser.txt
	@echo "==> Python requirements of a page (a second)"
	rm -rf .venv/wheels
	$(PIP_DOWNLOAD) --platform $(PYODIDE_PLATFORM) --python-version $(PYODIDE_PYTHON) --dest .venv/wheels -r requirements/browser.txt
	@touch $@

# For snapshots, which carry what their site is built with.
.venv/.kept: .venv/.site
	@echo "==> Python requirements once more, as files that snapshots carry (a few seconds)"
	rm -rf .venv/kept
	$(PIP_DOWNLOAD) --dest .venv/kept -r requirements/build.txt -r requirements/site.txt
	@touch $@

.venv/.engine: .venv/.site requirements/engine.txt
	@echo "==> Python requirements of a cluster"
	$(PIP) --require-hashes -r requirements/engine.txt
	@touch $@

.venv/.test: .venv/.site requirements/test.txt
	@echo "==> Python test requirements (about a minute the first time)"
	$(PIP) --require-hashes -r requirements/test.txt
	@touch $@

node_modules/.stamp: package-lock.json package.json .npmrc
	@sh scripts/setup/node.sh
	@echo "==> Node requirements (a few seconds)"
	npm ci --no-audit --no-fund
	@touch $@

# Go's checksum database vouches for the version; there is nothing else to lock.
$(ACTIONLINT): Makefile
	@command -v $(GO) >/dev/null || sh scripts/setup/programs.sh go || { echo "actionlint needs Go to install: https://go.dev/doc/install, or set ACTIONLINT to an installed one" >&2; exit 1; }
	@echo "==> actionlint $(ACTIONLINT_VERSION) (about a minute the first time)"
	GOBIN="$(CURDIR)/.tools/bin" $(GO) install github.com/rhysd/actionlint/cmd/actionlint@$(ACTIONLINT_VERSION)
	@touch $@

browser:
	@sh scripts/setup/browser.sh

servers:
	@sh scripts/setup/servers.sh

# Without them the tests that run them are skipped, each with its reason.
programs:
	@sh scripts/setup/programs.sh curl unzip jq rsync bibtex biber valgrind Rscript $(if $(wildcard $(ACTIONLINT)),,go) || true
