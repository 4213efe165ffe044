"""Why it is fast: torch and the suites are loaded once, forks have one thread, turns one core."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_jsonreport.plugin import JSONReport

from grader.candidate.client import Client
from grader.candidate.cores import one_core
from grader.classes.processes import examiner_processes
from grader.examine import Examiner
from grader.scorecard import Budgets
from tests.kit import ROOT

FORKS = pytest.mark.skipif(sys.platform != "linux", reason="workers are forked, and seen in /proc")
CORES = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="cores cannot be chosen")
TELLS = b"""
import os, torch
def wavelengths(d_model): return [id(torch), os.getppid(), os.getpid()]
"""
TELLS_CORES = b"import os\ndef wavelengths(d_model): return list(os.sched_getaffinity(0))"
SUITE = '''"""Count the imports"""
from grader.checks.marks import points
with open({path!r}, "a") as file:
    file.write("imported ")
@points(1)
def test_nothing(candidate, draw):
    """Nothing."""
'''


@pytest.fixture
def suites(tmp_path):
    """A folder of suites that count their own imports in the file `count` beside it."""
    folder = tmp_path / "suites"
    folder.mkdir()
    (folder / "test_0_count.py").write_text(SUITE.format(path=str(tmp_path / "count")))
    return folder


@FORKS
def test_torch_is_imported_once_for_all_workers():
    """Two submissions get processes of their own with one torch, forked from one server."""
    workers = []
    for _ in range(2):
        client = Client({"diagnostics.py": TELLS}, Budgets())
        workers.append(client.diagnostics.wavelengths(64).numbers)
        client.close()
    (torch, server, process), (same_torch, same_server, other_process) = workers
    assert (torch, server) == (same_torch, same_server)
    assert process != other_process


@FORKS
def test_server_that_forks_has_one_thread(grade_files, solutions):
    """After a whole submission the server has one thread still: no fork can find a held lock."""
    assert grade_files(solutions).score == 100
    client = Client({"diagnostics.py": TELLS}, Budgets())
    _, server, _ = client.diagnostics.wavelengths(64).numbers
    threads = list(Path(f"/proc/{int(server)}/task").iterdir())
    client.close()
    assert len(threads) == 1


def examiner_and_candidate_cores() -> tuple[set[int], set[int]]:
    """Return the cores that this process and a candidate of it may run on."""
    client = Client({"diagnostics.py": TELLS_CORES}, Budgets())
    theirs = client.diagnostics.wavelengths(64).numbers
    client.close()
    return os.sched_getaffinity(0), set(theirs.astype(int))


@CORES
def test_one_grading_takes_turns_with_its_candidate_on_one_core():
    """A check keeps to one core while it grades, and may use all again afterwards."""
    before = os.sched_getaffinity(0)
    with one_core():
        own, theirs = examiner_and_candidate_cores()
    assert own == theirs
    assert len(own) == 1
    assert os.sched_getaffinity(0) == before


@CORES
def test_each_examiner_takes_turns_with_its_candidates_on_one_core():
    """An examiner for each core has one to itself; more than that share what there is."""
    cores = os.sched_getaffinity(0)
    with examiner_processes(len(cores)) as executor:
        told = [executor.submit(examiner_and_candidate_cores) for _ in cores]
        pairs = [each.result() for each in told]
    assert all(own == theirs for own, theirs in pairs)
    assert sorted(len(own) for own, _ in pairs) == [1] * len(cores)
    assert set().union(*(own for own, _ in pairs)) == cores
    with examiner_processes(len(cores) + 1) as executor:
        assert executor.submit(os.sched_getaffinity, 0).result() == cores


def test_suites_are_imported_once_for_all_submissions(tmp_path, suites):
    """One examiner imports and collects its suites once, however many candidates it is given."""
    examiner = Examiner(suites)
    for _ in range(3):
        client = Client({}, Budgets())
        examiner.examine(client, seed=1)
        client.close()
    examiner.close()
    assert (tmp_path / "count").read_text().split() == ["imported"]


def test_examiner_forgets_each_candidate(suites):
    """Pytest keeps no plugin, and with it no report, of a candidate that was examined before."""
    examiner = Examiner(suites)
    kept = []
    for _ in range(3):
        client = Client({}, Budgets())
        examiner.examine(client, seed=1)
        client.close()
        gc.collect()
        kept.append(sum(isinstance(thing, JSONReport) for thing in gc.get_objects()))
    examiner.close()
    assert kept[0] == kept[1] == kept[2]


def run_script(script: Path) -> subprocess.CompletedProcess[str]:
    """Run a program that uses the grader, to its end."""
    return subprocess.run(
        [sys.executable, str(script)],
        cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=60,
        check=True,
    )  # fmt: skip


def test_program_that_grades_is_not_run_again_by_its_workers(tmp_path):
    """A script needs no `if __name__ == "__main__"` around what it asks of the grader."""
    script = tmp_path / "script.py"
    script.write_text(
        "from grader.candidate.client import Client\n"
        "from grader.scorecard import Budgets\n"
        "print('started')\n"
        "client = Client({'a.py': b'def one(): return 1'}, Budgets())\n"
        "print(client.a.one().numbers)\n"
        "client.close()\n"
    )
    done = run_script(script)
    assert done.stdout.split() == ["started", "1.0"]


@FORKS
def test_asking_for_a_worker_and_leaving_shows_no_traceback(tmp_path):
    """Whoever is interrupted while a worker is asked for sees nothing of the server's."""
    script = tmp_path / "script.py"
    script.write_text(
        "import os, socket\n"
        "from multiprocessing.forkserver import _forkserver as server\n"
        "from grader.candidate.client import Client\n"
        "from grader.scorecard import Budgets\n"
        "client = Client({'a.py': b'def one(): return 1'}, Budgets())\n"
        "print(client.a.one().numbers)\n"
        "with socket.socket(socket.AF_UNIX) as leaves:\n"
        "    leaves.connect(server._forkserver_address)\n"
        "os.waitid(os.P_PID, server._forkserver_pid, os.WEXITED | os.WNOWAIT)\n"
    )
    done = run_script(script)
    assert (done.stdout.split(), done.stderr) == (["1.0"], "")
