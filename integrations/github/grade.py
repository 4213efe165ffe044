"""Grade a folder in a GitHub Actions job, and write the job's summary, annotations and status."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from grader.export import to_github_annotations, to_github_summary
from grader.files import write_text
from grader.scorecard import Status
from grader.terminal import ALL_PASSED, GRADER_FAULT, NOTHING_GRADABLE, SOME_FAILED
from integrations import common

WALL_S = 480


def main() -> int:
    """Grade the folder named on the command line; return the exit code of `grader check`."""
    card = common.grade(Path(sys.argv[1]), common.limits(WALL_S))
    if card is None:
        print("::error title=Not graded::The grader itself failed: run the job again.")
        return GRADER_FAULT
    write_text(Path(os.environ["GITHUB_STEP_SUMMARY"]), to_github_summary(card))
    for annotation in to_github_annotations(card):
        print(annotation)
    if card.run.status is Status.GRADER_ERROR:
        return GRADER_FAULT
    if card.run.status is Status.REJECTED:
        return NOTHING_GRADABLE
    return ALL_PASSED if card.score == card.max_score else SOME_FAILED


if __name__ == "__main__":
    sys.exit(main())
