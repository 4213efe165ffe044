"""The pictures of a student's page, with the sentences that belong to them."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class Figure:
    """One picture on a student's page.

    Args:
        key: its id in the page.
        exercise: the exercise it is shown with.
        title: its heading.
        svg: the drawing, or None if the snapshot holds nothing to draw.
        reads: a sentence on how to read the drawing.
        findings: what the drawing shows, in sentences.
        reasons: why parts of it are missing, in sentences.
        explained_by: beginnings of the ids of the mistakes that can be seen in it.
        head: the headings of the table of its numbers.
        numbers: the rows of that table.
    """

    key: str
    exercise: int
    title: str
    svg: Markup | None
    reads: str
    findings: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    explained_by: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    numbers: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Pictures:
    """The pictures of one student's page, or the sentence that says why there are none."""

    figures: tuple[Figure, ...] = ()
    why_none: str = ""
