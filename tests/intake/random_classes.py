"""Make random classes in every known shape, and say what reading them must give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.intake.intake_kit import ALL

Files = dict[str, bytes]
_LETTERS = "abcdefghijkmnopqrstuvwxyzäéñøşž王小明김민수ИванΑ"
_SIGNS = " '.,-_ "


@dataclass(frozen=True)
class Person:
    """One person: a login of letters, a name as people have them, and attempts, oldest first.

    Each attempt holds the names of the files in it. The first one is always whole.
    """

    login: str
    name: str
    attempts: tuple[tuple[str, ...], ...]

    def source(self, name: str, attempt: int) -> bytes:
        """Return a file's content, which only this person's attempt has."""
        return ALL[name] + f"# {self.login} {attempt}\n".encode()

    def newest(self, *, all_attempts: bool) -> Files:
        """Return the files that must be graded."""
        found: Files = {}
        for attempt, names in enumerate(self.attempts):
            if attempt == 0 or all_attempts:
                found |= {name: self.source(name, attempt) for name in names}
        return found


@dataclass(frozen=True)
class Shape:
    """How a platform names what it hands out; `repeats` if it hands out older attempts too."""

    name: str
    write: Callable[[int, Person, int, str], str]
    repeats: bool = False


def _time(attempt: int) -> str:
    return f"Oct {9 + attempt}, 2025 1022 AM"


SHAPES = [
    Shape("canvas", lambda n, who, at, file: f"{_flat(who)}_{700 + n}_{_upload(n, file)}_{file}"),
    Shape("moodle", lambda n, who, at, file:
          f"{who.name}_{500 + n}_assignsubmission_file_/{file}"),
    Shape("moodle flat", lambda n, who, at, file:
          f"{who.name}_{500 + n}_assignsubmission_file_{file}"),
    Shape("blackboard", lambda n, who, at, file:
          f"HW 1_{who.login}_attempt_2025-10-{10 + at}-10-22-11_{file}", repeats=True),
    Shape("brightspace", lambda n, who, at, file:
          f"{300 + n}-77 - {who.name} - {_time(at)}/{file}", repeats=True),
    Shape("brightspace flat", lambda n, who, at, file:
          f"{300 + n}-77 - {who.name} - {_time(at)} - {file}", repeats=True),
    Shape("github", lambda n, who, at, file: f"cs-p-hello-user{n:03}x/{file}"),
    Shape("folders", lambda n, who, at, file: f"{who.name}/{file}"),
    Shape("deep folders", lambda n, who, at, file: f"{who.name}/hw/src/{file}"),
    Shape("versions", lambda n, who, at, file: f"{who.name}/Homework 5/Version {at + 1}/{file}",
          repeats=True),
    Shape("revisions", lambda n, who, at, file: f"{who.name}/Revision {at + 1} - On Time/{file}",
          repeats=True),
    Shape("times", lambda n, who, at, file: f"{who.name}/2025101{at}102211_{file}", repeats=True),
    Shape("form", lambda n, who, at, file: f"{file[:-3]} - {who.name}.py"),
    Shape("request", lambda n, who, at, file: f"{who.name} - {file}"),
    Shape("login before", lambda n, who, at, file: f"{who.login}{n}_{file}"),
    Shape("login after", lambda n, who, at, file: f"{file[:-3]}_{who.login}{n}.py"),
    Shape("questions", lambda n, who, at, file: f"{file[:-3]}/{file[:-3]} - {who.name}.py"),
]  # fmt: skip


def _flat(who: Person) -> str:
    return "".join(char for char in who.name if char.isalnum()).casefold() or "x"


def _upload(n: int, file: str) -> int:
    return 5000 + 10 * n + list(ALL).index(file)


@st.composite
def people(draw: st.DrawFn) -> list[Person]:
    """Draw two to nine people with different names and logins."""
    word = st.text(_LETTERS, min_size=2, max_size=8)
    many = draw(st.integers(2, 9))
    logins = draw(st.lists(st.text("bcdfghjkz", min_size=3, max_size=8), min_size=many,
                           max_size=many, unique=True))  # fmt: skip
    found: dict[str, Person] = {}
    for login in logins:
        name = draw(word).capitalize() + draw(st.sampled_from(_SIGNS)) + draw(word).capitalize()
        resubmitted = draw(st.lists(st.sampled_from(list(ALL)), max_size=2))
        attempts = (tuple(ALL), *((file,) for file in resubmitted))
        found.setdefault(name.casefold(), Person(login, name, attempts))
    return list(found.values())


def written(shape: Shape, who: list[Person], start: int = 0) -> tuple[Files, list[Files]]:
    """Return a class's files in a shape, and what must be graded for each person."""
    files: Files = {}
    expected = []
    for n, person in enumerate(who, start):
        for attempt, names in enumerate(person.attempts):
            if attempt == 0 or shape.repeats:
                for name in names:
                    files[shape.write(n, person, attempt, name)] = person.source(name, attempt)
        expected.append(person.newest(all_attempts=shape.repeats))
    return files, expected
