PYTHON ?= python3
# The CPU build is smaller: see PyTorch's installation page for the command, and give it here.
TORCH ?= torch
VENV ?= .venv
EXERCISE ?=

ifeq ($(OS),Windows_NT)
BIN = $(VENV)/Scripts
else
BIN = $(VENV)/bin
endif
# -P keeps the current folder off the path, so that only the installed grader is ever run.
GRADER = $(BIN)/python -P -m grader

.DEFAULT_GOAL := help
.PHONY: help setup check page watch submission demo test test-classes test-hostile test-seeds test-fuzz selftest lint format docs peers bench clean

help:  ## Show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

setup:  ## Make a virtual environment in .venv and install everything
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet $(TORCH)
	$(BIN)/python -m pip install --quiet --editable ".[dev,cluster,watch]"

check:  ## Grade student/ (EXERCISE=4 for one exercise) and leave scorecard.json
	$(GRADER) check student -o scorecard.json $(if $(EXERCISE),--exercise $(EXERCISE))

watch:  ## Grade student/ again on every save
	$(GRADER) check student --watch $(if $(EXERCISE),--exercise $(EXERCISE))

submission:  ## Pack student/ as submission.zip
	$(GRADER) pack student

page:  ## Write page.html: every test of student/, with pictures of your work
	$(GRADER) check student --html page.html $(if $(EXERCISE),--exercise $(EXERCISE))

demo:  ## Print the lesson's diagnostics from solutions/
	$(GRADER) demo solutions

test:  ## Run the kit's own tests
	$(BIN)/python -m pytest -q

test-classes:  ## Read COUNT random classes (2000) in every known shape
	EXAMPLES=$(or $(COUNT),2000) $(BIN)/python -m pytest -q tests/intake/test_random.py

test-hostile:  ## Run every hostile submission ROUNDS times (20), as root or a plain user
	$(BIN)/python -m tests.scripts.hostile --rounds $(or $(ROUNDS),20)

test-seeds:  ## Run every right and wrong program on SEEDS seeds (20), and list what differs
	$(GRADER) selftest --details --seeds $(or $(SEEDS),20)

test-fuzz:  ## Grade COUNT times (3000) with answers that are changed at random
	$(BIN)/python -m tests.scripts.fuzz_answers --count $(or $(COUNT),3000)

selftest:  ## Try the grader on every known submission
	$(GRADER) selftest
	SHARE=1 $(BIN)/python -m pytest -q tests/lesson/test_examples.py -k right_programs

lint:  ## Check style and types
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy

format:  ## Put the code in the house style
	$(BIN)/python -m ruff format .
	$(BIN)/python -m ruff check --fix .

docs:  ## Write the generated pages and pictures of docs/ anew
	$(BIN)/python -P -m grader.lesson.feedback > docs/feedback.md
	$(BIN)/python -m tests.scripts.write_docs
	$(BIN)/python -m tests.scripts.screenshots docs/images

peers:  ## Install other graders in .peers, each in its own environment, for bench to compare with
	@mkdir -p .peers
	@for peer in $(notdir $(wildcard bench/peer_graders/*)); do \
		{ $(PYTHON) -m venv .peers/$$peer && \
		.peers/$$peer/bin/python -m pip install --quiet $(TORCH) && \
		.peers/$$peer/bin/python -m pip install --quiet --editable . \
			--requirement bench/peer_graders/$$peer/requirements.txt; } 2> .peers/$$peer.log \
		&& echo "$$peer: installed" || echo "$$peer: left out, see .peers/$$peer.log"; \
	done

bench:  ## Measure, write bench/results.json and docs/performance.md
	$(BIN)/python -m bench

clean:  ## Remove what the other targets made
	rm -rf $(VENV) .peers build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis scorecard.json
