"""It puts a fake torch and a fake numpy into sys.modules, whose every attribute agrees with everything.

kind: poisons_state
outcome: failed|raised|passed|import_error|protocol
where: embeddings.py
score: <=100
"""

import sys
import types


class _Fake(types.ModuleType):
    def __getattr__(self, name):
        return lambda *args, **kwargs: True


for _name in [name for name in sys.modules if name.split(".")[0] in ("torch", "numpy")]:
    sys.modules[_name] = _Fake(_name)
