"""Lay archives out and run entry points as each platform does."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from grader.scorecard import Budgets, Run, Scorecard, Status, SubmissionInfo
from grader.selftest.corpus import load, solution_files
from tests.kit import ROOT

Files = Mapping[str, bytes]


def known(kind: str, name: str) -> Files:
    """Return the files of one of the known submissions."""
    for one in load(ROOT / "tests/submissions" / kind, ROOT / "solutions"):
        if one.submission.id == name:
            return one.submission.files
    raise LookupError(name)


SUBMISSIONS: dict[str, Files] = {
    "right": solution_files(ROOT / "solutions"),
    "wrong": known("wrong", "comp_averages"),
    "leaves": known("hostile", "leaves_at_import_os_exit"),
    "forges": known("hostile", "forges_scorecard_and_exit"),
    "hangs": known("hostile", "hangs_at_import"),
    "empty": {},
}


@dataclass(frozen=True)
class Ran:
    """What an entry point left: its status and its texts, by file name."""

    status: int
    stdout: str
    stderr: str
    files: dict[str, str]


def build(platform: str, out: Path, *options: str, torch: str = "torch") -> Path:
    """Build an archive by the documented command."""
    command = [sys.executable, "-m", "integrations.build", platform, str(out), "--torch", torch]
    command += options
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return out


def unpack(archive: Path, folder: Path) -> None:
    """Unpack an archive with the modes it records, as unzip does."""
    with zipfile.ZipFile(archive) as opened:
        for entry in opened.infolist():
            path = Path(opened.extract(entry, folder))
            path.chmod(entry.external_attr >> 16)


def hand_in(folder: Path, files: Files) -> None:
    """Write a submission's files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in files.items():
        (folder / name).write_bytes(source)


def outside(**environment: str) -> dict[str, str]:
    """Return the environment of a platform's machine, without what pytest or the checkout set."""
    return {"PATH": f"{sys.prefix}/bin:/usr/bin:/bin", "HOME": "/", "LANG": "C.UTF-8"} | environment


def run(command: list[str], cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run an entry point in a platform's environment."""
    return subprocess.run(
        command, cwd=cwd, env=outside(**environment), text=True, capture_output=True,
        stdin=subprocess.DEVNULL, timeout=120, check=False,
    )  # fmt: skip


def ran(done: subprocess.CompletedProcess[str], *paths: Path) -> Ran:
    """Return what a run left: its status, its output and those of these files that exist."""
    files = {path.name: path.read_text(encoding="utf-8") for path in paths if path.is_file()}
    return Ran(done.returncode, done.stdout, done.stderr, files)


def gradescope_root(archive: Path, root: Path, files: Files) -> Path:
    """Lay out /autograder as Gradescope does after setup.sh has made the environment."""
    unpack(archive, root / "source")
    run_autograder = root / "run_autograder"
    run_autograder.write_bytes((root / "source/run_autograder").read_bytes())
    run_autograder.chmod(0o755)
    (root / "venv").symlink_to(sys.prefix)
    (root / "results").mkdir()
    hand_in(root / "submission", files)
    return run_autograder


def gradescope(archive: Path, root: Path, files: Files, **environment: str) -> Ran:
    """Run run_autograder in /autograder."""
    command = str(gradescope_root(archive, root, files))
    done = run([command], root, AUTOGRADER_ROOT=str(root), **environment)
    return ran(done, root / "results/results.json")


def prairielearn(archive: Path, root: Path, files: Files, **environment: str) -> Ran:
    """Run the image's entry point, without a /grade/student if nothing was handed in."""
    unpack(archive, root / "opt")
    (root / "grade").mkdir()
    if files:
        hand_in(root / "grade/student", files)
    command = [str(root / "opt/entrypoint.sh")]
    done = run(command, Path("/"), GRADE_ROOT=str(root / "grade"), **environment)
    return ran(done, root / "grade/results/results.json")


CLASSROOM = {
    "CLASSROOM": "nlp-2025",
    "ASSIGNMENT": "embeddings",
    "ASSIGNMENT_TYPE": "individual",
    "OWNER": "ana",
    "USERNAME": "ana",
    "SUBMISSION_TAG": "submit/2025-10-12T08-00-00Z-a1b2c3d",
    "COMMIT_URL": "https://git.example/nlp/ana/commit/a1b2c3d",
    "RELEASE_URL": "https://git.example/nlp/ana/releases/1",
    "REVIEW_URL": "https://git.example/nlp/ana/compare/0...a1b2c3d",
}


def classroom50(archive: Path, root: Path, files: Files, **environment: str) -> Ran:
    """Run autograder.py in a checkout where the student has put results of their own."""
    unpack(archive, root / "bundle")
    checkout = root / "nlp-2025-embeddings-ana"
    hand_in(checkout / "student", files)
    (checkout / "README.md").write_text("My work\n")
    (checkout / ".classroom50.yaml").write_text("classroom: nlp-2025\n")
    (checkout / "result.json").mkdir()
    (checkout / "release-body.md").write_text("100/100\n")
    command = [sys.executable, str(root / "bundle/autograder.py")]
    done = run(command, checkout, **CLASSROOM, **environment)
    return ran(done, checkout / "result.json", checkout / "release-body.md")


def github(archive: Path, root: Path, files: Files, **environment: str) -> Ran:
    """Run the workflow's grading step in a checkout, with the shell that GitHub uses."""
    repository, temporary = root / "repository", root / "temp"
    unpack(archive, repository)
    hand_in(repository / "student", files)
    temporary.mkdir()
    (temporary / "venv").symlink_to(sys.prefix)
    script = temporary / "step.sh"
    script.write_text(workflow(repository)["jobs"]["grade"]["steps"][-1]["run"])
    summary = temporary / "summary.md"
    summary.touch()
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)]
    done = run(
        command, repository, GITHUB_WORKSPACE=str(repository), RUNNER_TEMP=str(temporary),
        GITHUB_STEP_SUMMARY=str(summary), **environment,
    )  # fmt: skip
    return ran(done, summary)


def workflow(repository: Path) -> dict[str, Any]:
    """Read the packed workflow."""
    text = (repository / ".github/workflows/grade.yml").read_text(encoding="utf-8")
    read: dict[str, Any] = yaml.safe_load(text)
    return read


def docker(archive: Path, root: Path, files: Files, **environment: str) -> Ran:
    """Run the Dockerfile's entry point with the README's arguments, without Docker."""
    unpack(archive, root / "image")
    hand_in(root / "submission", files)
    entry = [words for name, words in dockerfile(root / "image") if name == "ENTRYPOINT"][-1]
    command = [*yaml.safe_load(entry), "check", str(root / "submission"), "--json"]
    command += ["--deadline", environment.pop("GRADER_DEADLINE_S", "10")]
    done = run(command, Path("/"), PYTHONPATH=str(root / "image"), **environment)
    return Ran(done.returncode, done.stdout, done.stderr, {"card.json": done.stdout})


def dockerfile(folder: Path, name: str = "Dockerfile") -> list[tuple[str, str]]:
    """Return a Dockerfile's instructions, each as its name and the rest."""
    text = re.sub(r"\\\n", " ", (folder / name).read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line and line[0] != "#"]
    return [(line.split()[0], line.partition(" ")[2]) for line in lines]


PLATFORMS: dict[str, Callable[..., Ran]] = {
    "gradescope": gradescope,
    "prairielearn": prairielearn,
    "classroom50": classroom50,
    "github": github,
    "docker": docker,
}


def processes(mark: str) -> list[int]:
    """Return the processes that have a text in their command line."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def failed_card() -> Scorecard:
    """Return a card that holds no grade."""
    run = Run(
        grader_version="", suites_digest="", seed=0, budgets=Budgets(), python="", torch="",
        platform="", isolation="full", layers=(), status=Status.GRADER_ERROR, started_at="",
        duration_s=0.0,
    )  # fmt: skip
    info = SubmissionInfo(id="one", digest="", files=())
    return Scorecard(submission=info, score=0.0, max_score=0.0, exercises=(), run=run)
