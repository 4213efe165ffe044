"""Say how many points a test is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., Any])


def points(number: float) -> Callable[[Test], Test]:
    """Give a test its points; each case of a parametrised test is worth as many."""

    def mark(test: Test) -> Test:
        test.points = number  # type: ignore[attr-defined]  # functions take attributes
        return test

    return mark
