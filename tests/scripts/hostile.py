"""Run the hostile submissions through the real command and compare with their expected cards.

python -m tests.scripts.hostile --rounds 20            compare, as often as asked
python -m tests.scripts.hostile --write                write the expected cards again, to be read
python -m tests.scripts.hostile --user                 as a plain user (only root can)
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from grader import scorecard
from grader.scorecard import Outcome, Scorecard, Status
from grader.selftest.corpus import Known, load, solution_files

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = ROOT / "tests/submissions/hostile"
EXPECTED = HOSTILE / "expected.json"
PORT = 47999  # the hostile submissions know this number
SEED = 1
DEADLINE_S = 5
JOBS = 4  # more than there are cores: much of the time is waiting for what hangs
# What a submission may end as beside its label: what it costs others of its own tests.
ALWAYS = {"passed", "failed", "not_run", "consequence"}
# These race against time or memory: which of their own limits they meet first is not fixed.
RACING = {"timeout", "memory", "crashed", "raised", "not_run", "exited", "flooded", "protocol"}


def main() -> None:
    """Parse the arguments and run the rounds; the exit code says whether all was as expected."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--user", action="store_true")
    parser.add_argument("--only", default="", help="a regular expression of names")
    arguments = parser.parse_args()
    known = {
        each.submission.id: each
        for each in load(HOSTILE, ROOT / "solutions")
        if re.search(arguments.only, each.submission.id)
    }
    faults = 0
    for number in range(arguments.rounds):
        started = time.monotonic()
        found = list(round_of(known, arguments.user, arguments.write))
        faults += len(found)
        for fault in found:
            print(fault, flush=True)
        seconds = time.monotonic() - started
        print(f"round {number + 1}: {len(known)} submissions, {len(found)} differences, "
              f"{seconds:.0f} s", flush=True)  # fmt: skip
    passed = max(len(known) * arguments.rounds - faults, 0)
    print(f"{passed} passed, {faults} failed")
    sys.exit(faults > 0)


def round_of(known: dict[str, Known], user: bool, write: bool) -> Iterator[str]:
    """Grade all once and yield a line for everything that is not as it should be."""
    with tempfile.TemporaryDirectory(prefix="grader-hostile-run-") as scratch, outside() as harm:
        folder = Path(scratch)
        folder.chmod(0o777)
        hand_in(folder / "class", known)
        run_batch(folder, user)
        cards = {
            path.stem: scorecard.loads(path.read_bytes())
            for path in (folder / "results/scorecards").glob("*.json")
        }
        yield from missing(cards, known)
        yield from honest_neighbours(cards)
        yield from harm()
    expected = json.loads(EXPECTED.read_text()) if EXPECTED.exists() else {}
    if write:
        expected |= {name: summary(cards[name]) for name in known}
        EXPECTED.write_text(json.dumps(dict(sorted(expected.items())), indent=1) + "\n")
    for name, each in known.items():
        if name in cards:
            yield from against_label(cards[name], each)
            # What runs into a limit does so sooner or later with the load: its label binds it.
            racing = {"memory", "timeout", "crashed"} & set(
                re.findall(r"\w+", each.labels["outcome"])
            )
            if "varies" not in each.labels and not racing:
                yield from against_golden(cards[name], expected.get(name, {}))


def hand_in(folder: Path, known: dict[str, Known]) -> None:
    """Write the class: honest submissions before, beside and after every hostile one."""
    honest = solution_files(ROOT / "solutions")
    for name, each in known.items():
        files = each.submission.files
        original = HOSTILE / name
        if original.is_dir():
            shutil.copytree(original, folder / name)
            (folder / name / "label.txt").unlink(missing_ok=True)
        else:
            write_files(folder / name, files)
    for number in ("0_before", "m_beside", "z_after"):
        write_files(folder / f"{number}_honest", honest)


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write a submission as a folder."""
    folder.mkdir(parents=True)
    for name, source in files.items():
        (folder / name).write_bytes(source)


def run_batch(folder: Path, user: bool) -> None:
    """Run the command as an instructor does."""
    command = [sys.executable, "-B", "-m", "grader", "batch", str(folder / "class")]
    command += ["-o", str(folder / "results"), "--seed", str(SEED), "--deadline", str(DEADLINE_S)]
    command += ["--jobs", str(JOBS)]
    if user:
        # An interpreter under root's own home can only be read with this one capability.
        keep = "+dac_read_search"
        become = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        command = [*become, "--inh-caps", keep, "--ambient-caps", keep, *command]
    environment = os.environ | {"GRADER_HOSTILE_SECRET": "a secret of the instructor"}
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, check=False, timeout=3000,
    )  # fmt: skip
    if done.returncode not in (0, 1):
        raise SystemExit(f"the batch ended with {done.returncode}:\n{done.stderr[-3000:]}")


def missing(cards: dict[str, Scorecard], known: dict[str, Known]) -> Iterator[str]:
    """Every submission has a card, and no card is a fault of the grader."""
    for name in known:
        if name not in cards:
            yield f"{name}: no card"
        elif cards[name].run.status is Status.GRADER_ERROR:
            faults = [t for t in cards[name].tests() if t.outcome is Outcome.GRADER_ERROR]
            yield f"{name}: grader fault: {faults[0].id}: {faults[0].message}"


def honest_neighbours(cards: dict[str, Scorecard]) -> Iterator[str]:
    """Honest submissions come out as if there were no others."""
    blank = scorecard.SubmissionInfo("", "", ())
    plain = [
        scorecard.without_times(scorecard.msgspec.structs.replace(card, submission=blank))
        for name, card in cards.items()
        if name.endswith("_honest")
    ]
    if (
        len(plain) != 3
        or any(card != plain[0] for card in plain)
        or plain[0].score != plain[0].max_score
    ):
        yield f"honest neighbours differ: {[card.score for card in plain]}"


def against_label(card: Scorecard, known: Known) -> Iterator[str]:
    """The score and the outcomes are those that its author asks for."""
    name = known.submission.id
    sign, bound = re.match(r"(==|<=|<|>=)\s*([0-9.]+)", known.labels["score"]).groups()
    number = float(bound)
    held = {"==": card.score == number, "<=": card.score <= number, "<": card.score < number,
            ">=": card.score >= number}[sign]  # fmt: skip
    if not held:
        yield f"{name}: score {card.score}, expected {sign}{bound}"
    allowed = set(re.findall(r"\w+", known.labels["outcome"])) | ALWAYS
    seen = {test.outcome.value for test in card.tests()}
    if not seen <= allowed | (RACING if allowed & {"memory", "timeout"} else set()):
        yield f"{name}: outcomes {sorted(seen - allowed)}, allowed {sorted(allowed)}"
    student = scorecard.dumps(scorecard.for_student(card))
    if "a secret of the instructor" in scorecard.dumps(card) or re.search(r"\x1b|\u202e", student):
        yield f"{name}: text on the card that should not be there"


def against_golden(card: Scorecard, expected: dict) -> Iterator[str]:
    """Every test ends as it is written down; what races may meet another of its limits."""
    seen = summary(card)
    for test in sorted(seen["tests"].keys() | expected.get("tests", {}).keys()):
        now, then = seen["tests"].get(test), expected.get("tests", {}).get(test)
        if now != then and not (now and then and {now[0], then[0]} <= RACING):
            yield f"{card.submission.id}: {test}: {now}, expected {then}"


def summary(card: Scorecard) -> dict:
    """Return what a golden card holds: the tests not passed, with outcome and message."""
    tests = {
        test.id: [test.outcome.value, test.message]
        for test in scorecard.for_student(card).tests()
        if test.outcome is not Outcome.PASSED
    }
    return {"score": card.score, "notices": list(card.submission.notices), "tests": tests}


@contextmanager
def outside() -> Iterator:
    """Set up what attacks aim at, and say afterwards what they reached."""
    marks = [Path("/tmp"), Path("/dev/shm"), Path.home()]
    kept = Path("/tmp/grader-hostile-marker-dir/keep.txt")
    kept.parent.mkdir(exist_ok=True)
    kept.write_text("keep")
    shared = Path("/dev/shm/grader-hostile-marker-shm")
    shared.write_text("keep")
    before = {path for folder in marks for path in folder.glob("grader-hostile-marker*")}
    with ExitStack() as stack:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", PORT)))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", PORT))
        unix = stack.enter_context(socket.socket(socket.AF_UNIX))
        unix.bind("\0grader-hostile-47999")
        unix.listen()

        def harm() -> Iterator[str]:
            after = {path for folder in marks for path in folder.glob("grader-hostile-marker*")}
            for path in sorted(after ^ before):
                yield f"changed outside: {path}"
            if kept.read_text() != "keep" or shared.read_text() != "keep":
                yield "a file outside was changed"
            # Whoever came has been waiting in the system's queue.
            queues = {"TCP": tcp.accept, "UDP": lambda: udp.recv(10), "unix": unix.accept}
            for listener in (tcp, udp, unix):
                listener.setblocking(False)
            for name, take in queues.items():
                with suppress(BlockingIOError):
                    take()
                    yield f"reached: {name}"
            yield from (f"left running: {line}" for line in left_running())

        try:
            yield harm
        finally:
            shutil.rmtree(kept.parent, ignore_errors=True)
            shared.unlink(missing_ok=True)


def left_running() -> list[str]:
    """Return the workers and servers whose batch is gone."""
    time.sleep(1)  # a server notices its parent's end a moment later
    listed = subprocess.run(["ps", "-eo", "ppid,args"], capture_output=True, text=True, check=True)
    return [
        line for line in listed.stdout.splitlines()
        if line.split()[0] == "1" and ("forkserver" in line or "grader batch" in line)
    ]  # fmt: skip


if __name__ == "__main__":
    main()
