"""It skips its whole module at import.

kind: talks_to_pytest
outcome: import_error|exited
where: embeddings.py
score: <=65
"""

import pytest

pytest.skip("module not ready", allow_module_level=True)
