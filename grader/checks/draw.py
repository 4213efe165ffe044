"""Draw a test's secret inputs from the run's seed and the test's own name."""

from __future__ import annotations

import hashlib
import hmac
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

MOST_DISTINCT = 20_000


class Draw:
    """A random generator for one test: the same seed and test give the same inputs."""

    def __init__(self, seed: int, test_id: str) -> None:
        digest = _digest(seed, test_id)
        self._generator = np.random.default_rng(np.frombuffer(digest, dtype=np.uint32))

    def integer(self, low: int, high: int, other_than: tuple[int, ...] = ()) -> int:
        """Return an integer in [low, high] that is none of `other_than`."""
        choices = [value for value in range(low, high + 1) if value not in other_than]
        return choices[int(self._generator.integers(len(choices)))]

    def even(self, low: int, high: int, other_than: tuple[int, ...] = ()) -> int:
        """Return an even integer in [low, high] that is none of `other_than`."""
        odd = tuple(range(low | 1, high + 1, 2))
        return self.integer(low, high, other_than + odd)

    def uniform(self, low: float, high: float) -> float:
        """Return a number in [low, high)."""
        return float(self._generator.uniform(low, high))

    def ids(self, below: int, batch: int, length: int) -> Ints:
        """Return (batch, length) int64 ids in [0, below), at least one of which occurs twice."""
        ids: Ints = self._generator.integers(0, below, size=(batch, length))
        if ids.size > 1:
            ids.flat[-1] = ids.flat[0]
        return ids

    def covering(self, rows: Ints, batch: int, length: int) -> Ints:
        """Return (batch, length) ids out of `rows`, in random order, that use every one of them.

        Args:
            rows: the ids to use, at most batch * length of them.
        """
        more = self._generator.choice(rows, batch * length - len(rows))
        ids = np.concatenate([rows, more]).astype(np.int64)
        self._generator.shuffle(ids)
        return ids.reshape(batch, length)

    def halves(self, count: int) -> tuple[Ints, Ints]:
        """Return the numbers 0 .. count-1 in two random halves, so that each is once left out."""
        order = self._generator.permutation(count)
        return order[: count // 2], order[count // 2 :]

    def normal(self, *shape: int) -> Floats:
        """Return standard normal numbers that float32 holds exactly."""
        return self._generator.standard_normal(shape).astype(np.float32).astype(np.float64)

    def distinct(self, count: int) -> Floats:
        """Return standard normal numbers, no two of them equal, so that each tells its place.

        Of a few hundred float32 numbers two are equal about once in a thousand times. More than
        MOST_DISTINCT numbers, which no right module owns, are drawn as they come.
        """
        numbers = self.normal(count)
        while count <= MOST_DISTINCT:
            _, first = np.unique(numbers, return_index=True)
            repeated = np.setdiff1d(np.arange(count), first)
            if not repeated.size:
                break
            numbers[repeated] = self.normal(repeated.size)
        return numbers

    def uneven_table(self, length: int, width: int) -> Floats:
        """Return a table whose rows differ in length and whose mean is not zero.

        Equal row lengths hide a wrong norm, and a zero mean hides a wrong centre.
        """
        scale = np.exp(self._generator.uniform(-1.5, 1.5, size=(length, 1)))
        shift = self._generator.uniform(-0.8, 0.8, size=(1, width))
        table: Floats = (self.normal(length, width) + shift) * scale
        return table.astype(np.float32).astype(np.float64)


def keyed_seed(secret: int, digest: str) -> int:
    """Return the seed of one submission's inputs, 0 to 2**53 - 1.

    A keyed hash: the same content meets the same inputs in the same run, and a file that was
    changed in the least meets new ones. So nothing learnt from one grading helps in another.

    Args:
        secret: the run's own seed, which no student is shown.
        digest: the SHA-256 of the submission's content.
    """
    keyed = hmac.digest(str(secret).encode(), digest.encode(), "sha256")
    return int.from_bytes(keyed[:7]) >> 3


def torch_seed(seed: int, test_id: str) -> int:
    """Return the seed of torch's generator in the worker for one test, 0 to 2**32 - 1."""
    return int.from_bytes(_digest(seed, f"torch {test_id}")[:4])


def _digest(seed: int, text: str) -> bytes:
    return hashlib.sha256(f"{seed}:{text}".encode()).digest()
