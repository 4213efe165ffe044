"""Every platform's entry point writes the result file that the platform expects."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

from grader import scorecard
from grader.candidate.lockcheck import Isolation
from tests.integrations.kit import CLASSROOM, PLATFORMS, Ran
from tests.integrations.schemas import CLASSROOM50, GRADESCOPE, PRAIRIELEARN
from tests.kit import ROOT

KINDS = ("right", "wrong", "hostile", "empty")
Result = Callable[[str, str], Ran]


def checked(text: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Read strict JSON that fits a schema."""

    def no_constant(name: str) -> None:
        raise AssertionError(f"{name} is not JSON")

    data: dict[str, Any] = json.loads(text, parse_constant=no_constant)
    jsonschema.validate(data, schema)
    return data


def fits(kind: str, score: float, max_score: float) -> bool:
    """Tell whether a score is one that such a submission may earn."""
    expected = {
        "right": score == max_score,
        "wrong": 0.5 * max_score < score < max_score,
        "hostile": score < max_score,
        "empty": score == 0,
    }
    return max_score > 0 and expected[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_gradescope(result: Result, kind: str) -> None:
    """results.json has a score on every test, no total of its own, and says what was graded."""
    ran = result("gradescope", kind)
    data = checked(ran.files["results.json"], GRADESCOPE)
    tests = data["tests"]
    assert ran.status == 0
    assert fits(kind, sum(t["score"] for t in tests), sum(t["max_score"] for t in tests))
    assert all(t["score"] <= t["max_score"] for t in tests)
    assert len({t["number"] for t in tests}) == len(tests)
    assert all(t["output"] for t in tests if t["status"] == "failed")
    assert data["extra_data"]["status"] == ("rejected" if kind == "empty" else "graded")
    assert data["output"].startswith("Rejected: ") == (kind == "empty")


@pytest.mark.parametrize("kind", KINDS)
def test_prairielearn(result: Result, kind: str) -> None:
    """results.json has the share of the points, or says that nothing is gradable."""
    ran = result("prairielearn", kind)
    data = checked(ran.files["results.json"], PRAIRIELEARN)
    assert ran.status == 0
    if kind == "empty":
        assert data == {"gradable": False, "format_errors": ["nothing was handed in"]}
        return
    assert fits(kind, data["score"], 1.0)
    points, highest = (sum(t[key] for t in data["tests"]) for key in ("points", "max_points"))
    assert data["score"] == pytest.approx(points / highest, abs=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_classroom50(result: Result, kind: str) -> None:
    """result.json is written by this run, in whole points, with the submission's identity."""
    ran = result("classroom50", kind)
    data = checked(ran.files["result.json"], CLASSROOM50)
    assert ran.status == 0
    assert fits(kind, data["score"], data["max-score"])
    for own, theirs in (("score", "score"), ("max-score", "max-score")):
        assert data[own] == sum(t[theirs] for t in data["tests"])
    assert all(t["passed"] <= (t["score"] == t["max-score"]) for t in data["tests"])
    for name in ("CLASSROOM", "ASSIGNMENT", "ASSIGNMENT_TYPE", "OWNER"):
        assert data[name.lower()] == CLASSROOM[name]
    for name in ("commit", "release", "review"):
        assert data[name] == CLASSROOM[f"{name.upper()}_URL"]
    assert data["submission"] == CLASSROOM["SUBMISSION_TAG"]
    assert f"{data['score']} / {data['max-score']} points" in ran.files["release-body.md"]


STATUS = {"right": 0, "wrong": 1, "hostile": 1, "empty": 3}


@pytest.mark.parametrize("kind", KINDS)
def test_github(result: Result, kind: str) -> None:
    """The step writes the summary, at most ten annotations of a kind, and a status."""
    ran = result("github", kind)
    title, *rest = ran.files["summary.md"].splitlines()
    score, highest = re.fullmatch(r"## student: (\S+) / (\S+) points", title).groups()
    assert ran.status == STATUS[kind]
    assert fits(kind, float(score), float(highest))
    assert "Provisional" in "\n".join(rest) or kind == "empty"
    assert len(ran.files["summary.md"].encode()) <= 1024 * 1024
    lines = ran.stdout.splitlines()
    assert all(re.match(r"::(error|warning|notice) title=[^:,]+::.", line) for line in lines)
    for one in ("error", "warning", "notice"):
        assert sum(line.startswith(f"::{one} ") for line in lines) <= 10
    assert any(line.startswith("::error ") for line in lines) == (kind in ("wrong", "hostile"))


@pytest.mark.parametrize("kind", KINDS)
def test_docker(result: Result, kind: str) -> None:
    """The image's entry point prints a scorecard of the published schema, and nothing else."""
    ran = result("docker", kind)
    data = checked(ran.files["card.json"], scorecard.json_schema())
    assert ran.status == STATUS[kind]
    assert fits(kind, data["score"], data["max_score"])
    assert data["submission"]["id"] == "submission"
    assert data["run"]["status"] == ("rejected" if kind == "empty" else "graded")


@pytest.mark.parametrize("platform", PLATFORMS)
def test_layers_that_are_off_are_announced(
    result: Result, isolation: Isolation, platform: str
) -> None:
    """Every layer of the isolation that does not hold here is named on stderr, no other."""
    announced = re.findall(r"^isolation: (\w+) is off", result(platform, "right").stderr, re.M)
    assert announced == [layer.name for layer in isolation.layers if not layer.on]


def test_results_name_no_folder_of_the_machine(result: Result) -> None:
    """No result names a folder of the machine that graded."""
    for platform in PLATFORMS:
        for kind in ("wrong", "hostile"):
            for text in result(platform, kind).files.values():
                assert str(ROOT) not in text
                assert "/tmp/" not in text
