"""Read the names that platforms and zip programs write, in many languages and code pages."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from grader.intake import ReadClass, detect, open_batch, open_submission, read_class
from grader.submission import Submission
from tests.intake.downloads import CANVAS
from tests.intake.intake_kit import ALL, DIAG, EMB, OTHER, folder, put, said, zipped


def read(root: Path, files: dict[str, bytes]) -> ReadClass:
    return read_class(folder(root / "class", files))


def by_id(found: ReadClass) -> dict[str, Submission]:
    return {one.members[0].id: one for one in found.submissions}


# Canvas

PEOPLE = {"limaana": ("101", "5001"), "okoroben": ("102", "5002"), "doedan": ("103", "5003")}
SMALL = {f"{who}_{user}_{number}_embeddings.py": EMB for who, (user, number) in PEOPLE.items()}


@pytest.mark.parametrize("people", [1, 2, 3])
@pytest.mark.parametrize("content", [EMB, OTHER])
def test_a_copy_leaves_a_small_canvas_class_canvas(
    people: int, content: bytes, tmp_path: Path
) -> None:
    """Files that a browser saved twice, with (1) in their names, leave everybody's id as it is."""
    names = list(SMALL)[:people]
    files = dict.fromkeys(names, EMB)
    files |= {name.replace(".py", " (1).py"): content for name in names}
    found = read(tmp_path, files)
    assert found.platform == "canvas" and sorted(by_id(found)) == ["101", "102", "103"][:people]
    for one in found.submissions:
        if content == EMB:
            assert one.files == {"embeddings.py": EMB} and "a copy of the same upload" in said(one)
        else:
            assert "ambiguous" in one.rejected


def test_an_unpacked_archive_keeps_the_canvas_id(tmp_path: Path) -> None:
    """An entry that somebody has unpacked into a folder of its name is still that person's."""
    inside = {f"foxeva_104_5004_hw.zip/hw/{name}": content for name, content in ALL.items()}
    found = read(tmp_path, SMALL | inside | {"ottozoe_105_5005_hw/embeddings.py": OTHER})
    assert found.platform == "canvas"
    assert by_id(found)["104"].files == ALL and by_id(found)["104"].id == "foxeva_104"
    assert by_id(found)["105"].files == {"embeddings.py": OTHER}


@pytest.mark.parametrize(
    ("name", "user", "who"),
    [
        ("o_brien_3_101_5009_embeddings.py", "101", "o_brien_3"),
        ("group_12_4_107_5009_embeddings.py", "107", "group_12_4"),
        ("limaana_109_5009_2024_1_embeddings.py", "109", "limaana"),
        ("team_7_LATE_110_5010_9_embeddings.py", "110", "team_7"),
    ],
)
def test_canvas_names_with_numbers(name: str, user: str, who: str, tmp_path: Path) -> None:
    """Numbers in a name or a file's name are told from the ids by those of the rest."""
    rest = {f"x{n}_{n + 120}_{n + 5100}_embeddings.py": EMB for n in range(4)}
    one = by_id(read(tmp_path, rest | {name: EMB}))[user]
    assert one.members[0].name == who and one.files == {"embeddings.py": EMB}
    assert bool(one.late) == ("LATE" in name)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_member_twice_takes_the_last_and_says_so(tmp_path: Path) -> None:
    """Of a name that is twice in a download the last one is graded, with a notice."""
    name = "limaana_101_5001_embeddings.py"
    path = put(tmp_path, "c.zip", zipped([*CANVAS.items(), (name, DIAG), (name, OTHER)]))
    ana = {one.members[0].id: one for one in open_batch(path)}["101"]
    assert ana.files["embeddings.py"] == OTHER
    assert "is in the download 3 times; the last one was taken" in said(ana)


def test_what_a_platform_did_not_name_is_noticed(tmp_path: Path) -> None:
    """Code with another name in a platform's download is one more person, with a notice."""
    found = read(tmp_path, SMALL | {"zoe.py": EMB})
    assert found.platform == "canvas"
    assert "not named as canvas names" in said(by_id(found)["zoe"])


# Brightspace


@pytest.mark.parametrize(
    ("older", "newer", "iso"),
    [
        ("Sep 29, 2015 4:17 PM", "Oct 1, 2015 12:05 AM", "2015-10-01T00:05:00"),
        ("29 sept. 2025 16 17", "1 oct. 2025 9 05", "2025-10-01T09:05:00"),
        ("30 de agosto de 2025 16:17", "1 de octubre de 2025 4:17 p. m.", "2025-10-01T16:17:00"),
        ("28. Februar 2025 0922", "3. März 2025 1000", "2025-03-03T10:00:00"),
        ("9 okt 2025 2359", "10 okt 2025 1022", "2025-10-10T10:22:00"),
        ("29 août 2025 1617", "1 févr. 2026 1617", "2026-02-01T16:17:00"),
        ("2025年9月30日 16:17", "2025年10月1日 下午 4:17", "2025-10-01T16:17:00"),
        ("29/09/2025 1617", "30/09/2025 1617", "2025-09-30T16:17:00"),
        ("12 августа 2025 г. 1617", "3 сентября 2025 г. 1617", "2025-09-03T16:17:00"),
    ],
)  # fmt: skip
def test_brightspace_times(older: str, newer: str, iso: str, tmp_path: Path) -> None:
    """Times in many languages and ways of writing order the attempts; one person stays one."""
    older, newer = older.replace("/", "-"), newer.replace("/", "-")
    files = {
        f"101-55 - Ana Lima - {older}/embeddings.py": OTHER,
        f"101-55 - Ana Lima - {older}/diagnostics.py": DIAG,
        f"101-55 - Ana Lima - {newer}/embeddings.py": EMB,
        f"102-55 - Ben - Jr - {newer}/embeddings.py": EMB,
    }
    found = read(tmp_path, files)
    assert found.platform == "brightspace" and sorted(by_id(found)) == ["101", "102"]
    ana = by_id(found)["101"]
    assert (ana.submitted_at, ana.attempt) == (iso, 2)
    assert ana.files == {"embeddings.py": EMB, "diagnostics.py": DIAG}
    assert "diagnostics.py from the older attempt" in said(ana)
    assert by_id(found)["102"].members[0].name == "Ben - Jr"


def test_a_month_of_two_languages_orders_nothing(tmp_path: Path) -> None:
    """Where a month's name is another month elsewhere, attempts are ambiguous, not guessed."""
    files = {
        "101-55 - Ana - 9 listopada 2025 1617/embeddings.py": EMB,
        "101-55 - Ana - 10 listopada 2025 1617/embeddings.py": OTHER,
    }
    (one,) = read(tmp_path, files).submissions
    assert "ambiguous" in one.rejected


@pytest.mark.parametrize(
    ("names", "ids"),
    [
        (
            (
                "101-55 - Ana Lima- Sep 29, 2022 417 PM - {}",
                "102-55 - Ben Oko- Sep 29, 2022 417 PM - {}",
            ),
            ["101", "102"],
        ),
        (
            (
                "101-55 - Ana Lima - N0123456 - Sep 29, 2022 417 PM - {}",
                "102-55 - Ben - N0123457 - Sep 29, 2022 417 PM/{}",
            ),
            ["N0123456", "N0123457"],
        ),
        (("101-55 - Ana Lima - {}", "102-55 - Ben Oko - {}"), ["101", "102"]),
        (("101-55 - Ana Lima/{}", "102-55 - 王小明/{}"), ["101", "102"]),
    ],
)
def test_brightspace_shapes(names: tuple[str, str], ids: list[str], tmp_path: Path) -> None:
    """Flat downloads, student numbers, a joined dash and names without a time are Brightspace's."""
    files = {name.format(file): content for name in names for file, content in ALL.items()}
    found = read(tmp_path, files | {"index.html": b"x"})
    assert found.platform == "brightspace" and sorted(by_id(found)) == ids
    assert all(one.files == ALL for one in found.submissions)
    assert "Ana Lima" in {one.members[0].name for one in found.submissions}


# Archives


def in_code_page(files: dict[str, bytes], encoding: str) -> bytes:
    """Return a zip with the names in a code page and without the flag for UTF-8."""
    content = zipped({f"{at:04}{'x' * 400}": c for at, c in enumerate(files.values())})
    for at, name in enumerate(files):
        old, new = f"{at:04}{'x' * 400}".encode(), name.encode(encoding)
        content = _renamed(content, old, new)
    return content


def _renamed(content: bytes, old: bytes, new: bytes) -> bytes:
    """Return a zip with another name for a member, and all offsets put right."""
    data, records = content, []
    at = data.rfind(b"PK\5\6")
    count, _, start = struct.unpack("<HLL", data[at + 10 : at + 20])
    local, place = bytearray(data[:start]), start
    shift_at = local.find(old)
    shift = len(new) - len(old)
    struct.pack_into("<H", local, shift_at - 4, len(new))
    local[shift_at : shift_at + len(old)] = new
    for _ in range(count):
        length = struct.unpack("<H", data[place + 28 : place + 30])[0]
        record = bytearray(data[place : place + 46 + length])
        offset = struct.unpack("<L", record[42:46])[0]
        if offset > shift_at:
            struct.pack_into("<L", record, 42, offset + shift)
        if record[46:] == old:
            struct.pack_into("<H", record, 28, len(new))
            record[46:] = new
        records.append(bytes(record))
        place += 46 + length
    directory = b"".join(records)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(directory), len(local), 0)
    return bytes(local) + directory + end


WHO = {
    "big5": ["陳許功", "林蓋淑", "王小明"],  # second bytes 0x5C
    "cp932": ["表田ソ", "山能太郎", "鈴木花子"],
    "gb18030": ["王小明", "李华", "张伟"],
    "cp949": ["김민수", "이영희", "박철수"],
    "cp866": ["Иванов Пётр", "Смирнова Анна", "Кузнецов Олег"],
    "cp1251": ["Иванов Пётр", "Смирнова Анна", "Кузнецов Олег"],
    "cp737": ["Παπαδόπουλος", "Νικολάου Μαρία", "Γεωργίου"],
    "cp850": ["José Núñez", "Élodie Cicéro", "Jörg Weiß"],
}


@pytest.mark.parametrize("encoding", WHO)
@pytest.mark.parametrize(
    "pattern", ["{}_{}_assignsubmission_file_/embeddings.py", "{}/embeddings.py"]
)
def test_names_in_code_pages(encoding: str, pattern: str, tmp_path: Path) -> None:
    """Names without the flag for UTF-8 are read in one code page, which is said; all stay apart."""
    files = {
        pattern.format(who, 500 + at): EMB + f"# {at}\n".encode()
        for at, who in enumerate(WHO[encoding])
    }
    found = read_class(put(tmp_path, "class.zip", in_code_page(files, encoding)))
    assert {one.members[0].name for one in found.submissions} == set(WHO[encoding])
    assert {one.files["embeddings.py"] for one in found.submissions} == set(files.values())
    (note,) = found.notes
    assert "not marked as UTF-8 and were read as" in note


def test_names_in_no_code_page_merge_nobody(tmp_path: Path) -> None:
    """Names of no known language stay apart, also where a byte is that of a backslash."""
    content = zipped({f"q{n}zzz/embeddings.py": EMB + n.encode() for n in "abc"})
    for n in b"abc":
        content = content.replace(b"q%czzz" % n, b"\x81\x8d\x5c\xff%c" % n)
    assert len(open_batch(put(tmp_path, "class.zip", content))) == 3


def test_slashes_that_differ_between_headers(tmp_path: Path) -> None:
    """A member whose own header has backslashes where the directory has slashes is read."""
    content = zipped({"ana/embeddings.py": EMB, "ben/embeddings.py": OTHER})
    for name in (b"ana/embeddings.py", b"ben/embeddings.py"):
        content = content.replace(name, name.replace(b"/", b"\\"), 1)  # the local header is first
    path = put(tmp_path, "class.zip", content)
    assert [one.files["embeddings.py"] for one in open_batch(path)] == [EMB, OTHER]
    alone = zipped({"hw/embeddings.py": EMB}).replace(b"hw/", b"hw\\", 1)
    assert open_submission(put(tmp_path, "ana.zip", alone)).files == {"embeddings.py": EMB}


# What does not count


@pytest.mark.parametrize(
    "extra",
    [
        {f"my_env/Lib/x{n}.py": b"" for n in range(2_100)} | {"my_env/Lib/site-packages/a.py": b""},
        {f"stuff/lib/python3.11/x{n}.py": b"" for n in range(2_100)}
        | {"stuff/lib/python3.11/site-packages/torch/embeddings.py": OTHER},
        {f"c/Lib/x{n}.py": b"" for n in range(2_100)} | {"c/conda-meta/history": b""},
        {f"node_modules/a/{n}.js": b"" for n in range(2_100)},
        {f"data/{n}.png": b"" for n in range(2_100)},
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_environments_and_data_do_not_count(
    extra: dict[str, bytes], packed: bool, tmp_path: Path
) -> None:
    """An environment of any name, packages and data beside the files change nothing."""
    files = ALL | extra
    path = put(tmp_path, "a.zip", zipped(files)) if packed else folder(tmp_path / "a", files)
    assert open_submission(path).files == ALL


def test_detect_is_not_changed_by_a_zip_called_folder(tmp_path: Path) -> None:
    """A folder called x.zip among plain submissions is one person's folder."""
    files = {"ana.zip/embeddings.py": EMB, "ben.zip": zipped(ALL), "cai/embeddings.py": EMB}
    source = folder(tmp_path / "class", files)
    assert detect(source) == "plain" and len(open_batch(source)) == 3


def test_one_number_with_two_names_is_two_people(tmp_path: Path) -> None:
    """Names that share a user's number are not joined, among many or alone."""
    pair = {"limaana_101_5001_embeddings.py": EMB, "doedan_101_5001_embeddings.py": OTHER}
    assert len(read(tmp_path, pair).submissions) == 2
    many = {f"x{n}_{n + 120}_{n + 5100}_embeddings.py": EMB for n in range(4)}
    assert len(read(tmp_path / "many", pair | many).submissions) == 6
