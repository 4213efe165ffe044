"""The HTML reports: a page for each student, and one for the class."""

from .classroom import class_page
from .links import Links
from .student import student_page
from .write import ReportError, write_report

__all__ = [
    "Links",
    "ReportError",
    "class_page",
    "student_page",
    "write_report",
]
