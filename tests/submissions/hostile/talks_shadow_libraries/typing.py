"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-typing", "w").close()
except OSError:
    pass
raise ImportError("typing of the student was imported")
