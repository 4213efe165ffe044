"""The HTML reports: a page for each student, and one for the class."""

from .classroom import class_page
from .links import Links
from .observations import observe
from .seen import Observations
from .student import student_page
from .write import write_report

__all__ = [
    "Links",
    "Observations",
    "class_page",
    "observe",
    "student_page",
    "write_report",
]
