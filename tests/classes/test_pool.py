"""Many submissions at once: what is refused before any is graded."""

from __future__ import annotations

import pytest

from grader.candidate.lockcheck import Isolation
from grader.classes.pool import CannotGradeError, check_isolation
from grader.scorecard import Layer


def test_isolation_below_what_is_accepted() -> None:
    """Refuse less isolation than accepted, and say which layer is off, why, and what to do."""
    partial = Isolation((Layer("files", True, "held"), Layer("network", False, "no seccomp")))
    with pytest.raises(CannotGradeError, match=r"network: no seccomp.*--accept-isolation partial"):
        check_isolation(partial, "full")
    check_isolation(partial, "partial")
    check_isolation(partial, "none")
