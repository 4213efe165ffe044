"""Give students one import in a notebook: `from grader.notebook import check`, then `check()`."""

from .local.notebook import NotebookError, check

__all__ = ["NotebookError", "check"]
