"""Show what a run would do: how the download was read, how many people, and what is odd."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..intake import is_code
from ..registry import student_files
from ..submission import NOTHING, Submission
from ..text import listed, visible
from .plan import IDS_NAMED, Plan, Planned, absent_text, elsewhere_text


def shown(planned: Plan, *, everybody: bool = False) -> RenderableType:
    """Return what --dry-run prints.

    Args:
        planned: what a run would do.
        everybody: whether the table holds all submissions, and not only those to look at.
    """
    entries = [entry for entry in planned.entries if everybody or _is_odd(entry)]
    lines = [*_answers(planned), *([] if everybody else [_which(entries, planned)])]
    table = [_table(entries)] if entries else []
    return Group(*map(Text, lines), *table, Text("\n".join(_doing_all(planned))))


def _answers(planned: Plan) -> list[str]:
    """Return how the download was read, how many people there are, and what is odd."""
    many = len(planned.entries)
    people = sum(len(entry.submission.members) for entry in planned.entries)
    sections = {entry.submission.section for entry in planned.entries} - {""}
    plural = "" if many == 1 else "s"
    named = f", {len(sections)} sections: {listed(sorted(sections), IDS_NAMED)}"
    lines = [
        f"{many} submission{plural}, read as: {planned.platform} ({planned.reading})",
        f"{people} {'person' if people == 1 else 'people'}" + (named if sections else ""),
    ]
    submissions = [entry.submission for entry in planned.entries]
    counts = {
        "handed in nothing": sum(one.rejected.startswith(NOTHING) for one in submissions),
        "rejected": sum(
            bool(one.rejected) and not one.rejected.startswith(NOTHING) for one in submissions
        ),
        "late": sum(bool(one.late) for one in submissions),
        "with code files that are ignored": sum(bool(_ignored_code(one)) for one in submissions),
        "without some of the exercise's files": sum(_lacks(one) for one in submissions),
    }
    odd = [f"{count} {what}" for what, count in counts.items() if count]
    return [visible(line) for line in [*lines, f"odd: {', '.join(odd) or 'nothing'}"]] + [
        visible(f"note: {note}") for note in planned.notes
    ]


def _which(entries: list[Planned], planned: Plan) -> str:
    if not entries:
        return "nobody to look at; --all lists everybody"
    return f"to look at: {len(entries)} of {len(planned.entries)}; --all lists everybody"


def _table(entries: Iterable[Planned]) -> Table:
    table = Table(box=box.HORIZONTALS, show_lines=True)
    for name in ("Submission", "Files", "Noticed", "Would be"):
        table.add_column(name, overflow="fold")
    asked = set(student_files())
    for entry in entries:
        submission = entry.submission
        complete = submission.files.keys() == asked
        who = [member.name or member.id for member in submission.members]
        ignored = _ignored_code(submission)
        noticed = [
            *(["late"] if submission.late else []),
            *([f"attempt {submission.attempt}"] if (submission.attempt or 1) > 1 else []),
            *([f"ignored: {', '.join(ignored)}"] if ignored else []),
            *submission.notices,
        ]
        cells = (
            "\n".join([submission.id, *who, *filter(None, [submission.section])]),
            f"all {len(asked)}" if complete else "\n".join(sorted(submission.files)),
            "\n".join(f"- {text}" for text in noticed),
            _doing(entry),
        )
        table.add_row(*(Text(visible(text)) for text in cells))
    return table


def _is_odd(entry: Planned) -> bool:
    one = entry.submission
    return bool(
        one.rejected
        or one.late
        or one.notices
        or _ignored_code(one)
        or _lacks(one)
        or (entry.again and entry.reason)
    )


def _lacks(submission: Submission) -> bool:
    return not submission.rejected and submission.files.keys() != set(student_files())


def _ignored_code(submission: Submission) -> list[str]:
    return [path for path in submission.ignored if is_code(path)]


def _doing(entry: Planned) -> str:
    if entry.submission.rejected:
        return f"rejected: {entry.submission.rejected}"
    if not entry.reason:
        return "kept"
    return f"graded again: {entry.reason}" if entry.again else "graded"


def _doing_all(planned: Plan) -> list[str]:
    new = sum(not entry.again for entry in planned.entries)
    again = sum(bool(entry.again and entry.reason) for entry in planned.entries)
    kept = len(planned.entries) - new - again
    lines = [f"{new} new, {again} would be graded again, {kept} kept"]
    if planned.overrides:
        lines.append(f"overrides for {listed(planned.overrides, IDS_NAMED)}")
    if planned.absent:
        lines.append(absent_text(planned.absent))
    if planned.elsewhere:
        lines.append(elsewhere_text(planned.elsewhere))
    return [visible(line) for line in lines]
