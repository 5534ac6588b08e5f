"""Filter the entries of an event's audit log by table, player, actor and action."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from common.actions.models.audit import AuditEntry
from scoring.appeals.models.appeals import Appeal
from scoring.fouls.models import Foul, Measure
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting


@dataclass(frozen=True)
class Wanted:
    """A filter of audit entries: session, table and player by number, part of the actor's name, kind of action.

    0 and "" do not filter.
    """

    session: int = 0
    table: int = 0
    player: int = 0
    person: str = ""
    kind: str = ""


def audit_entries(event: Event, wanted: Wanted) -> QuerySet[AuditEntry]:
    """Return the entries of the event's audit log that match the filter, by number."""
    rows = event.ledger.audit_entries.select_related("ledger").order_by("seq")
    if wanted.session or wanted.table:
        rows = rows.filter(_at_table(event, wanted.session, wanted.table))
    if wanted.player:
        rows = rows.filter(_about_player(event, wanted.player))
    if wanted.person:
        rows = rows.filter(actor_name__icontains=wanted.person)
    return rows.filter(action=wanted.kind) if wanted.kind else rows


def kinds_in(event: Event) -> list[str]:
    """Return the names of the actions in the event's audit log, sorted."""
    return sorted(event.ledger.audit_entries.order_by().values_list("action", flat=True).distinct())


def _at_table(event: Event, session: int, table: int) -> Q:
    """Match sheets, fouls and appeals at a table of a session, at all its tables, or at a table in every session."""
    in_session = {"session__number": session} if session else {}
    at_table = {"sheet__table__number": table} if table else {}
    fouls = Foul.objects.filter(event=event, **in_session, **at_table).values_list("number", flat=True)
    appeals = Appeal.objects.filter(event=event, **in_session, **at_table).values_list("number", flat=True)
    named = Q(about__in=[*_subjects("foul", fouls), *_subjects("appeal", appeals)])
    if not session:
        return named | Q(about__startswith="sheet:", about__endswith=f"/{table}") | Q(about=f"table_code:{table}")
    if not table:
        return named | Q(about__startswith=f"sheet:{session}/") | Q(about=f"session:{session}")
    return named | Q(about=f"sheet:{session}/{table}")


def _about_player(event: Event, number: int) -> Q:
    """Match the player, the player's fouls, measures and appeals, and the sheets of the player's tables."""
    own = {"event": event, "entry__number": number}
    fouls = Foul.objects.filter(**own).values_list("number", flat=True)
    appeals = Appeal.objects.filter(**own).values_list("number", flat=True)
    measures = Measure.objects.filter(**own).values_list("number", flat=True)
    seats = Sitting.objects.filter(entry__event=event, entry__number=number)
    tables = seats.values_list("table__session__number", "table__number").distinct()
    sheets = [f"sheet:{session}/{table}" for session, table in tables]
    return Q(
        about__in=[
            f"entry:{number}",
            *sheets,
            *_subjects("foul", fouls),
            *_subjects("appeal", appeals),
            *_subjects("measure", measures),
        ]
    )


def _subjects(kind: str, numbers: Iterable[int]) -> list[str]:
    return [f"{kind}:{number}" for number in numbers]
