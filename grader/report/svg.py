"""Make inline SVG: elements, scales and the frame of every picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

from markupsafe import Markup, escape

from ..text import visible_on_page

# All pictures are as wide as a phone's column, so a phone does not shrink their labels.
WIDTH = 352

Attribute: TypeAlias = str | float
Scale: TypeAlias = Callable[[float], float]


def element(tag: str, *children: str, **attributes: Attribute) -> Markup:
    """Return one element. Text and attributes are escaped; children that are Markup are not.

    A final underscore of an attribute's name is dropped, and the others become hyphens.
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for name, value in attributes.items()
    )
    inner = "".join(
        str(child) if isinstance(child, Markup) else _escaped(child) for child in children
    )
    return Markup(f"<{tag}{written}>{inner}</{tag}>" if inner else f"<{tag}{written}/>")


def picture(label: str, height: float, *children: str, width: float = WIDTH) -> Markup:
    """Return a whole picture; `label` is its text alternative."""
    return element(
        "svg",
        *children,
        role="img",
        aria_label=label,
        viewBox=f"0 0 {_coordinate(width)} {_coordinate(height)}",
        class_="picture",
    )


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Attribute) -> Markup:
    """Return a straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def text(x: float, y: float, content: str, **attributes: Attribute) -> Markup:
    """Return a label whose baseline is at y."""
    return element("text", content, x=x, y=y, **attributes)


def group(*children: str, **attributes: Attribute) -> Markup:
    """Return the children as a group that shares attributes."""
    return element("g", *children, **attributes)


def polyline(points: Sequence[tuple[float, float]], **attributes: Attribute) -> Markup:
    """Return a line through the points."""
    return element(
        "polyline",
        points=" ".join(f"{_coordinate(x)},{_coordinate(y)}" for x, y in points),
        **attributes,
    )


def linear(low: float, high: float, start: float, end: float) -> Scale:
    """Return the map of low..high to start..end; values outside stop at the nearer end."""

    def scale(value: float) -> float:
        share = (min(max(value, low), high) - low) / (high - low)
        return start + share * (end - start)

    return scale


def logarithmic(low: float, high: float, start: float, end: float) -> Scale:
    """Return the map of low..high to start..end by logarithms; values outside stop there too."""
    inner = linear(math.log(low), math.log(high), start, end)
    return lambda value: inner(math.log(min(max(value, low), high)))


def _attribute(value: Attribute) -> str:
    return _escaped(value) if isinstance(value, str) else _coordinate(value)


def _escaped(text: str) -> str:
    return str(escape(visible_on_page(text)))


def _coordinate(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
