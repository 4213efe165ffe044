"""The command line: read arguments, call one function, choose the exit code."""

from __future__ import annotations

import atexit
import contextlib
import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from . import __version__

if TYPE_CHECKING:  # imports that take time are made by the command that needs them
    from rich.console import Console

    from .classes.pool import IsolationLevel
    from .classes.progress import ProgressKind
    from .grade import Settings
    from .scorecard import Budgets, Scorecard
    from .submission import Submission

ALL_PASSED, SOME_FAILED, USAGE, NOTHING_GRADABLE, GRADER_FAULT = range(5)
INTERRUPTED = 130  # what shells call a command ended by Ctrl-C

_DEADLINE = click.option(
    "--deadline", type=click.FloatRange(0.1), default=10.0, show_default=True,
    help="Seconds the code may take to answer one question.",
)  # fmt: skip
_SEED = click.option(
    "--seed", type=click.IntRange(0), help="Repeat the inputs of an earlier run (see its card)."
)


def run() -> None:
    """Run the command line as a program, and leave at once.

    Taking the interpreter apart piece by piece would be a twentieth of the time of a check.
    """
    code = SOME_FAILED  # of a traceback, as Python has it

    def leave() -> None:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError):  # nobody reads it any more
                stream.flush()
        os._exit(code)

    atexit.register(leave)  # before all others, so it is called after them
    try:
        main(prog_name="grader")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else ALL_PASSED
        raise


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="grader")
def main() -> None:
    """Grade the token and positional embedding exercises."""


@main.command()
@click.argument("submission", type=click.Path(path_type=Path), default="student")
@click.option("--json", "as_json", is_flag=True, help="Print the scorecard as JSON, nothing else.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Also write the scorecard.")
@click.option("--exercise", type=int, multiple=True, help="Only this exercise (repeatable).")
@_SEED
@_DEADLINE
@click.option("--html", type=click.Path(path_type=Path), help="Write a page with pictures.")
@click.option("--watch", "watching", is_flag=True, help="Grade again on every save, until Ctrl-C.")
@click.option(
    "--audience", type=click.Choice(["student", "instructor"]), default="instructor",
    show_default=True, help="A student's card leaves out what code printed or raised.",
)  # fmt: skip
def check(
    submission: Path,
    as_json: bool,
    output: Path | None,
    exercise: tuple[int, ...],
    seed: int | None,
    deadline: float,
    html: Path | None,
    watching: bool,
    audience: str,
) -> None:
    """Grade one submission: a folder, a .py file, a notebook or an archive."""
    _need_torch()
    if not submission.exists():
        _stop(f"{submission} does not exist", NOTHING_GRADABLE)
    _known(exercise)
    from .candidate.server import start_server

    start_server()  # torch is imported over there while we import the rest over here
    from . import render, scorecard
    from .intake import IntakeError, open_submission

    settings = _settings(seed, scorecard.Budgets(deadline_s=deadline), exercise)
    if watching:
        if as_json or html is not None:
            raise click.UsageError("--watch shows results as they come: without --json and --html")
        _watch(submission, settings, audience, output)
        return
    try:
        read = open_submission(submission)
    except IntakeError as error:
        _stop(str(error), NOTHING_GRADABLE)
    card = _grade(read, settings)
    if audience == "student":
        card = scorecard.for_student(card)
    if html is not None:
        _write(html, _page(read, card, settings.budgets))
    text = scorecard.dumps(card)
    if output is not None:
        _write(output, text)
    if as_json:
        # JSON is UTF-8, whatever the console's own encoding.
        click.echo(text.encode(), nl=False)
    else:
        render.show(card, _console())
    sys.exit(_exit_code(card))


@main.command()
@click.argument("source", type=click.Path(exists=True, path_type=Path))
@click.option(
    "-o", "--output", "results", type=click.Path(file_okay=False, path_type=Path), required=True,
    help="Folder of the results; grading into it again resumes.",
)  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), help="Examiner processes (default: one a core).")
@click.option("--scheduler", help="Address of a dask scheduler, to grade on its workers.")
@_SEED
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
@click.option("--dry-run", is_flag=True, help="Show what would be graded, and grade nothing.")
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
) -> None:
    """Grade many submissions: a folder of them, or a platform's bulk download."""
    _need_torch()
    from .classes import plan
    from .classes import run as work
    from .classes.results import ResultsError
    from .examine import GraderError
    from .intake import IntakeError, detect
    from .scorecard import Budgets, Status

    budgets = None if deadline is None else Budgets(deadline_s=deadline)
    options = work.BatchOptions(
        jobs=jobs,
        scheduler=scheduler,
        seed=seed,
        budgets=budgets,
        accept_isolation=accept_isolation,
        progress=progress,
    )
    try:
        if dry_run:
            planned = plan.plan(source, results, seed, budgets)
            _console().print(plan.table(planned, detect(source)))
            return
        outcome = work.run(source, results, options, _console(stderr=True))
    except IntakeError as error:
        _stop(str(error), NOTHING_GRADABLE)
    except (ResultsError, work.CannotGradeError) as error:
        _stop(str(error), USAGE)
    except GraderError as error:
        _stop(str(error), GRADER_FAULT)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    if outcome.interrupted:
        sys.exit(INTERRUPTED)
    _say_where(results, outcome.moved)
    if outcome.failed:
        sys.exit(GRADER_FAULT)
    nothing = outcome.counts.get(Status.REJECTED, 0) == outcome.total
    sys.exit(NOTHING_GRADABLE if nothing else ALL_PASSED)


@main.command()
@click.argument("results", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--anonymous", is_flag=True, help="Leave out names, ids and e-mail addresses.")
def report(results: Path, anonymous: bool) -> None:
    """Write the class page and every student's page into RESULTS/report/."""
    from .classes.cards import load_cards
    from .classes.changes import previous_totals
    from .classes.results import ResultsError
    from .classes.snapshots import pictures_of
    from .report import write_report

    try:
        cards = load_cards(results, skipped=lambda note: click.echo(f"note: {note}", err=True))
        page = write_report(
            results,
            cards,
            pictures=lambda card: pictures_of(results, card),
            previous=previous_totals(results),
            anonymous=anonymous,
        )
    except ResultsError as error:
        _stop(str(error), NOTHING_GRADABLE)
    click.echo(page)


@main.command()
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
    from .classes.cards import load_cards
    from .classes.results import ResultsError
    from .export import FORMATS, ExportError
    from .export import export as write

    if to not in FORMATS:
        known = "\n".join(f"  {name}: {each.about}" for name, each in FORMATS.items())
        raise click.UsageError(f"there is no format {to!r}; there are:\n{known}")
    try:
        cards = load_cards(results, skipped=lambda note: click.echo(f"note: {note}", err=True))
        out = output or results / "export"
        for path in write(cards, to, out, template, assignment=assignment):
            click.echo(path)
    except ResultsError as error:
        _stop(str(error), NOTHING_GRADABLE)
    except ExportError as error:
        _stop(str(error), USAGE)


@main.command()
@click.argument(
    "folder", type=click.Path(exists=True, path_type=Path),
    default=lambda: "solutions" if Path("solutions").is_dir() else "student",
)  # fmt: skip
def demo(folder: Path) -> None:
    """Print the lesson's diagnostics from the code in FOLDER."""
    _need_torch()
    from . import lesson
    from .intake import IntakeError, open_submission

    try:
        read = open_submission(folder)
    except IntakeError as error:
        _stop(str(error), NOTHING_GRADABLE)
    if read.rejected:
        _stop(read.rejected, NOTHING_GRADABLE)
    lesson.demo(read.files, _console())


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
def handout(folder: Path) -> None:
    """Write the students' kit into FOLDER, without solutions and hidden suites."""
    from .handout import HandoutError, write

    try:
        files = write(folder)
    except HandoutError as error:
        _stop(str(error), USAGE)
    click.echo(f"{folder}: {len(files)} files; to try them: cd {folder}, then make setup check")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), default="student")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), default="submission.zip",
    show_default=True, help="The archive.",
)  # fmt: skip
def pack(folder: Path, output: Path) -> None:
    """Check the files in FOLDER and write the archive to hand in."""
    _need_torch()
    from .local.pack import PackError
    from .local.pack import pack as write

    try:
        lines = write(folder, output)
    except PackError as error:
        _stop(str(error), NOTHING_GRADABLE)
    for line in lines:
        click.echo(line)
    click.echo(f"{output} is ready to hand in")


@main.command()
@click.option("--seeds", type=click.IntRange(1), default=1, help="On how many seeds.")
@click.option("--jobs", type=click.IntRange(1), help="Examiner processes (default: one a core).")
@click.option(
    "--corpus", type=click.Path(exists=True, file_okay=False, path_type=Path),
    default="tests/submissions", show_default=True, help="The programs whose grade is known.",
)  # fmt: skip
@click.option(
    "--solutions", type=click.Path(exists=True, file_okay=False, path_type=Path),
    default="solutions", show_default=True, help="The right files that they vary.",
)  # fmt: skip
@click.option("--details", is_flag=True, help="Also list what is not perfect, line by line.")
def selftest(seeds: int, jobs: int | None, corpus: Path, solutions: Path, details: bool) -> None:
    """Try the grader on every known program: right ones must pass, wrong ones must fail."""
    _need_torch()
    from .candidate import cores
    from .candidate.lockcheck import probe
    from .scorecard import Budgets
    from .selftest import run as trial

    confusion = trial.run(
        corpus,
        solutions,
        range(seeds),
        jobs or cores.how_many(),
        probe(Budgets()),
        _console(stderr=True),
    )
    for line in trial.details(confusion) if details or not confusion.is_clean else ():
        click.echo(line)
    _console().print(trial.table(confusion))
    sys.exit(ALL_PASSED if confusion.is_clean else SOME_FAILED)


@main.command()
def schema() -> None:
    """Print the JSON Schema of a scorecard."""
    from .scorecard import dump_schema

    click.echo(dump_schema(), nl=False)


@main.command()
def doctor() -> None:
    """Show versions and which layers of isolation hold here, and why one does not."""
    _need_torch()
    import importlib.metadata
    import platform

    from .candidate.lockcheck import probe
    from .scorecard import Budgets

    click.echo(f"grader {__version__}")
    click.echo(f"python {platform.python_version()} on {platform.system()} {platform.machine()}")
    for name in ("torch", "numpy", "pytest", "pytest-json-report"):
        click.echo(f"{name} {importlib.metadata.version(name)}")
    isolation = probe(Budgets())
    click.echo(f"isolation: {isolation.level}")
    for layer in isolation.layers:
        click.echo(f"  {'on ' if layer.on else 'OFF'} {layer.name}: {layer.detail}")


def _grade(read: Submission, settings: Settings) -> Scorecard:
    """Probe the isolation, say what is off, and grade with a sign of life on a terminal."""
    from .candidate.cores import one_core
    from .candidate.lockcheck import probe
    from .grade import grade

    errors = _console(stderr=True)
    try:
        with errors.status("grading …") if errors.is_terminal else _quiet():
            isolation = probe(settings.budgets)
            with one_core():
                card = grade(read, settings, isolation)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    for layer in isolation.layers:
        if not layer.on:
            errors.print(f"isolation: {layer.name} is off ({layer.detail})", markup=False)
    return card


def _watch(path: Path, settings: Settings, audience: str, output: Path | None) -> None:
    """Grade on every save; the last card is kept in `output`."""
    from .local.watch import WatchError, watch
    from .scorecard import dumps

    def keep(card: Scorecard) -> None:
        if output is not None:
            _write(output, dumps(card))

    try:
        watch(path, settings, _console(), audience=audience, after=keep)
    except WatchError as error:
        _stop(str(error), USAGE)


def _page(read: Submission, card: Scorecard, budgets: Budgets) -> str:
    """Return the student's page, its pictures drawn at fixed public sizes."""
    from . import lesson
    from .candidate.client import Client
    from .report import student_page
    from .report.figure import Pictures

    client = Client(read.files, budgets)
    try:
        return student_page(card, Pictures(lesson.draw(lesson.take_snapshot(client))))
    finally:
        client.close()


def _settings(seed: int | None, budgets: Budgets, exercises: tuple[int, ...]) -> Settings:
    import secrets

    from .grade import Settings

    chosen = frozenset(exercises) or None
    return Settings(secrets.randbits(53) if seed is None else seed, budgets, chosen)


def _known(exercises: tuple[int, ...]) -> None:
    """Stop if there is no such exercise."""
    from .registry import exercise_number, suite_files, suites_folder

    known = [exercise_number(file) for file in suite_files(suites_folder())]
    unknown = set(exercises) - set(known)
    if unknown:
        raise click.UsageError(f"there is no exercise {min(unknown)}; there are {known}")


def _say_where(results: Path, moved: int) -> None:
    """Print what a batch wrote for people to read."""
    from .classes.changes import CHANGES

    for name in ("gradebook.csv", "report/index.html"):
        if (results / name).is_file():
            click.echo(results / name)
    if moved:
        click.echo(f"{results / CHANGES}: {moved} score{'s' * (moved > 1)} moved")


def _exit_code(card: Scorecard) -> int:
    from .scorecard import Status

    if card.run.status is Status.GRADER_ERROR:
        return GRADER_FAULT
    if card.run.status is Status.REJECTED:
        return NOTHING_GRADABLE
    return ALL_PASSED if card.score == card.max_score else SOME_FAILED


def _need_torch() -> None:
    """Stop with one line if torch is missing."""
    if importlib.util.find_spec("torch") is None:
        _stop(
            "PyTorch is not installed. Install it with: pip install torch "
            "(the CPU build: see pytorch.org/get-started)",
            GRADER_FAULT,
        )


def _write(path: Path, text: str) -> None:
    from .files import write_text

    try:
        write_text(path, text)
    except OSError as error:
        _stop(f"{path} cannot be written: {error.strerror}", USAGE)


def _stop(message: str, code: int) -> NoReturn:
    click.echo(f"grader: {message}", err=True)
    sys.exit(code)


def _console(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, emoji=False, soft_wrap=False)


def _quiet() -> Any:
    import contextlib

    return contextlib.nullcontext()


# The students' kit holds less: a command whose module is not there is no command.
for _command, _module in {
    "batch": "classes", "report": "classes", "export": "export", "selftest": "selftest",
    "handout": "handout",
}.items():  # fmt: skip
    if importlib.util.find_spec(f"{__package__}.{_module}") is None:
        del main.commands[_command]
