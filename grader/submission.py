"""A submission: one student's files as bytes, by name. Nothing of it has been executed."""

from __future__ import annotations

import hashlib

from .scorecard import Member, Struct, SubmissionInfo

MAX_FILE_BYTES = 1_000_000
NOTHING = "nothing handed in"  # how the reason begins where nobody has tried anything


class Submission(Struct, frozen=True):
    """What one student, or one group, handed in.

    `files` maps the names of the student's files that were found to their source bytes. `rejected`
    says why nothing can be graded, and is empty otherwise.
    """

    id: str
    files: dict[str, bytes] = {}  # noqa: RUF012 (msgspec copies the default)
    ignored: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    rejected: str = ""
    members: tuple[Member, ...] = ()
    late: bool | None = None
    attempt: int | None = None
    submitted_at: str | None = None
    section: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 over names and contents: equal for equal submissions, whoever sent them."""
        whole = hashlib.sha256()
        for name, source in sorted(self.files.items()):
            whole.update(f"{name}\0{len(source)}\0".encode())
            whole.update(source)
        whole.update(self.rejected.encode())
        return whole.hexdigest()

    def info(self, found: tuple[str, ...] = ()) -> SubmissionInfo:
        """Return what a card says about this submission.

        Args:
            found: notices from grading; they follow those from reading the files.
        """
        return SubmissionInfo(
            id=self.id,
            digest=self.digest,
            files=tuple(sorted(self.files)),
            ignored=self.ignored,
            notices=(*self.notices, *found),
            members=self.members,
            late=self.late,
            attempt=self.attempt,
            submitted_at=self.submitted_at,
            section=self.section,
        )
