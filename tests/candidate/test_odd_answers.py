"""Answers of every odd kind are a student's fault, never the grader's."""

from __future__ import annotations

import ast

import pytest

from grader.scorecard import Status
from tests.scripts.fuzz_answers import faults

ODD = '''

import random as _random
import numpy as _numpy
import torch as _torch

_draw = _random.Random({seed})
_NAMES = {names}


def _odd():
    size = lambda: _draw.randint(0, 6)
    return _draw.choice([
        lambda: 0, lambda: None, lambda: "x", lambda: [], lambda: _torch.zeros(()),
        lambda: _torch.zeros(0), lambda: _torch.zeros(2, 3),
        lambda: _torch.full((1, 4, 5), float("nan")),
        lambda: _numpy.zeros((2, 2)), lambda: [1.0, 2.0], lambda: [[1.0], [2.0]],
        lambda: float("inf"),
        lambda: True, lambda: _torch.zeros(1, 1, 1, 1, 1), lambda: _torch.nn.Linear(2, 3),
        lambda: _torch.zeros(3, dtype=_torch.int64), lambda: ValueError("x"), lambda: 10**400,
        lambda: _torch.zeros(2, 3, 4, requires_grad=True), lambda: {{}}, lambda: object(),
        lambda: _torch.randn(size(), size()), lambda: _torch.randn(2, size(), size()),
    ])()


def _sometimes(function):
    def call(*arguments):
        chance = _draw.random()
        if chance < {share}:
            return _odd()
        if chance < {share} * 1.2:
            raise _draw.choice([ValueError, RuntimeError, IndexError, NotImplementedError])("x")
        return function(*arguments)
    return call


for _name in _NAMES:
    _thing = globals()[_name]
    if isinstance(_thing, type):
        _thing.forward = _sometimes(_thing.forward)
    if not isinstance(_thing, type) or {seed} % 3 == 0:
        globals()[_name] = _sometimes(_thing)
'''  # fmt: skip


@pytest.mark.parametrize("seed", range(16))
def test_odd_answers_are_graded(grade_files, solutions, seed):
    """Right programs that now and then answer nonsense are graded, and nothing else happens."""
    files = {}
    for name, source in solutions.items():
        public = [
            node.name
            for node in ast.parse(source).body
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name[0] != "_"
        ]
        share = (0.02, 0.1, 0.3, 0.6)[seed % 4]
        files[name] = source + ODD.format(seed=seed, share=share, names=public).encode()
    card = grade_files(files, seed)
    assert card.run.status is Status.GRADED
    assert card.score < 100


def test_changed_answers_are_findings(solutions):
    """Answers that change their size, type or parameters are a check's findings, never a fault."""
    for number in range(12):
        assert faults(number, solutions) == []
