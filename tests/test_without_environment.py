"""A Python without the kit's packages gets one sentence, never a traceback."""

from __future__ import annotations

import subprocess
import sys

from tests.kit import ROOT


def test_a_missing_package_is_one_sentence(tmp_path):
    """Outside its environment, python -m grader says what is missing and what to do."""
    done = subprocess.run(
        [sys.executable, "-S", "-m", "grader", "check"],
        cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "is not installed for this Python" in done.stderr
    assert "Traceback" not in done.stderr
