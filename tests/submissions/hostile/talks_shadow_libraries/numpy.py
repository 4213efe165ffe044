"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-numpy", "w").close()
except OSError:
    pass
raise ImportError("numpy of the student was imported")
