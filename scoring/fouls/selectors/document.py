"""Fouls, measures and an event's own entries for the event file; evidence and witnesses are never in it."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from common.files.json_files.writing import present
from scoring.fouls.models import Foul, Measure
from scoring.fouls.selectors.fouls import fouls_of, measures_of, own_kinds
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.session_penalties import SessionPenalty
from tournament.events.models.events import Event


def table_fouls(event: Event) -> dict[int, list[dict[str, Any]]]:
    """Return the fouls at tables, by sheet id."""
    return _grouped((foul.sheet_id, foul) for foul in _fouls(event).exclude(sheet=None))


def session_fouls(event: Event) -> dict[int, list[dict[str, Any]]]:
    """Return the fouls of sessions that happened away from the tables, by session id."""
    return _grouped((foul.session_id, foul) for foul in _fouls(event).filter(sheet=None).exclude(session=None))


def sessions_naming_penalties(event: Event) -> set[int]:
    """Return the ids of the sessions with penalties that follow from fouls: the file numbers those penalties."""
    rows = SessionPenalty.objects.filter(session__event=event).exclude(foul=None)
    return set(rows.values_list("session", flat=True))


def event_fouls(event: Event) -> list[dict[str, Any]]:
    """Return the fouls that belong to no session."""
    return [_foul(foul) for foul in _fouls(event).filter(sheet=None, session=None)]


def measure_documents(event: Event) -> list[dict[str, Any]]:
    """Return the measures of the event, by number."""
    return [_measure(measure) for measure in measures_of(event)]


def kind_documents(event: Event) -> list[dict[str, Any]]:
    """Return the entries that the event adds to the catalogue."""
    return [
        present(
            id=kind.code,
            article=kind.article,
            scope=kind.scope,
            name=kind.name,
            about=kind.about,
            effects=kind.effects,
            points=kind.points or None,
            payee=None if kind.payee == "nobody" else kind.payee,
            counted=kind.counted or None,
        )
        for kind in own_kinds(event)
    ]


def _fouls(event: Event) -> QuerySet[Foul]:
    """Return the fouls with ``order``: the number of their points in the file."""
    at_table = Adjustment.objects.current().filter(foul=OuterRef("pk")).values("order")[:1]
    in_session = SessionPenalty.objects.filter(foul=OuterRef("pk")).values("order")[:1]
    return fouls_of(event).annotate(order=Coalesce(Subquery(at_table), Subquery(in_session)))


def _grouped(pairs: Iterable[tuple[int | None, Foul]]) -> dict[int, list[dict[str, Any]]]:
    groups: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for key, foul in pairs:
        groups[key or 0].append(_foul(foul))
    return dict(groups)


def _foul(foul: Foul) -> dict[str, Any]:
    cancelled = present(at=_moment(foul.cancelled_at), by=foul.cancelled_by, reason=foul.cancel_reason)
    notice = present(text=foul.notice, at=_moment(foul.notice_at), by=foul.notice_by)
    return present(
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
        cancelled=cancelled if foul.cancelled_at else {},
        notice=notice if foul.notice_at else {},
    )


def _measure(measure: Measure) -> dict[str, Any]:
    return present(
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
