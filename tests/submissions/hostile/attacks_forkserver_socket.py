"""It looks for the socket of the server that forked it, to ask for a process outside the walls; it fails on purpose if it connects.

kind: attacks_machine
outcome: passed
where: embeddings.py
score: ==100
"""

import glob
import multiprocessing.forkserver
import multiprocessing.util
import os
import socket

_server = multiprocessing.forkserver._forkserver
_paths = [getattr(_server, "_forkserver_address", None), *glob.glob("/tmp/pymp-*/listener-*")]
try:
    _paths += glob.glob(os.path.join(multiprocessing.util.get_temp_dir(), "listener-*"))
except BaseException:
    pass
for _path in filter(None, _paths):
    try:
        with socket.socket(socket.AF_UNIX) as _line:
            _line.connect(_path)
    except OSError:
        continue
    raise RuntimeError("connected to the server that forks workers")
try:
    multiprocessing.forkserver.connect_to_new_process([])
except BaseException:
    pass
else:
    raise RuntimeError("got a process outside the walls")
