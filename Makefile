# `make help` lists the targets. The work itself is in scripts/.

.DEFAULT_GOAL := help
.PHONY: help demo demo-all package test test-random test-firefox test-model test-clients try-doors try-trac check docs bench

# rustup installs here; a shell that was open before does not know it yet.
export PATH := $(PATH):$(HOME)/.cargo/bin

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 22

demo: ## Build the program and run a tour of one minute
	@scripts/prepare build browser
	@scripts/say "Building the program (a few minutes the first time)"
	@cargo build --profile demo --locked --bin lemmascope --bin lemmascope-sites
	@scripts/demo "$$(scripts/program demo)"

demo-all: ## Build the program and demonstrate every feature
	@scripts/prepare build browser
	@scripts/say "Building the program (a few minutes the first time)"
	@cargo build --profile demo --locked --bin lemmascope --bin lemmascope-sites
	@scripts/demo-all "$$(scripts/program demo)"

package: ## Build a tarball and a Debian package in target/package, and test both
	@scripts/prepare build browser
	@scripts/say "Building the release (this takes long)"
	@cargo build --release --locked --bin lemmascope
	@scripts/package "$$(scripts/program release)" target/package
	@scripts/say "Testing the packages"
	@scripts/try-package target/package

# The benchmarks depend on peers, which take long to build and which no test needs.
TESTED := --workspace --exclude lemmascope-bench

# Clippy replaces the compiler, so that one build is both linted and tested. A separate run of clippy would build all
# dependencies a second time.
LINTED := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__

# Many tests wait for a browser, a timeout or another process, so each of the two binaries that run at a time runs one test for each
# core. With more, tests of pages that hang exceed their time limits.
THREADS := $(shell nproc 2>/dev/null || echo 1)

# Random inputs are the same in every run. `make test-random` draws new ones.
SEED ?= 20261119

test: ## Install test dependencies, lint, and run every test
	@scripts/prepare build check
	@scripts/say "Checking the format"
	@cargo fmt --all --check
	@scripts/make-clients --check
	@scripts/say "Building, with clippy, and linting the JavaScript"
	@# The other two wait for the network, the build for the processor.
	@scripts/prepare postgres nats terminal browser shell desktop & installing=$$!; \
	scripts/lint-javascript & linting=$$!; \
	$(LINTED) cargo test $(TESTED) --locked --no-run || { wait; exit 1; }; \
	wait $$linting && wait $$installing
	@scripts/say "Running the tests and the demos"
	@# The demos run the programs that the tests are run with; a separate build would build the dependencies again.
	@$(LINTED) RUST_TEST_THREADS=$(THREADS) PROPTEST_RNG_SEED=$(SEED) TEST_HEADLESS_SHELL="$$(command -v chromium-headless-shell)" \
		scripts/run-tests $(TESTED) --locked \
		--beside "scripts/demo $$(scripts/program debug)" --beside "scripts/demo-all $$(scripts/program debug)"
	@scripts/say "All checks and tests passed."

test-random: ## Run the property tests with RUNS fresh seeds (20 by default)
	@scripts/prepare build
	@scripts/run-tests --random $(or $(RUNS),20) $(TESTED) --locked

test-firefox: ## Run the page tests on Firefox, and some of them on a Selenium Grid
	@scripts/prepare build
	@scripts/test-firefox $(if $(ALL),--all)

test-model: ## Compare the recorded model answers with a real small language model
	@scripts/prepare build desktop
	@scripts/model cargo test --workspace --locked --test it -- model::

test-clients: ## Test the Python and TypeScript clients against a real server
	@scripts/prepare build browser
	@cargo build --locked --bin lemmascope --bin lemmascope-sites
	@scripts/test-clients "$$(scripts/program debug)"

try-trac: ## Test the Trac pack against a Trac server, installed temporarily from PyPI
	@scripts/prepare build browser
	@cargo build --locked --bin lemmascope
	@scripts/try-trac-pack "$$(scripts/program debug)"

try-doors: ## Test the server with public conformance testers of its protocols
	@scripts/prepare build browser
	@cargo build --locked --bin lemmascope
	@scripts/try_doors "$$(scripts/program debug)" $(if $(SECONDS),--seconds "$(SECONDS)")

check: ## Check formatting, lints and documentation
	@scripts/prepare build check
	@scripts/say "Checking the format"
	@cargo fmt --all --check
	@scripts/say "Running clippy"
	@cargo clippy --workspace --all-targets --locked -- -D warnings
	@scripts/say "Linting the JavaScript"
	@scripts/lint-javascript
	@scripts/make-clients --check
	@scripts/say "Building the documentation"
	@RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

docs: ## Regenerate the reference pages, after a change to a signature or setting
	@scripts/prepare build
	@UPDATE_DOCS=1 cargo test -p lemmascope-desktop -p lemmascope-cli --locked --test it reference
	@scripts/make-clients

bench: ## Run the benchmarks, compared with peers
	@scripts/bench
	@scripts/bench-web
	@scripts/bench-sheets
	@scripts/bench-doors
	@scripts/bench-board
	@cargo bench --quiet --package lemmascope-bench --bench board
	@scripts/bench-documents $(if $(PAPERS),--papers "$(PAPERS)")
	@cargo bench --quiet --package lemmascope-bench --bench reading -- $(if $(SENTENCES),--data "$(SENTENCES)")
