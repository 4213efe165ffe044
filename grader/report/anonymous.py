"""Take everything about a person off a card, and give the card a pseudonym that stays.

The pages are made from the card that is left, so no page can show what is not on it any more. Texts
that may quote a submission are dropped whole, because nobody can list what students write in them;
in all other texts the words of the person are covered.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import msgspec

from ..files import write_bytes
from ..scorecard import Outcome, Scorecard, SubmissionInfo, TestResult
from . import words
from .figure import Figure, Pictures

KEY = "pseudonyms.key"  # in RESULTS, never in RESULTS/report
_KEY_BYTES = 32
_COVER = "…"
# The grader words the messages of these outcomes itself. All others may quote the submission.
_OWN_WORDS = frozenset(
    {
        Outcome.PASSED,
        Outcome.FAILED,
        Outcome.CONSEQUENCE,
        Outcome.NOT_WRITTEN,
        Outcome.NOT_RUN,
    }
)
_WHOLE_WORD = 4  # a shorter word of a person is covered only where it stands alone


def pseudonym(id: str, key: bytes) -> str:
    """Return the name under which a submission is shown, the same in every report of a class."""
    digest = hmac.new(key, id.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    return words.anonymous_name(base64.b32encode(digest)[:10].decode().lower())


def read_key(results: Path) -> bytes:
    """Return the key of a class's pseudonyms, and make one if there is none.

    Without the key nobody can tell from an id which pseudonym it has.

    Raises:
        OSError: if it cannot be read or written.
    """
    path = results / KEY
    if path.exists() and len(key := path.read_bytes()) >= _KEY_BYTES:
        return key
    key = secrets.token_bytes(_KEY_BYTES)
    write_bytes(path, key)
    path.chmod(0o600)
    return key


def anonymous_card(card: Scorecard, name: str) -> Scorecard:
    """Return the card under another name, without anything about its people."""
    cover = _Cover(card.submission)
    exercises = tuple(
        msgspec.structs.replace(
            exercise, tests=tuple(_anonymous_test(test, cover) for test in exercise.tests)
        )
        for exercise in card.exercises
    )
    info = SubmissionInfo(name, "", card.submission.files, late=card.submission.late)
    overrides = tuple(msgspec.structs.replace(each, reason="") for each in card.overrides)
    penalty = msgspec.structs.replace(card.penalty, rule="") if card.penalty else None
    return msgspec.structs.replace(
        card, submission=info, exercises=exercises, overrides=overrides, penalty=penalty
    )


def anonymous_pictures(card: Scorecard, pictures: Pictures) -> Pictures:
    """Return a card's pictures with the words of its people covered in their texts."""
    cover = _Cover(card.submission)

    def covered(figure: Figure) -> Figure:
        findings, reasons = (tuple(map(cover, each)) for each in (figure.findings, figure.reasons))
        return replace(figure, findings=findings, reasons=reasons)

    return replace(
        pictures,
        figures=tuple(map(covered, pictures.figures)),
        why_none=cover(pictures.why_none),
    )


def _anonymous_test(test: TestResult, cover: _Cover) -> TestResult:
    message = cover(test.message) if test.outcome in _OWN_WORDS else ""
    if test.outcome is Outcome.REJECTED:
        message = words.ANONYMOUS_REJECTION
    return msgspec.structs.replace(test, message=message, hint=cover(test.hint), detail="")


class _Cover:
    """Covers the words of a submission's people in a text."""

    def __init__(self, info: SubmissionInfo) -> None:
        texts = [info.id, info.section, *info.ignored]
        for member in info.members:
            texts += [member.id, member.name, member.email]
        parts = sorted(set(_parts(texts)), key=lambda part: (-len(part), part))
        patterns = [
            re.escape(part)
            if len(part) >= _WHOLE_WORD or not part.isascii()
            else rf"(?<![^\W_]){re.escape(part)}(?![^\W_])"
            for part in parts
        ]
        self._words = re.compile("|".join(patterns), re.IGNORECASE) if patterns else None

    def __call__(self, text: str) -> str:
        return self._words.sub(_COVER, text) if self._words else text


def _parts(texts: Iterable[str]) -> Iterable[str]:
    """Yield texts and the words in them. Short numbers are left: they name nobody."""
    for text in texts:
        for part in (text.strip(), *re.split(r"[\W_]+", text)):
            if len(part) > 1 and not (part.isdecimal() and len(part) < _WHOLE_WORD):
                yield part
