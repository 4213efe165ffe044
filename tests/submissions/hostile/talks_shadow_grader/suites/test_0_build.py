"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-suites", "w").close()
except OSError:
    pass
raise ImportError("suites of the student was imported")
