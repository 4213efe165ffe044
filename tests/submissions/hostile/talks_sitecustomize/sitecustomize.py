"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-sitecustomize", "w").close()
except OSError:
    pass
raise ImportError("sitecustomize of the student was imported")
