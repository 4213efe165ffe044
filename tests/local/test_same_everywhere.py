"""A notebook gets one grade: in Jupyter by check(), handed in, in a class, and packed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.candidate.lockcheck import Isolation
from grader.grade import Settings, grade
from grader.intake import open_batch, open_submission
from grader.local.pack import pack
from grader.scorecard import Scorecard
from grader.submission import Submission
from tests.intake.notebooks import CELLS, WRITERS, as_json, cells_of
from tests.kit import ROOT, full_marks

NAMES = ("embeddings.py", "diagnostics.py", "weight_tying.py")
RIGHT = {name: (ROOT / "solutions" / name).read_text("utf-8") for name in NAMES}
# One fault in each file. Each is an ordinary one, so every exercise but one loses something.
WRONG = {
    "embeddings.py": RIGHT["embeddings.py"].replace("10000.0", "1000.0"),
    "diagnostics.py": RIGHT["diagnostics.py"].replace("2 * math.pi", "math.pi"),
    "weight_tying.py": RIGHT["weight_tying.py"].replace("bias=False", "bias=True"),
}
# Runs the cells of the notebooks it is given in IPython, each in a new shell, and asks check().
IN_A_SHELL = """
import json, os, sys, tempfile
from IPython.core.interactiveshell import InteractiveShell

digests = {}
for name, cells in json.load(sys.stdin).items():
    os.chdir(tempfile.mkdtemp(dir=sys.argv[1]))
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    shell.system = lambda command: None  # no pip over the network
    shell.magics_manager.register_function(lambda line: None, magic_name="pip")
    for cell in cells:
        shell.run_cell(cell, store_history=True)
    shell.run_cell("from grader.notebook import check\\ncard = check(exercise=1, seed=5)")
    digests[name] = shell.user_ns["card"].submission.digest
with open(sys.argv[2], "w") as file:
    json.dump(digests, file)
"""


def written(files: Mapping[str, str]) -> dict[str, bytes]:
    """Return every notebook around these files, by name."""
    plain = {name: as_json(make(files)) for name, make in CELLS.items()}
    return plain | {name: write(cells_of(files)) for name, write in WRITERS.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all notebooks around the right files."""
    folder = tmp_path_factory.mktemp("class")
    for name, content in written(RIGHT).items():
        (folder / f"{name}.ipynb").write_bytes(content)
    return folder


def test_there_are_forty() -> None:
    """Forty ways to write the cells, and each writer is one more way to store them."""
    assert len(CELLS) >= 40 and WRONG != RIGHT
    assert all(WRONG[name] != RIGHT[name] for name in NAMES)


@pytest.mark.parametrize("name", [*CELLS, *WRITERS])
def test_a_right_notebook_gets_everything(name, folder, grade_files):
    """What stands around right code costs nothing."""
    read = open_submission(folder / f"{name}.ipynb")
    assert read.rejected == ""
    card = grade_files(read.files)
    assert card.score == full_marks(), [test.message for test in card.tests() if test.message]


@pytest.mark.parametrize("name", [*CELLS, *WRITERS])
def test_a_wrong_notebook_loses_what_the_files_lose(name, tmp_path, grade_files, lost):
    """What stands around wrong code earns nothing, and every test ends as it does for files."""
    path = tmp_path / "a.ipynb"
    path.write_bytes(written(WRONG)[name])
    card = grade_files(open_submission(path).files)
    assert results(card) == results(lost)


@pytest.fixture(scope="module")
def lost(isolation: Isolation) -> Scorecard:
    """The card of the wrong files, which earn something and lose something."""
    files = {name: text.encode() for name, text in WRONG.items()}
    card = grade(Submission("wrong", files), Settings(1), isolation)
    assert 0 < card.score < card.max_score
    return card


def results(card: Scorecard) -> list[tuple[str, str, float]]:
    """Return how each test ended."""
    return [(test.id, test.outcome.value, test.score) for test in card.tests()]


def test_a_class_and_pack_read_the_same(folder, tmp_path):
    """As a class, and packed and read again, each notebook is the same submission."""
    alone = {path.stem: open_submission(path).digest for path in folder.glob("*.ipynb")}
    assert {one.id: one.digest for one in open_batch(folder)} == alone
    packed = {}
    for name in alone:
        pack(folder / f"{name}.ipynb", tmp_path / "submission.zip")
        packed[name] = open_submission(tmp_path / "submission.zip").digest
    assert packed == alone


def test_check_reads_the_same(folder, tmp_path):
    """In a shell in which the cells have run, check() grades the same submission."""
    out = tmp_path / "digests.json"
    cells = {
        name: [text.replace("\r\n", "\n") for text in make(RIGHT)] for name, make in CELLS.items()
    }
    subprocess.run(
        [sys.executable, "-c", IN_A_SHELL, str(tmp_path), str(out)],
        input=json.dumps(cells), text=True, cwd=ROOT, check=True, capture_output=True, timeout=600,
    )  # fmt: skip
    alone = {name: open_submission(folder / f"{name}.ipynb").digest for name in CELLS}
    assert json.loads(out.read_text()) == alone
