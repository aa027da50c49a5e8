# `make help` lists what can be asked for. The work itself is in scripts/.

.DEFAULT_GOAL := help
.PHONY: help demo demo-all package test test-firefox test-model test-clients try-doors try-trac check docs bench

# rustup installs here; a shell that was open before does not know it yet.
export PATH := $(PATH):$(HOME)/.cargo/bin

help: ## List what can be asked for
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 19

demo: ## Build the program and take a tour of a minute
	@scripts/prepare build browser
	@scripts/say "Building the program (a few minutes the first time)"
	@cargo build --profile demo --locked --bin lemmascope --bin lemmascope-sites
	@scripts/demo "$$(scripts/program demo)"

demo-all: ## Build the program and watch everything that it does
	@scripts/prepare build browser
	@scripts/say "Building the program (a few minutes the first time)"
	@cargo build --profile demo --locked --bin lemmascope --bin lemmascope-sites
	@scripts/demo-all "$$(scripts/program demo)"

package: ## Build a tarball and a Debian package into target/package, and try both
	@scripts/prepare build browser
	@scripts/say "Building the program for a release (this takes long)"
	@cargo build --release --locked --bin lemmascope
	@scripts/package "$$(scripts/program release)" target/package
	@scripts/say "Trying the packages"
	@scripts/try-package target/package

# The benchmarks bring peers, which take long to build and which no test needs.
TESTED := --workspace --exclude lemmascope-bench

# Clippy stands in the place of the compiler, so that one build is looked over and tried. On its own it would have all
# dependencies built a second time.
LINTED := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__

# Most tests wait for a browser, a timeout or another process, so twice as many run at a time as there are cores.
THREADS := $(shell expr 2 \* $$(nproc 2>/dev/null || echo 1))

test: ## Install what the tests need, look the code over, and run every test
	@scripts/prepare build check
	@scripts/say "Checking the format"
	@cargo fmt --all --check
	@scripts/say "Looking the scanner's JavaScript over"
	@scripts/lint-javascript
	@scripts/make-clients --check
	@scripts/say "Building, and looking for what clippy would not write"
	@# What the tests need is installed meanwhile: one waits for the network, the other for the processor.
	@scripts/prepare postgres nats terminal browser desktop & installing=$$!; \
	$(LINTED) cargo test $(TESTED) --locked --no-run || { wait; exit 1; }; \
	wait $$installing
	@scripts/say "Running the tests"
	@$(LINTED) RUST_TEST_THREADS=$(THREADS) cargo test $(TESTED) --locked --no-fail-fast
	@scripts/say "Running the demos"
	@# The programs are those that the tests were run with: a build of their own would build the dependencies anew.
	@scripts/demo "$$(scripts/program debug)" >/dev/null & tour=$$!; \
	scripts/demo-all "$$(scripts/program debug)" >/dev/null || { wait; exit 1; }; \
	wait $$tour
	@scripts/say "All checks and tests passed."

test-firefox: ## Run the tests of pages on Firefox, and some on a Selenium Grid
	@scripts/prepare build
	@scripts/test-firefox $(if $(ALL),--all)

test-model: ## Serve a small language model, and play what was recorded from it against it
	@scripts/prepare build desktop
	@scripts/model cargo test --workspace --locked --test it -- model::

test-clients: ## Try the clients for Python and TypeScript on a real server
	@scripts/prepare build browser
	@cargo build --locked --bin lemmascope --bin lemmascope-sites
	@scripts/test-clients "$$(scripts/program debug)"

try-trac: ## Try the pack for Trac on a Trac server, which is installed from PyPI for the while
	@scripts/prepare build browser
	@cargo build --locked --bin lemmascope
	@scripts/try-trac-pack "$$(scripts/program debug)"

try-doors: ## Try the server with the public testers of its protocols
	@scripts/prepare build browser
	@cargo build --locked --bin lemmascope
	@scripts/try_doors "$$(scripts/program debug)" $(if $(SECONDS),--seconds "$(SECONDS)")

check: ## Check the format, the lints of everything and the documentation
	@scripts/prepare build check
	@scripts/say "Checking the format"
	@cargo fmt --all --check
	@scripts/say "Looking for what clippy would not write"
	@cargo clippy --workspace --all-targets --locked -- -D warnings
	@scripts/say "Looking the scanner's JavaScript over"
	@scripts/lint-javascript
	@scripts/make-clients --check
	@scripts/say "Building the documentation"
	@RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

docs: ## Write the reference pages again, after a change to what they are made from
	@scripts/prepare build
	@UPDATE_DOCS=1 cargo test -p lemmascope-desktop -p lemmascope-cli --locked --test it reference
	@scripts/make-clients

bench: ## Measure, beside peers
	@scripts/bench
	@scripts/bench-web
	@scripts/bench-sheets
	@scripts/bench-doors
	@scripts/bench-board
	@cargo bench --quiet --package lemmascope-bench --bench board
	@scripts/bench-documents $(if $(PAPERS),--papers "$(PAPERS)")
	@cargo bench --quiet --package lemmascope-bench --bench reading -- $(if $(SENTENCES),--data "$(SENTENCES)")
