"""The next cut of an event as it stands now, and what each player needs in the last session before it (3.5.4)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from scoring.formats.selectors.cuts import StageCut, cut_before, units_of, who_plays
from scoring.formats.selectors.stage_order import stage_before
from scoring.game.rules.table_points import PLACES, Ties
from scoring.settings.selectors import in_mados
from scoring.standings.rules.formats.cuts import Cut
from scoring.standings.rules.formats.needs import Contender, CutRule, Need, Verdict, needs
from scoring.standings.rules.formats.qualifying import OF_EACH, Who
from scoring.standings.rules.ranks import ResultRow
from scoring.standings.rules.standings import individuals
from scoring.standings.selectors.standings import Standings
from tournament.events.models.tables import Sitting

#: Kinds of "who plays" that cut by the standings.
CUTTING = ("best", *OF_EACH, "best-of-countries", "table-winners")


@dataclass(frozen=True)
class ComingCut:
    """The next cut by the standings of now.

    ``sessions_left``: sessions until the cut. ``needs``: number -> what the player needs, in the last session before
    the cut; empty at other times.
    """

    cut: StageCut
    who: Who
    sessions_left: int
    needs: Mapping[int, Need]

    @property
    def in_order(self) -> bool:
        """Whether all who are in rank before all others, so that one line divides them."""
        return self.who.kind == "best"

    @property
    def last_in(self) -> int | None:
        """The number of the last player above the line; None without a line."""
        inside = (*self.cut.cut.through, *self.cut.cut.line)
        return inside[-1] if self.in_order and inside and self.cut.cut.out else None

    @property
    def lot(self) -> str:
        """The seed of the lots that decide full ties, once all sessions before the cut are played; else empty."""
        return self.cut.seed if self.cut.tie == "lot" and not self.sessions_left else ""

    @cached_property
    def sides(self) -> Mapping[int, str]:
        """Number -> "in", "line" or "out", for everybody who can go on."""
        return {line.number: self.cut.side(line.number) for line in self.cut.lines}


def coming_cut(standings: Standings) -> ComingCut | None:
    """Return the next cut of the standings' event; None without one, and before the stage that leads to it has results.

    An event without stages costs no query.
    """
    return standings.once(("coming cut", None), lambda: _coming_cut(standings))


def _coming_cut(standings: Standings) -> ComingCut | None:
    rows = standings.stage_rows
    if not standings.last:
        return None
    for row in rows:
        before = stage_before(rows, row)
        if row.first_session <= standings.last or before is None or before.first_session > standings.last:
            continue
        who = who_plays(rows, row)
        if who.kind in CUTTING:
            left = row.first_session - 1 - standings.last
            stage_cut = cut_before(standings, row, open_ties=left > 0)
            if left and who.kind == "table-winners":
                stage_cut = replace(stage_cut, cut=Cut((), tuple(line.number for line in stage_cut.lines), ()))
            return ComingCut(stage_cut, who, left, _needs(standings, stage_cut, who) if left == 1 else {})
    return None


def _needs(standings: Standings, stage_cut: StageCut, who: Who) -> Mapping[int, Need]:
    """Return what the players need in the session that is played, by their points with 0 for it."""
    event = standings.event
    if in_mados(event):
        return {}
    session = standings.last + 1
    playing = [line.number for line in stage_cut.lines]
    tables = _tables(standings, session)
    if who.kind == "table-winners":
        return _by_place(tables, who.count, playing)
    nothing = [ResultRow(number, session, 0, 0) for number in playing]
    lines = individuals(standings.entrants, [*standings.rows, *nothing], standings.rules, standings.stages)
    units = units_of(standings, stage_cut.stage, who)
    contenders = [
        Contender(line.number, (line.sums.stage, *line.sums.frozen), line.sums.table_points, units.get(line.number, ""))
        for line in lines
        if line.number in set(playing)
    ]
    weight = next((line.unit for line in lines), 1)
    rule = CutRule(who.count, who.kind in OF_EACH, who.most if who.kind == "best-of-countries" else 0)
    ties = cast(Ties, event.scoring_settings.ties)
    return needs(contenders, tables or None, rule, weight=weight, ties=ties)


def _by_place(tables: list[list[int]], count: int, playing: list[int]) -> Mapping[int, Need]:
    """Return the needs where the place at the table decides."""
    seated = {number for four in tables for number in four}
    by_place: tuple[Verdict, ...] = tuple(
        "sure" if place <= count else "impossible" for place in range(1, len(PLACES) + 1)
    )
    return {number: Need("possible", by_place) for number in playing if number in seated or not tables}


def _tables(standings: Standings, session: int) -> list[list[int]]:
    """Return the numbers at each table of the session; empty without released seats. Empty seats take no place."""
    rows = Sitting.objects.filter(table__session__event=standings.event, table__session__number=session, from_hand=0)
    tables: dict[int, list[int]] = {}
    for table, number in rows.values_list("table", "entry__number"):
        if number:
            tables.setdefault(table, []).append(number)
    return list(tables.values())
