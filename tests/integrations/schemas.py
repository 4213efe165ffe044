"""The result files of the platforms, field by field, as JSON Schemas."""

from __future__ import annotations

from typing import Any

TEXT = {"type": "string"}
SOME = {"type": "string", "minLength": 1}
POINTS = {"type": "number", "minimum": 0}
WHOLE = {"type": "integer", "minimum": 0}
TIME = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"}
SHOWN = {"enum": ["visible", "hidden", "after_due_date", "after_published"]}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}


def closed(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    """Return the schema of an object that has these keys and no others."""
    return {
        "type": "object",
        "required": list(required),
        "properties": required | optional,
        "additionalProperties": False,
    }


GRADESCOPE = closed(
    {
        "output": TEXT,
        "output_format": FORMAT,
        "visibility": {"const": "visible"},
        "stdout_visibility": {"const": "hidden"},
        "extra_data": closed({"status": SOME}),
    },
    execution_time=POINTS,
    tests={
        "type": "array",
        "minItems": 1,
        "items": closed(
            {
                "name": SOME,
                "number": {"type": "string", "pattern": r"^\d+\.\d+$"},
                "score": POINTS,
                "max_score": POINTS,
                "status": {"enum": ["passed", "failed"]},
                "output": TEXT,
                "output_format": FORMAT,
                "visibility": SHOWN,
                "tags": {"type": "array", "items": SOME},
                "extra_data": closed({"id": SOME, "outcome": SOME}),
            }
        ),
    },
)
PRAIRIELEARN = {
    "oneOf": [
        closed(
            {
                "gradable": {"const": True},
                "score": {"type": "number", "minimum": 0, "maximum": 1},
                "message": TEXT,
                "output": TEXT,
                "tests": {
                    "type": "array",
                    "minItems": 1,
                    "items": closed(
                        {
                            "name": SOME,
                            "description": SOME,
                            "points": POINTS,
                            "max_points": POINTS,
                            "message": TEXT,
                            "output": TEXT,
                        }
                    ),
                },
            }
        ),
        closed({"gradable": {"const": False}, "format_errors": {"type": "array", "items": SOME}}),
        closed({"gradable": {"const": False}, "message": SOME}),
    ]
}
# As in the platform's own schema, every key is required and no other is allowed.
CLASSROOM50 = closed(
    {
        "schema": {"const": "classroom50/result/v1"},
        "classroom": SOME,
        "assignment": SOME,
        "assignment_type": {"enum": ["individual", "group"]},
        "owner": SOME,
        "submission": {"type": "string", "pattern": "^submit/"},
        "commit": SOME,
        "release": SOME,
        "review": SOME,
        "datetime": TIME,
        "graded_at": TIME,
        "score": WHOLE,
        "max-score": WHOLE,
        "tests": {
            "type": "array",
            "minItems": 1,
            "items": closed(
                {
                    "test-name": SOME,
                    "passed": {"type": "boolean"},
                    "score": WHOLE,
                    "max-score": WHOLE,
                }
            ),
        },
    }
)
