"""Who plays at which stage of a session, and the document from which its tables are drawn."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _

from scoring.formats.selectors.cuts import cut_before, unshared_places, who_plays
from scoring.formats.selectors.pools import dealt, pools_now, pools_of_result, with_new
from scoring.formats.selectors.refusing import CannotDraw
from scoring.formats.selectors.stage_order import stage_before
from scoring.standings.rules.formats.crossing import pool_letter
from scoring.standings.selectors.standings import Standings
from tournament.draws.selectors.draws import drawable_entries, filler_entries, seat_wishes
from tournament.draws.selectors.floats import GROUPED, earlier_floats
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.settings import PlaySettings
from tournament.events.models.stages import Stage
from tournament.events.models.tables import SeatChoices, Sitting, Table
from tournament.events.selectors.events import stages_of
from tournament.presence.selectors.presence import plays_in

#: Numbers from here on are empty seats of tables of three.
EMPTY = 100_000
FEWEST = 4


@dataclass(frozen=True)
class StageField:
    """The players of a stage in one session: numbers in the order of the ranks, ``seats`` with fillers added.

    ``new``: the stage begins, and its players are written with the draw. In a stage with pools each pool (from 1) has a
    field; where the stage begins, one more without seats comes before them: its ``deal`` is what was dealt and the
    result, ``pools`` is number -> pool.
    """

    stage: Stage
    players: Sequence[int]
    seats: Sequence[int]
    new: bool
    pool: int = 0
    deal: tuple[dict[str, Any], dict[str, Any]] | None = None
    pools: Mapping[int, int] = field(default_factory=dict)
    #: Added numbers of which a table has at most one: empty seats, or fillers where the last bracket has enough tables.
    alone: Sequence[int] = ()

    @property
    def empty(self) -> list[int]:
        """The empty seats of tables of three."""
        return [number for number in self.seats if number >= EMPTY]


def fields_of(standings: Standings, session: int, *, keep_pools: bool = False) -> list[StageField]:
    """Return the fields of the stages of a session, best stage first, without knock-outs. Raises CannotDraw.

    ``keep_pools``: pools that are dealt already stay, also in the first session of their stage.
    """
    event = standings.event
    stages = [row for row in stages_of(event) if row.first_session <= session <= row.last_session]
    if not stages:
        raise CannotDraw(_("Session %(number)d belongs to no stage. Change the format.") % {"number": session})
    spare = [entry.number for entry in filler_entries(event) if plays_in(entry, session)]
    threes = event.play_settings.incomplete_tables == PlaySettings.IncompleteTables.THREE_PLAYERS
    fields: list[StageField] = []
    empty = EMPTY
    for unseated in _unseated(standings, stages, session, keep_pools):
        if unseated.deal is not None:
            fields.append(unseated)
            continue
        players = unseated.players
        if len(players) < FEWEST:
            raise CannotDraw(
                _("Only %(count)d players are left for “%(stage)s”; a table needs four. Change the format.")
                % {"count": len(players), "stage": _title(unseated)}
            )
        missing = -len(players) % 4
        is_spread = missing <= _last_tables(stages, unseated)
        added: Sequence[int]
        if threes and is_spread:
            added = range(empty, empty + missing)
            empty += missing
        else:
            added, spare = spare[:missing], spare[missing:]
        if len(added) < missing:
            raise CannotDraw(
                _("More fillers are needed: enter %(count)d more to complete the tables.")
                % {"count": missing - len(added)}
            )
        fields.append(replace(unseated, seats=[*players, *added], alone=added if is_spread else ()))
    return fields


def _last_tables(stages: Sequence[Stage], unseated: StageField) -> int:
    """Return at how many tables the last bracket plays: so many seats can be empty or a filler's, one at each."""
    tables = -(-len(unseated.players) // FEWEST)
    bracket = bracket_in_force(stages, unseated.stage)
    return (tables - 1) % (bracket // FEWEST) + 1 if bracket else tables


def _title(unseated: StageField) -> str:
    if not unseated.pool:
        return str(unseated.stage)
    return _("%(stage)s, pool %(pool)s") % {"stage": unseated.stage, "pool": pool_letter(unseated.pool - 1)}


def _unseated(standings: Standings, stages: Sequence[Stage], session: int, keep_pools: bool) -> Iterator[StageField]:
    """Yield the players of each stage, or of each of its pools, without their seats."""
    for stage in reversed([row for row in stages if row.method != Stage.Method.KNOCKOUT]):
        players, new = _players(standings, stage, session)
        whole = StageField(stage, players, (), new)
        if not stage.pools:
            yield whole
            continue
        pools = pools_now(stage)
        if session > stage.first_session or (keep_pools and pools):
            pools = with_new(pools, stage.pools, players)
            deal = {"kept": True}, {"method": "kept", "seed": "", "tables": []}
        else:
            deal = dealt(standings, stage, players)
            pools = pools_of_result(standings, *deal, players)
        if new:
            in_order = sorted(players, key=lambda number: pools[number])
            yield replace(whole, players=in_order, deal=deal, pools=pools)
        for pool in range(1, stage.pools + 1):
            yield replace(whole, players=[number for number in players if pools[number] == pool], pool=pool)


def _players(standings: Standings, stage: Stage, session: int) -> tuple[list[int], bool]:
    event = standings.event
    chosen = [row for row in stage.stage_entries.all() if row.position is not None]
    drawable = {entry.number for entry in drawable_entries(event).prefetch_related("withdrawals")
                if plays_in(entry, session)}  # fmt: skip
    order = [line.number for line in standings.individual(session - 1) if line.number in drawable]
    if chosen and session > stage.first_session:
        inside = {row.entry.number for row in chosen}
        return [number for number in order if number in inside], False
    if session > stage.first_session or who_plays(list(stages_of(event)), stage).kind == "all":
        return order, session == stage.first_session
    cut = cut_before(standings, stage)
    if cut.cut.line:
        raise CannotDraw(
            _("%(count)d players are tied at the cut to “%(stage)s”. Decide the tie first.")
            % {"count": len(cut.cut.line), "stage": stage}
        )
    return list(cut.cut.through), True


def bracket_in_force(stages: Sequence[Stage], stage: Stage) -> int | None:
    """Return the size of the brackets that a stage is drawn in.

    Winners meet winners inside the brackets of the stage before; every other way uses the stage's own brackets, else
    those of the stage before.
    """
    before = stage_before(stages, stage)
    if stage.method != Stage.Method.WINNERS and stage.frozen:
        return stage.frozen
    return bracket_in_force(stages, before) if before is not None else None


def document_of(standings: Standings, field: StageField, session: int) -> dict[str, Any]:
    """Return the document of `rules.rounds` for a field: entries with ranks, earlier tables, brackets, pairs apart."""
    event = standings.event
    lines = {line.number: line for line in standings.individual(session - 1)}
    winners = field.stage.method == Stage.Method.WINNERS
    places = unshared_places(event, session - 1, list(lines)) if winners else {}
    floats = earlier_floats(event, session) if field.stage.method in GROUPED else Counter[int]()
    entries = []
    for at, number in enumerate(field.seats, start=1):
        line = lines.get(number)
        entry: dict[str, Any] = {"number": number, "rank": (line and line.rank) or at}
        if line is not None:
            name = standings.names[number]
            entry |= {"table_points": str(line.table_points), "country": name.country}
            entry["competition_points"] = int(line.competition_points)
            entry |= {"team": name.team} if name.team else {}
        if winners:
            entry["place_before"] = places.get(number, 4)
        if floats[number]:
            entry["floats"] = floats[number]
        entries.append(entry)
    document: dict[str, Any] = {"entries": entries, "played": played_tables(event, session)}
    document["apart"] = sorted(sorted(pair) for pair in _apart(event, field))
    bracket = bracket_in_force(list(stages_of(event)), field.stage)
    return document | ({"frozen": bracket} if bracket else {})


def _apart(event: Event, field: StageField) -> list[tuple[int, int]]:
    """Return the pairs that must not meet: of the numbers that sit alone at a table, and the declared pairs.

    The first are always forbidden, so with them the pairs that the stage only avoids or allows are left out.
    """
    numbers = set(field.seats)
    wishes = [(wish.entry.number, wish.other.number) for wish in seat_wishes(event) if wish.other]
    declared = [pair for pair in wishes if numbers.issuperset(pair)]
    if len(field.alone) < 2:
        return declared
    forbidden = field.stage.apart in ("", Stage.Rematch.FORBID)
    return [*combinations(field.alone, 2), *(declared if forbidden else [])]


def chart_document(standings: Standings, field: StageField, session: int) -> dict[str, Any]:
    """Return the document of `rules.bracket_charts` for a field.

    A stage has one chart, so its order is that of its first session; fillers take the seats of players who left.
    """
    order = list(field.seats)
    if not field.new:
        rows = field.stage.stage_entries.order_by("position")
        known = [row.entry.number for row in rows if row.position and (row.pool or 0) == field.pool]
        added = [number for number in field.seats if number not in field.players]
        here = set(field.players)
        order = [number if number in here else (added.pop(0) if added else 0) for number in known] + added
        if 0 in order or len(order) % 4:
            order = list(field.seats)
    names = standings.names
    stage = field.stage
    teams = {str(number): str(names[number].team) for number in order if number in names and names[number].team}
    return {
        "order": order,
        "bracket": bracket_in_force(list(stages_of(standings.event)), stage),
        "sessions": stage.last_session - stage.first_session + 1,
        "at": session - stage.first_session + 1,
        "teams": teams | dict.fromkeys(map(str, field.empty), "empty"),
        "countries": {str(number): names[number].country for number in order if number in names},
    }


def played_tables(event: Event, session: int) -> list[list[list[int]]]:
    """Return who sat where by the charts before a session: tables of four numbers; empty seats have their own."""
    seats: dict[int, dict[str, int]] = {}
    rows = Sitting.objects.filter(table__session__event=event, table__session__number__lt=session, from_hand=0)
    for table, seat, number in rows.values_list("table", "seat", "entry__number"):
        if number:
            seats.setdefault(table, {})[seat] = number
    tables = Table.objects.filter(session__event=event, session__number__lt=session)
    sessions: dict[int, list[list[int]]] = {number: [] for number in range(1, session)}
    for pk, number in tables.order_by("session__number", "number").values_list("pk", "session__number"):
        empty = 2 * EMPTY + 4 * len(sessions[number])
        four = [seats.get(pk, {}).get(seat, empty + at) for at, seat in enumerate(SeatChoices.values)]
        sessions[number].append(four)
    return [sessions[number] for number in sorted(sessions)]


def holders(event: Event, numbers: Mapping[int, Any] | set[int]) -> dict[int, Entry]:
    """Return number -> entry of those numbers that are entries."""
    return {entry.number: entry for entry in event.entries.filter(number__in=list(numbers))}
