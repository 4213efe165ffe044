"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-torch", "w").close()
except OSError:
    pass
raise ImportError("torch of the student was imported")
