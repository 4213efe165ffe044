"""The command line: read arguments, call one function, choose the exit code."""

from __future__ import annotations

import atexit
import contextlib
import functools
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import __version__, terminal
from .errors import KitError
from .lesson import TITLE
from .terminal import (
    ALL_PASSED,
    GRADER_FAULT,
    INTERRUPTED,
    NOTHING_GRADABLE,
    SOME_FAILED,
    USAGE,
)

# Imports that take time stand inside the commands, so that --help need not wait for them.
if TYPE_CHECKING:
    from rich.console import Console

    from .local.grading import Audience, Grading
    from .scorecard import Scorecard
    from .submission import Submission


def run() -> None:
    """Run the command line as a program and leave without tearing the interpreter down.

    Python's own shutdown would take a twentieth of the time of a check.
    """
    code = SOME_FAILED  # Python's own exit code after a traceback

    def leave() -> None:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError):  # nobody reads the stream any more
                stream.flush()
        os._exit(code)

    atexit.register(leave)  # registered first, so it runs after everything that registers later
    try:
        with terminal.one_sentence():
            main(prog_name="grader")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else ALL_PASSED
        raise


@click.group(
    help=f"{TITLE}: check and grade them.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="grader")
def main() -> None:
    """Choose the command."""


@main.command()
@click.argument("submission", type=click.Path(path_type=Path), default="student")
@click.option("--json", "as_json", is_flag=True, help="Print the scorecard as JSON, nothing else.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Also write the scorecard.")
@click.option("--exercise", type=int, multiple=True, help="Only this exercise (repeatable).")
@terminal.SEED
@click.option(
    "--deadline", type=click.FloatRange(0.1), default=10.0, show_default=True,
    help="Seconds the code may take to answer one question.",
)  # fmt: skip
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
    audience: Audience,
) -> None:
    """Grade one submission: a folder, a .py file, a notebook or an archive."""
    terminal.need_torch()
    if not submission.exists():
        terminal.stop(f"{submission} does not exist", NOTHING_GRADABLE)
    _refuse_unknown(exercise)
    if watching and (as_json or html is not None):
        raise click.UsageError("--watch shows results as they come: without --json and --html")
    from .candidate.server import start_server

    start_server()  # its process imports torch while this one imports the rest
    import secrets

    from . import render
    from .grade import Settings
    from .intake import open_submission
    from .local import grading
    from .scorecard import Budgets, dumps

    budgets = Budgets(deadline_s=deadline)
    chosen = frozenset(exercise) or None
    settings = Settings(secrets.randbits(53) if seed is None else seed, budgets, chosen)
    errors = terminal.console(stderr=True)
    start = functools.partial(grading.start, settings, audience, errors)

    def keep(card: Scorecard) -> None:
        if output is not None:
            terminal.write(output, dumps(card))

    if watching:
        from .local.watch import WatchError, watch

        with terminal.exit_codes({WatchError: USAGE}):
            watch(submission, start, terminal.console(), keep)
        return
    with terminal.exit_codes({KitError: NOTHING_GRADABLE}):
        read = open_submission(submission)
    card = _grade(read, start, errors)
    if html is not None:
        from .local.page import page

        terminal.write(html, page(read, card, budgets))
    keep(card)
    if as_json:
        click.echo(dumps(card).encode(), nl=False)  # UTF-8, whatever the console's encoding is
    else:
        render.show(card, terminal.console())
        if card.score == card.max_score:
            terminal.console().print(render.ALL_PASSED)
    sys.exit(_exit_code(card))


@main.command()
@click.argument(
    "folder", type=click.Path(exists=True, path_type=Path),
    default=lambda: "solutions" if Path("solutions").is_dir() else "student",
)  # fmt: skip
def demo(folder: Path) -> None:
    """Print measurements of what the code in FOLDER does."""
    terminal.need_torch()
    from . import lesson
    from .intake import open_submission

    with terminal.exit_codes({KitError: NOTHING_GRADABLE}):
        read = open_submission(folder)
    if read.rejected:
        terminal.stop(read.rejected, NOTHING_GRADABLE)
    lesson.demo(read.files, terminal.console())


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
def handout(folder: Path) -> None:
    """Write the students' kit into FOLDER, without solutions and hidden suites."""
    from .handout import write

    with terminal.exit_codes({KitError: USAGE}):
        files = write(folder)
    click.echo(f"{folder}: {len(files)} files; to try them: cd {folder}, then make setup check")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), default="student")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), default="submission.zip",
    show_default=True, help="The archive.",
)  # fmt: skip
def pack(folder: Path, output: Path) -> None:
    """Check the files in FOLDER and write the archive to hand in."""
    terminal.need_torch()
    from .local.pack import pack as write

    with terminal.exit_codes({KitError: NOTHING_GRADABLE}):
        lines = write(folder, output)
    for line in lines:
        click.echo(line)
    click.echo(f"{output} is ready to hand in")


@main.command()
@click.option("--seeds", type=click.IntRange(1), default=1, help="On how many seeds.")
@terminal.JOBS
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
    terminal.need_torch()
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
        terminal.console(stderr=True),
    )
    for line in trial.details(confusion) if details or not confusion.is_clean else ():
        click.echo(line)
    terminal.console().print(trial.table(confusion))
    sys.exit(ALL_PASSED if confusion.is_clean else SOME_FAILED)


@main.command()
def schema() -> None:
    """Print the JSON Schema of a scorecard."""
    from .scorecard import dump_schema

    click.echo(dump_schema(), nl=False)


@main.command()
def doctor() -> None:
    """Show versions and which layers of isolation hold here, and why one does not."""
    terminal.need_torch()
    from .doctor import lines

    for line in lines():
        click.echo(line)


def _grade(read: Submission, start: Callable[[], Grading], errors: Console) -> Scorecard:
    """Grade with a spinner on a terminal, because a grading may take a while."""
    spinner = errors.status("grading …") if errors.is_terminal else contextlib.nullcontext()
    try:
        with spinner:
            return start().grade(read)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _refuse_unknown(exercises: tuple[int, ...]) -> None:
    """End with a usage error if one of these exercises does not exist."""
    from .registry import exercise_number, suite_files, suites_folder

    known = [exercise_number(file) for file in suite_files(suites_folder())]
    unknown = set(exercises) - set(known)
    if unknown:
        raise click.UsageError(f"there is no exercise {min(unknown)}; there are {known}")


def _exit_code(card: Scorecard) -> int:
    from .scorecard import Status

    if card.run.status is Status.GRADER_ERROR:
        return GRADER_FAULT
    if card.run.status is Status.REJECTED:
        return NOTHING_GRADABLE
    return ALL_PASSED if card.score == card.max_score else SOME_FAILED


def _is_here(folder: str) -> bool:
    return importlib.util.find_spec(f"{__package__}.{folder}") is not None


# The students' kit lacks some folders, and with each folder its commands.
if _is_here("classes"):
    for _command in importlib.import_module(f"{__package__}.classes.commands").COMMANDS:
        main.add_command(_command)
for _name in ("selftest", "handout"):
    if not _is_here(_name):
        del main.commands[_name]
