"""Classes in the cells of a notebook get the grade that the same classes get in files."""

from __future__ import annotations

import re
from pathlib import Path

import nbclient
import nbformat
import pytest

from grader import scorecard
from grader.intake.cells import collect, pieces_of
from grader.intake.ipython import python_of
from grader.intake.notebook import NotebookError, notebook_files
from grader.local.notebook import check
from grader.places import HEAD, place
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
    message = f"NameError, cell {number}, line 1."
    assert message in shown["after that"]


def test_outside_a_notebook():
    """check() says what it is for when there is no notebook."""
    with pytest.raises(NotebookError, match=r"this is none.*grader check student"):
        check()


# ---------------------------------------------------------------- what is collected


def collected(*cells: str, names: str = "A") -> str:
    """Return the code that is taken from cells 1, 2 and so on, without the remarks on places."""
    read = {number: python_of(text) for number, text in enumerate(cells, 1)}
    source = collect(pieces_of(read), names.split())
    return "".join(
        line for line in source.splitlines(keepends=True) if not line.startswith(("# cell ", HEAD))
    )


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
        # A statement that may not define the name leaves the earlier definition in force.
        (["K = 1", "if 1 > 2:\n    K = 3", "def A(): return K"],
         "K = 1|if 1 > 2:|    K = 3|def A(): return K"),
        (["T = {}", "T.update(x=1)\nfor k in T: T[k] = 2", "A = T", "T.clear()"],
         "T = {}|T.update(x=1)|for k in T: T[k] = 2|A = T"),
        (["import math", "math.sin(1 / 0)", "def A(): return math.pi"],
         "import math|def A(): return math.pi"),
        (["class A: pass", "setattr(A, 'x', 1)", "print(A)", "A.mro()"],
         "class A: pass|setattr(A, 'x', 1)"),
        (["%time K = 1", "%timeit -n 2 K", "def A(): return K"], "K = 1|def A(): return K"),
        (["%%time\n%%capture\nclass A: pass", "%%bash\nA = 1", "%%html\nA = 2"], "class A: pass"),
        (["x = !ls", "x = %pwd", "class A: pass\nA?\n?A"], "class A: pass"),
        (["from x.embeddings import A", "A"], ""),
    ],
)  # fmt: skip
def test_only_what_a_name_needs_is_collected(cells, expected):
    """The code taken for a name is its latest definition and all that this one needs."""
    assert collected(*cells).strip().split("\n") == expected.split("|")


def test_places_lead_back_to_the_cells():
    """Every line of the collected code knows its cell and its line there."""
    cells = {3: "\nimport os\n\n\nx = 1", 8: "# note\ndef A():\n    return os"}
    cells[9] = "%%time\n%pip install \\\n  a\n%time B = 1\n\nclass C:\n    x = 0"
    cells[12] = "%%writefile weight_tying.py\n# mine\ndef D():\n    pass"
    files = notebook_files(cells, ["A", "B", "C", "D"]).files
    found = {
        text.strip(): place(name, source, number)
        for name, source in files.items()
        for number, text in enumerate(source.decode().splitlines(), 1)
        if not text.startswith("# cell")
    }
    assert {text: where for text, where in found.items() if text in EXPECTED} == EXPECTED
    assert place("own.py", b"x = 1\n", 1) == "own.py, line 1"


EXPECTED = {
    "import os": "cell 3, line 2", "def A():": "cell 8, line 2", "return os": "cell 8, line 3",
    "B = 1": "cell 9, line 4", "class C:": "cell 9, line 6", "x = 0": "cell 9, line 7",
    "# mine": "cell 12, line 2", "def D():": "cell 12, line 3", "pass": "cell 12, line 4",
}  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (["x = 1"], "no cell defines"),
        (["from student.embeddings import TokenEmbedding"], r"cell 1 imports from your embeddings"),
        (["x = 1", "class TokenEmbedding(:"], "cell 2, line 1: SyntaxError, so nothing of this"),
        (["%%time\nclass TokenEmbedding:\n  x = = 2"], "cell 1, line 3: SyntaxError"),
    ],
)
def test_a_notebook_without_definitions_is_refused(cells, message):
    """Cells that define nothing that is asked are refused, and the message says where it may be."""
    with pytest.raises(NotebookError, match=message):
        notebook_files(dict(enumerate(cells, 1)))


def test_a_later_cell_that_is_no_python_is_noticed():
    """The earlier definition counts, and a notice names the cell that could not be read."""
    made = notebook_files(
        {1: "class TokenEmbedding: pass", 2: "class TokenEmbedding(:", 3: "x = ="}
    )
    assert made.notices == (
        "cell 2, line 1: SyntaxError, so nothing of this cell was read, and it defines"
        " TokenEmbedding",
    )
    assert (
        notebook_files({1: "class TokenEmbedding(:", 2: "class TokenEmbedding: pass"}).notices == ()
    )


@pytest.mark.parametrize(
    "cell",
    ["(" * 5_000, "-" * 100_000 + "1", "x = " + "[" * 150 + "]" * 150, "%%time\n" * 50 + "x = 1",
     "\n".join(["%magic"] * 600), "'" * 3 + "x" * 900_000, "x" + ".y" * 50_000, "\0", "\x0c%%time",
     "lambda: " * 3_000 + "1", "%%writefile\nx", "%%", "%", "?", "!", "%%writefile '\nx"],
)  # fmt: skip
def test_a_strange_cell_does_no_harm(cell):
    """A cell that neither IPython nor Python can read costs nothing but itself."""
    made = notebook_files({1: cell, 2: "class TokenEmbedding: pass"})
    (source,) = made.files.values()
    assert source.endswith(b"# cell 2, line 1\nclass TokenEmbedding: pass\n")
