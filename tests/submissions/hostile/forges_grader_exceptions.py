"""It raises the exception classes of the grader itself, as if the grader had failed.

kind: forges
outcome: raised|failed|protocol|exited|not_written|flooded
where: neighbour_cosine_curve
score: <=95
"""

import gc


def neighbour_cosine_curve(table, max_offset=8):
    for item in gc.get_objects():
        if isinstance(item, type) and issubclass(item, BaseException):
            if item.__module__.startswith("grader"):
                raise item("grader_error: not the fault of the student")
    error = type("GraderError", (Exception,), {"__module__": "grader.candidate.client"})
    raise error("grader_error: not the fault of the student")
