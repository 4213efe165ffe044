"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-grader", "w").close()
except OSError:
    pass
raise ImportError("grader of the student was imported")
