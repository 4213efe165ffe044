"""Read the times that a platform wrote into names, in whatever language it was set to."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MANY_SPEAK = 20  # percent of a territory's people
_WORD = re.compile(r"[^\W\d_]+")


def looks_like_a_time(text: str) -> bool:
    """Tell whether a text is a date and a time of day: a year and two or more other numbers."""
    return bool(_YEAR.search(text)) and 3 <= len(re.findall(r"\d+", text)) <= 6 and len(text) < 60


def read_times(texts: Iterable[str]) -> dict[str, str | None]:
    """Return each time in ISO form, None for one that cannot be read for sure.

    All times of one download are in one language, so the words in all of them tell which. Its
    names of months and of halves of the day come from the locale data of Unicode.
    """
    texts = list(texts)
    words = frozenset(word for text in texts for word in _words(text))
    months, halves = _meanings(words)
    return {text: _read(text, months, halves) for text in texts}


def _read(text: str, months: dict[str, int], halves: dict[str, str]) -> str | None:
    year = _YEAR.search(text)
    if year is None:
        return None
    before, after = text[: year.start()], text[year.end() :]
    found = {months[word] for word in _words(before + " " + after) if word in months}
    half = {halves[word] for word in _words(after) if word in halves}
    days = [int(number) for number in re.findall(r"\d+", before)]
    rest = re.findall(r"\d+", after)
    if not days:  # the year comes first, as in "2025年10月9日 1159"
        count = 1 if found else 2
        days, rest = [int(number) for number in reversed(rest[:count])], rest[count:]
    if len(found) == 1 and len(days) == 1:
        month, day = found.pop(), days[0]
    elif not found and len(days) == 2 and (max(days) > 12 or not before or days[0] == days[1]):
        day, month = days if days[1] <= 12 else reversed(days)
    else:
        return None
    return _iso(int(year[0]), month, day, rest, half)


def _iso(year: int, month: int, day: int, rest: list[str], half: set[str]) -> str | None:
    if len(rest) == 1 and 3 <= len(rest[0]) <= 4:
        rest = [rest[0][:-2], rest[0][-2:]]
    if not 2 <= len(rest) <= 3 or len(half) > 1:
        return None
    hour = int(rest[0])
    if half:
        hour = hour % 12 + (12 if half == {"pm"} else 0)
    second = int(rest[2]) if len(rest) > 2 else 0
    try:
        return datetime(year, month, day, hour, int(rest[1]), second).isoformat()
    except ValueError:
        return None


def _words(text: str) -> list[str]:
    # "p. m." is one word, so the letters are joined first.
    text = re.sub(r"\b([ap])\.?\s?m\b\.?", r"\1m", text.casefold())
    return _WORD.findall(unicodedata.normalize("NFKC", text))


@functools.cache
def _meanings(words: frozenset[str]) -> tuple[dict[str, int], dict[str, str]]:
    """Return the month and the half of the day that words stand for, in the language that knows
    most of them.

    A word whose meaning differs between languages that know equally many is left out: "listopad"
    is October in Croatian and November in Polish.
    """
    english = _meanings_in("en", words)
    if len(english[0]) + len(english[1]) == len(words):
        return english
    known = [_meanings_in(name, words) for name in _languages()]
    most = max(len(months) + len(halves) for months, halves in [english, *known])
    if len(english[0]) + len(english[1]) == most:
        return english
    best = [found for found in known if len(found[0]) + len(found[1]) == most]
    months: dict[str, int] = {}
    halves: dict[str, str] = {}
    for word in words:
        numbers = {found[0][word] for found in best if word in found[0]}
        times = {found[1][word] for found in best if word in found[1]}
        if len(numbers) == 1:
            months[word] = numbers.pop()
        if len(times) == 1:
            halves[word] = times.pop()
    return months, halves


def _meanings_in(language: str, words: frozenset[str]) -> tuple[dict[str, int], dict[str, str]]:
    from babel import Locale  # its import takes time, and only one platform needs it

    locale = Locale.parse(language)
    names = {
        (number, _plain(name))
        for widths in locale.months.values()
        for width in ("wide", "abbreviated")
        for number, name in widths[width].items()
    }
    months = {}
    for word in words:
        exact = {number for number, name in names if name == word}
        begun = {number for number, name in names if len(word) > 2 and name.startswith(word)}
        for found in (exact, begun):
            if len(found) == 1 and word not in months:
                months[word] = found.pop()
    halves = {
        word: half
        for half in ("am", "pm")
        for widths in locale.day_periods.values()
        for periods in widths.values()
        if half in periods
        for word in words
        if word in (half, _plain(periods[half]))
    }
    return months, halves


def _plain(name: str) -> str:
    return "".join(_words(str(name)))


@functools.cache
def _languages() -> tuple[str, ...]:
    """Return the languages that are official somewhere and spoken there by more than a few."""
    from babel.core import get_global
    from babel.localedata import locale_identifiers

    official = {
        language.partition("_")[0]
        for languages in get_global("territory_languages").values()
        for language, about in languages.items()
        if about["official_status"] == "official" and about["population_percent"] >= _MANY_SPEAK
    }
    return tuple(sorted(official.intersection(locale_identifiers()) - {"en"}))
