"""Keep the known ways to be wrong, and name the one that explains a failure.

A topic holds the mistakes people make in one piece of work. Each mistake is a function in the
topic's module: its name is the mistake's id, its docstring is the sentence a student reads, and its
body predicts what someone who makes this mistake would get from the same inputs, or tells directly
whether the evidence shows it. A topic is asked only after a check has failed, so it never changes a
verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar, overload

import numpy as np

from .draw import Floats

E = TypeVar("E")  # the evidence of a topic
P = TypeVar("P", bound=Callable[..., Any])  # the functions of its mistakes

Predicate: TypeAlias = Callable[[E], bool]


@dataclass(frozen=True)
class Mistake:
    """One known way to be wrong.

    Args:
        id: its stable name, which stands on the card.
        sentence: what a teacher would say about it, in one or two sentences.
        over: ids of more general mistakes, which are dropped where this one fits as well.
    """

    id: str
    sentence: str
    over: tuple[str, ...] = ()


class Topic(Generic[E, P]):
    """The known mistakes in one piece of work."""

    def __init__(self, title: str, explains: Callable[[E, P], bool]) -> None:
        """Make an empty topic.

        Args:
            title: what the work is, for the list of all sentences.
            explains: tells whether the mistake with this predictor explains the evidence.
        """
        self.title = title
        self._explains = explains
        self._mistakes: list[tuple[Mistake, P]] = []

    @overload
    def entry(self, predict: P) -> P: ...

    @overload
    def entry(self, *, over: tuple[str, ...]) -> Callable[[P], P]: ...

    def entry(
        self, predict: P | None = None, *, over: tuple[str, ...] = ()
    ) -> P | Callable[[P], P]:
        """Add the decorated predictor as a mistake of this topic.

        Write `@TOPIC.entry`, or `@TOPIC.entry(over=("id",))` for a mistake that beats others. Line
        breaks and indentation in the docstring do not matter.
        """

        def add(predict: P) -> P:
            sentence = " ".join((predict.__doc__ or "").split())
            self._mistakes.append((Mistake(predict.__name__, sentence, over), predict))
            return predict

        return add if predict is None else add(predict)

    @property
    def entries(self) -> list[Mistake]:
        """The mistakes, in the order of the file."""
        return [mistake for mistake, _ in self._mistakes]

    def diagnose(self, evidence: E) -> Mistake | None:
        """Return the one mistake that explains the evidence, or None if none or several do."""
        fitting = [mistake for mistake, predict in self._mistakes if self._fits(evidence, predict)]
        beaten = {identifier for mistake in fitting for identifier in mistake.over}
        left = [mistake for mistake in fitting if mistake.id not in beaten]
        return left[0] if len(left) == 1 else None

    def _fits(self, evidence: E, predict: P) -> bool:
        # A predictor may fail on answers of an unexpected shape. Then its mistake does not fit, and
        # the check that failed has reported the shape already.
        try:
            return self._explains(evidence, predict)
        except (ValueError, IndexError, TypeError):
            return False


def holds(evidence: E, predicate: Predicate[E]) -> bool:
    """Let a predicate decide. This is the `explains` of a topic whose functions return a bool."""
    return bool(predicate(evidence))


def equal(answer: Floats | None, expected: Floats) -> bool:
    """Tell whether an answer has the expected shape and numbers, up to float32's rounding error."""
    return (
        answer is not None
        and answer.shape == expected.shape
        and bool(np.allclose(answer, expected, rtol=1e-5, atol=1e-5))
    )
