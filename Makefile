SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
PREFIX ?= /usr/local
export PREFIX DESTDIR CONFIGURATION
.PHONY: help demo test smoke bench lint build docs functions schema privileges profile install uninstall chaos

help: ## Tell what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Play the first story on a sample marketplace: a console, or a script where there is no terminal
	@scripts/demo.sh

test: ## Run every test on a temporary cluster of its own, or some: ONLY="console jobs", TEST="words of a name"
	@scripts/test.sh

smoke: ## Check what changed, and one test of each thing, in a minute: before each commit
	@scripts/smoke.sh

chaos: ## Run the long proofs, ONLY="reindex" or all: kill -9 at random moments, under load, standbys, a browser
	@scripts/chaos.sh

lint: ## Check formatting, comments, definer functions and paths (needs a temporary cluster too)
	@scripts/test.sh lint

profile: ## Write Benchmarks/profile.txt anew: the statements that each call of a function runs
	@scripts/test.sh profile

privileges: ## Write sql/tests/privileges.txt anew: who may do what
	@scripts/test.sh privileges

functions: ## Write …Functions.swift, docs/functions.md and docs/apps anew: what may be called
	@scripts/test.sh functions

docs: ## Write what the documents take from the code: drawings, console blocks, the catalog reference
	@scripts/house.py draw
	@scripts/test.sh docs

schema: ## Write sql/schema.sql anew from the migrations
	@scripts/test.sh schema

bench: ## Measure against psql and bare SQL: ONLY="ban expiry", SCALE=200000, ROUNDS=5
	@scripts/bench.sh

# Makes the programs smaller: LLD packs relocations, which glibc reads since 2.36, and exported symbols
# would keep code that nothing calls.
RELEASE = -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic \
	$(shell printf 'glibc 2.36\n' | cat - <(getconf GNU_LIBC_VERSION) | sort -VC && \
	echo -Xlinker -z -Xlinker pack-relative-relocs)

build: ## Build the programs for make install
	@scripts/install-deps.sh build
	swift build $(RELEASE) --product reeve
	swift build $(RELEASE) --product reeve-worker

install: ## Install into PREFIX (/usr/local): programs, SQL, unit, completion, manual; DESTDIR goes before it
	@scripts/install.sh

uninstall: ## Remove what install put into PREFIX
	@scripts/install.sh uninstall
