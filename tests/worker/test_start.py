"""What a worker does before the first student line is never the student's fault."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.kit import ROOT


def run(code, **environment):
    """Run a program in a process of its own, and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=ROOT, env=os.environ | environment,
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return done.stdout


def test_torch_that_cannot_be_imported_is_the_graders_fault(tmp_path):
    """No card is made, the exit code is 4, and the sentence holds torch's own words."""
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text("raise RuntimeError('libfoo.so: not there')\n")
    card = tmp_path / "card.json"
    done = subprocess.run(
        [sys.executable, "-P", "-m", "grader", "check", "solutions", "-o", str(card)],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 4
    assert "RuntimeError: libfoo.so: not there" in done.stderr
    assert not card.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
def test_limits_below_ours_do_not_keep_a_worker_from_starting():
    """Where the machine allows fewer files and less time than we would, right work is graded."""
    code = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (48, 48))\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (100, 100))\n"
        "sys.argv = ['grader', 'check', 'solutions', '--exercise', '4']\n"
        "from grader.cli import run\n"
        "run()\n"
    )
    assert "20/20" in run(code)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
def test_size_is_found_without_proc():
    """By trial, the address space in use is what the kernel says it is."""
    code = (
        "from grader.worker import isolation as i\n"
        "print(i._address_space_by_trial() / i._address_space())\n"
    )
    assert float(run(code)) == pytest.approx(1, abs=0.05)


def test_no_accelerator_is_available_in_a_worker():
    """Where Metal is there, a program that asks for it is told to take the CPU."""
    code = (
        "import torch\n"
        "torch.backends.mps.is_available = torch.mps.is_available = lambda: True\n"
        "torch.xpu.is_available = torch.cuda.is_available = lambda: True\n"
        "from grader.worker import devices\n"
        "devices.hide()\n"
        "print(torch.backends.mps.is_available(), torch.xpu.is_available(),\n"
        "      torch.cuda.is_available(), torch.cuda.device_count(), torch.cpu.is_available())\n"
    )
    assert run(code).split() == ["False", "False", "False", "0", "True"]


def test_an_assert_of_the_students_counts_under_o():
    """An interpreter that drops asserts compiles the student's files with theirs."""
    code = (
        "import sys\n"
        "from grader.worker.source import StudentFinder\n"
        "sys.meta_path.insert(0, StudentFinder({'embeddings.py': b'assert False'}))\n"
        "try:\n    import embeddings\n"
        "except AssertionError:\n    print('raised')\n"
    )
    assert run(code, PYTHONOPTIMIZE="2") == "raised\n"
