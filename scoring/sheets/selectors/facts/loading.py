"""Load the facts of sheets from the database in few queries."""

from collections import defaultdict
from collections.abc import Collection
from functools import cache
from typing import Any

from django.db import connection, models
from django.db.models import F, QuerySet

from scoring.sheets.models.fact_rows import Fact
from scoring.sheets.models.facts import (
    Adjustment,
    Forfeit,
    Hand,
    RoundSeating,
    Settlement,
    SignedTotal,
    StatedTablePoints,
)
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.records import KINDS, SheetFacts
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting

#: Up to so many sheets, one query first asks which kinds of facts they have.
FEW = 20


def sheet_facts(sheets: QuerySet[Sheet], version: int | None = None) -> list[SheetFacts]:
    """Return the facts of ``sheets`` now or at ``version``, ordered by id, in three to eleven queries.

    Sitters and penalties of the session are always the current ones; `versions.facts_at` has the earlier sitters.
    """
    facts = {sheet.pk: SheetFacts(sheet) for sheet in sheets.select_related("table__session__event").order_by("pk")}
    events: dict[int, Event] = {}
    for of_sheet in facts.values():
        session = of_sheet.sheet.table.session
        # One object for all sheets, which reads the event's settings once.
        session.event = events.setdefault(session.event_id, session.event)
    if version is None and len(facts) <= FEW:
        _gather(facts, [*facts], None, _kinds_on([of_sheet.sheet for of_sheet in facts.values()]))
    else:
        _gather(facts, sheets.order_by().values("pk"), version)
    return list(facts.values())


def facts_of(sheet: Sheet) -> SheetFacts:
    """Return the current facts of one sheet, with the given instance, in three to ten queries."""
    facts = SheetFacts(sheet, kinds=_kinds_on([sheet]))
    _gather({sheet.pk: facts}, [sheet.pk], None, facts.kinds)
    return facts


def _kinds_on(sheets: list[Sheet]) -> frozenset[type[models.Model]]:
    """Return the kinds that have rows for the sheets now: during play most kinds have none."""
    if not sheets:
        return frozenset()
    ids = [sheet.pk for sheet in sheets] * (len(KINDS) - 1)
    with connection.cursor() as cursor:
        cursor.execute(_exists_query(len(sheets)), [*ids, *(sheet.table.session_id for sheet in sheets)])
        tables = {name for (name,) in cursor.fetchall()}
    return frozenset(kind for kind in KINDS if kind._meta.db_table in tables)


@cache
def _exists_query(count: int) -> str:
    """Return one query for the tables that have a row for one of ``count`` sheets, or for their sessions (at last)."""
    queries, ids = [], ", ".join(["%s"] * count)
    for kind in KINDS:
        table = kind._meta.db_table
        where = "session_id" if kind is SessionPenalty else "valid_until_version IS NULL AND sheet_id"
        queries.append(f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table} WHERE {where} IN ({ids}))")
    return " UNION ALL ".join(queries)


def _gather(
    facts: dict[int, SheetFacts],
    chosen: QuerySet[Any] | list[int],
    version: int | None,
    kinds: Collection[type[models.Model]] = KINDS,
) -> None:
    """Read the rows of these ``kinds`` now or at ``version`` into the facts of the ``chosen`` sheet ids."""

    def held(model: type[Fact]) -> QuerySet[Any] | tuple[()]:
        if model not in kinds:
            return ()
        rows = model.objects.current() if version is None else model.objects.at(version)
        return rows.filter(sheet__in=chosen)

    for hand in held(Hand):
        facts[hand.sheet_id].hands.append(hand)
    for total in held(SignedTotal):
        facts[total.sheet_id].totals[total.seat] = total.points
    for stated in held(StatedTablePoints):
        facts[stated.sheet_id].stated[stated.seat] = stated.text
    for adjustment in held(Adjustment):
        facts[adjustment.sheet_id].adjustments.append(adjustment)
    for forfeit in held(Forfeit):
        facts[forfeit.sheet_id].forfeits.append(forfeit)
    for settlement in held(Settlement):
        facts[settlement.sheet_id].settlement = settlement
    for seating in held(RoundSeating):
        facts[seating.sheet_id].rounds.append(seating)
    _add_sittings(facts, chosen)
    if SessionPenalty in kinds:
        _add_session_penalties(facts, chosen)


def _add_sittings(facts: dict[int, SheetFacts], chosen: QuerySet[Any] | list[int]) -> None:
    sittings = Sitting.objects.filter(table__sheet__in=chosen).select_related("entry")
    for sitting in sittings.annotate(sheet_id=F("table__sheet")).order_by("from_hand"):
        facts[sitting.sheet_id].sittings.append(sitting)


def _add_session_penalties(facts: dict[int, SheetFacts], chosen: QuerySet[Any] | list[int]) -> None:
    penalties = SessionPenalty.objects.filter(session__tables__sheet__in=chosen).distinct()
    by_session: dict[int, list[SessionPenalty]] = defaultdict(list)
    for penalty in penalties.select_related("entry", "paid_to"):
        by_session[penalty.session_id].append(penalty)
    for table_facts in facts.values():
        table_facts.session_penalties = by_session[table_facts.sheet.table.session_id]
