"""Run the command line as `python -m grader`."""

import os
import sys

# `python -m` puts the current folder first on the path. Take it out, because a student's click.py
# must not be imported in place of ours.
sys.path[:] = [entry for entry in sys.path if entry not in ("", os.getcwd())]

from grader.cli import run  # noqa: E402 (the path must be clean first)

if __name__ == "__main__":
    run()
