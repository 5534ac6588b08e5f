"""Events and their parts."""

from datetime import datetime
from functools import cache
from typing import NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import BooleanField, Exists, Max, OuterRef, QuerySet
from django.db.models.expressions import RawSQL

from tournament.events.models.entries import Entry
from tournament.events.models.events import Event, Official
from tournament.events.models.halls import HallPlan
from tournament.events.models.stages import SESSION_METHODS, Stage
from tournament.events.models.tables import Table
from tournament.events.rules.officials import is_chief_referee, sole_referee
from tournament.events.selectors.players import players_taking_part

#: Annotations that later rooms add to an event: name -> condition (filled by ``tournament/wiring.py``).
FLAGS: dict[str, Exists] = {}


def event_by_slug(slug: str, *related: str) -> Event | None:
    """Return the event with this id, with its ledger and the ``related`` rows; None if there is none.

    ``staged`` says whether it has stages; each of ``FLAGS`` is another such attribute (declared by `Event`).
    """
    try:
        return _flagged_events(*related).get(slug=slug)
    except Event.DoesNotExist:
        return None


@cache
def _flagged_events(*related: str) -> QuerySet[Event]:
    """Return all events with their flags; built once, because that takes longer than the query."""
    flags = FLAGS | {"staged": Exists(Stage.objects.filter(event=OuterRef("pk")))}
    return Event.objects.select_related("ledger", *related).annotate(**_as_sql(flags))


def _as_sql(flags: dict[str, Exists]) -> dict[str, RawSQL]:
    """Return the flags as SQL text: Django would compile the conditions again for each event that a page reads."""
    query = Event.objects.annotate(**flags).query
    compiler = query.get_compiler(DEFAULT_DB_ALIAS)
    texts = {name: compiler.compile(query.annotations[name]) for name in flags}
    return {name: RawSQL(text, params, BooleanField()) for name, (text, params) in texts.items()}


def event_ids() -> set[str]:
    return set(Event.objects.values_list("slug", flat=True))


def entries_of(event: Event) -> QuerySet[Entry]:
    """Return the entries by number, with person, team, group, lot, checked items, check-ins and withdrawals."""
    entries = event.entries.select_related("person", "team", "group", "lot", "checked")
    return entries.prefetch_related("withdrawals", "arrivals").order_by("number")


def officials_of(event: Event) -> QuerySet[Official]:
    return event.officials.order_by("order")


def chief_referee_of(event: Event) -> str:
    """Return the name of the chief referee by the officials' list; empty if the list has none."""
    return next((official.name for official in officials_of(event) if is_chief_referee(official.function)), "")


def sole_referee_of(event: Event) -> str:
    """Return the name of the only referee of the officials' list; empty if there are several or none."""
    return sole_referee((official.name, official.function) for official in officials_of(event))


def hall_of(event: Event) -> HallPlan | None:
    """Return the plan of the hall with its positions; None if there is none."""
    return HallPlan.objects.filter(event=event).prefetch_related("tables").first()


def timetable_of(event: Event) -> list[tuple[int, datetime]]:
    """Return number and planned start of each session that has one, in order."""
    timed = event.sessions.filter(starts__isnull=False).order_by("number")
    return [(number, starts) for number, starts in timed.values_list("number", "starts") if starts]


def tables_needed(event: Event) -> int:
    """Return the number of tables that the players fill, or of the drawn tables if these are more."""
    players = players_taking_part().filter(event=event).count()
    drawn = Table.objects.filter(session__event=event).aggregate(last=Max("number"))["last"] or 0
    return max(-(-players // 4), drawn)


def stages_of(event: Event) -> QuerySet[Stage]:
    """Return the stages in order, with their entries."""
    return event.stages.prefetch_related("stage_entries__entry").order_by("number")


class EventStateStamp(NamedTuple):
    """The versions that determine the public view of an event, but for what changes with time."""

    event: int
    era: str
    public: int
    calls: int
    clock: int
    audit_seq: int

    def __str__(self) -> str:
        return ".".join(map(str, self))


def event_state_stamp(slug: str) -> EventStateStamp | None:
    """Return the versions that determine the public view of the event; None if there is none."""
    columns = ("pk", "ledger__era", "ledger__public", "ledger__calls", "ledger__clock", "ledger__audit_seq")
    rows = Event.objects.filter(slug=slug).values_list(*columns)[:1]
    return next((EventStateStamp(*row) for row in rows), None)


def charted_sessions(event: Event) -> int:
    """Return how many sessions, from the first, have one chart for everybody; the others are drawn one by one.

    These are the sessions of the first stages by chart without a cut; at least the first session. A first stage in
    pools has a chart for each of them; later stages are drawn by themselves.
    """
    charted = 0
    for stage in event.stages.order_by("number"):
        by_chart = stage.method not in SESSION_METHODS or (not charted and stage.method == Stage.Method.LOTS)
        everybody = stage.who == Stage.Who.ALL and not (stage.frozen or stage.carry != Stage.Carry.FULL)
        if not by_chart or not everybody or (stage.pools and charted):
            return charted or 1
        charted = stage.last_session
        if stage.advance or stage.pools:
            return charted
    return charted or event.planned_sessions
