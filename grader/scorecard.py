"""The scorecard: the result of grading one submission, as frozen data with a JSON Schema."""

from __future__ import annotations

import enum
import json
from collections.abc import Iterable
from typing import Any, Literal

import msgspec

SCHEMA: Literal["scorecard/v1"] = "scorecard/v1"


class Outcome(enum.StrEnum):
    """How one test ended. Every test of every suite has exactly one."""

    PASSED = "passed"
    FAILED = "failed"  # a wrong answer
    CONSEQUENCE = "consequence"  # wrong only because another exercise is; the points are kept
    RAISED = "raised"  # the student's code raised an exception
    NOT_WRITTEN = "not_written"  # NotImplementedError, so this is still the stub
    MISSING = "missing"  # no file defines the name
    IMPORT_ERROR = "import_error"  # the file cannot be imported
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASHED = "crashed"  # a signal ended the student's process
    EXITED = "exited"  # the student's code ended its own process
    FLOODED = "flooded"  # an answer over the size limit
    PROTOCOL = "protocol"  # something other than an answer came back
    REJECTED = "rejected"  # the submission itself cannot be read
    NOT_RUN = "not_run"  # the test needs a part that does not work yet
    GRADER_ERROR = "grader_error"  # a fault of the grader, which never costs a student points

    @property
    def label(self) -> str:
        """What people read for this outcome, on the terminal, on pages and in exports."""
        return _OUTCOME_LABELS[self]


_OUTCOME_LABELS = {
    Outcome.PASSED: "passed",
    Outcome.FAILED: "wrong answer",
    Outcome.CONSEQUENCE: "points kept",
    Outcome.RAISED: "raised an error",
    Outcome.NOT_WRITTEN: "not written yet",
    Outcome.MISSING: "name not found",
    Outcome.IMPORT_ERROR: "file cannot be imported",
    Outcome.TIMEOUT: "took too long",
    Outcome.MEMORY: "took too much memory",
    Outcome.CRASHED: "crashed",
    Outcome.EXITED: "ended the program",
    Outcome.FLOODED: "answer too large",
    Outcome.PROTOCOL: "not an answer",
    Outcome.REJECTED: "cannot be graded",
    Outcome.NOT_RUN: "waits for another part",
    Outcome.GRADER_ERROR: "grader fault",
}

# After these outcomes, running the code once more would only hang, die or break a limit again.
_ENDED = frozenset(
    {
        Outcome.TIMEOUT,
        Outcome.MEMORY,
        Outcome.CRASHED,
        Outcome.EXITED,
        Outcome.FLOODED,
        Outcome.PROTOCOL,
    }
)


class Status(enum.StrEnum):
    """What the whole card is worth."""

    GRADED = "graded"
    PROVISIONAL = "provisional"  # only the visible examples were run
    REJECTED = "rejected"  # the submission cannot be read
    GRADER_ERROR = "grader_error"  # the grader failed, so do not record this score

    @property
    def label(self) -> str:
        """What people read for this status."""
        return "grader fault" if self is Status.GRADER_ERROR else self.value


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every part of a card."""


class TestResult(Struct, frozen=True):
    """One test.

    `message` says what came back and what was expected, `hint` where to look; `detail` adds values,
    exception texts and prints, and is empty in what students see of hidden tests.
    """

    __test__ = False  # pytest would otherwise collect this class because of its name

    id: str
    title: str
    outcome: Outcome
    score: float
    max_score: float
    message: str = ""
    hint: str = ""
    misconception: str | None = None  # the id of the known mistake
    fault_in: int | None = None  # the exercise that has to work first
    detail: str = ""
    duration_s: float = 0.0

    @property
    def exercise(self) -> int:
        """The number of the exercise that the test belongs to, which its id begins with."""
        return int(self.id.partition(".")[0])


class ExerciseResult(Struct, frozen=True):
    """One exercise: the sum of its tests."""

    number: int
    title: str
    score: float
    max_score: float
    tests: tuple[TestResult, ...]


class Member(Struct, frozen=True):
    """A person a submission belongs to, by the platform's own key."""

    id: str
    name: str = ""
    email: str = ""


class SubmissionInfo(Struct, frozen=True):
    """What was graded: content digest, accepted files, and notices from reading them."""

    id: str
    digest: str
    files: tuple[str, ...]
    ignored: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()
    late: bool | None = None
    attempt: int | None = None
    submitted_at: str | None = None
    section: str = ""


class Layer(Struct, frozen=True):
    """One layer of isolation; `on` only if the attack that tests it failed."""

    name: str
    on: bool
    detail: str


class Budgets(Struct, frozen=True):
    """The limits a submission was graded under."""

    deadline_s: float = 10.0  # per question
    total_s: float = 120.0  # per submission
    memory_mb: int = 1024  # on top of what torch itself takes
    restarts: int = 25  # new workers after one has died


class Override(Struct, frozen=True):
    """A teacher's own decision on one exercise's points, or on the total if `exercise` is None."""

    exercise: int | None
    points: float
    reason: str

    @property
    def about(self) -> str:
        """What people read for what was decided."""
        return "the total" if self.exercise is None else f"exercise {self.exercise}"


class Penalty(Struct, frozen=True):
    """The points that lateness takes from the total, and the rule in words."""

    points: float
    rule: str


class Run(Struct, frozen=True):
    """How and with what the submission was graded; enough to repeat it."""

    grader_version: str
    suites_digest: str
    seed: int | None  # None on a student's card: with it, hidden inputs could be drawn at home
    budgets: Budgets
    python: str
    torch: str
    platform: str
    isolation: Literal["full", "partial", "none"]
    layers: tuple[Layer, ...]
    status: Status
    started_at: str
    duration_s: float


class Scorecard(Struct, frozen=True, kw_only=True):
    """Everything known about one graded submission."""

    schema: Literal["scorecard/v1"] = SCHEMA
    submission: SubmissionInfo
    score: float
    max_score: float
    exercises: tuple[ExerciseResult, ...]
    overrides: tuple[Override, ...] = ()
    penalty: Penalty | None = None
    run: Run

    def tests(self) -> list[TestResult]:
        """Return the tests of all exercises, in order."""
        return [test for exercise in self.exercises for test in exercise.tests]

    def adjusted(self) -> bool:
        """Return whether the total can differ from the sum of what the tests gave."""
        return bool(self.overrides or self.penalty)

    def ended(self) -> bool:
        """Return whether the code hung, died or broke a limit in any test."""
        return any(test.outcome in _ENDED for test in self.tests())


def merged(tests: Iterable[TestResult]) -> list[TestResult]:
    """Return the tests with each missing name or broken file once, with all its points added up.

    One broken line fails every test of its file, and to read of it once is enough.
    """
    kept: dict[tuple[str, ...], TestResult] = {}
    for test in tests:
        broken = test.outcome in (Outcome.IMPORT_ERROR, Outcome.MISSING)
        key = (test.message, test.hint, test.detail) if broken else (test.id,)
        if key in kept:
            first = kept[key]
            test = msgspec.structs.replace(
                first,
                title="Every test that needs it",
                score=round(first.score + test.score, 2),
                max_score=round(first.max_score + test.max_score, 2),
            )
        kept[key] = test
    return list(kept.values())


def next_step(card: Scorecard) -> TestResult | None:
    """Return the one test to work on next.

    A file that cannot be imported comes first, then wrong code, then code that is not written yet,
    then tests that wait for another part; each in the order of the exercises.
    """
    todo = [
        test
        for test in merged(card.tests())
        if test.score < test.max_score and test.outcome is not Outcome.GRADER_ERROR
    ]
    ranks = {Outcome.IMPORT_ERROR: 0, Outcome.REJECTED: 0, Outcome.NOT_WRITTEN: 2,
             Outcome.MISSING: 2, Outcome.NOT_RUN: 3}  # fmt: skip
    return min(todo, key=lambda test: ranks.get(test.outcome, 1), default=None)


def for_student(card: Scorecard) -> Scorecard:
    """Return the card as its student may see it.

    Details hold what the code printed and raised in hidden tests, so they are removed. Durations
    are removed too, because code can make them depend on its hidden inputs.
    """
    exercises = tuple(
        msgspec.structs.replace(
            exercise,
            tests=tuple(
                msgspec.structs.replace(test, detail="", duration_s=0.0) for test in exercise.tests
            ),
        )
        for exercise in card.exercises
    )
    run = msgspec.structs.replace(card.run, seed=None)
    return msgspec.structs.replace(card, exercises=exercises, run=run)


def without_times(card: Scorecard) -> Scorecard:
    """Return the card without times, so that equal gradings give equal cards."""
    exercises = tuple(
        msgspec.structs.replace(
            exercise,
            tests=tuple(msgspec.structs.replace(test, duration_s=0.0) for test in exercise.tests),
        )
        for exercise in card.exercises
    )
    run = msgspec.structs.replace(card.run, started_at="", duration_s=0.0)
    return msgspec.structs.replace(card, exercises=exercises, run=run)


def apply_overrides(
    card: Scorecard, overrides: tuple[Override, ...], penalty: Penalty | None = None
) -> Scorecard:
    """Return the card with a teacher's points instead of the graded ones, less a penalty.

    The penalty takes from the total and never from an exercise. A decision on the total stands in
    place of both, so a card with one has no penalty.
    """
    points = {override.exercise: override.points for override in overrides}
    exercises = tuple(
        msgspec.structs.replace(exercise, score=points.get(exercise.number, exercise.score))
        for exercise in card.exercises
    )
    score = round(sum(exercise.score for exercise in exercises), 2)
    if None in points:
        score, penalty = points[None], None
    elif penalty is not None:
        penalty = msgspec.structs.replace(penalty, points=max(0.0, min(penalty.points, score)))
        score = round(score - penalty.points, 2)
    return msgspec.structs.replace(
        card, exercises=exercises, overrides=overrides, penalty=penalty, score=score
    )


def dumps(card: Scorecard) -> str:
    """Return the card as indented JSON with a final newline."""
    text = msgspec.json.format(msgspec.json.encode(card), indent=2)
    return text.decode("utf-8") + "\n"


def loads(text: str | bytes) -> Scorecard:
    """Return the card in a JSON text.

    Raises:
        msgspec.ValidationError: if the text is not a scorecard of this version.
    """
    return msgspec.json.decode(text, type=Scorecard)


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a scorecard."""
    schema = msgspec.json.schema(Scorecard)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": SCHEMA}
    return head | schema


def dump_schema() -> str:
    """Return the JSON Schema as text."""
    return json.dumps(json_schema(), indent=2) + "\n"
