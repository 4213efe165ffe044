"""The late policy of a class: a deadline and a time of submission make a penalty with its rule."""

from __future__ import annotations

import datetime
import math
import re
import zoneinfo

import msgspec

from ..errors import KitError
from ..scorecard import Penalty, Struct, SubmissionInfo
from ..text import number_text, points_text, visible

_DAY = datetime.timedelta(days=1)
# What stands after a date and a time: Z, an offset such as +02:00, or a name such as Europe/Madrid.
_DUE = re.compile(r"(?P<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?)\s*(?P<zone>\S.*)?")
_OFFSET = re.compile(r"[Zz]|[+-]\d\d:?\d\d")


class LatePolicyError(KitError):
    """A late policy cannot be used. The message says how to give it."""


class LatePolicy(Struct, frozen=True):
    """When work is due, and what each late day costs.

    `due` is a date and a time, then a zone. `per_day` is a percentage of the full points for each
    day begun after the deadline, and whoever is at most `grace_min` minutes late counts as on time.
    """

    due: str
    per_day: float = 10.0
    grace_min: float = 0.0


def due_time(due: str) -> datetime.datetime:
    """Return a deadline as a time with its zone.

    Raises:
        LatePolicyError: if it is no such time. The message says how to write one.
    """
    match = _DUE.fullmatch(due.strip())
    example = "write it like 2025-10-12T23:59 Europe/Madrid"
    if match is None:
        raise LatePolicyError(
            f"--due {visible(due, 60)!r} is not a date, a time and a zone: {example}"
        )
    zone = match["zone"]
    if not zone:
        raise LatePolicyError(
            f"--due {visible(due, 60)!r} has no time zone, so a server and you could mean"
            f" different hours: {example}"
        )
    try:
        if _OFFSET.fullmatch(zone):
            return datetime.datetime.fromisoformat(match["time"] + zone.upper())
        time = datetime.datetime.fromisoformat(match["time"])
        return time.replace(tzinfo=zoneinfo.ZoneInfo(zone))
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError) as error:
        raise LatePolicyError(
            f"--due {visible(due, 60)!r}: there is no such date, time or zone; {example}"
        ) from error


class LateOptions(Struct, frozen=True):
    """What the user says about late work for a run; None is as in the last run.

    A `due` of "none" ends the policy.
    """

    due: str | None = None
    per_day: float | None = None
    grace_min: float | None = None


NO_CHANGE = LateOptions()


def chosen(last: LatePolicy | None, now: LateOptions) -> LatePolicy | None:
    """Return the policy of a run: what is given now, else what the last run had.

    Raises:
        LatePolicyError: if there is a rule without a deadline, or the deadline is no time.
    """
    if now.due is not None and now.due.strip().casefold() == "none":
        return None
    if now.due is None and last is None:
        if now.per_day is not None or now.grace_min is not None:
            raise LatePolicyError("a late penalty or a grace needs a deadline: give --due, too")
        return None
    before = last or LatePolicy("")
    policy = LatePolicy(
        due=before.due if now.due is None else now.due.strip(),
        per_day=before.per_day if now.per_day is None else now.per_day,
        grace_min=before.grace_min if now.grace_min is None else now.grace_min,
    )
    due_time(policy.due)
    return policy


def apply(
    policy: LatePolicy | None, info: SubmissionInfo, max_score: float
) -> tuple[SubmissionInfo, Penalty | None]:
    """Return whether a submission is late, and what it loses.

    Args:
        policy: of the run; None takes no points.
        info: the submission as intake read it.
        max_score: the full points.

    Returns:
        The submission, with `late` filled in where only its time tells; and the penalty, None if it
        was on time or nothing is known. Work that the platform calls late without saying when has a
        penalty of no points, whose rule says that a person has to decide.
    """
    if policy is None:
        return info, None
    due = due_time(policy.due)
    handed_in = _time(info.submitted_at or "", due)
    if handed_in is None:
        return info, _without_time() if info.late else None
    # Python would subtract two times of one zone by their clocks, which jump twice a year.
    over = handed_in.astimezone(datetime.UTC) - due.astimezone(datetime.UTC)
    late = over > datetime.timedelta(minutes=policy.grace_min)
    if info.late is None:
        info = msgspec.structs.replace(info, late=late)
    if not late:
        return info, None
    days = math.ceil(over / _DAY)
    points = round(min(max_score, max_score * policy.per_day / 100 * days), 2)
    return info, Penalty(points, _rule(policy, handed_in, days, max_score))


def _without_time() -> Penalty:
    return Penalty(
        0.0,
        "Handed in late, but the platform does not say when, so no points were taken. Your teacher"
        " may decide otherwise.",
    )


def _rule(policy: LatePolicy, handed_in: datetime.datetime, days: int, max_score: float) -> str:
    """Return the rule in words, with the numbers of this submission."""
    counted = "1 day was begun" if days == 1 else f"{days} days were begun"
    grace = (
        f" Up to {number_text(policy.grace_min)} minutes late counts as on time."
        if policy.grace_min
        else ""
    )
    return (
        f"Due {policy.due.strip().replace('T', ' ', 1)}, handed in"
        f" {handed_in:%Y-%m-%d %H:%M}: {counted} after that. Each costs"
        f" {number_text(policy.per_day)} % of the {points_text(max_score)} points.{grace}"
    )


def _time(text: str, due: datetime.datetime) -> datetime.datetime | None:
    """Return a time of submission in the deadline's zone; None if the text is not a time.

    A platform that gives no zone means its course's, so that of the deadline is taken.
    """
    try:
        time = datetime.datetime.fromisoformat(re.sub(r" (?=(Z|[+-][0-9:]+)$)", "", text))
    except ValueError:
        return None
    return time.replace(tzinfo=due.tzinfo) if time.tzinfo is None else time.astimezone(due.tzinfo)
