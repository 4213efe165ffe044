"""The filters of the class page: what can be chosen, and which rows a choice keeps."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ..scorecard import Outcome, Scorecard
from . import tally, words


@dataclass(frozen=True)
class Choice:
    """One list to choose from: its id in the page, its name, and values with what they say."""

    key: str
    name: str
    options: tuple[tuple[str, str], ...]


class Filters:
    """The filters of a class. Each row has short codes, and a choice keeps rows with its code."""

    def __init__(
        self,
        cards: Sequence[Scorecard],
        titles: Mapping[int, str],
        needed: Collection[str],
        compared: bool,
    ) -> None:
        """Find out what can be chosen.

        Args:
            cards: every submission's card.
            titles: the exercises' titles by number.
            needed: ids of the submissions that need the instructor.
            compared: whether scores are compared with those of an earlier run.
        """
        self._needed = needed
        outcomes = {test.outcome for card in cards for test in card.tests()}
        self._outcomes = {
            outcome: f"o{place}" for place, outcome in enumerate(Outcome) if outcome in outcomes
        }
        self._mistakes = {mistake: f"m{place}" for place, mistake in enumerate(_mistakes(cards))}
        sections = sorted({card.submission.section for card in cards} - {""})
        self._sections = {section: f"s{place}" for place, section in enumerate(sections)}
        shown = [("lost", words.SHOW_LOST), ("needs", words.SHOW_NEEDS), ("late", words.SHOW_LATE)]
        shown += [("moved", words.SHOW_MOVED)] if compared else []
        shown += [(f"e{number}", words.lost_in_exercise(number)) for number in sorted(titles)]
        choices = (
            Choice("show", words.SHOW, tuple(shown)),
            Choice(
                "outcome",
                words.WITH_OUTCOME,
                tuple((code, each.label) for each, code in self._outcomes.items()),
            ),
            Choice("mistake", words.WITH_MISTAKE, _options(self._mistakes)),
            Choice("section", words.WITH_SECTION, _options(self._sections)),
        )
        self.choices = tuple(choice for choice in choices if choice.options)

    def of(self, card: Scorecard) -> list[str]:
        """Return the codes of a submission."""
        codes = ["lost"] if card.score < card.max_score else []
        codes += ["needs"] if card.submission.id in self._needed else []
        codes += ["late"] if card.submission.late else []
        codes += [f"e{each.number}" for each in card.exercises if each.score < each.max_score]
        codes += sorted({self._outcomes[test.outcome] for test in card.tests()})
        codes += sorted({self._mistakes[each] for each in _mistakes([card])})
        section = self._sections.get(card.submission.section)
        return [*codes, section] if section else codes


def _mistakes(cards: Sequence[Scorecard]) -> list[str]:
    """Return the ids of the known mistakes on the cards, sorted."""
    return sorted(shared.key for shared in tally.mistakes(cards))


def _options(codes: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((code, text) for text, code in codes.items())
