"""A right file that turns every warning in the process into an error.

kind: poisons_state
outcome: passed
where: embeddings.py
score: ==100
"""

import os
import warnings

warnings.simplefilter("error")
os.environ["PYTHONWARNINGS"] = "error"
