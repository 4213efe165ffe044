"""The demo prints the lesson's numbers, whatever state the code is in."""

from __future__ import annotations

import functools
import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from rich.console import Console

from grader.lesson.demo import SECTIONS, demo
from grader.selftest import corpus

ROOT = Path(__file__).resolve().parents[2]
SOLUTIONS = corpus.solution_files(ROOT / "solutions")


def run_demo(files: Mapping[str, bytes]) -> str:
    """Return what the demo prints on 80 columns."""
    text = io.StringIO()
    demo(files, Console(file=text, width=80))
    return text.getvalue()


@functools.cache
def wrong_programs() -> dict[str, Mapping[str, bytes]]:
    """Return the known wrong programs by name."""
    known = corpus.load(ROOT / "tests/submissions/wrong", ROOT / "solutions")
    return {each.submission.id: each.submission.files for each in known}


def lines_starting(text: str, start: str) -> list[str]:
    """Return the rest of each line with this start, with single spaces."""
    return [
        " ".join(line.strip()[len(start) :].split())
        for line in text.splitlines()
        if line.strip().startswith(start)
    ]


def test_solutions() -> None:
    """The solutions show the lesson's numbers."""
    text = run_demo(SOLUTIONS)
    assert lines_starting(text, "learned composer(ids)") == [
        "(2, 5, 64) float32",
        "raises ValueError",
    ]
    assert lines_starting(text, "learned - sinusoidal, L*D") == ["8192"]
    assert lines_starting(text, "sinusoidal D = 64") == [
        "0.966 0.884 0.800 0.748 0.734 0.736 0.727 0.700"
    ]
    assert lines_starting(text, "sinusoidal D = 32") == [
        "0.957 0.858 0.767 0.729 0.736 0.743 0.714 0.658"
    ]
    for width, summary in {
        64: "32 6.2832 47117 1.3335 21",
        32: "16 6.2832 35333 1.7783 10",
    }.items():
        assert lines_starting(text, f"wavelengths({width})") == [summary]
        assert lines_starting(text, f"measured, D = {width}") == [summary]
    assert lines_starting(text, "embedding alone") == ["7 of 12 rows: 1 2 3 4 5 6 9"]
    [tied] = lines_starting(text, "with the tied head")
    assert tied.startswith("12 of 12 rows")
    assert lines_starting(text, "sinusoidal  ")[-1] == "0 0 -> 0"
    assert lines_starting(text, "learned  ")[-1].endswith("8192 -> 16384")


def test_rotation() -> None:
    """Only the sinusoidal rows turn into each other by fixed angles."""
    text = run_demo(SOLUTIONS).partition("Row p turned")[2].partition("A longer context")[0]
    shares = {
        kind: float(lines_starting(text, f"{kind} ")[0].split()[2])
        for kind in ("learned", "sinusoidal")
    }
    assert shares["sinusoidal"] < 0.01
    assert shares["learned"] > 50


@pytest.mark.parametrize("name", ["solutions", "student"])
def test_layout(name: str) -> None:
    """Every section is there, on at most 80 columns, solved or not."""
    text = run_demo(corpus.solution_files(ROOT / name))
    assert all(f"{title}\n" in text for title in SECTIONS)
    assert max(map(len, text.splitlines())) <= 80


def test_stubs() -> None:
    """Stubs are shown as not written yet, in one line each, and nothing else fails."""
    text = run_demo(corpus.solution_files(ROOT / "student"))
    assert "  token(ids)                TokenEmbedding: not written yet\n" in text
    assert "  wavelengths(64)       wavelengths: not written yet\n" in text
    assert "raise" not in text


def test_half_written() -> None:
    """What works is shown, also if other parts are missing."""
    files = {"embeddings.py": SOLUTIONS["embeddings.py"]}
    text = run_demo(files)
    assert lines_starting(text, "token(ids)") == ["(2, 5, 64) float32"]
    assert lines_starting(text, "measured, D = 64") == ["32 6.2832 47117 1.3335 21"]
    assert "wavelengths is missing: diagnostics.py was not handed" in text


@pytest.mark.parametrize(
    ("name", "start", "shown"),
    [
        ("over_sin_slices", "sinusoidal position(129)", "returns (128, 64); expected a ValueError"),
        ("tie_detach", "with the tied head", "7 of 12 rows: 1 2 3 4 5 6 9"),
        ("sin_trainable_parameter", "learned - sinusoidal, L*D", "0"),
        ("sin_base_1000", "measured, D = 64", "32 6.2832 5063 1.2409 18"),
        ("comp_concat", "learned composer(ids)", "(2, 5, 128) float32"),
    ],
)
def test_shows_what_is_wrong(name: str, start: str, shown: str) -> None:
    """A mistake shows in the numbers, because they come from the student's code alone."""
    assert lines_starting(run_demo(wrong_programs()[name]), start)[0] == shown


@pytest.mark.parametrize(
    "name", ["cos_one_number", "sin_nan_first_band", "over_sin_ge", "learned_init_zeros"]
)
def test_survives_odd_answers(name: str) -> None:
    """Single numbers, NaN, zero rows and short tables do not end the demo."""
    assert f"{list(SECTIONS)[-1]}\n" in run_demo(wrong_programs()[name])


def test_hostile_text() -> None:
    """A type's name cannot reach the terminal as a command."""
    source = b"""def LearnedPositionalEmbedding(rows, width):
    return lambda length: type("\\x1b[2JOdd", (), {})()
"""
    text = run_demo({"embeddings.py": source})
    assert "\x1b" not in text
    assert "no tensor but" in text
