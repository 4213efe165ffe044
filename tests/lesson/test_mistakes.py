"""The catalogue of mistakes: every entry is complete, and one entry at most explains a failure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.checks.catalogue import Mistake, Predicate, Topic, equal, holds
from grader.lesson import mistakes
from grader.lesson.formulas import cosine_curve, sinusoid, wavelengths
from grader.lesson.mistakes import TOLD_AT_ONCE, TOPICS

ENTRIES = [entry for topic in TOPICS for entry in topic.entries]


def numbers_topic() -> Topic[int, Predicate[int]]:
    """Make a topic in which a six is even, a multiple of three, and a six."""
    topic: Topic[int, Predicate[int]] = Topic("Numbers", holds)

    @topic.entry
    def even(evidence: int) -> bool:
        """The number
        is even.
        """
        return evidence % 2 == 0

    @topic.entry
    def three(evidence: int) -> bool:
        """The number is a multiple of three."""
        return evidence % 3 == 0

    @topic.entry(over=("even", "three"))
    def six(evidence: int) -> bool:
        """The number is six."""
        return evidence == 6

    @topic.entry
    def fails(evidence: int) -> bool:
        """The number has a length."""
        return len(evidence) > 0  # type: ignore[arg-type]  # raises TypeError on purpose

    return topic


def test_name_and_docstring_make_an_entry() -> None:
    """A function's name is the id, and its docstring without line breaks is the sentence."""
    assert numbers_topic().entries[0] == Mistake("even", "The number is even.")


@pytest.mark.parametrize(
    ("number", "id"), [(2, "even"), (3, "three"), (6, "six"), (5, None), (12, None)]
)
def test_one_mistake_explains_evidence(number: int, id: str | None) -> None:
    """A mistake is named if it alone fits or beats all others that fit; one that raises does not.

    None fits 5, and two fit 12.
    """
    found = numbers_topic().diagnose(number)
    assert (found and found.id) == id


@pytest.mark.parametrize("entry", [*ENTRIES, *TOLD_AT_ONCE], ids=lambda entry: entry.id)
def test_sentences_are_written_for_students(entry: Mistake) -> None:
    """Every mistake has a sentence of its own that ends as a sentence does."""
    assert entry.sentence
    assert entry.sentence[-1] in ".?"
    assert entry.sentence == " ".join(entry.sentence.split())


def test_ids_are_unique() -> None:
    """No id names two mistakes, in one topic or in two."""
    ids = [entry.id for entry in [*ENTRIES, *TOLD_AT_ONCE]]
    assert len(ids) == len(set(ids))


def test_beaten_mistakes_exist() -> None:
    """A mistake beats others of its own topic only."""
    for topic in TOPICS:
        ids = {entry.id for entry in topic.entries}
        for entry in topic.entries:
            assert ids - {entry.id} >= set(entry.over)


def test_equal_compares_shapes() -> None:
    """Numbers that broadcast to each other are not equal, and neither is no answer at all."""
    row = np.ones(3)
    assert equal(row + 1e-7, row)
    assert not equal(row + 1e-3, row)
    assert not equal(row[None, :], row)
    assert not equal(None, row)


def right_evidence() -> list[object]:
    """Make evidence of right answers, one piece for each topic, in the order of TOPICS."""
    rng = np.random.default_rng(0)
    table, tokens = rng.normal(size=(12, 6)), rng.normal(size=(3, 5, 4))
    own = rng.normal(size=(7, 4))
    matrix, square = rng.normal(size=(9, 6)), rng.normal(size=(6, 6))
    hidden = rng.normal(size=(2, 3, 6))
    positions = rng.normal(size=(5, 4))
    plain = mistakes.Sum(tokens, positions, tokens + positions)
    squared = mistakes.Sum(tokens[[0] * 5], positions, tokens[[0] * 5] + positions)
    sines = sinusoid(10, 8)
    projection = mistakes.Logits(hidden, matrix, hidden @ matrix.T)
    return [
        mistakes.Lookup(own, own.ravel(), own.ravel()),
        mistakes.Composition(plain, squared, plain),
        mistakes.Counting(3, 5, mistakes.Counting(3, 5, {}).right),
        mistakes.Ownership(
            name="TokenEmbedding",
            parameters=(mistakes.Registered(28, "Embedding", True),),
            output_has_grad=True,
            rows=7,
            width=4,
        ),
        mistakes.Curve(cosine_curve(table, 5), table, 5),
        mistakes.LearnedInit(table),
        mistakes.Overflow(
            name="LearnedPositionalEmbedding",
            length=5,
            answers={4: positions[:4], 5: positions},
            other={6: "raised", 7: "raised"},
            printed="",
            refuses_full_length_only=False,
        ),
        mistakes.Sinusoid((mistakes.Table(sines, sines),)),
        mistakes.Wavelengths({8: wavelengths(8, 500.0)}, 500.0),
        mistakes.Tying(
            vocab_size=9,
            width=6,
            at_start=projection,
            rewritten=projection,
            square=mistakes.Logits(hidden, square, hidden @ square.T),
            trainable=54,
            extra=(),
            logits_have_grad=True,
            output_path=True,
            unused_still=False,
            lookup_path=True,
            unmoved_row=None,
        ),
    ]


RIGHT = list(zip(TOPICS, right_evidence(), strict=True))


@pytest.mark.parametrize(("topic", "evidence"), RIGHT)
def test_right_answers_show_no_mistake(topic: Topic[Any, Any], evidence: object) -> None:
    """No mistake of a topic explains right answers, not even one that others would hide."""
    assert [entry.id for entry in topic.entries if fits(topic, entry, evidence)] == []
    assert topic.diagnose(evidence) is None


def fits(topic: Topic[object, Callable[..., object]], entry: Mistake, evidence: object) -> bool:
    """Tell whether one entry explains the evidence."""
    predict = next(predict for mistake, predict in topic._mistakes if mistake is entry)
    return topic._fits(evidence, predict)
