"""Results of one submission: Gradescope, Classroom 50, PrairieLearn, JUnit, GitHub."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import markdown_it
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.export import (
    ExportError,
    to_classroom50,
    to_github_annotations,
    to_github_summary,
    to_gradescope,
    to_prairielearn,
)
from grader.scorecard import Member, Outcome, Override, Status, apply_overrides
from tests.export.export_kit import (
    HINT,
    MIXED,
    REASON,
    SECRET,
    broken,
    card,
    failing,
    one_test,
    rejected,
    run,
)

NASTY = (
    "<img src=x onerror=alert(1)>\x1b[31mred\x07 \u202eevil\u2066 ]]>&#0; ￿\n\n"
    "::error::forged\n@everyone | `code` [link](http://evil.example) **b**\n</pre><b>\n=1+1\ud800"
)


def test_gradescope_fields() -> None:
    """Every test has its score, and the total is left to Gradescope."""
    results = to_gradescope(card(notices=("older upload: a.py",)))
    assert "score" not in results
    assert results["stdout_visibility"] == "hidden"
    assert results["output"] == "older upload: a.py"
    assert results["execution_time"] == 1.5
    assert results["tests"][1] == {
        "name": "The answer of 0.composer_sum has the right shape",
        "number": "0.2",
        "score": 1.5,
        "max_score": 3.0,
        "status": "failed",
        "output": f"Seen (2, 4), expected (2, 3, 4).\nHint: {HINT}",
        "output_format": "text",
        "visibility": "visible",
        "tags": ["exercise 0"],
        "extra_data": {"id": "0.composer_sum", "outcome": "failed"},
    }
    assert [one["status"] for one in results["tests"]] == ["passed", "failed", "failed", "failed"]
    assert sum(one["score"] for one in results["tests"]) == 6.5


def test_gradescope_special_cards() -> None:
    """A failed grader gives no score, a rejection nothing, a teacher's decision the total."""
    failed = to_gradescope(broken())
    assert "score" not in failed
    assert "tests" not in failed
    assert "has not been graded" in failed["output"]
    assert SECRET not in str(failed)
    zero = to_gradescope(rejected())
    assert zero["output"] == f"Rejected: {REASON}"
    assert sum(one["score"] for one in zero["tests"]) == 0
    decided = to_gradescope(apply_overrides(card(), (Override(1, 5.0, "oral"),)))
    assert decided["score"] == 9.5
    assert decided["output"] == "Exercise 1: 5 points by your teacher's decision. oral"


def test_classroom50_fields() -> None:
    """The result has the contract's keys, whole numbers, and sums that agree."""
    result = to_classroom50(card(submitted_at="2025-10-10 10:22:11.123 +02:00"), "ana", "submit/1")
    assert {key: result[key] for key in result if key != "tests"} == {
        "schema": "classroom50/result/v1",
        "owner": "ana",
        "submission": "submit/1",
        "datetime": "2025-10-10T08:22:11Z",
        "graded_at": "2025-10-12T08:00:00Z",
        "score": 7,
        "max-score": 12,
    }
    assert result["tests"][0] == {
        "test-name": "0.1 The answer of 0.token_shape has the right shape",
        "passed": True,
        "score": 3,
        "max-score": 3,
    }
    assert [one["score"] for one in result["tests"]] == [3, 2, 0, 2]
    assert to_classroom50(card(submitted_at="2025-10-10T10:22:11"), "a", "s")["datetime"] == (
        "2025-10-12T08:00:00Z"
    )


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from([0.5, 1.0, 2.0, 3.0]), st.sampled_from([0, 0.25, 0.5, 1])),
        min_size=1,
        max_size=12,
    )
)
def test_classroom50_whole_points(parts: list[tuple[float, float]]) -> None:
    """Rounded scores add up, stay within their maxima, and are full only if all is right."""
    tests = [
        one_test(
            f"0.t{place}",
            Outcome.PASSED if share == 1 else Outcome.FAILED,
            most * share,
            most,
            "no",
        )
        for place, (most, share) in enumerate(parts)
    ]
    graded = card(tests=tests)
    result = to_classroom50(graded, "a", "s")
    unit = 1 if all(float(most).is_integer() for most, _ in parts) else 100
    numbers = [result["score"], result["max-score"]]
    numbers += [one[key] for one in result["tests"] for key in ("score", "max-score")]
    assert all(type(value) is int and value >= 0 for value in numbers)
    assert result["score"] == sum(one["score"] for one in result["tests"])
    assert result["max-score"] == sum(one["max-score"] for one in result["tests"])
    assert all(one["score"] <= one["max-score"] for one in result["tests"])
    assert abs(result["score"] - graded.score * unit) <= 1
    assert (result["score"] == result["max-score"]) is (graded.score == graded.max_score)


def test_classroom50_special_cards() -> None:
    """A failed grader has no result, a rejection no points, and a bonus stays within the most."""
    with pytest.raises(ExportError, match="broken was not graded, the grader failed"):
        to_classroom50(broken(), "ana", "s")
    zero = to_classroom50(rejected(), "ana", "s")
    assert (zero["score"], zero["max-score"]) == (0, 12)
    assert not any(one["passed"] for one in zero["tests"])
    bonus = to_classroom50(apply_overrides(card(), (Override(0, 50.0, ""),)), "ana", "s")
    assert (bonus["score"], bonus["max-score"]) == (12, 12)


def test_prairielearn_fields() -> None:
    """The score is a share of one, and every test has its points."""
    results = to_prairielearn(card())
    assert results["gradable"] is True
    assert results["score"] == pytest.approx(6.5 / 12, abs=1e-6)
    assert results["tests"][2] == {
        "name": "The answer of 1.count has the right shape",
        "description": "Exercise 1: Parameter count",
        "points": 0.0,
        "max_points": 4.0,
        "message": f"No answer within 10 s.\nHint: {HINT}",
        "output": "",
    }
    assert set(results) == {"gradable", "score", "message", "output", "tests"}


def test_prairielearn_special_cards() -> None:
    """What cannot be graded costs no attempt; a score stays between 0 and 1."""
    assert to_prairielearn(rejected()) == {"gradable": False, "format_errors": [REASON]}
    failed = to_prairielearn(broken())
    assert (failed["gradable"], set(failed)) == (False, {"gradable", "message"})
    assert to_prairielearn(apply_overrides(card(), (Override(0, 50.0, ""),)))["score"] == 1.0
    assert to_prairielearn(card(tests=()))["score"] == 0.0


def test_prairielearn_size() -> None:
    """A flood of texts is cut to PrairieLearn's limit, in whichever way the data is written."""
    tests = [one_test(f"0.t{place}", Outcome.FAILED, message="😀" * 5000) for place in range(200)]
    results = to_prairielearn(card(tests=tests))
    assert len(json.dumps(results, indent=2)) <= 1_000_000
    assert len(results["tests"]) == 200
    assert results["tests"][0]["message"].startswith("😀😀")
    with pytest.raises(ExportError, match="too many tests"):
        to_prairielearn(card(tests=MIXED * 2000))


def test_junit(tmp_path: Path) -> None:
    """There is one testsuite per submission, with counts, failures, errors and skips."""
    (path,), notes = run([card("ana"), broken(), rejected()], "junit", tmp_path)
    root = ET.parse(path).getroot()
    assert [suite.get("name") for suite in root] == ["ana", "broken", "bad"]
    counts = ("tests", "failures", "errors", "skipped")
    assert [root[0].get(count) for count in counts] == ["4", "2", "0", "1"]
    assert [root[1].get(count) for count in counts] == ["4", "2", "1", "0"]
    assert [root.get(count) for count in counts] == ["12", "8", "1", "1"]
    case = root[0].findall("testcase")[1]
    assert case.get("classname") == "0 Build the modules"
    failure = case.find("failure")
    assert failure is not None
    assert failure.get("message") == "Seen (2, 4), expected (2, 3, 4)."
    assert failure.text == f"Seen (2, 4), expected (2, 3, 4).\nHint: {HINT}"
    assert root[2].findtext("system-out") == f"Rejected: {REASON}"
    assert "grade again: broken" in notes


def test_github_summary() -> None:
    """The summary has a table per exercise and says what was seen."""
    summary = to_github_summary(card())
    assert summary.startswith("## ana: 6.5 / 12 points\n")
    assert "### 0 Build the modules: 4.5 / 6\n" in summary
    assert "| The answer of 1\\.count has the right shape | took too long | 0 / 4 |" in summary
    assert f"<pre>Seen (2, 4), expected (2, 3, 4).\nHint: {HINT}</pre>" in summary
    assert to_github_summary(broken()).startswith("## broken: not graded\n")
    assert REASON in to_github_summary(rejected())
    provisional = card(status=Status.PROVISIONAL)
    assert "only the visible examples were run" in to_github_summary(provisional)


def test_github_caps(tmp_path: Path) -> None:
    """Summary and annotations keep to GitHub's limits, for one submission and for a class."""
    tests = [one_test(f"0.t{place}", Outcome.FAILED, message="é" * 9_999) for place in range(300)]
    flood = card(tests=tests)
    flooded = [card(id, tests=tests) for id in "abc"]
    for summary in (
        to_github_summary(flood),
        run(flooded, "github-summary", tmp_path)[0][0].read_text("utf-8"),
    ):
        assert 900_000 < len(summary.encode()) <= 1024 * 1024
        assert summary.endswith("limit of 1 MiB._\n")
    commands = to_github_annotations(flood)
    assert len(commands) == 10
    assert commands[9] == "::error title=More::291 more: see the job's summary."


def test_github_annotations() -> None:
    """Failures are errors, what follows from others is a notice, remarks are warnings."""
    commands = to_github_annotations(card(notices=("100% odd: a, b",)))
    assert [command.split(" ")[0] for command in commands] == [
        "::error",
        "::error",
        "::warning",
        "::notice",
    ]
    assert commands[0] == (
        "::error title=The answer of 0.composer_sum has the right shape"
        f"::Seen (2, 4), expected (2, 3, 4).%0AHint: {HINT}"
    )
    assert commands[2] == "::warning title=ana::100%25 odd: a, b"
    assert to_github_annotations(rejected()) == [f"::warning title=bad::Rejected: {REASON}"]
    assert "has not been graded" in to_github_annotations(broken())[0]


def test_nasty_texts_in_github() -> None:
    """No text of a student becomes a command, markup, a link or a mention."""
    member = Member(id="1", name=NASTY)
    nasty = failing(NASTY, NASTY)
    nasty = card("a|b", (member,), nasty.tests(), notices=(NASTY,))
    html = markdown_it.MarkdownIt("commonmark").enable("table").render(to_github_summary(nasty))
    outside = "".join(part.partition("</pre>")[2] for part in html.split("<pre>")[1:])
    assert html.count("<pre>") == html.count("</pre>") == 2
    for bad in ("<img", "<a ", "<b>", "@everyone", "<code", "<strong>b"):
        assert bad not in outside
    assert "<img" not in html
    commands = to_github_annotations(nasty)
    assert len(commands) == 2
    assert not any("\n" in command or "\x1b" in command for command in commands)
    title = commands[0].removeprefix("::error title=").partition("::")[0]
    assert not set(title) & set(":,")


@pytest.mark.parametrize(
    "to", ["gradebook-csv", "gradescope", "classroom50", "prairielearn", "junit", "github-summary"]
)
def test_nasty_texts_and_secrets(to: str, tmp_path: Path) -> None:
    """No file holds control characters or anything a hidden test printed, and all parse."""
    nasty = card(tests=(*failing(NASTY, NASTY).tests(), *MIXED[2:]), notices=(NASTY,))
    paths, _ = run([nasty, broken(), rejected()], to, tmp_path)
    for path in paths:
        text = path.read_bytes().decode()
        assert not any(ord(char) < 32 and char not in "\r\n" for char in text)
        assert not set(text) & set("\u202e\u2066\uffff\x7f")
        assert SECRET not in text
        if path.suffix == ".json":
            json.loads(text, parse_constant=pytest.fail)
        if path.suffix == ".xml":
            assert "<img" not in text
            assert "\\x1b[31mred" in "".join(ET.fromstring(text.encode()).itertext())


@settings(deadline=None, max_examples=60)
@given(st.text(st.characters(codec=None), max_size=80))
def test_any_text_is_legal(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """Any text a candidate can send is legal JSON, XML and Markdown."""
    graded = failing(text, text or "title")
    out = tmp_path_factory.getbasetemp() / "any"
    ET.parse(run([graded], "junit", out)[0][0])
    for results in (to_gradescope(graded), to_prairielearn(graded)):
        msgspec.json.encode(results)
    to_github_summary(graded).encode()
