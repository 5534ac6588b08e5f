"""The figures of all persons over events of the record; merged persons count once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from hashlib import sha256

from django.core.cache import cache
from django.db.models import Count, F, Max, QuerySet, Sum
from django.db.models.functions import Coalesce

from common.infrastructure.single_flight import compute_once
from ranking.lists.rules import Figures, PlayedHand, add_hands, run_length
from ranking.lists.selectors.scopes import Scope, listed_events
from ranking.opponents.rules import Score, Sitter
from ranking.opponents.selectors.tables import table_results
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.rules.statuses import TAKEN
from scoring.sheets.models.facts import Hand
from tournament.events.models.tables import Sitting
from tournament.people.selectors import merges

#: The version of the calculation: a change here makes earlier cached figures of events unused.
CALCULATION = 1
#: Seconds for which the figures of an event are cached; the key holds the version of what is public of it.
KEPT = 30 * 86_400
#: Columns that say which event is stored and in which public version.
_VERSION = ("event", "event__ledger__era", "event__ledger__public")
#: Person -> the sums of recorded hands, and the scores at tables in the order of play.
EventTables = dict[int, tuple[Figures, list[Score]]]


def figures_of(scope: Scope, state: str = "") -> dict[int, Figures]:
    """Return the figures by person (the kept one of merged persons) over the events of ``scope``.

    They are cached while their ``state``, which is read if it is not given, stays the same.
    """
    name = f"list-figures:{state or state_of(scope)}"
    return compute_once(cache, name, lambda: _computed(scope.limit(listed_events()), merges()), KEPT)


def state_of(scope: Scope) -> str:
    """Return a digest that changes with the events of ``scope``, their public versions, and merged persons."""
    events = scope.limit(listed_events()).order_by()
    # Each change raises a version or sets the time of confirmation, so that no row of thousands has to be read.
    recorded = events.aggregate(Count("pk"), Sum("pk"), Sum("version"), Max("confirmed_at"))
    stored = sorted(events.filter(event__isnull=False).values_list(*_VERSION))
    return sha256(repr((CALCULATION, recorded, stored, merges())).encode()).hexdigest()


def _computed(events: QuerySet[RecordedEvent], kept: Mapping[int, int]) -> dict[int, Figures]:
    figures: dict[int, Figures] = defaultdict(Figures)
    scores: dict[int, list[Score]] = defaultdict(list)
    _add_results(figures, events)
    for tables in _tables_of_events(events.filter(event__isnull=False)):
        for person, (hands, at_tables) in tables.items():
            figures[kept.get(person, person)].add_hands_of(hands)
            scores[kept.get(person, person)] += at_tables
    for person, in_order in scores.items():
        figures[person].longest_run = run_length(in_order)
    return dict(figures)


def _add_results(figures: dict[int, Figures], events: QuerySet[RecordedEvent]) -> None:
    """Add the official results, without those that were taken from a player (3.11.5); an event counts once."""
    rows = OfficialResult.objects.filter(recorded__in=events.order_by().values("pk")).exclude(status__in=list(TAKEN))
    rows = rows.annotate(kept=Coalesce("person__merged_into", "person"))
    rows = rows.order_by("recorded_id", "kept", F("individual_rank").asc(nulls_last=True), "row")
    columns = ("recorded_id", "kept", "individual_rank", "sessions", "table_points", "competition_points")
    counted = None
    for recorded, person, rank, sessions, table_points, points in rows.values_list(*columns).iterator():
        # Two rows of an event were one person's: the better rank counts, once.
        if (recorded, person) == counted:
            continue
        counted = (recorded, person)
        totals = figures[person]
        totals.events += 1
        totals.wins += rank == 1
        # A list of results may leave out the sessions; then its points have no mean.
        if sessions:
            totals.sessions += sessions
            totals.table_points += table_points
            totals.points += points


def _tables_of_events(events: QuerySet[RecordedEvent]) -> Iterable[EventTables]:
    """Return the figures of the stored tables of each event in the order of play, by person before merges."""
    columns = (*_VERSION, "event__starts", "event__slug")
    rows = sorted(events.order_by().values_list(*columns), key=lambda row: (row[3] or date.min, row[4]))
    names = {row[0]: f"list-tables:{row[0]}:{row[1]}:{row[2]}:{CALCULATION}" for row in rows}
    cached = cache.get_many(names.values())
    missing = {name: tables_of(event) for event, name in names.items() if name not in cached}
    cache.set_many(missing, KEPT)
    return [cached[name] if name in cached else missing[name] for name in names.values()]


def tables_of(event: int) -> EventTables:
    """Return the figures at the stored tables of an event (id), by person before merges, in three queries."""
    tables: EventTables = defaultdict(lambda: (Figures(), []))
    results: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    rows = table_results().filter(session__event=event).order_by("session__number", "sheet__table__number", "seat")
    columns = ("sheet", "sheet__table", "entry__person", "table_points", "competition_points")
    for sheet, table, person, table_points, points in rows.values_list(*columns):
        tables[person][1].append(Score(table_points, points))
        results[sheet, table][person] = points
    hands, seats = _hands(event), _seats(event)
    for (sheet, table), points_at in results.items():
        own = {person: tables[person][0] for person in points_at}
        for person in add_hands(own, hands[sheet], seats[table]):
            own[person].hand_points += points_at[person]
    return dict(tables)


def _hands(event: int) -> dict[int, list[PlayedHand]]:
    """Return the recorded hands by sheet (id)."""
    hands: dict[int, list[PlayedHand]] = defaultdict(list)
    rows = Hand.objects.current().filter(sheet__table__session__event=event)
    for sheet, no, winner, discarder, points in rows.values_list("sheet", "no", "winner", "discarder", "points"):
        hands[sheet].append(PlayedHand(no, winner, discarder, points or 0))
    return hands


def _seats(event: int) -> dict[int, dict[str, list[Sitter]]]:
    """Return table (id) -> seat -> its sitters, the latest first, by person before merges."""
    seats: dict[int, dict[str, list[Sitter]]] = defaultdict(lambda: defaultdict(list))
    rows = Sitting.objects.filter(table__session__event=event).order_by("-from_hand")
    for table, seat, from_hand, person in rows.values_list("table", "seat", "from_hand", "entry__person"):
        seats[table][seat].append(Sitter(from_hand, person))
    return seats
