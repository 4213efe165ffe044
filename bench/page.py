"""Write what was measured as docs/performance.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

LEFT_OUT = """
## Left out

Each of these buys less than a twentieth of a submission's time, or costs more clarity than it is
worth (`python -m bench.profile` shows what each stage takes):

- a worker forked ahead of the next submission: it hides a fork's time from one job and costs as
  much processor time as before, so two jobs on two cores gain nothing;
- many questions in one frame: where the next does not depend on the answer, one deadline would hold
  for all of them, and which of them hung or died would have to be found out by asking again;
- looking at a submission in the worker that graded it: that has seen hidden inputs, and could show
  them in a picture; before grading, what it does there could change the grade;
- Python's own memory in large pages, like the rest of the server's: moving it there takes longer at
  the start than a small class saves;
- torch's libraries loaded in a thread: the loader's lock holds everything else up;
- the isolation's probes beside the first submission: it would be graded before it is known how it
  was isolated;
- a runner of our own in place of pytest's item protocol: what pytest takes for empty tests, for
  code that pytest keeps for us.
"""


def page(results: dict[str, Any]) -> str:
    """Return the page."""
    return "\n".join([*_lines(results)]) + "\n" + LEFT_OUT


def _lines(results: dict[str, Any]) -> Iterator[str]:
    where = results["environment"]
    yield "# Performance"
    yield ""
    yield "Written by `make bench`; the numbers are in `bench/results.json`. Ratios count, not"
    yield "seconds: what a table compares ran in turn in one run; `python -m bench --only PART`"
    yield "makes one anew. `python -m bench.profile` shows where one submission's time goes."
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
    yield "All run the same tests on the same right and wrong submissions and find as many passed;"
    yield "the others run the student's code in the grader's process, unlocked. `grader batch` (one"
    yield "job), `otter.api` and `nbgrader autograde` grade many in one run, and their start is not"
    yield "counted; the others start anew for each submission, check50 with a process a core."
    yield "`bench/peers.py` says what each is asked; `make peers` installs them."


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
    yield "Copies are of the solutions. Of ten mixed ones five are right, three wrong, which costs"
    yield "a closer look, one is hostile and one odd (renamed files in a folder too deep). The"
    yield "start lasts until each examiner has written its first card; a submission's cost is taken"
    yield "from there to each one's last, in the median of several runs if the class is under 100."
    yield "Each class is graded between runs of the smallest: `to the smallest` is its cost divided"
    yield "by theirs. Growth is that of the largest examiner from the second quarter of the run to"
    yield "its second half."
    yield ""
    faster = ", ".join(
        f"{kind} {_ratio(each['1'], 2)} times" for kind, each in jobs["kinds"].items()
    )
    yield f"Two jobs, in turn with one on a class of {jobs['size']}, grade faster: {faster}."
    yield ""
    yield (
        f"Most memory seen, MiB resident: examiner {most['examiner_mib']:.0f}, server "
        f"{most['server_mib']:.0f}, worker {most['worker_mib']:.0f}, of which "
        f"{most['worker_private_mib']:.0f} are its own. Most open descriptors of an examiner: "
        f"{most['most_descriptors']}."
    )


def _pieces(results: dict[str, Any]) -> Iterator[str]:
    start = {name: 1000 * each["seconds"]["median"] for name, each in results["isolation"].items()}
    diagnosis = results["diagnosis"]
    looks, all_of_it = (
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
        f"the closer looks take {looks:.1f} ms of {all_of_it:.0f} ms in the median, "
        f"{1000 * diagnosis['diagnosis_seconds']['max']:.0f} ms at most."
    )


_PLAIN = "pytest in one process"


def _ratio(each: dict[str, Any], digits: int) -> str:
    ratio = each["ratio"]
    median, low, high = (f"{ratio[name]:.{digits}f}" for name in ("median", "min", "max"))
    return f"{median} ({low}-{high})"
