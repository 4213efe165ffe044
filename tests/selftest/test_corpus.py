"""Known programs get the right verdict. This is a sample; make selftest grades all of them."""

from __future__ import annotations

import shutil

import pytest
from rich.console import Console

from grader.selftest import run as selftest
from grader.selftest.corpus import load
from tests.kit import ROOT

SUBMISSIONS = ROOT / "tests/submissions"
# Every twelfth program is enough for each run of the tests, because make selftest grades all.
SHARE = 12


@pytest.fixture(scope="module")
def confusion(isolation, tmp_path_factory):
    """The verdicts on every twelfth known program and every mutant of the solutions."""
    sample = tmp_path_factory.mktemp("submissions")
    shutil.copy(SUBMISSIONS / selftest.EQUIVALENT, sample)
    for kind in ("right", "wrong"):
        (sample / kind).mkdir()
        for entry in sorted((SUBMISSIONS / kind).iterdir())[::SHARE]:
            if entry.is_dir():
                shutil.copytree(entry, sample / kind / entry.name)
            else:
                shutil.copy(entry, sample / kind)
    quiet = Console(quiet=True)
    return selftest.run(sample, ROOT / "solutions", [3], 2, isolation, quiet)


def test_right_programs_pass(confusion):
    """No right program loses a point, however it is written."""
    assert confusion.right_failed == []


def test_wrong_programs_fail_where_they_should(confusion):
    """Every wrong program loses points in the exercise its fault belongs to."""
    assert confusion.wrong_passed == []


def test_mutants_fail(confusion):
    """Every mutant of the solutions that behaves differently loses a point."""
    assert confusion.mutants_survived == []


def test_mistakes_are_named(confusion):
    """A known mistake is named by its own entry of the catalogue, never by another."""
    assert (confusion.misdiagnosed, confusion.undiagnosed) == ([], [])


def test_grader_itself_never_fails(confusion):
    """No program makes the grader itself fail."""
    assert confusion.grader_errors == []


def test_corpus_is_as_large_as_promised():
    """There are at least 60 right and 150 wrong programs, each with a summary and its labels."""
    right, wrong = (load(SUBMISSIONS / kind, ROOT / "solutions") for kind in ("right", "wrong"))
    assert len(right) >= 60
    assert len(wrong) >= 150
    assert all(known.labels.keys() >= {"exercise", "misconception"} for known in wrong)
