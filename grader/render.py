"""Print a scorecard: what to do next, the scores, then every other test that did not pass."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from .scorecard import (
    ExerciseResult,
    Outcome,
    Scorecard,
    Status,
    TestResult,
    merged,
    next_step,
)
from .text import number_text

ALL_PASSED = "Next: pack your work with make submission, or grader pack student, and hand it in."

_COLOURS = {Outcome.CONSEQUENCE: "yellow", Outcome.NOT_WRITTEN: "cyan", Outcome.NOT_RUN: "cyan"}


def show(card: Scorecard, console: Console) -> None:
    """Print a scorecard.

    Args:
        card: the card, already reduced to what its reader may see.
        console: where to print; its width, colours and encoding are respected.
    """
    open_tests = merged(test for test in card.tests() if test.outcome is not Outcome.PASSED)
    first = next_step(card)
    for notice in card.submission.notices:
        console.print(Text(f"note: {notice}", style="yellow"))
    if card.run.status is Status.REJECTED:
        console.print(Text(f"Nothing could be graded: {card.tests()[0].message}", style="bold red"))
        return
    if first is not None:
        console.print(Text(f"Next: exercise {first.exercise}, {_title(card, first)}", style="bold"))
        _show_test(first, console)
        console.print()
    console.print(_scores(card))
    others = [test for test in open_tests if first is None or test.id != first.id]
    printed = first.hint if first else ""  # the hint above
    for group in _grouped([test for test in others if test.outcome is not Outcome.NOT_WRITTEN]):
        console.print()
        printed = _show_group(group, console, printed)
    _show_unwritten([test for test in open_tests if test.outcome is Outcome.NOT_WRITTEN], console)
    console.print()
    if card.penalty:
        taken = f"Late: -{number_text(card.penalty.points)} points. {card.penalty.rule}"
        console.print(Text(taken, style="yellow"))
    console.print(_total(card))


def _scores(card: Scorecard) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", expand=False)
    table.add_column("Exercise", overflow="fold")
    table.add_column("Points", justify="right", no_wrap=True)
    table.add_column("", overflow="fold")
    for exercise in card.exercises:
        whole = exercise.score == exercise.max_score
        points = f"{number_text(exercise.score)}/{number_text(exercise.max_score)}"
        table.add_row(
            f"{exercise.number} {exercise.title}",
            Text(points, style="green" if whole else "red"),
            _state(exercise),
        )
    return table


def _state(exercise: ExerciseResult) -> str:
    outcomes = [test.outcome for test in exercise.tests]
    for common in (Outcome.PASSED, Outcome.NOT_WRITTEN):
        if all(outcome is common for outcome in outcomes):
            return common.label
    short = [test for test in exercise.tests if test.score < test.max_score]
    if not short:
        return f"{Outcome.PASSED.label}, see below"
    return f"{len(short)} of {len(outcomes)} tests not {Outcome.PASSED.label}"


def _grouped(tests: list[TestResult]) -> Iterator[list[TestResult]]:
    """Yield the tests of one exercise that have the same message and hint together.

    One mistake often fails many tests, and printing it once is enough.
    """
    groups: dict[tuple[int, str, str], list[TestResult]] = {}
    for test in tests:
        groups.setdefault((test.exercise, test.message, test.hint), []).append(test)
    yield from groups.values()


def _show_group(group: list[TestResult], console: Console, printed: str) -> str:
    """Print the first of these tests and return its hint; `printed` is the hint right above."""
    first = group[0]
    count = "" if len(group) == 1 else f", {len(group)} tests"
    console.print(Text(f"Exercise {first.exercise}{count}", style="bold"))
    _show_test(first, console, again=first.hint == printed)
    return first.hint


def _show_unwritten(tests: list[TestResult], console: Console) -> None:
    """Print one line for each name that is still a stub, not one for each of its tests."""
    places: dict[str, dict[int, None]] = {}
    for test in tests:
        # The message is "NAME: not written yet (FILE, line N).".
        name, _, place = test.message.removesuffix(".").partition(f": {Outcome.NOT_WRITTEN.label}")
        places.setdefault(name + place, {})[test.exercise] = None
    if places:
        console.print()
        console.print(Text(Outcome.NOT_WRITTEN.label.capitalize(), style="bold cyan"))
    for place, numbers in places.items():
        line = Text(f"{place}: exercise {', '.join(map(str, numbers))}")
        console.print(Padding(line, (0, 0, 0, 2), expand=False))


def _show_test(test: TestResult, console: Console, again: bool = False) -> None:
    points = f"{number_text(test.score)}/{number_text(test.max_score)}"
    style = f"bold {_COLOURS.get(test.outcome, 'red')}"
    heading = Text.assemble((test.outcome.label.upper(), style), f"  {test.title}  ({points})")
    lines = [heading, Text(test.message)]
    if test.hint and again:
        lines.append(Text("hint: the same as above", style="dim"))
    elif test.hint:
        lines.append(Text.assemble(("hint: ", "bold"), test.hint))
    if test.detail.strip():
        lines.append(Text(test.detail.rstrip(), style="dim"))
    for line in lines:
        console.print(Padding(line, (0, 0, 0, 2), expand=False))


def _total(card: Scorecard) -> Text:
    whole = card.score == card.max_score
    text = f"Score {number_text(card.score)}/{number_text(card.max_score)}"
    if card.run.status is Status.PROVISIONAL:
        text += " on the visible examples; your instructor's tests decide the grade"
    if card.run.status is Status.GRADER_ERROR:
        return Text(f"{text}: not gradable, the grader itself failed", style="bold red")
    return Text(text, style="bold green" if whole else "bold")


def _title(card: Scorecard, test: TestResult) -> str:
    return next(each.title for each in card.exercises if each.number == test.exercise)
