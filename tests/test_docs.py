"""The documents are true: translations in step, commands that run, tables that are complete."""

from __future__ import annotations

import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from grader import cli
from grader.export import FORMATS
from grader.scorecard import Outcome, Status
from grader.selftest.run import corpus
from tests.documents import (
    MARK,
    PLATFORMS,
    ROOT,
    SOURCE,
    TRANSLATIONS,
    generated,
    marked,
    named,
    read,
    sample_files,
    sections,
)

INSTRUCTORS = ROOT / "docs/instructors.md"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")


# ---------------------------------------------------------------- the translations


def skeleton(section: str) -> dict[str, object]:
    """Return what a translation keeps: number, code, points, and every other number."""
    prose = FENCED.sub("", re.sub(r"^>.*\n", "", MARK.sub("\n", section), flags=re.MULTILINE))
    inline = Counter(INLINE.findall(prose))
    prose = INLINE.sub("", prose)
    return {
        "number": re.findall(r"^## (\d+) ", section),
        "code blocks": FENCED.findall(section),
        "code in sentences": inline,
        "marks": re.findall(r"<!-- (?:points \d+|end) -->", section),
        "points": re.findall(r"\| (\*{0,2}[\d.]+\*{0,2}) \|$", section, re.MULTILINE),
        "table rows": [line.count("|") for line in prose.splitlines() if line.startswith("|")],
        "list items": len(re.findall(r"^- ", prose, re.MULTILINE)),
        "numbers": Counter(re.findall(r"\d+(?:\.\d+)?", prose)),
    }


@pytest.mark.parametrize("path", TRANSLATIONS, ids=named)
def test_translation_has_what_the_source_has(path: Path) -> None:
    """A translation has the source's sections, code blocks, points and numbers, in order."""
    ours, theirs = sections(read(path)), sections(read(SOURCE))
    assert len(ours) == len(theirs)
    for our, their in zip(ours, theirs, strict=True):
        expected = skeleton(their)
        for what, found in skeleton(our).items():
            assert found == expected[what], f"{what} in {our.splitlines()[0]}"


@pytest.mark.parametrize("path", TRANSLATIONS, ids=named)
def test_translation_follows_every_change(path: Path) -> None:
    """No section of the source has changed since it was translated."""
    old = [part for part in sections(marked(path)) if part not in sections(read(path))]
    changed = [part.splitlines()[0] for part in old]
    assert not changed, (
        f"exercises.md changed: translate the change in {path.name} under {changed}, then run"
        " python -m tests.scripts.write_docs"
    )


@pytest.mark.parametrize("path", TRANSLATIONS, ids=named)
def test_translation_is_whole(path: Path) -> None:
    """A translation links to its source and leaves no sentence of it in English."""
    assert "](exercises.md)" in read(path)
    ours, theirs = (
        {line for line in FENCED.sub("", read(each)).splitlines() if line[:4] != "<!--"}
        for each in (path, SOURCE)
    )
    assert not [line for line in ours & theirs if re.search("[a-z]+ [a-z]+ [a-z]+", line)]


# ---------------------------------------------------------------- the commands


def make_samples(folder: Path) -> None:
    """Write what the documents speak of: a Canvas download and gradebook, one submission, inbox."""
    right, wrong = corpus.solution_files(ROOT / "solutions"), sample_files()
    upload = itertools.count(2001)
    with zipfile.ZipFile(folder / "submissions.zip", "w") as packed:
        for name, source in right.items():
            packed.writestr(f"limaana_1001_{next(upload)}_{name}", source)
        for name, source in (right | {"embeddings-1.py": wrong["embeddings.py"]}).items():
            packed.writestr(f"okaforben_LATE_1002_{next(upload)}_{name}", source)
    (folder / "inbox/attempt-7").mkdir(parents=True)
    with zipfile.ZipFile(folder / "submission.zip", "w") as packed:
        for name, source in wrong.items():
            packed.writestr(name, source)
            (folder / "inbox/attempt-7" / name).write_bytes(source)
    (folder / "gradebook.csv").write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,Embedding exercises (501)\n"
        "    Points Possible,,,,,100\n"
        '"Lima, Ana",1001,S1001,alima,One,\n'
        '"Okafor, Ben",1002,S1002,bokafor,One,\n'
        '"Sato, Emi",1003,S1003,esato,One,\n',
        encoding="utf-8",
    )
    for name in ("student", "solutions"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))


def steps(text: str) -> Iterator[tuple[str, str]]:
    """Yield what a document has a reader do: a command and its shown output, or a file and text."""
    block = re.compile(
        r"^<!-- file: (?P<file>\S+) -->\n```\w*\n(?P<text>.*?)^```$|"
        r"^```console\n(?P<console>.*?)^```$",
        re.MULTILINE | re.DOTALL,
    )
    for match in block.finditer(text):
        if match["file"]:
            yield f"> {match['file']}", match["text"]
            continue
        for part in re.split(r"^\$ ", match["console"], flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            if command.startswith(("grader ", "python -P -m grader ")):
                yield command, shown


def one_line(text: str) -> str:
    """Return a text without the places where a terminal breaks it."""
    return " ".join(text.split())


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if any(steps(read(path)))], ids=named)
def test_commands_run(path: Path, tmp_path: Path) -> None:
    """Every command of a document runs, ends with the code it names and prints what is shown."""
    make_samples(tmp_path)
    for command, shown in steps(read(path)):
        if command.startswith("> "):
            (tmp_path / command[2:]).write_text(shown, encoding="utf-8")
            continue
        arguments = shlex.split(command, comments=True)
        arguments = arguments[arguments.index("grader") + 1 :]
        done = subprocess.run(
            [sys.executable, "-m", "grader", *arguments], cwd=tmp_path, check=False, timeout=120,
            env=os.environ | {"COLUMNS": "100"}, capture_output=True, encoding="utf-8",
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        code = re.search(r"# exit code (\d+)$", command)
        assert done.returncode == int(code[1] if code else 0), (command, done.stderr)
        assert "Traceback" not in done.stderr
        for line in shown.splitlines():
            printed = one_line(done.stdout + done.stderr)
            assert line == "…" or one_line(line) in printed, (command, line)


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_named_commands_exist(path: Path) -> None:
    """Every `grader COMMAND --option` that a document names exists."""
    text = read(path)
    lines = INLINE.findall(FENCED.sub("", text))
    lines += [line for _, block in FENCED.findall(text) for line in block.splitlines()]
    for line in lines:
        named = re.match(r"(?:\$ )?(?:python -m )?grader ([a-z]+)(.*)", line)
        if named is None:
            continue
        assert named[1] in cli.main.commands, line
        command = cli.main.commands[named[1]]
        known = {name for option in command.params for name in (*option.opts, "--help")}
        used = named[2].partition("#")[0]
        assert set(re.findall(r"(?<!\S)--?[a-z-]+", used)) <= known, line


def test_every_command_is_documented() -> None:
    """The documents name every command of the command line."""
    text = "\n".join(map(read, DOCUMENTS))
    assert [name for name in cli.main.commands if f"grader {name}" not in text] == []


# ---------------------------------------------------------------- the tables


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("## Every outcome", [*Outcome, *Status]),
        ("## Hand the grades back", list(FORMATS)),
    ],
)
def test_table_is_complete(heading: str, names: list[str]) -> None:
    """The instructors' page has a row for every outcome, status and export format, once each."""
    _, _, rest = read(INSTRUCTORS).partition(f"\n{heading}\n")
    rows = re.findall(r"^\| `([^`]+)` ", rest.partition("\n## ")[0], re.MULTILINE)
    assert Counter(rows) == Counter(map(str, names))


@pytest.mark.parametrize("path", [INSTRUCTORS, PLATFORMS], ids=named)
def test_exit_codes_are_complete(path: Path) -> None:
    """The pages list every exit code there is, in order."""
    known = {*range(cli.GRADER_FAULT + 1), cli.INTERRUPTED}
    assert cli.ALL_PASSED == 0
    _, _, rest = read(path).partition("| code | ")
    assert [int(code) for code in re.findall(r"^\| (\d+) \|", rest, re.MULTILINE)] == sorted(known)


# ---------------------------------------------------------------- the generated parts


def test_generated_parts_are_current() -> None:
    """The platforms' page shows the schema and a card of it as the code makes them."""
    text = read(PLATFORMS)
    assert text == generated(text), "run: python -m tests.scripts.write_docs"
    card, schema = (json.loads(body) for kind, body in FENCED.findall(text) if kind == "json")
    jsonschema.validate(card, schema)


# ---------------------------------------------------------------- the links


def anchors(text: str) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", FENCED.sub("", text), re.MULTILINE):
        plain = heading.strip().lower().replace(" ", "-")
        found.add("".join(c for c in plain if c in "-_" or unicodedata.category(c)[0] in "LN"))
    return found


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_links_resolve(path: Path) -> None:
    """Every link to another document, or to a heading, leads somewhere."""
    for target in re.findall(r"\]\(([^)\s]+)\)", INLINE.sub("", FENCED.sub("", read(path)))):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        other = (path.parent / file).resolve() if file else path
        assert other.exists(), target
        assert not anchor or anchor in anchors(read(other)), target
