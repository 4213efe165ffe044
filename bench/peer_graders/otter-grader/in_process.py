"""Grade zipped submissions with otter's Python API in one process; write seconds and scores."""

import json
import sys
import time
from pathlib import Path

from otter.api import grade_submission

report, autograder, *submissions = sys.argv[1:]
graded = []
for submission in submissions:
    started = time.perf_counter()
    results = grade_submission(submission, autograder, quiet=True)
    graded.append((time.perf_counter() - started, results.total))
Path(report).write_text(json.dumps(graded))
