"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-solutions", "w").close()
except OSError:
    pass
raise ImportError("solutions of the student was imported")
