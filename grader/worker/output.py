"""Keep what student code prints, up to a limit, away from the wire and the terminal."""

from __future__ import annotations

import io

from .values import clean


class CappedText(io.TextIOBase):
    """A standard stream that keeps the first characters and drops the rest."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._pieces: list[str] = []
        self._kept = 0

    def writable(self) -> bool:
        """A stream that is only written to."""
        return True

    def write(self, text: str) -> int:
        """Keep what still fits.

        Raises:
            TypeError: if it is not text, as for every text stream.
        """
        if type(text) is not str:
            raise TypeError("write() argument must be str")
        piece = text[: self._limit - self._kept]
        self._pieces.append(piece)
        self._kept += len(piece)
        return len(text)

    def take(self) -> str:
        """Return what was kept, and start anew."""
        text = "".join(self._pieces)
        self._pieces, self._kept = [], 0
        return clean(text)
