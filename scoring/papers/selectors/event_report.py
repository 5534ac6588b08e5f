"""The report of an event after its end: podium, numbers, best hands, closest table, biggest climb.

It has public results and public names only, also for officials.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from scoring.calculators.rules.registry import CHINESE
from scoring.game.rules.games import game_of
from scoring.progress.selectors.podium import Podium, podium_of
from scoring.releases.selectors.closing import closing_of
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.hand_records import HandRecord
from scoring.standings.rules.standings import ResultRow
from scoring.standings.selectors.hand_statistics import PlayedHand, event_hands, hands_in
from scoring.standings.selectors.rank_history import RankHistory, rank_history
from scoring.standings.selectors.standings import NamedEntry, Standings, last_released
from scoring.tiles.rules.drawn import ShownSet, shown_sets
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.events.selectors.event_list import event_size

#: The number of results of a whole table.
SEATED = 4


@dataclass(frozen=True)
class Numbers:
    """The counts of an event; ``points``: the sum of the won hands, in fans where hands are worth fans.

    ``hands`` and ``points`` have recorded hands only: both are 0 for an event with totals only.
    """

    players: int
    teams: int
    groups: int
    countries: int
    sessions: int
    tables: int
    hands: int
    points: int


@dataclass(frozen=True)
class ClosestTable:
    """The whole table with the smallest difference between the best and the last result; ``entries``: best first."""

    session: int
    table: int
    difference: int
    entries: tuple[NamedEntry, ...]


@dataclass(frozen=True)
class Climb:
    """The most places that a player gained from the lowest rank, held after ``session``, to the last one."""

    entry: NamedEntry
    session: int
    start: int
    end: int

    @property
    def places(self) -> int:
        return self.start - self.end


@dataclass(frozen=True)
class EventReport:
    """What the report shows; hands with their winners (None: a filler), best first."""

    podium: Podium
    numbers: Numbers
    hands: list[tuple[PlayedHand, NamedEntry | None]]
    closest: ClosestTable | None
    climb: Climb | None


def is_complete(event: Event) -> bool:
    """Return whether all results are released: of every planned session, or of an event that was closed earlier."""
    last = last_released(event)
    return bool(last) and (last == event.planned_sessions or _closed_after(event, last))


def _closed_after(event: Event, last: int) -> bool:
    """Return whether the event is closed, and no session after ``last`` was played."""
    played_later = event.sessions.filter(number__gt=last, tables__isnull=False)
    return closing_of(event) is not None and not played_later.exists()


def event_report(standings: Standings) -> EventReport:
    """Return the report from the ``standings`` of the public view after the last session."""
    event = standings.event
    hands = hands_in(event, standings.view)
    best = event_hands(hands, game_of(event.rules).terms.steps).highest
    tables = _tables(standings)
    return EventReport(
        podium=podium_of(standings),
        numbers=_numbers(standings, hands, len(tables)),
        hands=[(hand, standings.names.get(hand.winner or 0)) for hand in best],
        closest=_closest(standings, tables),
        climb=_climb(standings.names, rank_history(standings.individual, standings.last)),
    )


def _numbers(standings: Standings, hands: list[PlayedHand], tables: int) -> Numbers:
    players, teams, groups = event_size(standings.event)
    return Numbers(
        players=players,
        teams=teams,
        groups=groups,
        countries=len({entry.country for entry in standings.names.values() if entry.country}),
        sessions=standings.last,
        tables=tables,
        hands=len(hands),
        points=sum(hand.points or 0 for hand in hands if hand.result == Hand.Result.WON),
    )


def _tables(standings: Standings) -> dict[tuple[int, int], list[ResultRow]]:
    """Return (session, table) -> the results of its players, in the order of play. One query."""
    results = {(row.number, row.session): row for row in standings.rows}
    sittings = Sitting.objects.filter(
        table__session__event=standings.event, table__session__number__lte=standings.view.last_session
    ).order_by("table__session__number", "table__number", "entry__number")
    tables: dict[tuple[int, int], dict[int, ResultRow]] = defaultdict(dict)
    for session, table, number in sittings.values_list("table__session__number", "table__number", "entry__number"):
        row = results.get((number, session))
        if row is not None:
            tables[session, table][number] = row
    return {key: list(rows.values()) for key, rows in tables.items()}


def _closest(standings: Standings, tables: Mapping[tuple[int, int], list[ResultRow]]) -> ClosestTable | None:
    """Return the closest whole table, the earliest of equal ones; None without a whole table.

    A table whose four results are equal, such as four forfeits, is left out.
    """
    played = [(key, rows) for key, rows in tables.items() if len(rows) == SEATED and _difference(rows)]
    whole = [ClosestTable(*key, _difference(rows), _by_result(standings, rows)) for key, rows in played]
    return min(whole, key=lambda table: table.difference, default=None)


def _difference(rows: list[ResultRow]) -> int:
    points = [row.competition_points for row in rows]
    return max(points) - min(points)


def _by_result(standings: Standings, rows: list[ResultRow]) -> tuple[NamedEntry, ...]:
    best_first = sorted(rows, key=lambda row: -row.competition_points)
    return tuple(standings.names[row.number] for row in best_first)


def _climb(names: Mapping[int, NamedEntry], history: RankHistory) -> Climb | None:
    """Return the biggest climb, of equal ones that to the better rank; None if no player gained a rank."""
    climbs = [climb for number, ranks in history.items() for climb in _climbs(names[number], ranks)]
    return min(climbs, key=lambda climb: (-climb.places, climb.end, climb.entry.number), default=None)


def _climbs(entry: NamedEntry, ranks: tuple[int | None, ...]) -> list[Climb]:
    """Return the climb from the lowest rank of a player to the last one, if the player is ranked and climbed."""
    end = ranks[-1]
    held = [(rank, session) for session, rank in enumerate(ranks, start=1) if rank]
    if end is None:
        return []
    start, session = max(held)
    return [Climb(entry, session, start, end)] if start > end else []


def drawn_hands(event: Event, report: EventReport) -> dict[PlayedHand, list[ShownSet]]:
    """Return the sets of those best hands whose winning tiles an official recorded; none of the International Rules."""
    calculator = CHINESE.get(event.rules)
    if calculator is None:
        return {}
    drawn = {}
    for played, tiles in _recorded_tiles(event, [hand for hand, _entry in report.hands]).items():
        hand = calculator.hand_from(tiles)
        explained = calculator.explain(hand)
        if explained:
            drawn[played] = shown_sets(explained.best, hand.win)
    return drawn


def _recorded_tiles(event: Event, hands: Iterable[PlayedHand]) -> dict[PlayedHand, Mapping[str, Any]]:
    """Return the recorded tiles that win, as ``score_hands`` takes them."""
    records = _recorded_wins(event)
    columns = ("sheet__table__session__number", "sheet__table__number", "no", "record")
    tiles = {(session, table, no): record["tiles"] for session, table, no, record in records.values_list(*columns)}
    keys = {hand: (hand.session, hand.table, hand.no) for hand in hands}
    return {hand: tiles[key] for hand, key in keys.items() if key in tiles}


def recorded_wins(event: Event) -> list[int]:
    """Return the ids of the recorded tiles of an event, which change with each of them."""
    return list(_recorded_wins(event).order_by("pk").values_list("pk", flat=True))


def _recorded_wins(event: Event) -> QuerySet[HandRecord]:
    current = Hand.objects.current().filter(sheet=OuterRef("sheet"), no=OuterRef("no"), winner=OuterRef("winner"))
    return HandRecord.objects.current().filter(
        Exists(current), sheet__table__session__event=event, record__has_key="tiles", calculated__isnull=False
    )
