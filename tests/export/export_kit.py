"""Building real scorecards, and platforms' own files, for the tests of export."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from grader.export import export
from grader.scorecard import (
    Budgets,
    ExerciseResult,
    Member,
    Outcome,
    Run,
    Scorecard,
    Status,
    SubmissionInfo,
    TestResult,
)

SECRET = "hidden input 0.123456"
REASON = "embeddings.py is given twice: keep one"
HINT = "What does nn.Embedding return for a batch of ids?"
ANA = Member(id="101", name="Ana Lima")
# Names as people have them: commas, quotes, accents, CJK, emoji, Hebrew, an apostrophe.
NAMES = ('O\'Koro, Ben "Jr."', "Élodie Cicero", "王小明", "Dan Doe 😀", "נועה לוי", "a|b*c")


def one_test(
    id: str,
    outcome: Outcome = Outcome.PASSED,
    score: float | None = None,
    max_score: float = 3.0,
    message: str = "",
    title: str = "",
) -> TestResult:
    """Return one test; its detail always holds what no student may see."""
    passed = outcome in (Outcome.PASSED, Outcome.CONSEQUENCE)
    return TestResult(
        id=id,
        title=title or f"The answer of {id} has the right shape",
        outcome=outcome,
        score=(max_score if passed else 0.0) if score is None else score,
        max_score=max_score,
        message=message,
        hint="" if outcome is Outcome.PASSED else HINT,
        detail=SECRET,
        duration_s=0.25,
    )


MIXED = (
    one_test("0.token_shape"),
    one_test("0.composer_sum", Outcome.FAILED, 1.5, message="Seen (2, 4), expected (2, 3, 4)."),
    one_test("1.count", Outcome.TIMEOUT, max_score=4.0, message="No answer within 10 s."),
    one_test("1.tied", Outcome.CONSEQUENCE, max_score=2.0, message="Exercise 0 is at fault."),
)
EXERCISES = {0: "Build the modules", 1: "Parameter count"}


def card(
    id: str = "ana",
    members: Iterable[Member] = (ANA,),
    tests: Sequence[TestResult] = MIXED,
    status: Status = Status.GRADED,
    **submission: object,
) -> Scorecard:
    """Return a card of two exercises."""
    exercises = []
    for number, title in EXERCISES.items():
        own = tuple(one for one in tests if one.id.startswith(f"{number}."))
        score, most = sum(one.score for one in own), sum(one.max_score for one in own)
        exercises.append(ExerciseResult(number, title, score, most, own))
    info = SubmissionInfo(id=id, digest="0" * 64, files=("embeddings.py",), members=tuple(members))
    return Scorecard(
        submission=msgspec.structs.replace(info, **submission),
        score=sum(exercise.score for exercise in exercises),
        max_score=sum(exercise.max_score for exercise in exercises),
        exercises=tuple(exercises),
        run=Run(
            grader_version="1.0",
            suites_digest="0" * 64,
            seed=7,
            budgets=Budgets(),
            python="3.11.7",
            torch="2.13.0",
            platform="Linux x86_64",
            isolation="full",
            layers=(),
            status=status,
            started_at="2025-10-12T08:00:00+00:00",
            duration_s=1.5,
        ),
    )


def failing(text: str, title: str = "") -> Scorecard:
    """Return a card whose one failing test has this text as its message."""
    return card(tests=(one_test("0.one", Outcome.FAILED, message=text, title=title),))


def points_card(score: float, max_score: float, *members: Member, id: str = "one") -> Scorecard:
    """Return a card of one test with that score."""
    outcome = Outcome.PASSED if score == max_score else Outcome.FAILED
    return card(id, members, (one_test("0.one", outcome, score, max_score, "no"),))


def rejected(id: str = "bad", members: Iterable[Member] = (ANA,)) -> Scorecard:
    """Return the card of a submission that could not be read."""
    tests = [one_test(one.id, Outcome.REJECTED, 0.0, one.max_score, REASON) for one in MIXED]
    return card(id, members, tests, Status.REJECTED)


def broken(id: str = "broken", members: Iterable[Member] = (ANA,)) -> Scorecard:
    """Return a card that holds no grade: the grader failed, after full points elsewhere."""
    tests = (*MIXED[:3], one_test("1.tied", Outcome.GRADER_ERROR, 0.0, 2.0, f"KeyError: {SECRET}"))
    return card(id, members, tests, Status.GRADER_ERROR)


def run(
    cards: Sequence[Scorecard],
    to: str,
    out: Path,
    template: Path | None = None,
    assignment: str = "",
) -> tuple[list[Path], str]:
    """Export, and return the files and all notes as one text."""
    notes: list[str] = []
    paths = export(cards, to, out, template, assignment=assignment, note=notes.append)
    return paths, "\n".join(notes)


def rows(path: Path, delimiter: str = ",") -> list[list[str]]:
    """Read a CSV file as any other program would."""
    text = path.read_bytes().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))


def records(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    """Read a CSV file with a header."""
    header, *others = rows(path, delimiter)
    return [dict(zip(header, row, strict=True)) for row in others]


def save(path: Path, table: Sequence[Sequence[str]], delimiter: str = ",", bom: str = "") -> Path:
    """Write a template with the standard library."""
    buffer = io.StringIO(newline="")
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerows(table)
    path.write_bytes((bom + buffer.getvalue()).encode())
    return path


def shown(cell: str) -> str:
    """Return what a spreadsheet shows for a cell of ours that gives an id as text."""
    return cell[2:-1] if cell.startswith('="') and cell.endswith('"') else cell
