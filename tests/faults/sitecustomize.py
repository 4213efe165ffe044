"""Make the system refuse a call once, in one process of a batch: a stand-in for a full machine.

Python imports this module when it starts if the folder is on PYTHONPATH. `plan.json` beside it
names the role (batch, examiner or server) and which calls fail: the n-th new place in the code
that asks for something ("nth"), or every place once, with a rest in
between ("nth": 0). What has failed is kept beside it,
so that a replaced process does not fail at the same place again.
"""

import errno
import json
import os
import sys
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
_open, _close, _write = os.open, os.close, os.write
seen = []


def role():
    """Return which process of a batch this is."""
    command = " ".join(sys.orig_argv)
    if "resource_tracker" in command:
        return "tracker"
    if "multiprocessing.forkserver" in command:
        return "server"
    return "examiner" if "spawn_main" in command else "batch"


def place(kind):
    """Return where in the code a call stands: the innermost lines of the kit and of Python."""
    frame, lines = sys._getframe(2), []
    while frame is not None and len(lines) < 6:
        name = frame.f_code.co_filename
        if "importlib" in name or "sitecustomize" in name:
            frame = frame.f_back
            continue
        lines.append(f"{name.rpartition('/')[2]}:{frame.f_lineno}")
        if "/grader/" in name:
            break
        frame = frame.f_back
    return " ".join([kind, *lines])


def just_refused():
    """Tell whether a call was refused a moment ago: a try that follows should go through."""
    try:
        return time.time() - os.stat(os.path.join(HERE, "log")).st_mtime < 0.3
    except FileNotFoundError:
        return False


def fails(kind):
    """Tell whether this call is the one to refuse, and remember it."""
    where = place(kind)
    if where in seen or (PLAN["kinds"] and kind not in PLAN["kinds"]):
        return False
    if PLAN["nth"] == 0 and just_refused():
        return False
    seen.append(where)
    if PLAN["nth"] not in (0, len(seen)):
        return False
    name = "once" if PLAN["nth"] else str(zlib.crc32(where.encode()))
    try:
        _close(_open(os.path.join(HERE, f"failed-{name}"), os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except FileExistsError:
        return False
    log = _open(os.path.join(HERE, "log"), os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    _write(log, (where + "\n").encode())
    _close(log)
    return True


def refused(kind, call, error):
    """Return the call, refused where the plan says so."""

    def wrapper(*arguments, **named):
        if kind == "open" and arguments and isinstance(arguments[0], int):
            return call(*arguments, **named)  # no descriptor is made
        if fails(kind):
            raise error()
        return call(*arguments, **named)

    return wrapper


def again():
    """Return the error of a system that has no more of what was asked for."""
    return OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def install():
    """Put the refusals in place."""
    import _posixsubprocess
    import _thread
    import builtins
    import io
    import socket
    import threading

    os.fork = refused("child", os.fork, again)
    _posixsubprocess.fork_exec = refused("fork", _posixsubprocess.fork_exec, again)
    os.pipe = refused("pipe", os.pipe, again)
    os.open = refused("open", os.open, again)
    os.scandir = refused("open", os.scandir, again)
    builtins.open = io.open = refused("open", io.open, again)
    make = socket.socket.__init__

    def init(self, *arguments, **named):
        if not named.get("fileno") and len(arguments) < 4 and fails("socket"):
            make(self, *arguments, **named)
            self.close()
            raise again()
        make(self, *arguments, **named)

    socket.socket.__init__ = init
    socket.socketpair = refused("socket", socket.socketpair, again)
    threading._start_new_thread = refused(
        "thread", _thread.start_new_thread, lambda: RuntimeError("can't start new thread")
    )


with open(os.path.join(HERE, "plan.json")) as stream:
    PLAN = json.load(stream)
if role() == PLAN["role"]:
    install()
