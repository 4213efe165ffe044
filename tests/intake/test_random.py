"""Random classes in every known shape: nobody is lost, merged or split, or the run refuses."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from grader.intake import IntakeError, open_batch
from tests.intake.intake_kit import EMB, folder, put, zipped
from tests.intake.random_classes import SHAPES, Files, Person, Shape, people, written

EXAMPLES = int(os.environ.get("EXAMPLES", "60"))
ODD = {
    "nothing": {},
    "system files": {".DS_Store": b"x", "__MACOSX/._a.py": b"x"},
    "an instructor's files": {"notes.txt": b"x", "grades.csv": b"a,b", "README.md": b"x"},
}
UNKNOWN = "Spring 2025/"
WRAPPERS = ["", "", "", "submissions/", "HW 1/", UNKNOWN]


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    shape=st.sampled_from(SHAPES),
    everybody=people(),
    wrapper=st.sampled_from(WRAPPERS),
    odd=st.sampled_from(sorted(ODD)),
    packed=st.booleans(),
    sections=st.booleans(),
)
def test_nobody_is_lost_merged_or_split(
    tmp_path_factory: pytest.TempPathFactory,
    shape: Shape,
    everybody: list[Person],
    wrapper: str,
    odd: str,
    packed: bool,
    sections: bool,
) -> None:
    """What is graded is exactly each person's own files, or the run refuses."""
    # Two people in a folder of an unknown name are one person's two tries, and a notice says so.
    assume(wrapper != UNKNOWN or len(everybody) > 2)
    files, expected = _files(shape, everybody, sections)
    files = {wrapper + name: content for name, content in (files | ODD[odd]).items()}
    root = tmp_path_factory.mktemp("any")
    source = put(root, "c.zip", zipped(files)) if packed else folder(root / "class", files)
    try:
        batch = open_batch(source)
    except IntakeError:
        return
    found = [one.files for one in batch if not one.rejected]
    rejected = [one for one in batch if one.rejected]
    assert all(mine in expected for mine in found)
    assert len(found) + len(rejected) == len(expected)
    assert len(found) == len({str(sorted(mine.items())) for mine in found})


def _files(shape: Shape, everybody: list[Person], sections: bool) -> tuple[Files, list[Files]]:
    if not sections or len(everybody) < 4:
        return written(shape, everybody)
    half = len(everybody) // 2
    first, mine = written(shape, everybody[:half])
    second, others = written(shape, everybody[half:], half)
    files = {f"Section A/{name}": content for name, content in first.items()}
    files |= {f"Section B/{name}": content for name, content in second.items()}
    return files, mine + others


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_each_shape_is_read_and_not_refused(shape: Shape, tmp_path: Path) -> None:
    """A plain class of five in each shape is read as everybody's own files, without a question."""
    names = ("Ana Lima", "Ben O'Koro", "王小明", "Élodie Cicero", "Dan Doe")
    everybody = [
        Person(f"{'bcdfg'[n]}user", name, (("embeddings.py", "diagnostics.py", "weight_tying.py"),))
        for n, name in enumerate(names)
    ]
    everybody[0] = Person("bana", "Ana Lima", (*everybody[0].attempts, ("diagnostics.py",)))
    files, expected = written(shape, everybody)
    batch = open_batch(folder(tmp_path / "class", files | {"notes.txt": EMB}))
    assert sorted(sorted(one.files.items()) for one in batch) == sorted(
        sorted(mine.items()) for mine in expected
    )
