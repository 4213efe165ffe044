"""Fixtures for a class of submissions: one undisturbed run, and copies of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.classes.class_kit import Batch, Class, make_class


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Class:
    """A class graded in one go by two processes. Tests must not change it."""
    root = tmp_path_factory.mktemp("undisturbed")
    graded = Class(make_class(root / "class"), root / "results")
    with Batch(graded.source, graded.folder, "--jobs", "2") as batch:
        code, outcome, _ = batch.end()
    assert (code, outcome["graded"]) == (0, 7)
    return graded


@pytest.fixture
def copy(undisturbed: Class, tmp_path: Path) -> Class:
    """A copy of the graded class, which a test may change."""
    shutil.copytree(undisturbed.source, tmp_path / "class")
    shutil.copytree(undisturbed.folder, tmp_path / "results")
    return Class(tmp_path / "class", tmp_path / "results")
