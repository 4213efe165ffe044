"""It raises a BaseException of its own while it is imported.

kind: leaves_at_import
outcome: exited|import_error
where: weight_tying.py, TiedLMHead
score: <=95
"""


class _Leave(BaseException):
    pass


class TiedLMHead(nn.Module):
    pass


raise _Leave("done")
