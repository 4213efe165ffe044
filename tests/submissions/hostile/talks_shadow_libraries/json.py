"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-json", "w").close()
except OSError:
    pass
raise ImportError("json of the student was imported")
