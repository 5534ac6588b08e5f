"""The results of an event, or of one session of it, as a series counts them: official ones, else the released ones."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property, partial
from itertools import starmap
from typing import NamedTuple

from django.core.cache import cache

from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.rules.statuses import TAKEN
from ranking.record.selectors.official_results import CALCULATION, forfeited_seats, official_result
from ranking.series.models import SeriesEvent
from scoring.releases.models.closings import Closing
from scoring.sheets.rules.view import View
from scoring.standings.selectors.standings import Standings, last_released
from tournament.events.models.events import Event
from tournament.events.models.stages import Session

#: Seconds for which the results of an event that is not in the record are kept.
KEPT = 3_600
#: The columns of a result of the record, in the order of `Outcome`.
COLUMNS = (
    "person_id", "country", "team", "individual_rank", "table_points", "competition_points", "team_rank",
)  # fmt: skip


class SourceState(StrEnum):
    """What the results of an event are now: official, all released, still awaited, or no longer here."""

    OFFICIAL = "official"
    PROVISIONAL = "provisional"
    WAITING = "waiting"
    GONE = "gone"


class Outcome(NamedTuple):
    """What a person reached in an event: rank (None: not ranked), table points in twelfths, rank of the team."""

    person: int
    country: str
    team: str
    place: int | None
    table_points: int
    competition_points: int
    team_place: int | None


@dataclass(frozen=True)
class Source:
    """An event of a series with its results, empty while it does not count.

    ``event``: id here; None for results of a list. ``players``: the size of its field. ``version`` changes with the
    results, which ``read`` returns.
    """

    row: SeriesEvent
    name: str
    starts: date | None
    state: SourceState
    event: int | None
    players: int
    version: tuple[object, ...]
    read: Callable[[], Sequence[Outcome]]

    @property
    def counts(self) -> bool:
        return self.state in (SourceState.OFFICIAL, SourceState.PROVISIONAL)

    @cached_property
    def outcomes(self) -> Sequence[Outcome]:
        return self.read()


def sources_of(rows: Iterable[SeriesEvent]) -> list[Source]:
    """Return the events of a series by day, then by session, then in the given order."""
    rows = list(rows)
    slugs = {row.slug for row in rows}
    events = {event.slug: event for event in Event.objects.select_related("ledger").filter(slug__in=slugs)}
    columns = RecordedEvent.objects.filter(slug__in=slugs).values_list(*_Recorded._fields)
    recorded = {row.slug: row for row in starmap(_Recorded, columns)}
    outcomes = _RecordedOutcomes(recorded.values())
    sources = [_source(row, events.get(row.slug), recorded.get(row.slug), outcomes) for row in rows]
    return sorted(sources, key=lambda source: (source.starts or date.max, source.row.session))


def published_at(sources: Iterable[Source]) -> dict[tuple[str, int], datetime]:
    """Return id and session of each event -> when its last result became public; none for those that wait."""
    slugs = {source.row.slug for source in sources}
    recorded = RecordedEvent.objects.filter(slug__in=slugs).values_list("slug", "confirmed_at")
    times = {(slug, 0): confirmed_at for slug, confirmed_at in recorded}
    released = Session.objects.filter(event__slug__in=slugs).order_by("released_at")
    for slug, number, released_at in released.values_list("event__slug", "number", "released_at"):
        if released_at:
            times[slug, number] = times[slug, 0] = released_at
    return times


class _Recorded(NamedTuple):
    """What a series reads of an event of the record; it may have hundreds."""

    pk: int
    slug: str
    name: str
    starts: date | None
    players: int
    version: int
    confirmed_at: datetime


class _RecordedOutcomes:
    """The results of events of the record by their ids, read together once the first ones are needed."""

    def __init__(self, recorded: Iterable[_Recorded]) -> None:
        self._ids = [row.pk for row in recorded]

    def of(self, recorded: int) -> Sequence[Outcome]:
        return self._by_event.get(recorded, [])

    @cached_property
    def _by_event(self) -> dict[int, list[Outcome]]:
        """Read them without those that were taken (3.11.5)."""
        by_event: dict[int, list[Outcome]] = defaultdict(list)
        rows = OfficialResult.objects.filter(recorded__in=self._ids).exclude(status__in=list(TAKEN))
        for recorded_id, *values in rows.order_by("row").values_list("recorded_id", *COLUMNS):
            by_event[recorded_id].append(Outcome(*values))
        return by_event


def _source(
    row: SeriesEvent, event: Event | None, recorded: _Recorded | None, of_recorded: _RecordedOutcomes
) -> Source:
    if recorded and not row.session:
        event_id = event.pk if event else None
        version = (row.pk, recorded.pk, recorded.version, recorded.confirmed_at, *_public_version(event))
        facts = recorded.name, recorded.starts, SourceState.OFFICIAL, event_id, recorded.players
        return Source(row, *facts, version, partial(of_recorded.of, recorded.pk))
    if event is None:
        # Gone, or one session of an event that only a list told: the list has no sessions.
        return Source(row, row.name, None, SourceState.GONE, None, 0, (), list)
    state = _state(event, row.session)
    results = _kept_outcomes(event, row.session) if state is not SourceState.WAITING else []
    facts = event.name, _day(event, row.session), state, event.pk, len(results)
    return Source(row, *facts, (row.pk, row.session, *_public_version(event)), lambda: results)


def _public_version(event: Event | None) -> tuple[object, ...]:
    """Return what changes with everything that is public of an event."""
    return (event.pk, event.ledger.era, event.ledger.public) if event else ()


def _day(event: Event, session: int) -> date | None:
    starts = Session.objects.filter(event=event, number=session).values_list("starts", flat=True).first()
    return starts.astimezone(event.zone).date() if starts else event.starts


def _state(event: Event, session: int) -> SourceState:
    """Return the state of an event that is not in the record: it counts once all its sessions are released."""
    if last_released(event) < (session or event.planned_sessions):
        return SourceState.WAITING
    closed = Closing.objects.filter(event=event).exists()
    return SourceState.OFFICIAL if closed else SourceState.PROVISIONAL


def _kept_outcomes(event: Event, session: int) -> list[Outcome]:
    """Return the released results, from the cache while nothing public of the event changes."""
    ledger = event.ledger
    name = f"series-results:{event.pk}:{ledger.era}:{ledger.public}:{session}:{CALCULATION}"
    kept: list[Outcome] | None = cache.get(name)
    if kept is None:
        kept = _of_session(event, session) if session else _of_lines(official_result(event, last_released(event)).lines)
        cache.set(name, kept, KEPT)
    return kept


def _of_lines(lines: Iterable[OfficialResult]) -> list[Outcome]:
    """Return the results of a record's lines, without those that were taken from a player (3.11.5)."""
    return [Outcome(*(getattr(line, name) for name in COLUMNS)) for line in lines if line.status not in TAKEN]


def _of_session(event: Event, session: int) -> list[Outcome]:
    """Return the results of one session alone, ranked by table points, then competition points."""
    forfeited = forfeited_seats(event)
    lines = {line.number: line for line in official_result(event, session).lines if line.status not in TAKEN}
    rows = [
        row
        for row in Standings(event, View(live=False, last_session=session)).rows
        if row.session == session and row.number in lines and (row.number, session) not in forfeited
    ]
    teams: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for row in rows:
        table, competition = teams[lines[row.number].team]
        teams[lines[row.number].team] = table + row.table_points, competition + row.competition_points
    points = [(row.table_points, row.competition_points) for row in rows]
    of_teams = [value for name, value in teams.items() if name]
    outcomes = []
    for row, own in zip(rows, points, strict=True):
        line = lines[row.number]
        team_place = _place(teams[line.team], of_teams) if line.team else None
        outcomes.append(Outcome(line.person_id, line.country, line.team, _place(own, points), *own, team_place))
    return outcomes


def _place(own: tuple[int, int], others: Sequence[tuple[int, int]]) -> int:
    return 1 + sum(other > own for other in others)
