"""Build every archive once, and run every entry point once on every submission."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.integrations.kit import PLATFORMS, SUBMISSIONS, Ran, build

HOSTILE = {
    "gradescope": "forges",
    "prairielearn": "leaves",
    "classroom50": "forges",
    "github": "hangs",
    "docker": "forges",
}


@pytest.fixture(scope="session")
def archives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Each platform's archive."""
    folder = tmp_path_factory.mktemp("archives")
    return {platform: build(platform, folder / f"{platform}.zip") for platform in PLATFORMS}


@pytest.fixture(scope="session")
def result(
    archives: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, str], Ran]:
    """What a platform's entry point left of a right, wrong, hostile or empty submission."""

    def start(platform: str, kind: str) -> Ran:
        name = HOSTILE[platform] if kind == "hostile" else kind
        root = tmp_path_factory.mktemp(f"{platform}-{name}")
        limits = {"GRADER_DEADLINE_S": "1"} if name == "hangs" else {}
        return PLATFORMS[platform](archives[platform], root, SUBMISSIONS[name], **limits)

    found: dict[tuple[str, str], Future[Ran]] = {}
    with ThreadPoolExecutor(2) as pool:
        for platform in PLATFORMS:
            for kind in ("right", "wrong", "hostile", "empty"):
                found[platform, kind] = pool.submit(start, platform, kind)
    return lambda platform, kind: found[platform, kind].result()
