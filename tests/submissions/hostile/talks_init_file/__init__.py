"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-init", "w").close()
except OSError:
    pass
raise ImportError("init of the student was imported")
