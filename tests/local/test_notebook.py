"""Classes in the cells of a notebook get the grade that the same classes get in files."""

from __future__ import annotations

import re
from pathlib import Path

import nbclient
import nbformat
import pytest

from grader import scorecard
from grader.local.cells import Code, NotebookError, collect
from grader.local.notebook import check, in_cells
from grader.registry import student_files
from tests.kit import NUMBERS, ROOT, full_marks, score_line

SEED = 5


def source(name: str) -> str:
    """Return the text of one of the solutions."""
    return (ROOT / "solutions" / name).read_text("utf-8")


SAVE = """
from pathlib import Path
from grader.scorecard import dumps
Path("{}").write_text(dumps(card));
"""
# The files of exercises that were added later, so that such an exercise needs no edit here.
LATER = [
    source(name)
    for name in student_files()
    if name not in ("embeddings.py", "diagnostics.py", "weight_tying.py")
]
WRONG = "class TiedLMHead(nn.Module):\n    def __init__(self, token):\n        1 / 0\n"
# What a student runs, in this order. The keys are names for the tests.
CELLS = {
    "too early": "from grader.notebook import check\ncheck()",
    "embeddings": "\n\n" + source("embeddings.py"),
    "diagnostics": "%%time\n" + source("diagnostics.py"),
    "tying": "\n".join(
        ["!echo hello", source("weight_tying.py"), *LATER, "weight = TokenEmbedding(7, 2)"]
    ),
    "experiment": "SinusoidalPositionalEmbedding(8, 4)(9)",
    "no python": "def unfinished(:",
    "everything": f"card = check(seed={SEED})" + SAVE.format("everything.json"),
    "one exercise": "check(exercise=4)",
    "one class": "card = check(TokenEmbedding, exercise=0)" + SAVE.format("one.json"),
    "no such exercise": "check(exercise=9)",
    "a stranger": "check(print)",
    "broken": "# my second attempt\n" + WRONG + "\ncheck(exercise=[5])",
    "not importable": "@nowhere_defined\nclass TiedLMHead(nn.Module):\n    pass",
    "after that": "check(exercise=5)",
}


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the notebook, run by a real Jupyter kernel, and the cards it wrote."""
    folder = tmp_path_factory.mktemp("notebook")
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(text) for text in CELLS.values()]
    client = nbclient.NotebookClient(
        notebook, timeout=120, allow_errors=True, resources={"metadata": {"path": str(folder)}}
    )
    client.execute()
    nbformat.write(notebook, folder / "homework.ipynb")
    return folder


@pytest.fixture(scope="module")
def shown(ran: Path) -> dict[str, str]:
    """What each cell showed, without colours."""
    notebook = nbformat.read(ran / "homework.ipynb", as_version=4)
    return {key: text_of(cell) for key, cell in zip(CELLS, notebook.cells, strict=True)}


def text_of(cell: nbformat.NotebookNode) -> str:
    """Return everything a cell showed, as plain text."""
    parts = []
    for output in cell.outputs:
        if output.output_type == "error":
            parts += output.traceback
        parts.append(output.get("text", ""))
        parts.append(output.get("data", {}).get("text/plain", ""))
    return re.sub(r"\x1b\[[\d;]*m", "", "\n".join(parts))


def test_cells_get_the_grade_of_files(ran, grade_files, solutions):
    """With the same seed, cells get the card that files get, apart from times and digests."""
    card = scorecard.loads((ran / "everything.json").read_bytes())
    files = grade_files(solutions, seed=SEED)
    assert card.score == card.max_score == full_marks()
    assert scorecard.without_times(card).exercises == scorecard.without_times(files).exercises
    assert (card.run.status, card.run.seed) == (files.run.status, SEED)
    assert card.submission.notices == ()


def test_report_is_that_of_the_command_line(shown):
    """check() prints the report of `grader check`; as the cell's result, the card is one line."""
    assert "Exercise" in shown["everything"]
    assert shown["everything"].rstrip().endswith(score_line(full_marks()))
    assert "Score 20/20" in shown["one exercise"]
    assert shown["one exercise"].rstrip().endswith("Scorecard: 20 of 20 points")


def test_classes_not_given_are_missing(ran):
    """check(TokenEmbedding) grades that class alone and says that no cell defines the others."""
    card = scorecard.loads((ran / "one.json").read_bytes())
    messages = {test.message for test in card.tests() if test.outcome == "missing"}
    assert "EmbeddingComposer is missing: no cell defines it." in messages
    assert card.score > 0


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("too early", "grader: no cell defines what the exercises ask for, EmbeddingComposer, "),
        ("no such exercise", f"grader: there is no exercise 9; there are {NUMBERS}"),
        ("a stranger", "grader: print is none of the names that the exercises ask for"),
    ],
)
def test_a_wrong_call_is_answered_in_one_line(shown, cell, message):
    """A call that cannot be graded shows a sentence instead of a traceback."""
    assert shown[cell].strip().startswith(message)
    assert "Traceback" not in shown[cell]


def test_mistakes_are_placed_in_cells(shown):
    """A line that raises is named by its cell and line, also if it raises when the cells run."""
    number = list(CELLS).index("broken") + 1
    assert f"TiedLMHead raised ZeroDivisionError (cell {number}, line 4)." in shown["broken"]
    assert "embeddings.py" not in shown["broken"]
    number = list(CELLS).index("not importable") + 1
    message = f"Your cells cannot be run: NameError in cell {number}, line 1."
    assert message in shown["after that"]


def test_outside_a_notebook():
    """check() says what it is for when there is no notebook."""
    with pytest.raises(NotebookError, match=r"this is none.*grader check student"):
        check()


# ---------------------------------------------------------------- what is collected


def collected(*cells: str, names: str = "A") -> str:
    """Return the code that is taken from cells 1, 2 and so on."""
    return collect(dict(enumerate(cells, 1)), names.split()).source


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["class A: pass", "A(1)\n1 / 0"], "class A: pass"),
        (["class A: x = 1", "class A: x = 2"], "class A: x = 2"),
        (["import os, math\nimport re", "def A(): return math.pi"],
         "import os, math|def A(): return math.pi"),
        (["def A(): return help_me()", "def help_me(): return K", "K = 3"],
         "def A(): return help_me()|def help_me(): return K|K = 3"),
        # A class keeps the base class that it was defined with.
        (["class B: old = 1", "class A(B): pass", "class B: new = 1"],
         "class B: old = 1|class A(B): pass"),
        # A function looks a name up when it is called, so it sees the latest definition.
        (["class B: old = 1", "def A(): return B()", "class B: new = 1"],
         "def A(): return B()|class B: new = 1"),
        (["def f(): return K", "K = 1", "A = f()", "K = 2"],
         "def f(): return K|K = 1|A = f()|K = 2"),
        (["n = 1", "n += 1\nn += 1", "def A(): return n"], "n = 1|n += 1|n += 1|def A(): return n"),
        (["class A: pass", "A.forward = lambda self: K", "K = 1", "A.forward(1)"],
         "class A: pass|A.forward = lambda self: K|K = 1"),
        (["class A: pass", "A.x = 1", "class A: pass"], "class A: pass"),
        (["def add_to(c): return lambda f: setattr(c, f.__name__, f)", "class A: pass",
          "@add_to(A)\ndef forward(self): pass"],
         "def add_to(c): return lambda f: setattr(c, f.__name__, f)|class A: pass|"
         "@add_to(A)|def forward(self): pass"),
        (["K = 1", "A = [K for _ in range(2)]"], "K = 1|A = [K for _ in range(2)]"),
        (["class A:\n    def f(self):\n        local = 1\n        return local", "local = 1 / 0"],
         "class A:|    def f(self):|        local = 1|        return local"),
        (["import torch", "from __future__ import annotations\ndef A(x: T): return torch"],
         "from __future__ import annotations|import torch|def A(x: T): return torch"),
        (["from math import *", "def A(): return pi"], "from math import *|def A(): return pi"),
        (["a = 1; A = a; b = 2", "A"], "a = 1; A = a; b = 2"),
        (["try:\n    import fast\nexcept ImportError:\n    fast = None", "def A(): return fast"],
         "try:|    import fast|except ImportError:|    fast = None|def A(): return fast"),
        (["class A(:", "await sleep(1)\nclass A: pass"], "class A: pass"),
        (['"""Notes"""\n# more\nclass A:\n    """\n  odd\n"""'], 'class A:|    """|  odd|"""'),
    ],
)  # fmt: skip
def test_only_what_a_name_needs_is_collected(cells, expected):
    """The code taken for a name is its latest definition and all that this one needs."""
    assert collected(*cells).strip().split("\n") == expected.split("|")


def test_places_lead_back_to_the_cells():
    """Every line of the collected code knows its cell and its line there."""
    code = collect({3: "\nimport os\n\n\nx = 1", 8: "# note\ndef A():\n    return os"}, ["A"])
    assert code.source == "import os\ndef A():\n    return os\n"
    assert [code.place(line) for line in (1, 2, 3, 4)] == [
        "cell 3, line 2", "cell 8, line 2", "cell 8, line 3", "cell 8, line 3",
    ]  # fmt: skip


def test_no_definition_and_imports_from_files_are_refused():
    """Cells that define nothing, or import from the student's files, are refused."""
    with pytest.raises(NotebookError, match="no cell defines"):
        collected("x = 1")
    for text in ("from student.embeddings import A", "from embeddings import *\nclass A: pass"):
        with pytest.raises(NotebookError, match=r"cell 1 imports from your embeddings\.py"):
            collected(text)


def test_a_card_without_lines_keeps_its_messages(grade_files, solutions):
    """Only the messages that name a line, or say what is missing, are written for cells."""
    card = grade_files({"embeddings.py": solutions["embeddings.py"]})
    code = Code("", ())
    shown = in_cells(card, code)
    assert (shown.score, shown.run) == (card.score, card.run)
    changed = [new for new, old in zip(shown.tests(), card.tests(), strict=True) if new != old]
    assert {test.outcome for test in changed} == {"missing"}
