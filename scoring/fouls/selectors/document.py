"""Fouls, measures and an event's own entries as the event file has them; never evidence or witnesses."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scoring.fouls.models import Foul, Measure
from scoring.fouls.selectors.fouls import fouls_of, measures_of, own_kinds
from scoring.sheets.models.facts import Adjustment, SessionPenalty
from tournament.events.models.events import Event

LANGUAGES = ("zh", "en", "ja")


def table_fouls(event: Event) -> dict[int, list[dict[str, Any]]]:
    """Sheet id -> the fouls at that table."""
    return _grouped((foul.sheet_id, foul) for foul in _fouls(event).exclude(sheet=None))


def session_fouls(event: Event) -> dict[int, list[dict[str, Any]]]:
    """Session id -> the fouls of that session that happened at no table."""
    return _grouped((foul.session_id, foul) for foul in _fouls(event).filter(sheet=None).exclude(session=None))


def sessions_naming_penalties(event: Event) -> set[int]:
    """The ids of the sessions with penalties that follow from fouls: the file numbers those penalties."""
    rows = SessionPenalty.objects.filter(session__event=event).exclude(foul=None)
    return set(rows.values_list("session", flat=True))


def event_fouls(event: Event) -> list[dict[str, Any]]:
    """The fouls that belong to no session."""
    return [_foul(foul) for foul in _fouls(event).filter(sheet=None, session=None)]


def measure_documents(event: Event) -> list[dict[str, Any]]:
    """The measures of the event."""
    return [_measure(one) for one in measures_of(event)]


def kind_documents(event: Event) -> list[dict[str, Any]]:
    """The entries that the event adds to the catalogue."""
    return [
        _present(
            id=kind.code,
            article=kind.article,
            scope=kind.scope,
            name=_present(**{code: getattr(kind, f"name_{code}") for code in LANGUAGES}),
            about=_present(**{code: getattr(kind, f"about_{code}") for code in LANGUAGES}),
            effects=kind.effects,
            points=kind.points or None,
            payee=None if kind.payee == "nobody" else kind.payee,
            counted=kind.counted or None,
        )
        for kind in own_kinds(event)
    ]


def _fouls(event: Event) -> QuerySet[Foul]:
    """The fouls with ``order``: the number under which the file has their points."""
    at_table = Adjustment.objects.current().filter(foul=OuterRef("pk")).values("order")[:1]
    in_session = SessionPenalty.objects.filter(foul=OuterRef("pk")).values("order")[:1]
    return fouls_of(event).annotate(order=Coalesce(Subquery(at_table), Subquery(in_session)))


def _grouped(pairs: Iterable[tuple[int | None, Foul]]) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for key, foul in pairs:
        found[key or 0].append(_foul(foul))
    return dict(found)


def _foul(foul: Foul) -> dict[str, Any]:
    ended = _present(at=_moment(foul.cancelled_at), by=foul.cancelled_by, reason=foul.cancel_reason)
    notice = _present(text=foul.notice, at=_moment(foul.notice_at), by=foul.notice_by)
    return _present(
        number=foul.number,
        scope=foul.scope,
        seat=foul.seat,
        hand=foul.hand_no or None,
        player=foul.entry and foul.entry.number,
        name=foul.name,
        kind=foul.kind,
        outcome=foul.outcome,
        title=foul.title,
        article=foul.article,
        effects=foul.effects,
        points=foul.points or None,
        payee=None if foul.payee == "nobody" else foul.payee,
        to=foul.paid_to and foul.paid_to.number,
        tiles=foul.tiles,
        order=foul.order,  # type: ignore[attr-defined]
        times=foul.times,
        proposed=None if foul.proposed else False,
        reason=foul.change_reason,
        inadmissible=None if foul.admissible else True,
        remark=foul.remark,
        entered=_moment(foul.entered_at),
        by=foul.entered_by,
        cancelled=ended if foul.cancelled_at else {},
        notice=notice if foul.notice_at else {},
    )


def _measure(measure: Measure) -> dict[str, Any]:
    return _present(
        number=measure.number,
        player=measure.entry.number,
        kind=measure.kind,
        status=measure.status,
        foul=measure.foul and measure.foul.number,
        from_session=measure.from_session,
        reason=measure.reason,
        proposed=_moment(measure.proposed_at),
        proposed_by=measure.proposed_by,
        decided=_moment(measure.decided_at),
        decided_by=measure.decided_by,
        decision_reason=measure.decision_reason,
        lifted=_moment(measure.lifted_at),
        lifted_by=measure.lifted_by,
        lift_reason=measure.lift_reason,
    )


def _moment(time: datetime | None) -> str | None:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if time else None


def _present(**values: Any) -> dict[str, Any]:
    """The values that say something; what is empty is left out of a file."""
    return {key: value for key, value in values.items() if value not in (None, "", {}, [])}
