"""Code of the kit, offered as an answer as it is, earns nothing."""

from __future__ import annotations

import pytest

from grader.registry import student_files
from tests.kit import ROOT

KIT = ROOT / "grader"
# What the student's process holds, and what the students' kit holds at home.
WITHIN_REACH = sorted(
    [
        KIT / "wire.py",
        *(KIT / "worker").glob("*.py"),
        *(KIT / "checks").glob("*.py"),
        *(KIT / "lesson").glob("*.py"),
        *(KIT / "lesson/mistakes").glob("*.py"),
        *(KIT / "lesson/examples").glob("*.py"),
    ]
)
LENDS = """
import importlib, sys, types
from torch import nn
names = {names}
held = [m for n, m in list(sys.modules.items()) if n.startswith("grader.")]
things = {{n: v for m in held for n, v in vars(m).items() if callable(v)}}
things |= {{n: v for m in held for n, v in getattr(m, "MAKERS", {{}}).items()}}
chosen = things.get({wanted!r}, lambda *_: None)
for name in names:
    globals()[name] = chosen
"""


@pytest.mark.parametrize("module", WITHIN_REACH, ids=lambda path: path.stem)
def test_a_module_handed_in_as_it_is_earns_nothing(grade_files, module):
    """A file of the kit in the place of every student's file gets 0 points."""
    source = module.read_bytes()
    assert grade_files(dict.fromkeys(student_files(), source)).score == 0


@pytest.mark.parametrize("wanted", ["token", "position", "tensor", "parameters"])
def test_what_the_worker_holds_earns_nothing_when_lent(grade_files, wanted):
    """A maker of the lesson's modules in the place of every class gets no points for them."""
    names = [
        "LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding", "EmbeddingComposer",
        "TiedLMHead", "count_parameters", "neighbour_cosine_curve", "wavelengths",
    ]  # fmt: skip
    code = LENDS.format(names=names, wanted=wanted)
    assert grade_files(dict.fromkeys(student_files(), code)).score == 0
