"""The archives hold what each platform expects and nothing private, in the same bytes."""

from __future__ import annotations

import json
import re
import stat
import subprocess
import zipfile
from pathlib import Path

import pytest
import yaml

from grader.selftest.corpus import solution_files
from tests.integrations.kit import PLATFORMS, build, dockerfile, unpack, workflow
from tests.kit import NUMBERS, ROOT

EXECUTABLE = {"setup.sh", "run_autograder", "entrypoint.sh"}
AT_ROOT = {
    "gradescope": {"setup.sh", "run_autograder", "torch.txt"},
    "prairielearn": {"Dockerfile", "prairielearn.Dockerfile", "entrypoint.sh", "info.json"},
    "classroom50": {"autograder.py", "runtime.json", "torch.txt"},
    "github": {".github/workflows/grade.yml", "kit/torch.txt", "kit/pyproject.toml"},
    "docker": {"Dockerfile", "torch.txt", "pyproject.toml", "README.md", "LICENSE"},
}
READ_BY_STUDENTS = {"classroom50", "github"}


def members(archive: Path) -> dict[str, bytes]:
    """Return an archive's files."""
    with zipfile.ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


@pytest.mark.parametrize("platform", PLATFORMS)
def test_contents(platform: str, archives: dict[str, Path]) -> None:
    """An archive holds the kit and the platform's files, and no solution, test or cache."""
    files = members(archives[platform])
    assert AT_ROOT[platform] <= files.keys()
    parts = {part for name in files for part in name.split("/")}
    assert not parts & {"solutions", "student", "tests", "__pycache__", ".git", "bench"}
    assert not any(part.startswith(".") for part in parts - {".github"})
    for solution in solution_files(ROOT / "solutions").values():
        assert solution not in files.values()
    suites = {name for name in files if "/suites/" in f"/{name}"}
    assert len(suites) == (0 if platform in READ_BY_STUDENTS else len(NUMBERS))
    assert b"\r\n" not in b"".join(files.values())


@pytest.mark.parametrize("platform", PLATFORMS)
def test_scripts_can_be_run(platform: str, archives: dict[str, Path], tmp_path: Path) -> None:
    """Unpacking gives executable scripts that bash can read, and other files that are not."""
    unpack(archives[platform], tmp_path)
    for path in filter(Path.is_file, tmp_path.rglob("*")):
        assert bool(path.stat().st_mode & stat.S_IXUSR) == (path.name in EXECUTABLE)
        if path.name in EXECUTABLE:
            assert path.read_text().startswith("#!/usr/bin/env bash\n")
            subprocess.run(["bash", "-n", str(path)], check=True)


def test_same_kit_same_bytes(archives: dict[str, Path], tmp_path: Path) -> None:
    """Building again, later, gives the same archive."""
    again = build("gradescope", tmp_path / "again.zip")
    assert again.read_bytes() == archives["gradescope"].read_bytes()


def test_torch_is_packed_as_given(tmp_path: Path) -> None:
    """--torch takes the command of PyTorch's installation page and packs its arguments."""
    command = "pip3 install torch --index-url https://wheels.example/cpu"
    files = members(build("docker", tmp_path / "out.zip", torch=command))
    assert files["torch.txt"] == b"torch --index-url https://wheels.example/cpu\n"


def test_classroom50_fits_its_limit(archives: dict[str, Path]) -> None:
    """The bundle stays well under the 10 MB that Classroom 50 fetches."""
    assert archives["classroom50"].stat().st_size < 2_000_000


def test_suites_can_be_packed_on_demand(tmp_path: Path) -> None:
    """--suites packs the hidden suites for a runner that students cannot read."""
    files = members(build("classroom50", tmp_path / "out.zip", "--suites"))
    assert "grader/lesson/suites/test_0_build.py" in files


def test_workflow(archives: dict[str, Path], tmp_path: Path) -> None:
    """Students' code runs without permissions, actions are pinned and no step expands text."""
    unpack(archives["github"], tmp_path)
    read = workflow(tmp_path)
    assert set(read[True]) == {"push", "workflow_dispatch"}  # YAML 1.1 takes `on` for true
    assert read["permissions"] == {}
    assert read["jobs"]["grade"]["permissions"] == {}
    assert read["jobs"]["fetch"]["permissions"] == {"contents": "read"}
    assert read["jobs"]["grade"]["needs"] == "fetch"
    for job in read["jobs"].values():
        assert job["runs-on"] == "ubuntu-24.04"
        assert 0 < job["timeout-minutes"] <= 20
        for step in job["steps"]:
            uses = step.get("uses")
            assert uses is None or re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", uses)
            assert "${{" not in step.get("run", "")
            if "checkout" in (uses or ""):
                assert step["with"]["persist-credentials"] is False
            if "run" in step:
                subprocess.run(["bash", "-n", "-c", step["run"]], check=True)
    assert not any("run" in step for step in read["jobs"]["fetch"]["steps"])


def test_every_pin_names_its_version() -> None:
    """Each pinned action says in a comment which release it is."""
    for line in (ROOT / "integrations/github/grade.yml").read_text().splitlines():
        assert "uses:" not in line or re.search(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line)


def test_dockerfiles(archives: dict[str, Path], tmp_path: Path) -> None:
    """The image has a fixed base and an ordinary user, and copies only what is in its context."""
    unpack(archives["prairielearn"], tmp_path)
    plain = dockerfile(tmp_path)
    last = dict(plain)
    assert plain[0] == ("FROM", "python:3.12-slim")
    assert last["USER"] == "1000"
    assert "ADD" not in last
    assert yaml.safe_load(last["ENTRYPOINT"]) == ["python", "-P", "-m", "grader"]
    for name, words in plain + dockerfile(tmp_path, "prairielearn.Dockerfile"):
        if name == "COPY":
            for source in [word for word in words.split() if word[:2] != "--"][:-1]:
                assert (tmp_path / source).exists()
        if name == "RUN" and "apt-get install" in words:
            assert "--no-install-recommends" in words
            assert "rm -rf /var/lib/apt/lists/*" in words
        if name == "RUN" and "pip install" in words:
            assert "--no-cache-dir" in words


def test_prairielearn_options(archives: dict[str, Path]) -> None:
    """info.json starts the packed entry point, without a network, for less than ten minutes."""
    files = members(archives["prairielearn"])
    options = json.loads(files["info.json"])["externalGradingOptions"]
    assert options["enabled"] is True
    assert options["enableNetworking"] is False
    assert options["timeout"] <= 600
    entry = json.dumps([options["entrypoint"]])
    assert f"ENTRYPOINT {entry}\n" in files["prairielearn.Dockerfile"].decode()


def test_every_integration_has_a_readme_that_says_what_was_not_run() -> None:
    """Each folder's README shows its build command and what could not be run."""
    for platform in PLATFORMS:
        text = (ROOT / "integrations" / platform / "README.md").read_text(encoding="utf-8")
        assert f"python -m integrations.build {platform} " in text
        assert "## What was not run" in text
