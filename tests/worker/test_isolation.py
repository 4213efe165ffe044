"""The isolation holds on Linux, for root and for a plain user."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import time

import pytest

from grader.candidate.client import Client
from grader.candidate.lockcheck import LAYERS, probe
from grader.candidate.threads import MAX_THREADS
from grader.scorecard import Budgets
from grader.worker import landlock, launch
from tests.kit import ROOT, full_marks

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp are Linux's")


def test_every_layer_holds(isolation):
    """Every attack on every layer is refused here."""
    assert [(layer.name, layer.on) for layer in isolation.layers] == [
        (name, True) for name in LAYERS
    ]
    assert isolation.level == "full"


def slow_launch(*arguments):
    """Start a worker as on a machine that is very busy."""
    time.sleep(2)
    launch.launch(*arguments)


def test_slow_start_is_not_taken_for_a_hole(monkeypatch):
    """A worker that takes longer to start than an attack may take still finds every layer on."""
    monkeypatch.setattr(launch, "launch", slow_launch)
    assert probe(Budgets(deadline_s=1.5)).level == "full"


def test_kit_is_not_among_the_readable_folders():
    """No readable folder holds the kit, a solution or a submission."""
    kit = landlock.KIT
    for path in landlock.readable():
        assert not kit.is_relative_to(path.resolve()), path
        assert not (ROOT / "solutions").is_relative_to(path.resolve()), path


ATTACKS = """
import ctypes, os, pathlib, signal, socket

def refused(action):
    try:
        action()
    except (OSError, MemoryError, ValueError, RuntimeError):
        return 1.0
    return 0.0

def walk():
    found = [name for _, _, names in os.walk("/") for name in names if name.startswith("test_")]
    if any("bands" in name for name in found):
        return None
    raise OSError

def wavelengths(*_):
    libc = ctypes.CDLL(None, use_errno=True)
    def call(*arguments):
        if libc.syscall(*arguments) < 0:
            raise OSError
    return [refused(each) for each in (
        os.fork,
        lambda: os.execv("/bin/true", ["true"]),
        lambda: socket.socket(),
        lambda: socket.socketpair(),
        lambda: os.kill(os.getppid(), 0),
        lambda: os.kill(1, 0),
        lambda: open("/etc/passwd").read(),
        lambda: os.listdir("/"),
        lambda: open("/proc/self/mem"),
        lambda: open("/tmp/outside", "w"),
        lambda: os.chmod("/tmp", 0o777),
        lambda: os.sched_setaffinity(os.getppid(), {0}),
        lambda: os.memfd_create("x"),
        lambda: os.setpriority(os.PRIO_PROCESS, 0, 5),
        lambda: call(101, 16, os.getppid(), 0, 0),  # ptrace attach
        lambda: call(425, 8, 0),  # io_uring_setup
        lambda: os.unlink("/tmp"),
        walk,
        lambda: os.dup2(3, 400),
        lambda: pathlib.Path("/dev/shm/x").write_text("x"),
    )]
"""


def launch_capped(abi, *arguments):
    """Start a worker as on a kernel with an older version of Landlock."""
    from grader.worker import isolation

    isolation.enter = functools.partial(isolation.enter, landlock_version=abi)
    launch.launch(*arguments)


@pytest.mark.parametrize("abi", range(1, 8))
def test_isolation_is_full_with_an_older_landlock(monkeypatch, abi):
    """Whatever Landlock guards only in a later version is refused by another layer."""
    if abi > landlock.version():
        pytest.skip("this kernel's Landlock is older")
    monkeypatch.setattr(launch, "launch", functools.partial(launch_capped, abi))
    assert probe(Budgets()).level == "full"
    client = Client({"attacks.py": ATTACKS.encode()}, Budgets())
    client.begin(1)
    try:
        assert client.attacks.wavelengths().numbers.tolist() == [1.0] * 20
    finally:
        client.close()


def test_layer_says_which_landlock_the_kernel_has(isolation):
    """A teacher can see the kernel's version of Landlock."""
    files = next(layer for layer in isolation.layers if layer.name == "files")
    assert f"Landlock version {landlock.version()}" in files.detail


def test_attacks_from_student_code_are_refused(grade_files, solutions):
    """Student code meets a refusal wherever it reaches outside."""
    source = solutions["diagnostics.py"] + ATTACKS.encode()
    card = grade_files(solutions | {"diagnostics.py": source})
    test = next(test for test in card.tests() if test.id == "4.wavelengths")
    # It answers a list of ones, which is no list of wavelengths: 20 refusals and nothing raised.
    assert test.message == "wavelengths(64) returned fewer numbers; expected 32."
    ones = ATTACKS.replace("return [refused(each)", "assert all([refused(each)").replace(
        "    )]\n", "    )])\n    return 0.0\n"
    )
    source = solutions["diagnostics.py"] + ones.encode()
    card = grade_files(solutions | {"diagnostics.py": source})
    test = next(test for test in card.tests() if test.id == "4.wavelengths")
    assert "AssertionError" not in test.message


def test_threads_and_late_imports_still_work(grade_files, solutions):
    """What honest code needs goes on working: threads, late imports of torch and the library."""
    honest = b"""
import threading

def wavelengths(d_model, base=10000.0):
    import decimal, statistics, torch.utils.data, torch.optim, concurrent.futures
    torch.optim.Adam([torch.nn.Parameter(torch.zeros(2))]).step()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        bands = range(d_model // 2)
        return list(pool.map(lambda k: 2 * math.pi * base ** (2 * k / d_model), bands))
"""
    source = solutions["diagnostics.py"] + honest
    assert grade_files(solutions | {"diagnostics.py": source}).score == full_marks()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_isolation_is_full_for_a_plain_user():
    """A plain user has the same isolation and gets the same grade as root."""
    # An interpreter under root's own home can only be read with this one capability.
    keep = "+dac_read_search"
    command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps", keep]
    command += ["--ambient-caps", keep, sys.executable, "-B", "-m", "grader", "check"]
    done = subprocess.run(
        [*command, str(ROOT / "solutions"), "--json"], capture_output=True, text=True, check=False,
        timeout=120, cwd="/", env={"PATH": os.environ["PATH"], "HOME": "/"},
    )  # fmt: skip
    card = json.loads(done.stdout)
    assert card["run"]["isolation"] == "full"
    assert card["score"] == full_marks()


def test_worker_environment_is_empty(grade_files, solutions, monkeypatch):
    """No variable of the instructor's environment reaches a worker."""
    monkeypatch.setenv("GRADER_TEST_SECRET", "hush-hush")
    source = b"\n\ndef wavelengths(*_):\n    import os\n    raise ValueError(dict(os.environ))\n"
    card = grade_files(solutions | {"diagnostics.py": solutions["diagnostics.py"] + source})
    detail = next(test.detail for test in card.tests() if test.id == "4.wavelengths")
    assert "TORCHINDUCTOR" in detail
    assert "hush" not in detail


HELD = b"""
import os, threading

def start(number, size):
    threading.stack_size(int(size))
    done, started = threading.Event(), 0
    try:
        for _ in range(int(number)):
            threading.Thread(target=done.wait, daemon=True).start()
            started += 1
    except RuntimeError:
        pass
    done.set()
    return float(started)

def in_turn(number):
    for _ in range(int(number)):
        thread = threading.Thread(target=int)
        thread.start()
        thread.join()
    return 1.0

def capabilities():
    import ctypes
    held = (ctypes.c_uint * 6)()
    header = (ctypes.c_uint * 2)(0x20080522, 0)
    assert ctypes.CDLL(None).capget(header, held) == 0
    return [float(word) for word in held]
"""


@pytest.fixture
def held():
    """A real worker that says what it may still do."""
    client = Client({"held.py": HELD}, Budgets())
    client.begin(1)
    yield client.held
    client.close()


def test_threads_of_a_worker_are_counted(held):
    """A worker has at most so many threads at a time, and as many in turn as it likes."""
    assert held.start(600, 32768).numbers == MAX_THREADS - 1  # the first one was there before
    time.sleep(0.1)
    assert held.in_turn(600).numbers == 1


def test_worker_has_no_capability_of_root(held):
    """A worker may not do what only root may, apart from reading what Landlock allows."""
    effective, permitted, inheritable, *upper = held.capabilities().numbers.astype(int).tolist()
    assert effective == permitted
    assert permitted & ~0b110 == 0
    assert [inheritable, *upper] == [0, 0, 0, 0]


def launch_uncounted(*arguments):
    """Start a worker as in a container that lets nobody else watch system calls."""
    from grader.worker import threads

    threads._NEW_LISTENER = 1 << 30
    launch.launch(*arguments)


def test_lock_check_finds_threads_that_nobody_counts(monkeypatch):
    """Where the kernel asks nobody about threads, workers run and the lock check says so."""
    monkeypatch.setattr(launch, "launch", launch_uncounted)
    found = probe(Budgets())
    assert [layer.name for layer in found.layers if not layer.on] == ["threads"]
    assert found.level == "partial"


@pytest.mark.parametrize("lock", ["landlock.restrict", "syscalls.load", "_drop_capabilities"])
def test_a_worker_that_cannot_lock_itself_in_runs_no_student_code(lock, tmp_path):
    """A lock that fails from a shortage ends the worker, before the first line of a student's."""
    mark = tmp_path / "ran"
    code = (
        "import errno, os, socket\n"
        "from grader.worker import isolation, launch\n"
        "def fail(*_): raise OSError(errno.EAGAIN, 'none left')\n"
        f"isolation.{lock} = fail\n"
        "ours, theirs = socket.socketpair()\n"
        "if os.fork() == 0:\n"
        "    ours.close()\n"
        "    launch.launch(theirs, {}, 2**30, 10)\n"
        "theirs.close()\n"
        "while ours.recv(100): pass\n"
        "_, status = os.wait()\n"
        f"open({str(mark)!r}, 'w').write(str(os.waitstatus_to_exitcode(status)))\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=120, check=True)
    assert mark.read_text() == "1"
