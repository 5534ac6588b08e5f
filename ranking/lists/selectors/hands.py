"""The hand gallery: won hands recorded with their tiles, by declared points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from json import dumps, loads
from typing import Any

from django.core.cache import cache
from django.db.models import F, OuterRef, QuerySet, Subquery

from common.infrastructure.single_flight import cache_key, compute_once
from ranking.lists.selectors.scopes import Scope, stored_events
from ranking.rankings.selectors.names import PublicName, PublicNames
from ranking.record.models.records import RecordedEvent
from scoring.fans.rules import RULE_SETS, hand_from, score
from scoring.fans.rules.recorded import NUMBERS
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting

#: Seconds for which the ids of the gallery are cached.
KEPT = 7 * 86_400
#: The orders of the gallery, by their names in addresses; equal hands stay in the order of play.
ORDERS: dict[str, tuple[Any, ...]] = {
    "points": ("-points", "day", "sheet", "no"),
    "newest": (F("day").desc(nulls_last=True), "-points", "sheet", "no"),
}
_EVENT = "sheet__table__session__event"


@dataclass(frozen=True, slots=True)
class GalleryHand:
    """A won hand; ``points`` are the declared ones, ``calculated`` those of the tiles (3.9.1.4).

    ``tiles`` is a hand as ``score_hands`` takes it; ``event`` is its name in the record.
    """

    pk: int
    points: int
    calculated: int
    tiles: Mapping[str, Any]
    rules: str
    slug: str
    event: str
    starts: date | None
    session: int
    table: int
    no: int
    winner: PublicName


def gallery_ids(scope: Scope, fan: str = "", order: str = "points") -> Sequence[int]:
    """Return the ids of the hands in ``scope`` with the fan of this key (all if empty), in an order of ORDERS.

    They are cached until a fact of these events changes.
    """
    name = f"gallery:{cache_key(_versions(scope), fan, order)}"
    return compute_once(cache, name, lambda: _ids(scope, fan, order), KEPT)


def _versions(scope: Scope) -> list[tuple[object, ...]]:
    """Return what changes with every fact of the events in ``scope``."""
    columns = ("pk", "version", "event__ledger__era", "event__ledger__live")
    return list(scope.limit(stored_events()).order_by("pk").values_list(*columns))


def _ids(scope: Scope, fan: str, order: str) -> list[int]:
    rows = _hands(_records_of(scope.limit(stored_events()))).order_by(*ORDERS[order])
    if not fan:
        return list(rows.values_list("pk", flat=True))
    number = NUMBERS[fan]
    least = min(rules.values[number] for rules in RULE_SETS.values())
    candidates = rows.filter(calculated__gte=least).values_list("pk", f"{_EVENT}__rules", "record")
    return [pk for pk, rules, record in candidates.iterator() if fan in _fans(rules, dumps(record["tiles"]))]


def gallery_hands(ids: Sequence[int]) -> list[GalleryHand]:
    """Return the hands with these ids, in their order, in five queries."""
    # Limited by the ids alone: with the events, PostgreSQL reads all their sheets.
    records = _hands(_records().filter(pk__in=list(ids))).select_related("sheet__table__session__event")
    stored = set(stored_events().filter(event__in={_event_of(row) for row in records}).values_list("event", flat=True))
    rows = {row.pk: row for row in records if _event_of(row).pk in stored}
    entries = Entry.every.select_related("person__merged_into").in_bulk([row.entry for row in rows.values()])
    names = PublicNames({entry.person.kept.pk for entry in entries.values()})
    return [_shown(rows[pk], names.of(entries[rows[pk].entry].person)) for pk in ids if pk in rows]


def events_with_hands() -> QuerySet[RecordedEvent]:
    """Return the events with a hand in the gallery, the newest first; they are cached as the ids of hands are."""
    name = f"gallery-events:{cache_key(_versions(Scope()))}"
    return RecordedEvent.objects.filter(pk__in=compute_once(cache, name, _events, KEPT))


def prepare_gallery() -> None:
    """Compute the ids of all hands in each order, and their events, so that no reader waits for them."""
    for order in ORDERS:
        gallery_ids(Scope(), order=order)
    events_with_hands()


def _events() -> list[int]:
    return list(stored_events().filter(event__in=_records().values(_EVENT)).values_list("pk", flat=True))


def _records_of(events: QuerySet[RecordedEvent]) -> QuerySet[HandRecord]:
    return _records().filter(sheet__table__session__event__in=events.order_by().values("event"))


def _hands(records: QuerySet[HandRecord]) -> QuerySet[Any]:
    """Return those of won hands, with ``points``, ``entry`` of the winner and ``day``, without fillers.

    Left out are tiles that do not win, and tiles of another winner than the hand's.
    """
    current = Hand.objects.current().filter(sheet=OuterRef("sheet"), no=OuterRef("no"), winner=OuterRef("winner"))
    sat = Sitting.objects.filter(table=OuterRef("sheet__table"), seat=OuterRef("winner"))
    sitter = sat.filter(from_hand__lte=OuterRef("no")).order_by("-from_hand")
    rows = records.annotate(
        points=Subquery(current.filter(result=Hand.Result.WON).values("points")[:1]),
        entry=Subquery(sitter.values("entry")[:1]),
        kind=Subquery(sitter.values("entry__kind")[:1]),
        day=F(f"{_EVENT}__recorded__starts"),
        event_name=F(f"{_EVENT}__recorded__name"),
    )
    return rows.filter(points__isnull=False, entry__isnull=False).exclude(kind=Entry.Kind.FILLER)


def _records() -> QuerySet[HandRecord]:
    """Return the recorded tiles that win, of confirmed sheets in released sessions."""
    rows: QuerySet[HandRecord] = HandRecord.objects.current().filter(
        record__has_key="tiles",
        calculated__isnull=False,
        sheet__state=Sheet.State.CONFIRMED,
        sheet__table__session__released_at__isnull=False,
    )
    return rows.order_by()


def _event_of(row: Any) -> Event:
    event: Event = row.sheet.table.session.event
    return event


def _shown(row: Any, winner: PublicName) -> GalleryHand:
    table = row.sheet.table
    event = _event_of(row)
    return GalleryHand(
        pk=row.pk,
        points=row.points,
        calculated=row.calculated,
        tiles=row.record["tiles"],
        rules=event.rules,
        slug=event.slug,
        event=row.event_name,
        starts=row.day,
        session=table.session.number,
        table=table.number,
        no=row.no,
        winner=winner,
    )


@lru_cache(maxsize=20_000)
def _fans(rules: str, tiles: str) -> frozenset[str]:
    """Return the keys of the fans of tiles (as JSON), which is slow for many hands."""
    scored = score(hand_from(loads(tiles)), RULE_SETS[rules])
    return frozenset(counted.fan.key for counted in scored.fans) if scored else frozenset()
