"""Measure watch mode by hand: from a save to its printed result, beside `import torch`.

Run `python tests/watch/latency.py [SAVES]`. Every save is measured right after a fresh
`python -c "import torch"`, so that a busy machine slows both.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from watch_kit import ROOT, Watching, replace_file, write_solutions

# What is watched, the file that is saved, and which exercises are graded (none: all).
CASES = (
    ("everything, all solved", "solutions", "embeddings.py", ()),
    ("everything, fresh stubs", "student", "embeddings.py", ()),
    ("everything, one file of three", "solutions", "diagnostics.py", ()),
    ("one exercise affected (5)", "solutions", "weight_tying.py", ()),
    ("one exercise asked for (4)", "solutions", "diagnostics.py", (4,)),
)


def fresh_import() -> float:
    """Return the seconds that a fresh interpreter takes to import torch."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import torch"], check=True)
    return time.perf_counter() - started


def measure(source: str, name: str, exercises: tuple[int, ...], saves: int) -> None:
    """Save a file again and again, and print the medians."""
    with tempfile.TemporaryDirectory(prefix="latency-") as folder:
        student = Path(folder, "student")
        for file, content in write_solutions(student).items():
            (student / file).write_bytes(
                content if source == "solutions" else (ROOT / source / file).read_bytes()
            )
        content = (student / name).read_bytes()
        with Watching(student, *exercises) as watching:
            watching.result()
            taken, imports = [], []
            for number in range(saves):
                imports.append(fresh_import())
                started = time.perf_counter()
                replace_file(student / name, content + f"\n# save {number}\n".encode())
                watching.result()
                taken.append(time.perf_counter() - started)
            ended = watching.end()
    ratio = statistics.median(taken) / statistics.median(imports)
    print(
        f"  save to result {statistics.median(taken):.3f} s"
        f" ({min(taken):.3f} to {max(taken):.3f}),"
        f" import torch {statistics.median(imports):.2f} s, ratio {ratio:.3f}; exit code {ended}",
        flush=True,
    )


def main() -> None:
    """Measure every case."""
    saves = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    for title, source, name, exercises in CASES:
        print(f"{title}: {name} of {source}/ saved {saves} times")
        measure(source, name, exercises, saves)


if __name__ == "__main__":
    main()
