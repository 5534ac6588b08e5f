"""Read the stages of a format from JSON: the ``event.stages`` part of an event file."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from common.numbers import fraction_in
from scoring.standings.rules.formats.checking import STAGE_METHODS, StagePlan
from scoring.standings.rules.formats.qualifying import WHO_KINDS, Who
from scoring.standings.rules.knockout.rule import KnockOutError, KnockOutRule, rule_from
from scoring.standings.rules.stages import CARRY_KINDS
from tournament.draws.rules.pools import POOL_KINDS

KEYS = (
    "number", "name", "first_session", "last_session", "method", "who", "count", "most", "rematch", "kin",
    "compatriots", "apart", "numbering", "carry", "advance", "bonus", "frozen", "for_units", "knockout", "pools",
    "pooling", "pool_teams", "crossing", "players", "entered", "play_off", "declined",
)  # fmt: skip
#: A bonus has at most four digits, as in the event file.
MOST_BONUS = 10_000
#: Names of methods in older event files.
OTHER_NAMES = {"": "chart", "round-robin": "chart", "lot": "lots"}


class FormatError(ValueError):
    """A document that is not a format: ``where`` is the place, ``fault`` what is wrong there."""

    def __init__(self, where: str, fault: str) -> None:
        super().__init__(f"{where}: {fault}")
        self.where = where
        self.fault = fault


def stages_from(document: Any) -> list[StagePlan]:
    """Return the stages of a document; FormatError names the first fault.

    The document is a list of stages, or has ``sessions`` and ``stages``, itself or in ``event``. Without stages the
    event is one stage by chart.
    """
    if isinstance(document, dict) and isinstance(document.get("event"), dict):
        document = document["event"]
    stages, sessions = document, None
    if isinstance(document, dict):
        sessions, stages = document.get("sessions"), document.get("stages", [])
    if not isinstance(stages, list):
        raise FormatError("stages", "must be a list")
    plans = [_stage(stage, f"stages/{at}") for at, stage in enumerate(stages)]
    if sessions is not None:
        _whole(sessions, "sessions")
        plans = plans or [StagePlan(1, sessions)]
        if plans[-1].last_session != sessions:
            raise FormatError("sessions", f"is {sessions}, but the last stage ends with {plans[-1].last_session}")
    if not plans:
        raise FormatError("stages", "is empty")
    return plans


def _stage(value: Any, where: str) -> StagePlan:
    if not isinstance(value, dict):
        raise FormatError(where, "must be an object")
    for key in value:
        if key not in KEYS:
            raise FormatError(f"{where}/{key}", "is not a key of a stage")
    for key in ("first_session", "last_session"):
        if key not in value:
            raise FormatError(where, f"{key} is missing")
    carry = value.get("carry", "full")
    return StagePlan(
        first_session=_whole(value["first_session"], f"{where}/first_session"),
        last_session=_whole(value["last_session"], f"{where}/last_session"),
        name=str(value.get("name", "")),
        who=_who(value, where),
        method=_method(value.get("method", ""), f"{where}/method"),
        carry=_one_of(carry, CARRY_KINDS, f"{where}/carry"),
        bonus=_bonus(value.get("bonus", []), f"{where}/bonus"),
        advance=_optional(value, "advance", where),
        frozen=_optional(value, "frozen", where),
        knockout=_knockout(value.get("knockout") or {}, f"{where}/knockout"),
        pools=_optional(value, "pools", where),
        pooling=_one_of(value.get("pooling", "snake"), POOL_KINDS, f"{where}/pooling"),
        pool_teams=_flag(value.get("pool_teams", False), f"{where}/pool_teams"),
        crossing=_ranks(value.get("crossing", []), f"{where}/crossing"),
    )


def _ranks(value: Any, where: str) -> tuple[int, ...]:
    """Return the ranks of a cross-over, each once."""
    if not isinstance(value, list):
        raise FormatError(where, "must be a list of ranks")
    ranks = tuple(_whole(rank, where) for rank in value)
    if sorted(ranks) != list(range(1, len(ranks) + 1)):
        raise FormatError(where, "must name each rank once")
    return ranks


def _knockout(value: Any, where: str) -> KnockOutRule:
    if not isinstance(value, dict):
        raise FormatError(where, "must be an object")
    try:
        return rule_from(value)
    except KnockOutError as error:
        raise FormatError(f"{where}/{error.figures['key']}", "is not a rule of a knock-out") from error


def _method(value: Any, where: str) -> Any:
    return _one_of(OTHER_NAMES.get(value, value) if isinstance(value, str) else value, STAGE_METHODS, where)


def _flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise FormatError(where, "must be true or false")
    return value


def _named(value: Any, where: str) -> frozenset[int]:
    """Return the numbers of the entries named."""
    if not isinstance(value, list):
        raise FormatError(where, "must be a list of numbers")
    return frozenset(_whole(number, where) for number in value)


def _who(value: Mapping[str, Any], where: str) -> Who:
    kind = _one_of(value.get("who", "all"), WHO_KINDS, f"{where}/who")
    count, most = _optional(value, "count", where) or 0, _optional(value, "most", where) or 0
    named = _named(value.get("players", []), f"{where}/players") if kind == "named" else frozenset()
    return Who(kind, count, most, named)


def _whole(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 2000:
        raise FormatError(where, "must be a whole number from 1 to 2000")
    return value


def _optional(value: Mapping[str, Any], key: str, where: str) -> int | None:
    return None if value.get(key) is None else _whole(value[key], f"{where}/{key}")


def _one_of(value: Any, names: tuple[Any, ...], where: str) -> Any:
    if value not in names:
        raise FormatError(where, f"must be one of {', '.join(names)}")
    return value


def _bonus(value: Any, where: str) -> tuple[Fraction, ...]:
    points = [fraction_in(one) for one in value] if isinstance(value, list) else [None]
    if not all(one is not None and abs(one) < MOST_BONUS for one in points):
        raise FormatError(where, "must be a list of table points by rank")
    return tuple(one for one in points if one is not None)
