"""Refuse every fork, thread, pipe, socket and open of a batch once, one batch for each."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.classes.fault_kit import (
    ROLES,
    BrokenPromiseError,
    expect_right,
    faulty_batch,
    small_class,
)


def main(roles: tuple[str, ...]) -> int:
    """Print what does not hold; return how much that is."""
    broken = 0
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "class")
        small_class(source)
        right, _ = faulty_batch(Path(scratch, "right"), source, "nobody")
        for role in roles:
            # The server opens hundreds of files of torch, whose failures are torch's to tell.
            kinds = ("child",) if role == "server" else ()
            nth = 1
            while True:
                try:
                    found, refused = faulty_batch(
                        Path(scratch, f"{role}-{nth}"), source, role, kinds, nth
                    )
                    if not refused:
                        break
                    expect_right(found, right, refused)
                    print(f"{role} {nth}: {refused[0]}", flush=True)
                except BrokenPromiseError as error:
                    broken += 1
                    print(f"BROKEN {role} {nth}: {error}", flush=True)
                nth += 1
    return broken


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:]) or ROLES) > 0)
