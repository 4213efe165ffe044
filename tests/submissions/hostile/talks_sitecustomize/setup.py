"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-setup", "w").close()
except OSError:
    pass
raise ImportError("setup of the student was imported")
