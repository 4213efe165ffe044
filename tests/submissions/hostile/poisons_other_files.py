"""It registers itself under the names of the other two files before they are imported.

kind: poisons_state
outcome: failed|raised|passed|import_error|missing
where: embeddings.py
score: <=100
"""

import sys

for _name in ("diagnostics", "weight_tying"):
    for _prefix in ("", "student.", "solutions."):
        sys.modules[_prefix + _name] = sys.modules[__name__] if __name__ in sys.modules else sys
