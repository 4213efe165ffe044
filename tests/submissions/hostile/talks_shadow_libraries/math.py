"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-math", "w").close()
except OSError:
    pass
raise ImportError("math of the student was imported")
