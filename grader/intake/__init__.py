"""Read what platforms hand out: a class's download or one student's files become submissions."""

from .opening import detect, open_batch, open_submission
from .tree import IntakeError

__all__ = ["IntakeError", "detect", "open_batch", "open_submission"]
