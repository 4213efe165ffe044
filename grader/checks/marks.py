"""What a suite says about its tests beside their code: the points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., Any])


def points(number: float) -> Callable[[Test], Test]:
    """Give a test its share of the exercise's points; each case of a parametrised test gets it."""

    def mark(test: Test) -> Test:
        test.points = number  # type: ignore[attr-defined]  # functions take attributes
        return test

    return mark
