"""It raises an exception whose text is a number and whose repr is a lying str subclass.

kind: floods
outcome: raised
where: count_parameters
score: <=95
"""


class _Text(str):
    def __len__(self):
        return -1

    def __getitem__(self, index):
        return self

    def encode(self, *args):
        return 42

    def __str__(self):
        return self


class Mute(Exception):
    def __str__(self):
        return 42

    def __repr__(self):
        return _Text("mute")


def count_parameters(module):
    raise Mute
