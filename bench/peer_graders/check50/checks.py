"""The checks in check50's form: one function each, which raises check50's Failure."""

from collections.abc import Callable

import check50

from bench.inprocess.checks import EXERCISES, WRONG, Check, checks


def _as_check50(name: str, check: Check) -> Callable[..., object]:
    def run() -> None:
        try:
            check()
        except WRONG as wrong:
            raise check50.Failure(str(wrong)) from wrong

    run.__name__ = name
    return check50.check()(run)


for _exercise in EXERCISES:
    for _name, _check in checks(_exercise).items():
        globals()[_name] = _as_check50(_name, _check)
