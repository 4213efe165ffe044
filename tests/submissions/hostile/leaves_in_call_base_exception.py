"""The function raises a BaseException of its own that no except Exception catches.

kind: leaves_in_call
outcome: raised|exited
where: wavelengths
score: <=97
"""


class Farewell(BaseException):
    pass


def wavelengths(d_model, base=10000.0):
    raise Farewell("caught by nobody")
