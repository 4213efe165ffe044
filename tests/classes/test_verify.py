"""Verifying a class: grading again finds every card that grading did not write."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from click.testing import CliRunner

from grader.classes.cards import card_path, read_card, write_card
from grader.classes.verify import differences
from grader.cli import main
from grader.scorecard import Override, Scorecard, apply_overrides
from grader.terminal import NOTHING_GRADABLE, SOME_FAILED
from tests.classes.class_kit import ACCEPT, OVERRIDES, Class, files, grade_here


def verified(given: Class) -> tuple[int, list[str]]:
    """Run `grader verify`, and return its exit code and lines."""
    command = ["verify", str(given.folder), str(given.source), "--jobs", "2"]
    done = CliRunner().invoke(main, [*command, "--accept-isolation", ACCEPT.accept_isolation])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout.splitlines()


def test_edited_cards_are_found(copy) -> None:
    """An honest class is whole, with its overrides; edited, lost and foreign cards are named."""
    (copy.folder / "overrides.csv").write_text(f"{OVERRIDES}ana,3,1,agreed\n")
    grade_here(copy)
    before = files(copy.folder)
    code, lines = verified(copy)
    assert (code, lines) == (0, ["7 cards compared, 0 differ"])
    assert files(copy.folder) == before

    bo = read_card(card_path(copy.folder, "bo"))
    write_card(copy.folder, msgspec.structs.replace(bo, score=99.0))
    card_path(copy.folder, "empty").unlink()
    info = msgspec.structs.replace(bo.submission, id="ghost")
    write_card(copy.folder, msgspec.structs.replace(bo, submission=info))
    code, lines = verified(copy)
    assert code == SOME_FAILED
    assert lines[-1] == "8 cards compared, 3 differ"
    assert sorted(lines[:-1]) == [
        "bo: score is 99.0, graded again 100.0",
        "empty: there is no card: run batch again",
        "ghost: its submission is not in the source, so nobody can check this card",
    ]


def _points(card: Scorecard) -> Scorecard:
    (first, *others) = card.exercises
    test = msgspec.structs.replace(first.tests[0], score=0.5)
    first = msgspec.structs.replace(first, tests=(test, *first.tests[1:]))
    return msgspec.structs.replace(card, exercises=(first, *others))


@pytest.mark.parametrize(
    ("edit", "where"),
    [
        (_points, r"exercises[0].tests["),
        (lambda card: apply_overrides(card, (Override(1, 3.0, "forged"),)), "score is"),
        (
            lambda card: msgspec.structs.replace(
                card, run=msgspec.structs.replace(card.run, seed=3)
            ),
            "run.seed is 3",
        ),
        (
            lambda card: msgspec.structs.replace(
                card, submission=msgspec.structs.replace(card.submission, late=True)
            ),
            "submission.late is True",
        ),
    ],
)
def test_every_edit_is_named(edit: Callable[[Scorecard], Scorecard], where: str, graded) -> None:
    """Whatever is changed on a card is named by its place; times are not compared."""
    card = graded["solutions"].card
    (first, *_) = differences(edit(card), card)
    assert first.startswith(where)
    run = msgspec.structs.replace(card.run, started_at="2000-01-01", duration_s=9.0)
    assert list(differences(msgspec.structs.replace(card, run=run), card)) == []


def test_no_results(tmp_path) -> None:
    """A folder without results is refused by name."""
    code, _ = verified(Class(tmp_path, tmp_path))
    assert code == NOTHING_GRADABLE
