"""The commands for a class: batch, report and export."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import terminal
from ..errors import KitError
from ..terminal import ALL_PASSED, GRADER_FAULT, INTERRUPTED, NOTHING_GRADABLE, SOME_FAILED, USAGE

# Imports that take time stand inside the commands, so that --help need not wait for them.
if TYPE_CHECKING:
    from ..intake import ClassOptions
    from ..intake.options import AttemptPolicy
    from .late import LateOptions
    from .options import BatchOptions
    from .pool import IsolationLevel
    from .progress import ProgressKind


def _late(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options about late work to a command, which gets them as `late`."""

    @click.option(
        "--due", help="Deadline with its zone, as 2025-10-12T23:59 Europe/Madrid; none ends it."
    )
    @click.option(
        "--late-penalty",
        type=click.FloatRange(0, 100),
        help="Percent of the full points for each day begun after --due (default: 10).",
    )
    @click.option(
        "--grace", type=click.FloatRange(0), help="Minutes after --due that count as on time."
    )  # fmt: skip
    @functools.wraps(command)
    def with_late(
        due: str | None, late_penalty: float | None, grace: float | None, **others: Any
    ) -> None:
        from .late import LateOptions

        command(late=LateOptions(due, late_penalty, grace), **others)

    return with_late


def _reading(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options about how SOURCE is read to a command, which gets them as `reading`."""

    @click.option(
        "--read-as", default="", help="How to read SOURCE, if it could be read in two ways."
    )
    @click.option(
        "--layout",
        default="",
        help="A regular expression for paths in SOURCE, with groups person, attempt and file.",
    )
    @click.option(
        "--attempts",
        type=click.Choice(["newest-files", "newest"]),
        default="newest-files",
        show_default=True,
        help="Whether files that the newest attempt lacks come from older ones.",
    )
    @functools.wraps(command)
    def with_reading(read_as: str, layout: str, attempts: AttemptPolicy, **others: Any) -> None:
        from ..intake import ClassOptions

        command(reading=ClassOptions(read_as, layout, attempts), **others)

    return with_reading


@click.command()
@click.argument("source", type=click.Path(exists=True, path_type=Path))
@click.option(
    "-o", "--output", "results", type=click.Path(file_okay=False, path_type=Path), required=True,
    help="Folder of the results; grading into it again resumes.",
)  # fmt: skip
@terminal.JOBS
@click.option("--scheduler", help="Address of a dask scheduler, to grade on its workers.")
@terminal.SEED
@click.option(
    "--deadline", type=click.FloatRange(0.1),
    help="Seconds the code may take to answer one question (default: as in the last run, or 10).",
)  # fmt: skip
@click.option(
    "--accept-isolation", type=click.Choice(["full", "partial", "none"]), default="full",
    show_default=True, help="Grade even if only this much isolation holds here.",
)  # fmt: skip
@click.option(
    "--progress", type=click.Choice(["auto", "json"]), default="auto", show_default=True,
    help="How to show progress on stderr.",
)  # fmt: skip
@_late
@click.option("--dry-run", is_flag=True, help="Show what would be graded, and grade nothing.")
@click.option("--all", "everybody", is_flag=True, help="With --dry-run: list everybody.")
@click.option(
    "--roster", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The people of the class: a gradebook export, or CSV of id, name, email, section, group.",
)  # fmt: skip
@_reading
@click.option("--for", "only", default="", metavar="ID", help="SOURCE is a later attempt of ID.")
@click.option("--undo", default="", metavar="ID", help="Take the later attempt of ID back.")
def batch(
    source: Path,
    results: Path,
    jobs: int | None,
    scheduler: str | None,
    seed: int | None,
    deadline: float | None,
    accept_isolation: IsolationLevel,
    progress: ProgressKind,
    dry_run: bool,
    late: LateOptions,
    everybody: bool,
    roster: Path | None,
    reading: ClassOptions,
    only: str,
    undo: str,
) -> None:
    """Grade many submissions: a folder of them, or a platform's bulk download."""
    terminal.need_torch()
    from ..candidate.server import StartError
    from ..examine import GraderError
    from ..intake import IntakeError
    from ..scorecard import Budgets, Status
    from . import run

    budgets = None if deadline is None else Budgets(deadline_s=deadline)
    options = run.BatchOptions(
        jobs=jobs,
        scheduler=scheduler,
        seed=seed,
        budgets=budgets,
        accept_isolation=accept_isolation,
        progress=progress,
        late=late,
        reading=reading,
        roster=roster,
        only=only,
        undo=undo,
    )
    codes = {
        IntakeError: NOTHING_GRADABLE,
        GraderError: GRADER_FAULT,
        StartError: GRADER_FAULT,
        KitError: USAGE,
    }
    try:
        with terminal.exit_codes(codes):
            if dry_run:
                _show(source, results, options, everybody)
                return
            outcome = run.run(source, results, options, terminal.console(stderr=True))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    if outcome.interrupted:
        sys.exit(INTERRUPTED)
    _name_pages(results, outcome.moved)
    if outcome.failed:
        sys.exit(GRADER_FAULT)
    nothing = outcome.counts.get(Status.REJECTED, 0) == outcome.total
    sys.exit(NOTHING_GRADABLE if nothing else ALL_PASSED)


@click.command()
@click.argument("results", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--anonymous", is_flag=True, help="Leave out names, ids and e-mail addresses.")
def report(results: Path, anonymous: bool) -> None:
    """Write the class page and every student's page into RESULTS/report/."""
    from ..report import write_report
    from .cards import load_cards
    from .changes import earlier_totals
    from .snapshots import pictures_of

    with terminal.exit_codes({KitError: NOTHING_GRADABLE}):
        cards = load_cards(results, skipped=_note)
        page = write_report(
            results,
            cards,
            pictures=lambda card: pictures_of(results, card),
            previous=earlier_totals(results, cards),
            anonymous=anonymous,
        )
    click.echo(page)


@click.command()
@click.argument("results", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--to", "to", required=True, help="The format; an unknown one lists them all.")
@click.option(
    "--template", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The platform's own export, to be filled in.",
)  # fmt: skip
@click.option("--assignment", default="", help="The template's column, if several could be meant.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Where to (default: RESULTS/export)."
)
def export(
    results: Path, to: str, template: Path | None, assignment: str, output: Path | None
) -> None:
    """Write the grades as a platform takes them in."""
    from ..export import FORMATS, ExportError
    from ..export import export as write
    from .cards import load_cards

    if to not in FORMATS:
        known = "\n".join(f"  {name}: {each.about}" for name, each in FORMATS.items())
        raise click.UsageError(f"there is no format {to!r}; there are:\n{known}")
    with terminal.exit_codes({ExportError: USAGE, KitError: NOTHING_GRADABLE}):
        cards = load_cards(results, skipped=_note)
        out = output or results / "export"
        for path in write(cards, to, out, template, assignment=assignment):
            click.echo(path)


def _show(source: Path, results: Path, options: BatchOptions, everybody: bool) -> None:
    """Print what a batch with these options would do."""
    from .dry_run import shown
    from .plan import planned_for

    if options.only or options.undo:
        raise click.UsageError("--dry-run shows a whole class: leave out --for and --undo")
    planned = planned_for(source, results, options)
    terminal.console().print(shown(planned, everybody=everybody))


@click.command()
@click.argument("results", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("source", type=click.Path(exists=True, path_type=Path))
@terminal.JOBS
@click.option(
    "--accept-isolation", type=click.Choice(["full", "partial", "none"]), default="full",
    show_default=True, help="Grade even if only this much isolation holds here.",
)  # fmt: skip
def verify(results: Path, source: Path, jobs: int | None, accept_isolation: IsolationLevel) -> None:
    """Grade SOURCE again with the seed of RESULTS, and list every card that differs."""
    terminal.need_torch()
    from .place import Wanted
    from .verify import verify as compare

    differing = total = 0
    try:
        with terminal.exit_codes({KitError: NOTHING_GRADABLE}):
            wanted = Wanted(jobs, None, accept_isolation)
            for verdict in compare(source, results, wanted, _note):
                total += 1
                if verdict.problem:
                    differing += 1
                    click.echo(f"{verdict.id}: {verdict.problem}")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    click.echo(f"{total} cards compared, {differing} differ")
    sys.exit(SOME_FAILED if differing else ALL_PASSED)


COMMANDS = (batch, report, export, verify)


def _note(text: str) -> None:
    click.echo(f"note: {text}", err=True)


def _name_pages(results: Path, moved: int) -> None:
    """Print where a batch has written what people read."""
    from .changes import CHANGES

    for name in ("gradebook.csv", "report/index.html"):
        if (results / name).is_file():
            click.echo(results / name)
    if moved:
        click.echo(f"{results / CHANGES}: {moved} score{'s' * (moved > 1)} moved")
