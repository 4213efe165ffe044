"""How much is read: the limits of one student's part, those of a download, and their meter."""

from __future__ import annotations

from .tree import File, TooMuchError, UnreadableError

# One student's part.
MAX_FILES = 2_000  # of code; not counting data, caches and virtual environments
MAX_MEMBERS = 20_000  # files and folders, also in all archives together, caches included
MAX_ARCHIVE_BYTES = 50_000_000  # one archive, and what one tar unpacks to
MAX_TOTAL_BYTES = 100_000_000  # everything read and unpacked
MAX_NAME = 1_000  # characters in a path
MAX_DEPTH = 30  # folders in folders
MAX_LISTED_NAMES = 20  # names, notices or ignored files in a list on a card
MAX_TEXT = 2_000  # characters in a notice or in the reason for a rejection

# A whole download. These are high, because a student's part must not reach them alone.
MAX_CLASS_MEMBERS = 500_000  # files and folders in one archive, or loose in one folder
MAX_CLASS_TAR_BYTES = 512_000_000  # a whole class in one tar, which we hold in memory

_TOO_MANY = f"more than {MAX_MEMBERS} entries: leave out data and environments"
_CLASS_TOO_MANY = (
    f"the download itself lists more than {MAX_CLASS_MEMBERS} files and folders, so it was not"
    " read. Unpack it into a folder for each student, because then each is limited alone"
)


class Meter:
    """Counts what is listed and read for one student, and stops at the limits."""

    def __init__(
        self,
        members: int = MAX_MEMBERS,
        total_bytes: int = MAX_TOTAL_BYTES,
        too_many: str = _TOO_MANY,
    ) -> None:
        self._files = MAX_FILES
        self._members = members
        self._bytes = self._all_bytes = total_bytes
        self._too_many = too_many

    def count(self, files: int, code: int) -> None:
        """Count files against the limits of one student.

        Args:
            files: how many more there are.
            code: how many of these may be code.

        Raises:
            TooMuchError: if there are more than MAX_FILES of code, or far too many altogether.
        """
        self._files -= code
        if self._files < 0:
            raise TooMuchError(
                f"more than {MAX_FILES} files: hand in only the exercise's .py files"
            )
        if files > MAX_MEMBERS:
            raise TooMuchError(self._too_many)

    def foresee(self, members: int) -> None:
        """Stop before this many members are listed, if they would be too many.

        Raises:
            TooMuchError: if they would be.
        """
        if members > self._members:
            raise TooMuchError(self._too_many)

    def member(self) -> None:
        """Count one file or folder that is listed.

        Raises:
            TooMuchError: if there are too many.
        """
        self.foresee(1)
        self._members -= 1

    def spend(self, number: int) -> None:
        """Count this many bytes.

        Raises:
            TooMuchError: if the total is over the limit.
        """
        self._bytes -= number
        if self._bytes < 0:
            megabytes = self._all_bytes // 1_000_000
            raise TooMuchError(
                f"unpacks to more than {megabytes} MB: hand in only the exercise's .py files"
            )

    def read(self, file: File, limit: int) -> bytes:
        """Return the file's content, and count its bytes.

        Raises:
            UnreadableError: if it cannot be read or is longer than `limit`.
            TooMuchError: if the total is over the limit.
        """
        content = file.read(limit)
        self.spend(len(content))
        return content


def class_meter() -> Meter:
    """Return the meter of a whole download."""
    return Meter(MAX_CLASS_MEMBERS, MAX_CLASS_TAR_BYTES, _CLASS_TOO_MANY)


def too_large(limit: int) -> UnreadableError:
    """Return the error for a file longer than `limit`."""
    return UnreadableError(f"larger than {limit / 1_000_000:g} MB, so it was not read")
