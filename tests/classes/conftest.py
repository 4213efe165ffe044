"""Fixtures of the tests of batch: one undisturbed run, graded once and copied."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.classes.class_kit import Batch, make_class


@dataclass(frozen=True)
class Graded:
    """A class and its RESULTS."""

    source: Path
    folder: Path


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """A class graded in one go by two processes; not to be changed."""
    root = tmp_path_factory.mktemp("undisturbed")
    graded = Graded(make_class(root / "class"), root / "results")
    with Batch(graded.source, graded.folder, "--jobs", "2") as batch:
        code, outcome, _ = batch.end()
    assert (code, outcome["graded"]) == (0, 7)
    return graded


@pytest.fixture
def copy(undisturbed: Graded, tmp_path: Path) -> Graded:
    """A copy of the graded class, to be changed at will."""
    shutil.copytree(undisturbed.source, tmp_path / "class")
    shutil.copytree(undisturbed.folder, tmp_path / "results")
    return Graded(tmp_path / "class", tmp_path / "results")
