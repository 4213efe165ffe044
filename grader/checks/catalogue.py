"""A catalogue of known mistakes: what each would produce, and the sentence that names it.

A topic holds the mistakes people make in one piece of work. An entry is a predictor (given the
same inputs, what would someone with this mistake get?) or a predicate over what was observed. A
topic never decides a verdict: it is asked after a check has failed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from .draw import Floats

E = TypeVar("E")


@dataclass(frozen=True)
class Mistake:
    """One known mistake.

    Args:
        id: its stable name on the card.
        sentence: what a teacher would say, in one or two sentences.
        over: ids of less specific entries that this one beats where both fit.
    """

    id: str
    sentence: str
    over: tuple[str, ...] = ()


class Topic(Generic[E]):
    """The known mistakes in one piece of work."""

    def __init__(self, title: str, agrees: Callable[[E, Any], bool]) -> None:
        """Make a topic.

        Args:
            title: what the work is, for the list of all sentences.
            agrees: whether what an entry's function returns fits the evidence.
        """
        self.title = title
        self._agrees = agrees
        self._entries: list[tuple[Mistake, Callable[[E], Any]]] = []

    def entry(
        self, identifier: str, sentence: str, over: tuple[str, ...] = ()
    ) -> Callable[[Callable[[E], Any]], Callable[[E], Any]]:
        """Add the decorated predictor under this id and sentence."""

        def add(predict: Callable[[E], Any]) -> Callable[[E], Any]:
            self._entries.append((Mistake(identifier, sentence, over), predict))
            return predict

        return add

    @property
    def entries(self) -> list[Mistake]:
        """The entries in order."""
        return [mistake for mistake, _ in self._entries]

    def diagnose(self, evidence: E) -> Mistake | None:
        """Return the one entry that explains the evidence, or None if none or several do."""
        fitting = [mistake for mistake, predict in self._entries if self._fits(evidence, predict)]
        beaten = {identifier for mistake in fitting for identifier in mistake.over}
        left = [mistake for mistake in fitting if mistake.id not in beaten]
        return left[0] if len(left) == 1 else None

    def _fits(self, evidence: E, predict: Callable[[E], Any]) -> bool:
        # Numbers of an odd shape fit no entry; the check that failed has said so already.
        try:
            return self._agrees(evidence, predict(evidence))
        except (ValueError, IndexError, TypeError):
            return False


def is_true(_: object, verdict: bool) -> bool:
    """Agree with a predicate's own verdict."""
    return bool(verdict)


def equal(seen: Floats | None, expected: Floats) -> bool:
    """Tell whether numbers are those expected, up to float32's own error."""
    return (
        seen is not None
        and seen.shape == expected.shape
        and bool(np.allclose(seen, expected, rtol=1e-5, atol=1e-5))
    )
