"""Import torch the cheap way and touch what students use first, before any worker is forked."""

import gc

# Importing torch makes a million objects that live for ever: collecting meanwhile is wasted work.
gc.disable()

import torch  # noqa: E402 (the collector must be off first)

from . import isolation  # noqa: E402

# A fork after a parallel region hangs in libgomp, so there is never a second thread.
torch.set_num_threads(1)

isolation.prepare()

_rehearsal = torch.nn.Embedding(2, 2)
_rehearsal(torch.zeros(1, 1, dtype=torch.int64)).sum().backward()
del _rehearsal

gc.enable()
gc.collect()
# Frozen objects are never scanned again, so a fork does not copy their pages.
gc.freeze()
