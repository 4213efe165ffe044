"""It returns a list that claims the right length, iterates for ever and indexes to anything.

kind: lies_about_equality
outcome: failed|raised|timeout|memory|flooded
where: wavelengths
score: <=97
"""


class _Endless(list):
    def __len__(self):
        return 1 << 60

    def __iter__(self):
        while True:
            yield 6.28

    def __getitem__(self, index):
        return 6.28

    def __eq__(self, other):
        return True


def wavelengths(d_model, base=10000.0):
    return _Endless()
