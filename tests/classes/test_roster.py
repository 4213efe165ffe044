"""A roster puts names on submissions, and says who handed in nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.classes.roster import Matched, RosterError, matched, read_roster
from grader.scorecard import Member
from grader.submission import Submission

CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,HW 1 (77)\n"
    "    Points Possible,,,,,100.00\n"
    '"Lima, Ana",101,0007,alima,Section A,\n"O\'Koro, Ben",102,0008,bokoro,Section B,87.5\n'
    '"Sato, Emi",103,0009,esato,Section A,\n'
)
MOODLE = (
    "\ufeffIdentifier,Full name,ID number,Email address,Grade\n"
    "Participant 501,Ana Lima,0007,ana@example.com,\nParticipant 502,Ben O'Koro,,ben@example.com,\n"
    "Participant 503,Emi Sato,,emi@example.com,\n"
)
PLAIN = (
    "id;name;e-mail;section;group\nalima;Ana Lima;ana@example.com;A;Red\n"
    "bokoro;Ben O'Koro;ben@example.com;B;Red\nesato;Emi Sato;;A;Blue\n"
)


def given(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


def one(key: str, name: str = "", email: str = "") -> Submission:
    return Submission(id=f"s_{key}", members=(Member(id=key, name=name, email=email),))


def read(tmp_path: Path, text: str, *people: Submission, encoding: str = "utf-8") -> Matched:
    return matched(people, read_roster(given(tmp_path / "roster.csv", text, encoding)))


@pytest.mark.parametrize(
    ("text", "encoding", "keys"),
    [
        (CANVAS, "utf-8", ("101", "102")),
        (CANVAS, "utf-8", ("alima", "bokoro")),
        (CANVAS, "utf-8", ("0007", "0008")),
        (MOODLE, "utf-8", ("501", "502")),
        (MOODLE, "utf-8", ("ana@example.com", "ben@example.com")),
        (PLAIN, "utf-8", ("ALIMA", "bokoro")),
        (PLAIN, "utf-16", ("alima", "bokoro")),
        (PLAIN.replace(";", "\t"), "cp1252", ("Ana Lima", "Ben O'Koro")),
    ],
)
def test_any_id_of_a_roster_finds_the_person(
    text: str, encoding: str, keys: tuple[str, str], tmp_path: Path
) -> None:
    """Names come from the roster by whatever id the download has, and who is absent is known."""
    found = read(tmp_path, text, *map(one, keys), encoding=encoding)
    names = [submission.members[0].name for submission in found.submissions]
    assert names == (["Lima, Ana", "O'Koro, Ben"] if text == CANVAS else ["Ana Lima", "Ben O'Koro"])
    assert [submission.members[0].id for submission in found.submissions] == list(keys)
    assert [person.name.replace("Sato, Emi", "Emi Sato") for person in found.absent] == ["Emi Sato"]
    assert found.unknown == []


def test_sections_and_e_mail_addresses_come_along(tmp_path: Path) -> None:
    """The section and the e-mail address of the roster stand on the submission."""
    (ana,) = read(tmp_path, PLAIN, one("alima")).submissions
    assert (ana.section, ana.members[0].email) == ("A", "ana@example.com")


def test_a_team_gets_its_people(tmp_path: Path) -> None:
    """A clone called like a group of the roster is the work of all people in it."""
    found = read(tmp_path, PLAIN, one("red", "Red"))
    assert [member.id for member in found.submissions[0].members] == ["alima", "bokoro"]
    assert [person.id for person in found.absent] == ["esato"]


def test_who_is_not_in_the_roster_keeps_the_own_name(tmp_path: Path) -> None:
    """A stranger keeps the download's name; two people of one name are not guessed."""
    twice = "id,name\n1,Ana Lima\n2,Ana Lima\n3,Emi Sato\n"
    found = read(tmp_path, twice, one("x", "Ana Lima"), one("3"))
    assert found.submissions[0].members[0] == Member(id="x", name="Ana Lima")
    assert found.unknown == ["s_x"]
    assert [person.id for person in found.absent] == ["1", "2"]


def test_a_grade_is_no_id(tmp_path: Path) -> None:
    """A number in a column of grades names nobody."""
    found = read(tmp_path, CANVAS, one("87.5"))
    assert found.unknown == ["s_87.5"]


@pytest.mark.parametrize("content", [b"", b"id,name\n", b"\n\n"])
def test_an_empty_roster_is_refused(content: bytes, tmp_path: Path) -> None:
    """A roster that names nobody is refused with the titles that it needs."""
    path = tmp_path / "roster.csv"
    path.write_bytes(content)
    with pytest.raises(RosterError, match=r"roster\.csv names nobody: it needs a line with titles"):
        read_roster(path)
