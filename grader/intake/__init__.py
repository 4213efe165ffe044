"""Read what platforms hand out: a class's download or one student's files become submissions."""

from .archive import is_code
from .opening import ReadClass, detect, open_batch, open_submission, read_class
from .options import ClassOptions
from .tree import IntakeError

__all__ = [
    "ClassOptions",
    "IntakeError",
    "ReadClass",
    "detect",
    "is_code",
    "open_batch",
    "open_submission",
    "read_class",
]
