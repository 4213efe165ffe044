"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-pytest", "w").close()
except OSError:
    pass
raise ImportError("pytest of the student was imported")
