"""Grade classes of growing size, and measure time, memory and open descriptors."""

from __future__ import annotations

import functools
import itertools
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.timing import in_turn
from grader.selftest.corpus import Known, load, solution_files

ROOT = Path(__file__).resolve().parent.parent
MEBIBYTE = 1024 * 1024
BESIDE = 3  # runs of the smallest class before each class, and as many after it
JOBS_SIZE = 50  # submissions in the class that is graded with one job and with two


def write_class(folder: Path, size: int, mixed: bool) -> None:
    """Write a class of copies of the solutions or, if mixed, of the same ten submissions in turn.

    A number at the end of each file makes all of them different. Of the ten, five are right,
    three wrong, one hostile, and one right but oddly packed. Hostile ones that wait for a deadline
    are left out, because they would measure the deadline.
    """
    programs = _ten() if mixed else [("right", solution_files(ROOT / "solutions"))]
    for number, (kind, files) in zip(range(size), itertools.cycle(programs), strict=False):
        student = folder / f"s{number:04}"
        student.mkdir(parents=True)
        if kind == "odd":  # renamed files, one folder too deep, beside a document
            student = student / "my work"
            student.mkdir()
            (student / "notes.docx").write_bytes(b"PK")
        for name, source in files.items():
            named = name.replace(".py", " (1).py") if kind == "odd" else name
            (student / named).write_bytes(source + f"\n# {number}\n".encode())


def _ten() -> list[tuple[str, dict[str, bytes]]]:
    kinds = "right wrong right hostile right wrong right odd right wrong".split()
    chosen = {
        "right": iter(_spread(_known("right"), 6)),
        "wrong": iter(_spread(_known("wrong"), 3)),
        "hostile": iter(_spread(_known("hostile"), 1)),
    }
    return [(kind, next(chosen.get(kind, chosen["right"])).submission.files) for kind in kinds]


def _spread(known: list[Known], count: int) -> list[Known]:
    return known[:: len(known) // count][:count]


def _known(kind: str) -> list[Known]:
    known = load(ROOT / "tests/submissions" / kind, ROOT / "solutions")
    if kind == "hostile":
        quick = ("leaves", "lies", "talks", "steals", "poisons")
        return [
            each
            for each in known
            if each.labels["kind"].startswith(quick) and "timeout" not in each.labels["outcome"]
        ]
    return known


def grade(size: int, jobs: int, mixed: bool) -> dict[str, Any]:
    """Grade a class of `size`, and return the seconds for a submission and the memory used.

    `start_seconds` lasts until each examiner has written its first card. It is counted separately,
    because importing torch takes as long for a small class as for a large one. `seconds_each` is
    the mean time from an examiner's first card to its last, divided by its cards after the first.
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write_class(folder / "class", size, mixed)
        command = [sys.executable, "-m", "grader", "batch", str(folder / "class")]
        command += ["-o", str(folder / "results"), "--jobs", str(jobs), "--seed", "1"]
        started = time.time()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        samples: list[dict[str, float]] = []
        watcher = threading.Thread(target=_watch, args=(process, samples))
        watcher.start()
        process.wait()
        watcher.join()
        cards = [path.stat() for path in sorted((folder / "results/scorecards").glob("*.json"))]
    if len(cards) != size:
        raise RuntimeError(f"{len(cards)} cards of {size}")
    written = [card.st_mtime for card in cards]
    # The examiners begin with the first submissions by name, one each.
    first, last = written[:jobs], sorted(written)[-jobs:]
    sizes = [sample["examiner"] for sample in samples if sample["examiner"]]
    early, late = sizes[len(sizes) // 4 : len(sizes) // 2], sizes[len(sizes) // 2 :]
    return {
        "size": size,
        "jobs": jobs,
        "mixed": mixed,
        "start_seconds": round(max(first) - started, 3),
        "seconds_each": round((sum(last) - sum(first)) / jobs / (size - jobs), 4),
        "examiner_mib": round(max(sizes, default=0.0), 1),
        "server_mib": round(max(s["server"] for s in samples), 1),
        "worker_mib": round(max(s["worker"] for s in samples), 1),
        "worker_private_mib": round(max(s["worker_private"] for s in samples), 1),
        "growth_mib": round(max(late) - max(early), 1) if early else 0.0,
        "most_descriptors": int(max(s["descriptors"] for s in samples)),
    }


def measure(sizes: Sequence[int]) -> list[dict[str, Any]]:
    """Grade classes of copies and mixed ones of these sizes, with one job and then with two."""
    return [
        compare(size, sizes[0], jobs, mixed)
        for mixed in (False, True)
        for size in sizes
        for jobs in (1, 2)
    ]


def two_jobs(rounds: int) -> dict[str, Any]:
    """Grade a class of copies and a mixed one, with one job and with two in turn.

    Returns:
        The `size` of the classes, and for each of the two `kinds` the seconds for a submission with
        one job and with two, as `in_turn` compares them, against two jobs.
    """

    def cost(jobs: int, mixed: bool) -> float:
        return float(grade(JOBS_SIZE, jobs, mixed)["seconds_each"])

    kinds = {
        kind: in_turn(
            {str(jobs): functools.partial(cost, jobs, mixed) for jobs in (1, 2)}, rounds, "2"
        )
        for kind, mixed in (("copies", False), ("mixed", True))
    }
    return {"size": JOBS_SIZE, "kinds": kinds}


def compare(size: int, smallest: int, jobs: int, mixed: bool) -> dict[str, Any]:
    """Grade a class between runs of the smallest class, and compare the time for a submission.

    The runs are close together, because a machine's speed changes within minutes. Small classes
    run several times. Times are medians over the runs, everything else is the maximum.
    """
    before = [grade(smallest, jobs, mixed) for _ in range(BESIDE)]
    runs = [grade(size, jobs, mixed) for _ in range(max(1, 100 // size))]
    after = [grade(smallest, jobs, mixed) for _ in range(BESIDE)]
    times = {name: _median(runs, name) for name in ("start_seconds", "seconds_each")}
    ratio = times["seconds_each"] / _median([*before, *after], "seconds_each")
    most = {name: max(run[name] for run in runs) for name in runs[0]}
    return most | times | {"to_smallest": round(ratio, 3)}


def _median(runs: list[dict[str, Any]], name: str) -> float:
    return statistics.median(run[name] for run in runs)


def _watch(process: subprocess.Popen[bytes], samples: list[dict[str, float]]) -> None:
    """Add a sample of memory and descriptors twice a second, as long as the process runs."""
    while process.poll() is None:
        tree = _descendants(process.pid)
        commands = {pid: _command(pid) for pid in tree}
        examiners = [pid for pid in tree if "spawn_main" in commands[pid]]
        # A worker is a fork of its server, so it has the same command line.
        forks = [pid for pid in tree if "forkserver" in commands[pid]]
        workers = [pid for pid in forks if _parent(pid) in forks]
        servers = set(forks) - set(workers)
        samples.append(
            {
                "examiner": max(map(_resident, examiners), default=0.0),
                "server": max(map(_resident, servers), default=0.0),
                "worker": max(map(_resident, workers), default=0.0),
                "worker_private": max(map(_private, workers), default=0.0),
                "descriptors": max(map(_descriptors, examiners), default=0),
            }
        )
        time.sleep(0.5)


def _descendants(root: int) -> list[int]:
    """Return the ids of a process and of all processes below it."""
    found, waiting = [root], [root]
    while waiting:
        parent = waiting.pop()
        try:
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        except OSError:
            continue
        found += map(int, children)
        waiting += map(int, children)
    return found


def _resident(pid: int) -> float:
    """Return the MiB of memory that a process holds; 0 if it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / MEBIBYTE
    except (OSError, IndexError):
        return 0.0


def _private(pid: int) -> float:
    """Return the MiB that a process does not share with others; 0 if it is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError):
        return 0


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def _descriptors(pid: int) -> int:
    try:
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    except OSError:
        return 0
