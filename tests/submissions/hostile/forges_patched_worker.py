"""It replaces every function of the worker and the wire in its own process by one that raises.

kind: forges
outcome: failed|raised|protocol|exited|import_error|timeout|flooded
where: embeddings.py
score: <=65
"""

import sys
import types


def _break(*args, **kwargs):
    raise MemoryError("the grader is out of order")


for _name, _module in list(sys.modules.items()):
    if _name.startswith("grader") or _name == "__main__":
        for _word, _value in list(vars(_module).items()):
            if isinstance(_value, types.FunctionType) and _value is not _break:
                _value.__code__ = _break.__code__
