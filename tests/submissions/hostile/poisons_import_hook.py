"""It installs an import hook that serves empty modules for everything that is imported later.

kind: poisons_state
outcome: failed|raised|passed|import_error|missing
where: embeddings.py
score: <=100
"""

import importlib.machinery
import sys


class _Emptiness:
    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.__getattr__ = lambda name: 42


sys.meta_path.insert(0, _Emptiness())
