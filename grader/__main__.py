"""Run the command line as `python -P -m grader`.

Without -P, Python puts the current folder first on the path, and so would run the code of a folder
named grader/ there. The `grader` script and -P never do.
"""

import os
import sys


def _brought_along() -> bool:
    """Tell whether this package came with a submission: beside student files, not installed.

    This helps against a copy of the kit that someone changed elsewhere. A changed copy of this file
    runs before any check, so the commands that we print and document all avoid it.
    """
    here = os.getcwd()
    if sys.flags.safe_path or os.path.realpath(here) != os.path.dirname(os.path.dirname(__file__)):
        return False
    from grader.registry import student_files

    if not any(map(os.path.isfile, student_files())):
        return False
    with_here_first, sys.path[:] = sys.path[:], sys.path[1:]
    found = (finder.find_spec("grader", None) for finder in sys.meta_path)
    installed = next((spec for spec in found if spec), None)
    sys.path[:] = with_here_first
    return installed is None or not os.path.samefile(
        os.path.dirname(installed.origin or here), os.path.dirname(__file__)
    )


if __name__ == "__main__" and _brought_along():
    sys.stderr.write(
        "grader: the files of a submission are here beside a grader/ that is not the installed one:"
        " run `grader`, or python -P -m grader\n"
    )
    sys.exit(2)

# Take the current folder out of the path, because a student's click.py must not be imported in
# place of ours.
sys.path[:] = [entry for entry in sys.path if entry not in ("", os.getcwd())]

try:
    from grader.cli import run
except ModuleNotFoundError as missing:
    sys.stderr.write(
        f"grader: {missing.name} is not installed for this Python ({sys.executable}). Activate the "
        "environment first (source .venv/bin/activate, on Windows .venv\\Scripts\\activate); if "
        "there is none yet, run make setup\n"
    )
    sys.exit(2)

if __name__ == "__main__":
    run()
