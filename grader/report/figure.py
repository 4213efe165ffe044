"""A picture with the words that belong to it, and the pictures of one page."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class Figure:
    """One picture on a student's page.

    Args:
        key: its name in the page.
        exercise: the exercise it stands in.
        title: its heading.
        svg: the drawing, or None if nothing of it could be observed.
        reads: how to read it.
        findings: what is to be seen in it, in words.
        reasons: why parts of it are missing.
        explained_by: beginnings of the ids of the misconceptions that show in it.
        head: the headings of its numbers.
        numbers: the rows of its numbers.
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
