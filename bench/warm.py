"""Measure watch mode, from saving a file to the printed result, beside `import torch`."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.timing import seconds, spread
from tests.local.kit import Watching, replace_file, write_solutions

ROOT = Path(__file__).resolve().parent.parent
# Title, folder with the work, the file that is saved, and the exercises graded (empty means all).
CASES = (
    ("everything, all solved", "solutions", "embeddings.py", ()),
    ("everything, fresh stubs", "student", "embeddings.py", ()),
    ("one exercise affected (5)", "solutions", "weight_tying.py", ()),
    ("one exercise asked for (4)", "solutions", "diagnostics.py", (4,)),
)


def measure(rounds: int) -> dict[str, Any]:
    """Save a file `rounds` times in each case, each time after a new process imported torch.

    Returns:
        For each case, the seconds from save to result, and their ratio to the import before it.
    """
    return {
        title: _saves(source, name, exercises, rounds) for title, source, name, exercises in CASES
    }


def _saves(source: str, name: str, exercises: tuple[int, ...], rounds: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="bench-warm-") as folder:
        student = Path(folder, "student")
        for file, content in write_solutions(student).items():
            (student / file).write_bytes(
                content if source == "solutions" else (ROOT / source / file).read_bytes()
            )
        content = (student / name).read_bytes()
        taken, imports = [], []
        with Watching(student, *exercises) as watching:
            watching.result()
            for number in range(rounds):
                imports.append(seconds([sys.executable, "-c", "import torch"]))
                started = time.perf_counter()
                replace_file(student / name, content + f"\n# save {number}\n".encode())
                watching.result()
                taken.append(time.perf_counter() - started)
    return {
        "seconds": spread(taken),
        "ratio": spread([a / b for a, b in zip(taken, imports, strict=True)]),
        "ratio_of_medians": round(statistics.median(taken) / statistics.median(imports), 4),
    }
