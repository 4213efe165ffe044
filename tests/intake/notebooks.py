"""Forty notebooks as people write them, around the same three files.

Each makes the grade that the files themselves get: what stands around the classes and functions
must neither cost nor earn anything.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

Files = Mapping[str, str]
FAILS = "SinusoidalPositionalEmbedding(8, 4)(9)  # more than fit: this raises on purpose"
USE = "token = TokenEmbedding(10, 4)\nprint(token(torch.tensor([[1, 2]])).shape)"
TEXT = '''notes = """
%a) what I tried
%10) what I did not
!not a command
"""'''


def cells_of(files: Files) -> list[str]:
    """Return the three files as three cells."""
    return list(files.values())


def around(*before: str, after: Sequence[str] = ()) -> Callable[[Files], list[str]]:
    """Return a notebook with these cells before and after the files' own."""
    return lambda files: [*before, *cells_of(files), *after]


def above(line: str, end: str = "") -> Callable[[Files], list[str]]:
    """Return a notebook with a line at the top of each cell, and one at its end."""
    return lambda files: [f"{line}\n{text}\n{end}" for text in cells_of(files)]


def written(magic: str = "%%writefile") -> Callable[[Files], list[str]]:
    """Return a notebook whose cells write the files, and then use them."""
    return lambda files: [
        *(f"{magic} {name}\n{text}" for name, text in files.items()),
        "import importlib, embeddings\nimportlib.reload(embeddings)\nembeddings.TokenEmbedding",
    ]


def one_statement_a_cell(files: Files) -> list[str]:
    """Return a notebook with a cell for each class, function and import."""
    return [part for text in cells_of(files) for part in text.split("\n\n\n")]


def forward_added_later(files: Files) -> list[str]:
    """Return a notebook that gives a class its method in a later cell."""
    return [
        *cells_of(files),
        "def count(self):\n    return 1",
        "TiedLMHead.rows = count\nsetattr(TiedLMHead, 'columns', count)",
        "def add_to(cls):\n    return lambda f: setattr(cls, f.__name__, f)",
        "@add_to(TokenEmbedding)\ndef size(self):\n    return 2",
    ]


def first_try(files: Files) -> list[str]:
    """Return a notebook whose first classes are wrong and defined again later."""
    wrong = "from torch import nn\nclass TokenEmbedding(nn.Module):\n    pass\nwavelengths = None"
    return [wrong, "TokenEmbedding()(3)", *cells_of(files)]


def global_sizes(files: Files) -> list[str]:
    """Return a notebook whose code stands on names that other cells set, one of them by chance."""
    text = "\n".join(cells_of(files)).replace("10000.0", "BASE")
    return [
        "BASE = 1.0",
        "if True:\n    BASE = 10_000.0\nelse:\n    import tensorflow",
        text,
        "LIMITS = {}\nLIMITS.update(V=3)\nfor BASES in range(3):\n    print(BASES)",
    ]


def unfinished(files: Files) -> list[str]:
    """Return a notebook with cells that are no Python at all."""
    return ["class Later(:", *cells_of(files), "TODO: write about the bands", "x = = 2"]


CELLS: dict[str, Callable[[Files], list[str]]] = {
    "plain": cells_of,
    "one_cell": lambda files: ["\n\n".join(files.values())],
    "one_statement_a_cell": one_statement_a_cell,
    "check_of_the_handout": around(after=["from grader.notebook import check; check()"]),
    "check_in_the_last_cell": above("", "from grader.notebook import check\ncheck(exercise=0)"),
    "time": above("%%time"),
    "capture": above("%%capture out"),
    "time_and_capture": above("\n%%time\n%%capture --no-stderr"),
    "prun": above("%%prun -q"),
    "px": above("%%px --local"),
    "writefile": written(),
    "writefile_in_student": lambda files: [
        "!mkdir -p student",
        *(f"%%writefile student/{name}\n{text}" for name, text in files.items()),
    ],
    "writefile_in_two_parts": lambda files: [
        *(f"%%writefile {name}\nx = 1\n" for name in files),
        *(f"%%file -a {name}\n{text}" for name, text in files.items()),
    ],
    "writefile_for_one": lambda files: [
        "%%writefile embeddings.py\n" + files["embeddings.py"],
        "from embeddings import *",
        files["diagnostics.py"],
        files["weight_tying.py"],
    ],
    "text_with_percent_signs": around(TEXT, after=["print(notes)"]),
    "text_with_percent_signs_inside": above("", TEXT),
    "pip_over_two_lines": around("%pip install -q torch \\\n    numpy", "!pip install -q torch"),
    "pip_above_the_code": above("%pip install -q torch \\\n    numpy"),
    "help": above("", "nn.Embedding?\n?print\nnn.Linear??"),
    "shell_results": above("files = !ls\ncwd = %pwd", "files, cwd"),
    "await": above("import asyncio\nawait asyncio.sleep(0)"),
    "colab_drive": around(
        "from google.colab import drive, files\ndrive.mount('/content/drive')",
        after=["uploaded = files.upload()"],
    ),
    "display": above("", "display(TokenEmbedding)\nfrom IPython.display import HTML\nHTML('x')"),
    "get_ipython": around(
        "get_ipython().system('true')\nget_ipython().run_line_magic('pwd', '')"
    ),
    "fails_on_purpose": around(after=[USE, FAILS, "raise SystemExit"]),
    "fails_above_the_code": around("1 / 0", "assert False, 'not yet'"),
    "plots": around(
        "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.style.use('ggplot')",
        after=["fig, ax = plt.subplots()\nax.plot(wavelengths(64))\nplt.show()"],
    ),
    "libraries_nobody_needs": above(
        "import seaborn as sns, pandas as pd\nfrom tqdm.auto import tqdm\nfrom pylab import *"
    ),
    "input": around("name = input('Your name: ')", "age = int(input())"),
    "time_of_a_line": around(after=["%time x = wavelengths(64)", "%timeit -n 1 wavelengths(64)"]),
    "time_defines": around("%time BASES = [10.0]", after=["print(BASES)"]),
    "other_languages": around(
        "%%bash\nls -l | head", "%%html\n<b>Bands</b>", "%%javascript\nalert(1)", "%%latex\n$x$"
    ),
    "autoreload": around("%load_ext autoreload\n%autoreload 2\n%config InlineBackend.x = 1"),
    "forward_added_later": forward_added_later,
    "first_try": first_try,
    "global_sizes": global_sizes,
    "unfinished": unfinished,
    "main_guard": above("", "if __name__ == '__main__':\n    import seaborn\n    print(seaborn)"),
    "prompts": lambda files: [">>> import torch\n>>> torch.manual_seed(0)", *cells_of(files)],
    "windows_line_ends": lambda files: [text.replace("\n", "\r\n") for text in cells_of(files)],
}  # fmt: skip


def notebook(cells: Sequence[str]) -> dict[str, object]:
    """Return a notebook of format 4 with these code cells."""
    body = [
        {
            "cell_type": "code",
            "execution_count": number,
            "metadata": {},
            "outputs": [],
            "source": text.splitlines(keepends=True),
        }
        for number, text in enumerate(cells, 1)
    ]
    title = {"cell_type": "markdown", "metadata": {}, "source": ["# Homework\n", "%%time"]}
    return {"cells": [title, *body], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def as_json(cells: Sequence[str]) -> bytes:
    """Return the bytes of a notebook with these code cells."""
    return json.dumps(notebook(cells)).encode()


def with_output(value: str) -> Callable[[Sequence[str]], bytes]:
    """Return how to write a notebook whose outputs and metadata hold this piece of JSON."""

    def write(cells: Sequence[str]) -> bytes:
        output = '{"output_type": "display_data", "metadata": {"x": VALUE}, "data": {"y": VALUE}}'
        text = json.dumps(notebook(cells)).replace('"outputs": []', f'"outputs": [{output}]')
        return text.replace("VALUE", value).encode()

    return write


def old_format(cells: Sequence[str]) -> bytes:
    """Return a notebook of format 3, whose cells stand in worksheets."""
    body = [{"cell_type": "code", "input": [text], "language": "python"} for text in cells]
    return json.dumps({"metadata": {}, "nbformat": 3, "worksheets": [{"cells": body}]}).encode()


def odd_cells(cells: Sequence[str]) -> bytes:
    """Return a notebook with cells that hold nothing, and metadata that are a list."""
    book = notebook(cells)
    odd = [{"cell_type": "code", "source": None}, {"cell_type": "code"}, {"source": 3}, None]
    return json.dumps({"cells": [*odd, *book["cells"]], "metadata": []}).encode()  # type: ignore[misc]


# Other bytes around the same cells.
WRITERS: dict[str, Callable[[Sequence[str]], bytes]] = {
    "nan_in_an_output": with_output("NaN"),
    "infinity_in_an_output": with_output("-Infinity"),
    "lone_surrogate_in_an_output": with_output('"\\\\ud83d"'.replace("\\\\", "\\")),
    "huge_number_in_an_output": with_output("1" + "0" * 5000),
    "old_format": old_format,
    "odd_cells": odd_cells,
    "utf16": lambda cells: json.dumps(notebook(cells)).encode("utf-16"),
    "byte_order_mark": lambda cells: b"\xef\xbb\xbf" + as_json(cells),
}
