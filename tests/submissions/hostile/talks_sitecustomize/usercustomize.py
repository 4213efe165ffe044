"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-usercustomize", "w").close()
except OSError:
    pass
raise ImportError("usercustomize of the student was imported")
