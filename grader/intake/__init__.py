"""Turn whatever platforms hand out into submissions: people, their files, and what was noticed."""

from .opening import detect, open_batch, open_submission
from .tree import IntakeError

__all__ = ["IntakeError", "detect", "open_batch", "open_submission"]
