"""Build the archive for a platform: `python -m integrations.build PLATFORM OUT.zip`."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent
PACKED = (".py", ".ini", ".html", ".css", ".js")  # the files of grader/ that are packed
ABOUT = ("pyproject.toml", "README.md", "LICENSE")
SHARED = ("__init__.py", "__main__.py", "common.py")
EARLIEST = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip archive can record


@dataclass(frozen=True)
class Platform:
    """What goes into a platform's archive, and where it stands there."""

    placed: dict[str, str]  # places in the archive by file under integrations/
    kit: str = ""  # the folder of the kit in the archive
    suites: bool = True  # whether students cannot read the archive, so it may hold the suites


PLATFORMS = {
    "gradescope": Platform(
        {"gradescope/setup.sh": "setup.sh", "gradescope/run_autograder": "run_autograder"}
    ),
    "classroom50": Platform(
        {
            "classroom50/autograder.py": "autograder.py",
            "classroom50/runtime.json": "runtime.json",
        },
        suites=False,
    ),
    "github": Platform(
        {"github/grade.yml": ".github/workflows/grade.yml"}, kit="kit/", suites=False
    ),
    "prairielearn": Platform(
        {
            "docker/Dockerfile": "Dockerfile",
            "prairielearn/Dockerfile": "prairielearn.Dockerfile",
            "prairielearn/entrypoint.sh": "entrypoint.sh",
            "prairielearn/info.json": "info.json",
        }
    ),
    "docker": Platform({"docker/Dockerfile": "Dockerfile"}),
}


@click.command()
@click.argument("platform", type=click.Choice(list(PLATFORMS)))
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--torch", required=True,
    help="What pip is to install: the command on PyTorch's installation page for Linux and CPU."
    " Plain `torch` is several GB there.",
)  # fmt: skip
@click.option(
    "--suites", is_flag=True,
    help="Pack the hidden suites even where students can read them.",
)  # fmt: skip
def main(platform: str, out: Path, torch: str, suites: bool) -> None:
    """Write a platform's archive; the same kit gives the same bytes."""
    chosen = PLATFORMS[platform]
    words = torch.removeprefix("pip3 install ").removeprefix("pip install ").split()
    files = dict(contents(platform, suites or chosen.suites))
    files[f"{chosen.kit}torch.txt"] = " ".join(words).encode() + b"\n"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.create_system = 3  # Unix, otherwise unpackers ignore the mode below
            entry.external_attr = (0o755 if data.startswith(b"#!") else 0o644) << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    hidden = f"{chosen.kit}grader/lesson/suites/"
    if any(name.startswith(hidden) for name in files):
        click.echo(f"{out}: holds the hidden suites, keep it private")
    else:
        click.echo(f"{out}: holds the visible examples only, its grades are provisional")


def contents(platform: str, suites: bool) -> Iterator[tuple[str, bytes]]:
    """Yield an archive's files: the kit without solutions and tests, and the platform's scripts."""
    chosen = PLATFORMS[platform]
    for path in sorted((ROOT / "grader").rglob("*")):
        parts = path.relative_to(ROOT).parts
        shown = not any(part.startswith((".", "__pycache__")) for part in parts)
        if path.suffix in PACKED and shown and (suites or parts[1:3] != ("lesson", "suites")):
            yield chosen.kit + "/".join(parts), _text(path)
    for name in ABOUT:
        yield chosen.kit + name, _text(ROOT / name)
    here = ROOT / "integrations"
    if (here / platform / "grade.py").exists():  # the plain image needs no script
        for name in (*SHARED, f"{platform}/__init__.py", f"{platform}/grade.py"):
            yield f"{chosen.kit}integrations/{name}", _text(here / name)
    for name, place in chosen.placed.items():
        yield place, _text(here / name)


def _text(path: Path) -> bytes:
    return path.read_bytes().replace(b"\r\n", b"\n")


if __name__ == "__main__":
    main()
