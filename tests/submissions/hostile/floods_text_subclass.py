"""Its exception text is a str subclass whose slices are never shorter and whose encoding is twenty megabytes.

kind: floods
outcome: raised|protocol
where: count_parameters
score: <=95
"""


class _Bytes(bytes):
    def decode(self, *args):
        return "x" * 20_000_000


class _Text(str):
    def __getitem__(self, index):
        return self

    def encode(self, *args):
        return _Bytes(b"x")

    def __len__(self):
        return 3


class Stretching(Exception):
    def __str__(self):
        return _Text("x" * 20_000_000)


def count_parameters(module):
    raise Stretching
