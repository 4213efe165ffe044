"""Turn the results into the text of docs/performance.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

LEFT_OUT = """
## Left out

Each of these ideas saves less than a twentieth of a submission's time, or makes the code harder to
understand than the time is worth (`python -m bench.profile` shows how long each stage takes):

- Fork a worker before the next submission needs it. One job would not wait for the fork, but the
  fork costs as much processor time as before, so two jobs on two cores gain nothing.
- Send many independent questions in one frame. They would share one deadline, and if one of
  them hangs or kills the worker, we would have to ask them all again to find out which.
- Take the snapshot in the worker that grades. After grading, that worker has seen hidden inputs and
  could show them in a picture; before grading, the snapshot could change the grade.
- Keep Python's own memory in large pages, like the rest of the server's memory. Moving it there
  takes longer at the start than a small class saves.
- Load torch's libraries in a thread. The loader holds a lock, so everything else would wait.
- Run the lock checks while the first submission is graded. It would be graded before we know
  whether it is isolated.
- Write a test runner of our own instead of pytest's. It would save the time that pytest takes for
  empty tests, but we would have to maintain code that pytest maintains for us.
"""


def page(results: dict[str, Any]) -> str:
    """Return the page, in Markdown.

    Args:
        results: the content of bench/results.json.
    """
    return "\n".join([*_lines(results)]) + "\n" + LEFT_OUT


def _lines(results: dict[str, Any]) -> Iterator[str]:
    where = results["environment"]
    yield "# Performance"
    yield ""
    yield "Written by `make bench`; the numbers are in `bench/results.json`. Compare ratios rather"
    yield "than seconds, because everything that a table compares ran in turn in one run."
    yield "`python -m bench --only PART` measures one part again. `python -m bench.profile` shows"
    yield "where one submission's time goes."
    yield ""
    yield (
        f"{where['cores']} cores, {where['system']}, Python {where['python']}, "
        f"torch {where['torch']}, pytest {where['pytest']}; {results['rounds']} rounds."
    )
    yield from _cold(results["cold"])
    yield from _warm(results["warm"])
    yield from _peers(results["peers"])
    yield from _classes(results["classes"], results["jobs"])
    yield from _pieces(results)


def _cold(cold: dict[str, Any]) -> Iterator[str]:
    yield "\n## One submission, cold process\n"
    yield "| command | median s | ratio to `import torch` (min-max) |"
    yield "|---|---:|---|"
    for name, each in cold.items():
        yield f"| {name} | {each['seconds']['median']:.2f} | {_ratio(each, 2)} |"
    check, plain = (cold[name]["seconds"]["median"] for name in ("grader check", _PLAIN))
    yield ""
    yield f"`{_PLAIN}` runs the same suites with the student's code in the same process;"
    yield f"`grader check` takes {check / plain:.2f} of its time."


def _warm(warm: dict[str, Any]) -> Iterator[str]:
    yield "\n## Watch mode, from a save to the printed result\n"
    yield "| what is graded again | median s | ratio to `import torch` beside it (min-max) |"
    yield "|---|---:|---|"
    for name, each in warm.items():
        yield f"| {name} | {each['seconds']['median']:.3f} | {_ratio(each, 3)} |"


def _peers(peers: dict[str, Any]) -> Iterator[str]:
    yield "\n## Other graders\n"
    yield "| grader | version | median s a submission | times `grader batch` (min-max) |"
    yield "|---|---|---:|---|"
    for name, each in peers.items():
        if "skipped" in each:
            yield f"| {name} | skipped: {each['skipped']} | | |"
        else:
            seconds = each["seconds"]["median"]
            yield f"| {name} | {each['version']} | {seconds:.2f} | {_ratio(each, 1)} |"
    yield ""
    yield "All graders run the same tests on the same right and wrong submissions, and find the"
    yield "same number passed. The others run the student's code in the grader's own process,"
    yield "without locks. `grader batch` (with one job), `otter.api` and `nbgrader autograde` grade"
    yield "many submissions in one run, and their start is not counted. The others start again for"
    yield "each submission; check50 uses one process per core. `bench/peers.py` says how each one"
    yield "runs, and `make peers` installs them."


def _classes(classes: list[dict[str, Any]], jobs: dict[str, Any]) -> Iterator[str]:
    yield "\n## A class\n"
    yield (
        "| class | submissions | start s, 1 job | 2 jobs | ms each, 1 job | 2 jobs "
        "| to the smallest, 1 job | 2 jobs | examiner growth MiB |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for one, two in zip(classes[::2], classes[1::2], strict=True):
        kind = "mixed" if one["mixed"] else "copies"
        times = [1000 * each["seconds_each"] for each in (one, two)]
        growth = max(one["growth_mib"], two["growth_mib"])
        yield (
            f"| {kind} | {one['size']} | {one['start_seconds']:.1f} | {two['start_seconds']:.1f} "
            f"| {times[0]:.0f} | {times[1]:.0f} "
            f"| {one['to_smallest']:.2f} | {two['to_smallest']:.2f} | {growth:.1f} |"
        )
    most = {
        name: max(each[name] for each in classes)
        for name in (
            "examiner_mib", "server_mib", "worker_mib", "worker_private_mib", "most_descriptors",
        )
    }  # fmt: skip
    yield ""
    yield "`Copies` are copies of the solutions. Of ten mixed submissions five are right, three"
    yield "wrong (so evidence is gathered), one hostile, and one odd (renamed files in a folder too"
    yield "deep). The start lasts until each examiner has written its first card. `ms each` is the"
    yield "time from there to each examiner's last card, divided by the cards; classes under 100"
    yield "run several times, and the median counts. Each class is graded between runs of the"
    yield "smallest class; `to the smallest` divides its time for a submission by theirs. Growth is"
    yield "how much the largest examiner grew from the second quarter of a run to its second half."
    yield ""
    faster = ", ".join(
        f"{kind} {_ratio(each['1'], 2)} times" for kind, each in jobs["kinds"].items()
    )
    yield f"Two jobs against one, in turn on a class of {jobs['size']}, are faster: {faster}."
    yield ""
    yield (
        f"Most memory at any time, MiB resident: examiner {most['examiner_mib']:.0f}, server "
        f"{most['server_mib']:.0f}, worker {most['worker_mib']:.0f}, of which "
        f"{most['worker_private_mib']:.0f} are its own. Most open descriptors of an examiner: "
        f"{most['most_descriptors']}."
    )


def _pieces(results: dict[str, Any]) -> Iterator[str]:
    start = {name: 1000 * each["seconds"]["median"] for name, each in results["isolation"].items()}
    diagnosis = results["diagnosis"]
    naming, whole = (
        1000 * diagnosis[name]["median"] for name in ("diagnosis_seconds", "grading_seconds")
    )
    yield "\n## Isolation\n"
    yield (
        f"Locking a worker in adds {start['locked'] - start['unlocked']:.1f} ms to its start "
        f"({start['unlocked']:.1f} ms without)."
    )
    yield "\n## Naming the mistake\n"
    yield (
        f"{diagnosis['submissions']} wrong submissions, {diagnosis['failed_tests']} failed tests: "
        f"gathering evidence and naming take {naming:.1f} ms of {whole:.0f} ms in the median, "
        f"{1000 * diagnosis['diagnosis_seconds']['max']:.0f} ms at most."
    )


_PLAIN = "pytest in one process"


def _ratio(each: dict[str, Any], digits: int) -> str:
    ratio = each["ratio"]
    median, low, high = (f"{ratio[name]:.{digits}f}" for name in ("median", "min", "max"))
    return f"{median} ({low}-{high})"
