"""Right work that writes bytes, numbers and odd texts into the text streams and tolerates being refused.

kind: floods
outcome: passed
where: wavelengths
score: ==100
"""

import sys

_right_wavelengths = wavelengths


class _Odd(str):
    def __len__(self):
        return -5

    def __getitem__(self, index):
        return 42


def wavelengths(d_model, base=10000.0):
    for stream in (sys.stdout, sys.stderr):
        for thing in (b"bytes", 42, None, _Odd("odd"), ["list"]):
            try:
                stream.write(thing)
                stream.writelines([thing])
            except Exception:
                pass
    return _right_wavelengths(d_model, base)
