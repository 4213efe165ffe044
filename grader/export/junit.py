"""JUnit XML: one testsuite per submission, for CI servers."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree as ET

from ..scorecard import Outcome, Scorecard, TestResult, for_student
from .base import Job, Output, gradable
from .feedback import heading, one_feedback, remarks
from .text import line, points

KINDS = {
    Outcome.PASSED: "",
    Outcome.CONSEQUENCE: "skipped",
    Outcome.NOT_RUN: "skipped",
    Outcome.GRADER_ERROR: "error",
}  # anything else is a failure


def make(job: Job) -> Output:
    """Return junit.xml."""
    output = Output()
    gradable(job.cards, output.notes)
    root = ET.Element("testsuites", name="grader")
    root.extend(_suite(for_student(card)) for card in job.cards)
    counted = ("tests", "failures", "errors", "skipped")
    root.attrib |= {name: str(sum(int(suite.get(name, 0)) for suite in root)) for name in counted}
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    output.files["junit.xml"] = f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'
    return output


def _suite(card: Scorecard) -> ET.Element:
    tests = card.tests()
    kinds = Counter(KINDS.get(test.outcome, "failure") for test in tests)
    suite = ET.Element(
        "testsuite",
        name=line(card.submission.id),
        tests=str(len(tests)),
        failures=str(kinds["failure"]),
        errors=str(kinds["error"]),
        skipped=str(kinds["skipped"]),
        time=f"{card.run.duration_s:.3f}",
        timestamp=card.run.started_at,
    )
    properties = ET.SubElement(suite, "properties")
    facts = {"score": points(card.score), "max_score": points(card.max_score)}
    facts |= {"status": card.run.status.value}
    for name, value in facts.items():
        ET.SubElement(properties, "property", name=name, value=value)
    for exercise in card.exercises:
        suite.extend(_case(test, heading(exercise)) for test in exercise.tests)
    if notes := remarks(card):
        ET.SubElement(suite, "system-out").text = "\n".join(notes)
    return suite


def _case(test: TestResult, exercise: str) -> ET.Element:
    case = ET.Element("testcase", classname=exercise, name=line(test.title))
    if kind := KINDS.get(test.outcome, "failure"):
        text = one_feedback(test)
        first = text.partition("\n")[0]
        # In the schema, a skipped test has neither a type nor a text.
        if kind == "skipped":
            ET.SubElement(case, kind, message=text)
        else:
            ET.SubElement(case, kind, type=test.outcome.value, message=first).text = text
    return case
