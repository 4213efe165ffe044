"""Taking and drawing a snapshot, whatever the student's code does."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import msgspec
import pytest

from grader.lesson.pictures import bands, counts, curve, figures, heat, limits, rows
from grader.lesson.pictures.snapshot import LIMITED, ROWS_IDS, Snapshot
from grader.report import student_page
from grader.report.figure import Pictures
from tests.report.report_kit import Graded, corpus_files, snapshot_of

GEOMETRY = r' (?:[xy][12]?|c[xy]|d|points|width|height)="([^"]*)"'
HOSTILE_VALUES = {
    "wrong_shape": "torch.zeros(3, 2, 5)",
    "no_axis": "torch.tensor(1.0)",
    "empty": "torch.zeros(0, 0)",
    "nan": "torch.full((T, D), float('nan'))",
    "infinite": "torch.full((T, D), float('-inf'))",
    "huge": "torch.full((T, D), 1e308, dtype=torch.float64)",
    "tiny": "torch.full((T, D), 5e-324, dtype=torch.float64)",
    "text": "'<b>' * 2000",
    "none": "None",
    "exception": "ValueError('no')",
    "integers": "[10 ** 400] * T",
    "nested": "[[1.0], [2.0, 3.0]]",
    "long": "torch.zeros(400_000)",
    "too_long": "torch.zeros(2_500_000)",
}
ANSWERS_ALL = """
import torch
from torch import nn


class Anything(nn.Module):
    def __init__(self, *sizes):
        super().__init__()
        self.sizes = sizes
        self.weight = nn.Parameter(torch.randn(*(size for size in sizes if isinstance(size, int))))

    def forward(self, x):
        T, D = (x if isinstance(x, int) else 4), self.sizes[-1]
        return VALUE


TokenEmbedding = LearnedPositionalEmbedding = SinusoidalPositionalEmbedding = Anything
EmbeddingComposer = TiedLMHead = Anything


def count_parameters(module, T=8, D=4):
    return VALUE


def neighbour_cosine_curve(table, T=8, D=4):
    return VALUE


def wavelengths(T, D=4):
    return VALUE
"""


def numbers_of(value: Any) -> list[float]:
    """Return every number in decoded JSON."""
    if isinstance(value, (dict, list)):
        inner = value.values() if isinstance(value, dict) else value
        return [number for item in inner for number in numbers_of(item)]
    return [value] if isinstance(value, (int, float)) else []


def survives(snapshot: Snapshot) -> None:
    """Draw everything and write it down; every number must be finite."""
    kept = msgspec.json.encode(snapshot)
    assert msgspec.json.decode(kept, type=Snapshot) == snapshot
    assert all(math.isfinite(number) for number in numbers_of(json.loads(kept)))
    for figure in figures(snapshot):
        assert figure.svg is not None or figure.reasons
        places = re.findall(GEOMETRY, str(figure.svg or ""))
        assert not [place for place in places if "nan" in place or "inf" in place]


def test_solutions_agree_with_every_formula(graded: dict[str, Graded]) -> None:
    """Every picture of the solutions says that it is right, and misses nothing."""
    snapshot = graded["solutions"].snapshot
    drawn = figures(snapshot)
    assert [figure.key for figure in drawn] == [
        "counts",
        "curve",
        "limits",
        "heat",
        "bands",
        "rows",
    ]
    assert not any(figure.reasons for figure in drawn)
    assert heat.draw(snapshot).findings == ("All 2048 numbers are those of the formula.",)
    assert bands.draw(snapshot).findings == ("Your bands are where the formula puts them.",)
    assert curve.draw(snapshot).findings == ("Your curve of the sinusoidal rows is the right one.",)
    assert limits.draw(snapshot).findings == (
        "Every length is answered or refused as it should be.",
    )
    assert counts.draw(snapshot).findings == ("learned − sinusoidal = 8192 = L·D, as it must be.",)
    used = len(set(ROWS_IDS.ravel().tolist()))
    assert rows.draw(snapshot).findings == (
        f"Lookup alone: a gradient in {used} of 24 rows; right is {used}.",
        "With the tied head: a gradient in 24 of 24 rows; right is 24.",
    )


def test_stubs_are_not_written_yet(graded: dict[str, Graded]) -> None:
    """Nothing of the stubs can be drawn, and every part says that it is not written yet."""
    for figure in figures(graded["stubs"].snapshot):
        assert figure.svg is None
        assert all("not written yet" in reason for reason in figure.reasons)


@pytest.mark.parametrize("name", HOSTILE_VALUES)
def test_any_value_gives_a_snapshot(name: str, graded: dict[str, Graded]) -> None:
    """Wrong shapes, NaN, infinity, huge numbers and things that are no numbers are survived."""
    source = ANSWERS_ALL.replace("VALUE", HOSTILE_VALUES[name]).encode()
    snapshot = snapshot_of({"embeddings.py": source})
    survives(snapshot)
    assert student_page(graded["solutions"].card, Pictures(figures(snapshot)))


@pytest.mark.parametrize(
    "name",
    [
        "forges_garbage_frames",
        "forges_patched_worker",
        "forges_answers_in_advance",
        "explodes_wide_table",
        "explodes_many_parameters",
        "floods_surrogates",
        "floods_class_name",
        "hangs_sleeping",
    ],
)
def test_hostile_code_gives_a_snapshot(name: str) -> None:
    """Code that forges, explodes, floods or hangs costs its own pictures only."""
    survives(snapshot_of(corpus_files(name)[name], deadline_s=0.5))


def test_each_length_is_tried(graded: dict[str, Graded]) -> None:
    """A module that slices is drawn as accepting L+1 with only L rows."""
    sliced = graded["over_sin_slices"].snapshot.limits[
        LIMITED.index("SinusoidalPositionalEmbedding")
    ]
    assert sliced.value is not None
    assert [(trial.length, trial.kind, trial.rows) for trial in sliced.value][3] == (
        17,
        "answered",
        16,
    )
