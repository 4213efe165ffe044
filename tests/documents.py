"""The documents' text, and the parts of them that are generated."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import msgspec

from grader import scorecard
from grader.candidate.lockcheck import LAYERS, Isolation
from grader.grade import Settings, grade
from grader.scorecard import Budgets, Layer, Member, Scorecard
from grader.selftest import corpus
from grader.submission import Submission

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "exercises.md"
TRANSLATIONS = [ROOT / "exercises.es.md", ROOT / "exercises.zh.md"]
PLATFORMS = ROOT / "docs/platforms.md"

MARK = re.compile(r"\n<!-- source: [0-9a-f]* -->\n")


def read(path: Path) -> str:
    """Return a document's text."""
    return path.read_text(encoding="utf-8")


def named(path: Path) -> str:
    """Return a document's path from the root, to name a test."""
    return path.relative_to(ROOT).as_posix()


def sections(text: str) -> list[str]:
    """Return what stands before the first heading of level two, then each section."""
    return re.split(r"^(?=## )", text, flags=re.MULTILINE)


def marked(path: Path) -> str:
    """Return a translation with the mark of each section it translates."""
    parts = sections(MARK.sub("\n", read(path)))
    for place, source in enumerate(sections(read(SOURCE))):
        digest = hashlib.sha256(source.encode()).hexdigest()[:8]
        heading, end, rest = parts[place].partition("\n")
        parts[place] = f"{heading}{end}<!-- source: {digest} -->\n{rest}"
    return "".join(parts)


def sample_files() -> dict[str, bytes]:
    """Return a submission with one mistake: base 1000 in the sinusoidal table."""
    files = corpus.solution_files(ROOT / "solutions")
    wrong = files["embeddings.py"].replace(b"10000.0 **", b"1000.0 **")
    assert wrong != files["embeddings.py"]
    return files | {"embeddings.py": wrong}


def example_card() -> Scorecard:
    """Grade the sample and cut its card down to three tests and what is the same everywhere."""
    held = {
        name: f"{means}: {', '.join(attacks).replace('_', ' ')} refused"
        for name, (means, attacks) in LAYERS.items()
    }
    submission = Submission(
        "okaforben_1002",
        sample_files(),
        members=(Member("1002", "okaforben"),),
        late=True,
        attempt=2,
    )
    isolation = Isolation(tuple(Layer(name, True, detail) for name, detail in held.items()))
    card = scorecard.without_times(grade(submission, Settings(seed=1), isolation))
    shown = {"2.sinusoid_is_smooth", "4.table", "4.wavelengths"}
    exercises = tuple(
        msgspec.structs.replace(each, tests=tuple(test for test in each.tests if test.id in shown))
        for each in card.exercises
        if any(test.id in shown for test in each.tests)
    )
    assert {test.id for each in exercises for test in each.tests} == shown
    return msgspec.structs.replace(
        card,
        exercises=exercises,
        submission=msgspec.structs.replace(card.submission, digest="…"),
        run=msgspec.structs.replace(
            card.run,
            grader_version="1.0.0",
            suites_digest="…",
            budgets=Budgets(),
            python="3.12.4",
            torch="2.6.0",
            platform="Linux x86_64",
        ),
    )


def generated(text: str) -> str:
    """Return the platforms' page with its generated parts as they should be."""
    parts = {"card": scorecard.dumps(example_card()), "schema": scorecard.dump_schema()}
    for name, part in parts.items():
        text = re.sub(
            rf"(<!-- generated: {name} -->\n).*?(<!-- end -->)",
            lambda match, part=part: f"{match[1]}```json\n{part}```\n{match[2]}",
            text,
            flags=re.DOTALL,
        )
    return text
