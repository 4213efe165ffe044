"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-main", "w").close()
except OSError:
    pass
raise ImportError("main of the student was imported")
