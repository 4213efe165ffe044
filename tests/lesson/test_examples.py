"""The page for students: its tables, code blocks and worked numbers are true of the grader."""

from __future__ import annotations

import ast
import contextlib
import functools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader import lesson
from grader.candidate.client import Client
from grader.examine import Declared, Examiner
from grader.lesson.formulas import cosine_curve, sinusoid, wavelengths
from grader.registry import student_files, suite_files
from grader.scorecard import Budgets, Outcome, TestResult
from grader.selftest import corpus
from grader.text import number_text

ROOT = Path(__file__).resolve().parents[2]
HIDDEN, VISIBLE = lesson.SUITES, lesson.EXAMPLES
SOLUTIONS, RIGHT = ROOT / "solutions", ROOT / "tests/submissions/right"
TEXT = (ROOT / "exercises.md").read_text(encoding="utf-8")
# A share of the right programs is enough for every run; `make selftest` tries all of them.
SHARE = int(os.environ.get("SHARE", "4"))
NUMBERS = [int(file.stem.split("_")[1]) for file in suite_files(HIDDEN)]


@pytest.fixture(scope="module")
def hidden() -> Iterator[Examiner]:
    """The hidden suites."""
    examiner = Examiner(HIDDEN)
    yield examiner
    examiner.close()


@pytest.fixture(scope="module")
def visible() -> Iterator[Examiner]:
    """The visible examples."""
    examiner = Examiner(VISIBLE)
    yield examiner
    examiner.close()


def section(number: int) -> str:
    """Return the text of one exercise."""
    _, _, rest = TEXT.partition(f"\n## {number} ")
    return rest.partition("\n## ")[0]


def points_table(tests: list[Declared]) -> str:
    """Return the points of one exercise as Markdown."""
    rows = [(test.title.replace("*", "\\*"), number_text(test.points)) for test in tests]
    total = number_text(sum(test.points for test in tests))
    lines = ["| what is checked | points |", "|---|---:|"]
    lines += [f"| {title} | {points} |" for title, points in rows]
    return "\n".join([*lines, f"| **total** | **{total}** |"])


def code_blocks(text: str) -> list[str]:
    """Return the Python blocks of a page."""
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def examine(examiner: Examiner, files: Mapping[str, bytes]) -> list[TestResult]:
    """Run an examiner's tests on some files."""
    client = Client(files, Budgets())
    try:
        return examiner.examine(client, seed=0)
    finally:
        client.close()


@functools.cache
def wrong_programs() -> dict[str, Mapping[str, bytes]]:
    """Return the known wrong programs by name."""
    known = corpus.load(ROOT / "tests/submissions/wrong", SOLUTIONS)
    return {each.submission.id: each.submission.files for each in known}


def run_pytest(*arguments: str, submission: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run pytest on the examples as an editor does: elsewhere, without the grader on the path."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment.pop("SUBMISSION", None)
    if submission is not None:
        environment["SUBMISSION"] = submission
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, *arguments], env=environment, capture_output=True, text=True, timeout=120
    )


@pytest.mark.parametrize("number", NUMBERS)
def test_points_table(hidden: Examiner, number: int) -> None:
    """The points table of each exercise says what its hidden suite gives."""
    table = points_table([test for test in hidden.declared() if test.exercise == number])
    found = re.search(
        rf"<!-- points {number} -->\n(.*?)\n?<!-- end -->", section(number), re.DOTALL
    )
    assert found, f"section {number} has no <!-- points {number} --> … <!-- end -->"
    assert found[1] == table, f"exercises.md, section {number}: put this there:\n\n{table}\n"


def test_sections(hidden: Examiner) -> None:
    """There is one section per suite, with the suite's own title, in order."""
    titles = re.findall(r"^## (\d+) (.*)$", TEXT, re.MULTILINE)
    assert titles == [(str(number), title) for number, title in sorted(hidden.exercises.items())]


@pytest.mark.parametrize("number", NUMBERS)
def test_says_how_to_run(number: int) -> None:
    """Each section names both commands that check it alone."""
    assert f"`grader check --exercise {number}`" in section(number)
    assert f"`make check EXERCISE={number}`" in section(number)


def test_code_blocks(tmp_path: Path) -> None:
    """Every Python block of the page runs on the solutions and prints what it says."""
    shutil.copytree(SOLUTIONS, tmp_path / "student")
    blocks = {number: code_blocks(section(number)) for number in NUMBERS}
    assert all(blocks.values())
    sources = [block for number in NUMBERS for block in blocks[number]]
    # One process for all: importing torch takes longer than the blocks.
    script = (
        "import contextlib, io, json, sys\n"
        "printed = []\n"
        "for source in json.load(sys.stdin):\n"
        "    with contextlib.redirect_stdout(io.StringIO()) as text:\n"
        "        exec(source, {})\n"
        "    printed.append(text.getvalue().splitlines())\n"
        "print(json.dumps(printed))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(sources),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    for source, printed in zip(sources, json.loads(ran.stdout), strict=True):
        assert printed == re.findall(r"^# -> (.*)$", source, re.MULTILINE), source


def test_worked_numbers(visible: Examiner) -> None:
    """The worked numbers are those of the formulas, worked out anew, and the page shows them."""
    curves = constants(2)["SINUSOIDAL_CURVE"]
    table = np.array(constants(4)["TABLE"])
    assert np.array_equal(table, np.round(sinusoid(3, 4), 5))
    for D in (64, 32):
        assert curves[D] == np.round(cosine_curve(sinusoid(128, D), 8), 4).tolist()
        bands = wavelengths(D)
        assert constants(4)["FIRST"][D] == np.round(bands[:4], 4).tolist()
        assert constants(4)["LONGEST"][D] == round(bands[-1], 1)
        assert constants(4)["LONGER_THAN_128"][D] == np.sum(bands > 128)
        assert f"× {bands[1] / bands[0]:.4f}" in section(4)


@pytest.mark.parametrize("number", NUMBERS)
def test_worked_numbers_on_the_page(number: int) -> None:
    """What an example expects can be read in its section."""
    for value in flat(constants(number).values()):
        shown = re.escape(f"{value:g}")
        assert re.search(rf"(?<![\d.]){shown}", section(number)), f"{value:g} is not in {number}"


def test_same_files(hidden: Examiner, visible: Examiner) -> None:
    """Hidden and visible suites ask for the same files and give an exercise the same points."""
    for number in NUMBERS:
        both = [file_names(folder, number) for folder in (HIDDEN, VISIBLE)]
        assert both[0] == both[1]
        assert set(both[0]) <= set(student_files())
        totals = [
            sum(test.points for test in examiner.declared() if test.exercise == number)
            for examiner in (hidden, visible)
        ]
        assert totals[0] == totals[1], f"exercise {number}"
    assert hidden.exercises == visible.exercises


def test_solutions_pass(visible: Examiner) -> None:
    """The solutions pass every example."""
    results = examine(visible, corpus.solution_files(SOLUTIONS))
    assert [test for test in results if test.outcome is not Outcome.PASSED] == []


def test_right_programs_pass(visible: Examiner) -> None:
    """A known right program passes every example, however it is written."""
    for known in corpus.load(RIGHT, SOLUTIONS)[::SHARE]:
        for test in examine(visible, known.submission.files):
            assert test.outcome is Outcome.PASSED, f"{known.submission.id}: {test}"


def test_stubs_score_nothing(visible: Examiner) -> None:
    """A fresh student folder earns no point, and reads as not begun rather than as wrong."""
    results = examine(visible, corpus.solution_files(ROOT / "student"))
    assert {test.outcome for test in results} == {Outcome.NOT_WRITTEN}
    assert sum(test.score for test in results) == 0


@pytest.mark.parametrize(
    ("name", "test_id", "told"),
    [
        ("sin_bands_reversed", "4.table", ["expected 0.84147", "position(3)[1, 0] is 0.00999983"]),
        ("cos_raw_dot", "2.three_rows", ["[0] is 30", "expected 0.78"]),
        ("count_buffers", "1.count_layers", ["nn.BatchNorm1d(5)) is 21; expected 10"]),
        ("over_clamp", "3.module_refuses", ["(9, 4)", "expected a ValueError"]),
        ("tie_detach", "5.rows_reached", ["reaches 2 of 10 rows"]),
        ("comp_concat", "0.composer_adds", ["(2, 3, 32)", "expected (2, 3, 16)"]),
    ],
)
def test_messages_show_values(visible: Examiner, name: str, test_id: str, told: list[str]) -> None:
    """A wrong program reads what came back, what was expected and the mistake behind it."""
    results = examine(visible, wrong_programs()[name])
    failed = next(
        test
        for test in results
        if test.id.startswith(test_id) and test.outcome is not Outcome.PASSED
    )
    assert failed.misconception == name
    for part in told:
        assert part in failed.message


def test_pytest_passes_solutions() -> None:
    """Plain pytest collects the examples and passes them on the solutions."""
    ran = run_pytest(str(VISIBLE))
    assert ran.returncode == 0, ran.stdout
    assert re.search(r"\b\d+ passed", ran.stdout)
    assert "warning" not in ran.stdout


def test_pytest_reads_like_the_grader() -> None:
    """Plain pytest on a stub shows message and hint, and nothing of the grader's insides."""
    ran = run_pytest(str(VISIBLE / "test_4_bands.py"), submission="student")
    assert ran.returncode == 1
    assert "wavelengths: not written yet (diagnostics.py, line" in ran.stdout
    assert "hint: Its section of exercises.md says what to do." in ran.stdout
    assert "Traceback" not in ran.stdout
    assert "raise " not in ran.stdout


def test_pytest_skips_foreign_faults(tmp_path: Path) -> None:
    """Plain pytest skips what is another exercise's fault, and fails that exercise alone."""
    shutil.copytree(SOLUTIONS, tmp_path, dirs_exist_ok=True)
    wrong = (ROOT / "tests/submissions/wrong/sin_base_1000.py").read_bytes()
    with (tmp_path / "embeddings.py").open("ab") as file:
        file.write(b"\n\n" + wrong)
    ran = run_pytest(str(VISIBLE), submission=str(tmp_path))
    assert re.search(r"\b1 failed, \d+ passed, 2 skipped", ran.stdout), ran.stdout
    assert "position(3)" in ran.stdout
    assert "(exercise 4)" in ran.stdout


def test_pytest_names_an_empty_folder(tmp_path: Path) -> None:
    """A folder without any of the three files is named instead of failing test by test."""
    ran = run_pytest(str(VISIBLE / "test_1_parameter_count.py"), submission=str(tmp_path))
    assert ran.returncode == 1
    assert "holds none of" in ran.stdout


def file_names(folder: Path, number: int) -> tuple[str, ...]:
    """Return FILES of one suite."""
    [file] = folder.glob(f"test_{number}_*.py")
    for statement in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "FILES":
            return tuple(ast.literal_eval(statement.value))
    raise AssertionError(f"{file.name} declares no FILES")


def constants(number: int) -> dict[str, Any]:
    """Return the worked numbers that an example file states at its top."""
    [file] = VISIBLE.glob(f"test_{number}_*.py")
    found = {}
    for statement in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign):
            name = ast.unparse(statement.targets[0])
            if name != "FILES" and not name.endswith("TOLERANCE"):
                with contextlib.suppress(ValueError):  # an array is no literal
                    found[name] = ast.literal_eval(statement.value)
    return found


def flat(value: Any) -> Iterator[float]:
    """Yield the numbers of nested lists and the values of dictionaries."""
    if isinstance(value, (int, float)):
        yield value
    elif isinstance(value, str):
        return
    elif isinstance(value, dict):
        yield from flat(value.values())
    else:
        for item in value:
            yield from flat(item)
