"""Export cards: the table of formats, and the function that writes any of them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..files import write_bytes, write_text
from ..scorecard import Scorecard
from ..text import listed
from . import (
    canvas,
    classroom50,
    comments,
    fill,
    github,
    gradebook,
    gradebooks,
    gradescope,
    junit,
    moodle,
    prairielearn,
    worksheet,
)
from .base import ExportError, Job, Output
from .table import named
from .text import line


@dataclass(frozen=True)
class Format:
    """One format: how to make it, whether it fills in a platform's file, and what it writes."""

    make: Callable[[Job], Output]
    template: Literal["none", "optional", "required"]
    about: str


def _fills(book: fill.Gradebook) -> Format:
    """Return the format that fills in a platform's gradebook."""
    return Format(fill.maker(book), "required", f"{book.file}: the --template, grades filled in")


FORMATS: dict[str, Format] = {
    "gradebook-csv": Format(gradebook.make, "none", "gradebook.csv: one row per person"),
    "gradebook-xlsx": Format(
        gradebook.make_workbook, "none", "gradebook.xlsx: the same as a workbook (needs openpyxl)"
    ),
    "canvas": Format(
        canvas.make, "optional", "canvas.csv: the --template gradebook export, grades filled in"
    ),
    "canvas-comments": Format(
        comments.canvas, "optional", "canvas-comments.json: feedback, to be sent to Canvas's API"
    ),
    "blackboard": _fills(gradebooks.BLACKBOARD),
    "brightspace": _fills(gradebooks.BRIGHTSPACE),
    "gradescope-csv": _fills(gradebooks.GRADESCOPE),
    "google-classroom": _fills(gradebooks.CLASSROOM),
    "moodle": Format(moodle.make, "none", "moodle.csv: grades for the gradebook's CSV import"),
    "moodle-worksheet": Format(
        worksheet.make,
        "required",
        "worksheet.csv: the --template grading worksheet filled in; feedback.zip: for upload",
    ),
    "gradescope": Format(gradescope.make, "none", "ID/results.json per submission"),
    "classroom50": Format(classroom50.make, "none", "ID/result.json per submission"),
    "prairielearn": Format(prairielearn.make, "none", "ID/results.json per submission"),
    "junit": Format(junit.make, "none", "junit.xml: one testsuite per submission"),
    "github-summary": Format(
        github.make, "none", "summary.md: for the job's summary; annotations.txt: to be printed"
    ),
    "feedback": Format(
        comments.folder,
        "none",
        "mail-merge.csv: name, e-mail, score, text, page; feedback/NAME.txt per submission",
    ),
}


def export(
    cards: Sequence[Scorecard],
    to: str,
    out: Path,
    template: Path | None = None,
    *,
    assignment: str = "",
    note: Callable[[str], None] | None = None,
) -> list[Path]:
    """Write the cards in one format.

    Args:
        cards: the instructor's cards; files for students hold only what students may see.
        to: one of FORMATS.
        out: a folder, or a path for the first file if it ends like that file's name.
        template: the platform's own file to fill in, for formats that need one.
        assignment: title of the assignment, where the platform's file has several.
        note: is called with each note to the person who exports, such as who was not found.
            By default, notes are printed on stderr.

    Returns:
        The files written. All are made before the first is written, and each is written whole.

    Raises:
        ExportError: if there is nothing to export, or the template is the wrong file.
    """
    if to not in FORMATS:
        raise ExportError(f"unknown format {line(to)!r}: choose one of {', '.join(FORMATS)}")
    if not cards:
        raise ExportError("there are no scorecards to export: grade something first")
    if template is None and FORMATS[to].template == "required":
        raise ExportError(f"{to} fills in the platform's own file: give it with --template")
    if template is not None and FORMATS[to].template == "none":
        fills = [name for name, format in FORMATS.items() if format.template != "none"]
        raise ExportError(f"{to} takes no template; these do: {', '.join(fills)}")
    repeated = [
        id for id, count in Counter(card.submission.id for card in cards).items() if count > 1
    ]
    if repeated:
        raise ExportError(f"two scorecards are of one submission: {listed(repeated)}")
    output = FORMATS[to].make(Job(cards, template, assignment))
    paths = _paths(list(output.files), out)
    if template is not None and any(_same(path, template) for path in paths):
        raise ExportError(f"{named(out)} is the template itself: give another file with -o")
    try:
        for path, content in zip(paths, output.files.values(), strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, str):
                write_text(path, content)
            else:
                write_bytes(path, content)
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise ExportError(f"{named(out)}: {reason}. Give another place with -o") from error
    for text in output.notes:
        (note or _to_stderr)(line(text))
    return paths


def _paths(names: list[str], out: Path) -> list[Path]:
    """Return the path of each file; `out` is a folder unless it ends like the first file."""
    for name in names:  # a submission's id becomes a folder's name
        if any(part in ("", ".", "..") for part in name.split("/")) or "\\" in name:
            raise ExportError(f"{line(name)!r} is no name for a file: the scorecard is not ours")
    first, *others = names or [""]
    if not first or out.is_dir() or out.suffix.lower() != Path(first).suffix:
        return [out / name for name in names]
    if any("/" in name for name in others):
        raise ExportError(f"{named(out)}: this format writes a file per submission: give a folder")
    return [out, *(out.with_name(f"{out.stem}-{name}") for name in others)]


def _same(path: Path, template: Path) -> bool:
    return path.exists() and template.exists() and path.samefile(template)


def _to_stderr(text: str) -> None:
    print(f"note: {text}", file=sys.stderr)
