"""The base of the kit's own errors, and where every exception of the kit belongs.

::

    Exception
    ├── Finding                 what a check has to say about a submission (checks.finding)
    ├── CandidateFailure        the student's code gave no value (candidate.failure)
    ├── WireError               the other process broke the protocol (wire)
    │   ├── TooLargeError       its frame is over the limit
    │   ├── ClosedError         it is gone
    │   └── LateError           no whole frame came before the deadline
    ├── UnreadableError         a file or archive cannot be read (intake.tree)
    │   ├── TooMuchError        it holds more than is read
    │   └── ExhaustedError      reading it took too much memory or time (intake.bounded)
    └── KitError                a message for the person at the terminal
        ├── GraderError         the grader itself failed (examine)
        ├── StartError          a process that grading needs cannot start (candidate.server)
        ├── IntakeError         nothing gradable in the input (intake.tree)
        ├── ResultsError        RESULTS, or a file in it, cannot be used (classes.results)
        ├── LatePolicyError     a deadline or a penalty cannot be used (classes.late)
        ├── RosterError         the list of a class's people cannot be used (classes.roster)
        ├── CannotGradeError    no submission can be graded this way (classes.pool)
        ├── ExportError         the platform's file cannot be written (export.base)
        ├── ReportError         the pages cannot be written (report.write)
        ├── HandoutError        the students' kit cannot be written (handout)
        ├── PackError           there is nothing to hand in yet (local.pack)
        ├── NotebookError       there is nothing to grade in this notebook (local.cells)
        └── WatchError          something needed to watch is missing (local.watch)
"""


class KitError(Exception):
    """Something a person can mend: the message says what is wrong and what to do."""
