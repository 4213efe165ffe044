"""Run the self-test: grade known programs and mutants of the solutions, and list wrong verdicts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..blame import WITHDRAWN
from ..candidate.lockcheck import Isolation
from ..classes import pool
from ..classes.processes import examiner_processes
from ..grade import Settings
from ..scorecard import Outcome, Scorecard, Status
from ..submission import Submission
from . import corpus
from .corpus import Known
from .mutants import mutants

EQUIVALENT = "equivalent_mutants.txt"


@dataclass
class Confusion:
    """How many programs were graded, and one line for each verdict that was not perfect.

    `spilled` and `undiagnosed` may hold lines. Every other list must be empty.
    """

    graded: int = 0
    right_failed: list[str] = field(default_factory=list)
    wrong_passed: list[str] = field(default_factory=list)
    mutants_survived: list[str] = field(default_factory=list)
    grader_errors: list[str] = field(default_factory=list)
    wrong_graded: int = 0
    # Wrong programs that were found wrong in other exercises too.
    spilled: list[str] = field(default_factory=list)
    # Those that give nothing to look at, so that other exercises wait for them.
    waited_for: list[str] = field(default_factory=list)
    diagnosed: int = 0
    undiagnosed: list[str] = field(default_factory=list)
    misdiagnosed: list[str] = field(default_factory=list)
    # The scores of each program, one or more if the seed decides.
    scores: defaultdict[str, set[float]] = field(default_factory=lambda: defaultdict(set))
    # Programs whose score depends on the seed although their label does not say why.
    unsteady: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether every verdict was right."""
        faults = (self.right_failed, self.wrong_passed, self.mutants_survived, self.grader_errors)
        return not any(faults) and not self.misdiagnosed and not self.unsteady


def run(
    submissions: Path,
    solutions: Path,
    seeds: Sequence[int],
    jobs: int,
    isolation: Isolation,
    console: Console,
) -> Confusion:
    """Grade every known program on every seed, and every mutant on the first.

    Args:
        submissions: the folder with right/, wrong/ and the list of equivalent mutants.
        solutions: the folder of the solutions.
        seeds: the seeds to grade on.
        jobs: how many examiner processes.
        isolation: what the lock check found, for the cards.
        console: where the progress is shown.
    """
    right = corpus.load(submissions / "right", solutions)
    wrong = corpus.load(submissions / "wrong", solutions)
    changed = _mutants(solutions, submissions / EQUIVALENT)
    known = {each.submission.id: each for each in (*right, *wrong, *changed)}
    kinds = {each.submission.id: "right" for each in right}
    kinds |= {each.submission.id: "wrong" for each in wrong}
    kinds |= {each.submission.id: "mutant" for each in changed}
    work = [
        (each.submission, Settings(seed=seed))
        for each in known.values()
        for seed in (seeds[:1] if kinds[each.submission.id] == "mutant" else seeds)
    ]
    confusion = Confusion()
    with _progress(console) as progress, examiner_processes(jobs) as executor:
        bar = progress.add_task("self-test", total=len(work))
        for submission, settings, card, _ in pool.grade_many(executor, jobs, work, isolation):
            name = f"{submission.id} (seed {settings.seed})"
            _record(confusion, kinds[submission.id], known[submission.id], card, name)
            progress.advance(bar)
    confusion.unsteady = [
        f"{name}: {sorted(scores)}"
        for name, scores in confusion.scores.items()
        if len(scores) > 1 and "varies" not in known[name].labels
    ]
    return confusion


def table(confusion: Confusion) -> Table:
    """Return the confusion table."""
    shown = Table(box=None, pad_edge=False, show_header=False)
    shown.add_column(justify="right")
    shown.add_column(overflow="fold")
    shown.add_row(str(confusion.graded), "programs graded")
    shown.add_row(str(len(confusion.right_failed)), "right programs failed")
    shown.add_row(
        str(len(confusion.wrong_passed)), "wrong programs not caught where they should be"
    )
    shown.add_row(str(len(confusion.mutants_survived)), "mutants of the solutions not caught")
    shown.add_row(str(len(confusion.grader_errors)), "faults of the grader")
    shown.add_row(str(len(confusion.unsteady)), "programs whose score depends on the seed")
    share = 100 * len(confusion.spilled) / max(confusion.wrong_graded, 1)
    shown.add_row(str(len(confusion.spilled)), f"spills into other exercises ({share:.1f} %)")
    share = 100 * len(confusion.waited_for) / max(confusion.wrong_graded, 1)
    shown.add_row(str(len(confusion.waited_for)), f"keep other exercises waiting ({share:.1f} %)")
    shown.add_row(str(confusion.diagnosed), "known mistakes named exactly")
    shown.add_row(str(len(confusion.undiagnosed)), "known mistakes not named")
    shown.add_row(str(len(confusion.misdiagnosed)), "mistakes named wrongly")
    return shown


def details(confusion: Confusion) -> Iterator[str]:
    """Yield one line for everything that is not perfect."""
    for heading, lines in (
        ("right, but failed", confusion.right_failed),
        ("wrong, but not caught", confusion.wrong_passed),
        ("mutant, but not caught", confusion.mutants_survived),
        ("grader fault", confusion.grader_errors),
        ("decided by the seed", confusion.unsteady),
        ("named wrongly", confusion.misdiagnosed),
        ("not named", confusion.undiagnosed),
        ("spill", confusion.spilled),
        ("waited for", confusion.waited_for),
    ):
        for line in lines:
            yield f"{heading}: {line}"


def _record(confusion: Confusion, kind: str, known: Known, card: Scorecard, name: str) -> None:
    confusion.graded += 1
    if card.run.status is Status.GRADER_ERROR:
        faults = [test for test in card.tests() if test.outcome is Outcome.GRADER_ERROR]
        confusion.grader_errors.append(f"{name}: {faults[0].id}: {faults[0].message}")
        return
    confusion.grader_errors += [
        f"{name}: {test.id} blames an exercise that lost no points: {test.message}"
        for test in card.tests()
        if test.detail.startswith(WITHDRAWN)
    ]
    confusion.scores[known.submission.id].add(card.score)
    lost = [each.number for each in card.exercises if each.score < each.max_score]
    if kind == "right" and lost:
        confusion.right_failed.append(f"{name}: lost points in {lost}")
    elif kind == "mutant" and not lost:
        confusion.mutants_survived.append(name)
    elif kind == "wrong":
        _record_wrong(confusion, known, card, name, lost)


def _record_wrong(
    confusion: Confusion, known: Known, card: Scorecard, name: str, lost: list[int]
) -> None:
    confusion.wrong_graded += 1
    home = int(known.labels["exercise"])
    if home not in lost:
        confusion.wrong_passed.append(f"{name}: expected exercise {home}, lost points in {lost}")
    elif len(lost) > 1:
        reason = known.labels.get("spills", "no reason given")
        waits = all(
            test.outcome is Outcome.NOT_RUN or test.score == test.max_score
            for exercise in card.exercises
            if exercise.number != home
            for test in exercise.tests
        )
        which = confusion.waited_for if waits else confusion.spilled
        which.append(f"{name}: {lost}; {reason}")
    mistake = known.labels["misconception"]
    named = {test.misconception for test in card.tests() if test.misconception}
    # A label such as "none|clone" allows both, for a program that behaves like the known mistake on
    # some inputs only.
    allowed = set(mistake.split("|"))
    if not named and "none" in allowed:
        return
    if len(named) == 1 and named <= allowed:
        confusion.diagnosed += 1
    elif not named:
        confusion.undiagnosed.append(f"{name}: {mistake}")
    else:
        confusion.misdiagnosed.append(f"{name}: {mistake}, named {sorted(named)}")


def _mutants(solutions: Path, equivalent: Path) -> list[Known]:
    """Return the mutants of the solutions, without those listed as behaving like the solutions.

    Each line of the list is a mutant's id, a dash and the reason.
    """
    lines = equivalent.read_text(encoding="utf-8").splitlines() if equivalent.exists() else []
    excused = {line.partition(" — ")[0].strip() for line in lines if line and line[0] != "#"}
    right = corpus.solution_files(solutions)
    return [
        Known(Submission(mutant.id, right | {mutant.file: mutant.source}), mutant.id, {})
        for name, source in right.items()
        for mutant in mutants(name, source)
        if mutant.id not in excused
    ]


def _progress(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, TimeRemainingColumn(), console=console, transient=True)
