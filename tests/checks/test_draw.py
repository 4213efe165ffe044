"""Secret inputs are what the checks rely on."""

from __future__ import annotations

import numpy as np

from grader.checks.draw import MOST_DISTINCT, Draw
from grader.lesson.modules import places_in
from grader.wire import MAX_NUMBERS


def test_distinct_numbers_are_distinct():
    """No two numbers that a matrix is overwritten with are equal, on any of many seeds."""
    sizes = {len(np.unique(Draw(seed, "test").distinct(2000))) for seed in range(200)}
    assert sizes == {2000}


def test_drawing_millions_ends():
    """A module that owns as many numbers as the wire lets through does not keep the examiner."""
    for count in (0, 1, MOST_DISTINCT, MAX_NUMBERS):
        assert Draw(1, "test").distinct(count).shape == (count,)


def test_places_tell_where_each_secret_number_stands():
    """A matrix that is stored turned is read through its places after another overwrite."""
    draw = Draw(1, "test")
    first, second = draw.distinct(24), draw.distinct(24)
    places = places_in(first, first.reshape(4, 6).T)
    assert places is not None
    assert np.array_equal(second[places], second.reshape(4, 6).T)


def test_numbers_that_nobody_wrote_have_no_place():
    """A constant, a repeated row and numbers of the code's own are not taken for the matrix."""
    secret = Draw(1, "test").distinct(24)
    repeated = np.tile(secret[:6], (4, 1))
    for numbers in (np.zeros((4, 6)), repeated, secret + 0.1, np.full((4, 6), np.nan), secret[:0]):
        assert places_in(secret, numbers) is None


def test_halves_use_every_row_once_and_leave_it_out_once():
    """On every seed each row of a matrix is used in one batch and unused in the other."""
    for seed in range(200):
        draw = Draw(seed, "test")
        halves = draw.halves(17)
        batches = [draw.covering(half, 2, 6) for half in halves]
        assert [set(batch.flat) for batch in batches] == [set(half) for half in halves]
        assert sorted(np.concatenate(halves)) == list(range(17))
