"""Scorecards as the files that course platforms, spreadsheets and CI take in."""

from .base import ExportError
from .classroom50 import to_classroom50
from .formats import FORMATS, export
from .github import to_github_annotations, to_github_summary
from .gradescope import to_gradescope
from .prairielearn import to_prairielearn

__all__ = [
    "FORMATS",
    "ExportError",
    "export",
    "to_classroom50",
    "to_github_annotations",
    "to_github_summary",
    "to_gradescope",
    "to_prairielearn",
]
