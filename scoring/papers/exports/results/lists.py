"""The lists of results for paper, workbook and CSV file: standings, cross table, teams and groups."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.game.rules.table_points import in_points, rounded
from scoring.papers.exports.results.parts import Brought, ListColumn, ListRow, ResultList, Value
from scoring.papers.selectors.results_report import ResultsReport
from scoring.settings.selectors import gives_table_points, in_mados
from scoring.standings.rules.standings import PlayerStanding, ResultRow
from scoring.standings.rules.unit_standings import MemberShare, UnitStanding
from scoring.standings.selectors.labels import note_of
from scoring.standings.selectors.lines import cross_lines, player_lines
from scoring.standings.selectors.standings import NamedEntry


def standings_list(report: ResultsReport) -> ResultList:
    """Return the individual standings with every value that decides a tie."""
    stages = _stage_names(report)
    columns = [
        *_who(),
        *([ListColumn(_("Stage"), 12, 16, "left")] if stages else []),
        ListColumn(_("Country"), 8, 9, "left"),
        ListColumn(_("Team"), 24, 34, "left"),
        *points_columns(report),
        # Centred, so that its figures keep a distance from the next column.
        _session_column(report, ListColumn(_("Last session"), 11, 9, "centre")),
    ]
    if gives_table_points(report.event):
        columns.append(ListColumn(_("Sessions, best first"), 24, 44, "left"))
    rows = [
        ListRow(
            [
                *_person(line.standing.rank, line.entry, line.standing.status),
                *([stages[line.standing.stage]] if stages else []),
                line.entry.country,
                line.entry.team_name or "",
                *_figures(report, line.standing),
                session_value(report, line.last),
                "  ".join(map(rounded, line.standing.session_points)),
            ][: len(columns)]
        )
        for line in player_lines(report.standings)
    ]
    return ResultList(_("Individual standings"), columns, rows, _order_of_players(report))


def _stage_names(report: ResultsReport) -> dict[int, str]:
    """Return stage (from 1) -> its name, if the players ended in different stages (3.5.4); else nothing."""
    if len({line.stage for line in report.standings.individual()}) < 2:
        return {}
    return {at: row.name or str(at) for at, row in enumerate(report.standings.stage_rows, start=1)}


def cross_list(report: ResultsReport) -> ResultList:
    """Return the cross table: every player with the result of every session."""
    columns = [*_who(), ListColumn(_("Team"), 26, 34, "left"), *session_columns(report), *points_columns(report)]
    rows = [
        ListRow(
            [
                *_person(line.standing.rank, line.entry, line.standing.status),
                line.entry.team_name or "",
                *(session_value(report, row) for row in line.cells),
                *_figures(report, line.standing),
            ]
        )
        for line in cross_lines(report.standings)
    ]
    return ResultList(_("Cross table"), columns, rows, _order_of_players(report))


def team_list(report: ResultsReport) -> ResultList:
    """Return the team standings, with the results of each team's members."""
    names = report.standings.team_names
    note = _(
        "If table points and competition points are equal, the better best member decides; if still "
        "equal, the rank is shared."
    )
    if not gives_table_points(report.event):
        note = _("If the mados are equal, the better best member decides; if still equal, the rank is shared.")
    elif in_mados(report.event):
        note = _(
            "If table points and mados are equal, the better best member decides; if still equal, the rank is shared."
        )
    return _units(report, _("Team standings"), _("Team"), report.standings.teams(), names, note)


def group_list(report: ResultsReport) -> ResultList:
    """Return the group standings, with the results of each group's members and whether they count."""
    names = report.standings.group_names
    note = _(
        "A group's score is the sum of its best members. If both points are equal, the better best "
        "member decides; if still equal, the rank is shared."
    )
    if not gives_table_points(report.event):
        note = _("A group adds up its best members. If the mados are equal, the better best member decides.")
    elif in_mados(report.event):
        note = _(
            "A group's score is the sum of its best members. If table points and mados are equal, the better best "
            "member decides; if still equal, the rank is shared."
        )
    return _units(report, _("Group standings"), _("Group"), report.standings.groups(), names, note)


def _units(
    report: ResultsReport, title: str, word: str, lines: Iterable[UnitStanding], names: dict[int, str], note: str
) -> ResultList:
    columns = [
        ListColumn(_("Rank"), 6, 7),
        ListColumn(word, 12, 34, "left", of_unit=True),
        ListColumn(_("No."), 6, 7, of_member=True),
        ListColumn(_("Player"), 40, 34, "left", of_member=True),
        *points_columns(report),
        *session_columns(report),
    ]
    rows = [row for line in lines for row in _unit(report, line, names[line.number])]
    return ResultList(title, columns, rows, note)


def _unit(report: ResultsReport, line: UnitStanding, name: str) -> Iterator[ListRow]:
    counting = [member for member in line.members if member.counts]
    sums = [_sum(report, counting, session, line.sessions) for session in range(1, report.last + 1)]
    status = "" if line.rank else note_of_unit(line)
    label = f"{name} ({status})" if status else name
    yield ListRow([line.rank, label, "", "", *_figures(report, line), *sums], strong=True, follow=len(line.members))
    for member in line.members:
        entry = report.standings.names[member.number]
        note = note_of(entry, entry.status if entry.status != "entered" else "ranked")
        if not member.counts and entry.status != "disqualified":
            note = _("not among the best %(number)s") % {"number": report.standings.rules.group_best}
        played = {row.session: row for row in member.results}
        cells = [session_value(report, played.get(session)) for session in range(1, report.last + 1)]
        shown_name = f"{entry.name} ({note})" if note else entry.name
        row = ["", name, entry.number, shown_name, *_figures(report, member), *cells]
        yield ListRow(row, of=name)


def note_of_unit(line: UnitStanding) -> str:
    """Return why a team or group has no rank; empty if it has one."""
    return _("not ranked") if line.status == "unranked" else ""


def _sum(report: ResultsReport, members: Iterable[MemberShare], session: int, counted: Sequence[int]) -> Value:
    """Return the sum of the counting members in a session; None if the session does not count."""
    if session not in counted:
        return None
    rows = [row for member in members for row in member.results if row.session == session]
    score = sum(row.competition_points for row in rows)
    if not gives_table_points(report.event):
        return score
    return Brought(in_points(sum(row.table_points for row in rows)), score)


def _who() -> list[ListColumn]:
    return [ListColumn(_("Rank"), 6, 7), ListColumn(_("No."), 6, 7), ListColumn(_("Name"), 28, 34, "left")]


def _person(rank: int | None, entry: NamedEntry, status: str) -> list[Value]:
    name, note = entry.name, note_of(entry, status)
    return [rank, entry.number, f"{name} ({note})" if note else name]


def points_columns(report: ResultsReport) -> list[ListColumn]:
    """Return the columns of table points (if the event has them) and competition points or mados."""
    mados = ListColumn(_("Mados won or lost"), 12, 12, short=_("mados"), competition=True)
    if not gives_table_points(report.event):
        return [mados]
    table_points = ListColumn(_("Table points"), 8, 9, short=_("TP"))
    if in_mados(report.event):
        return [table_points, mados]
    return [table_points, ListColumn(_("Competition points"), 9, 9, short=_("CP"), competition=True)]


def _figures(report: ResultsReport, scored: PlayerStanding | UnitStanding | MemberShare) -> list[Value]:
    """Return the values of the columns of `points_columns`."""
    figures: list[Value] = [scored.table_points, scored.competition_points]
    return figures if gives_table_points(report.event) else figures[1:]


def session_columns(report: ResultsReport) -> list[ListColumn]:
    """Return a column for each session up to the last with a result."""
    return [_session_column(report, ListColumn(str(number), 5.6, 8)) for number in range(1, report.last + 1)]


def _session_column(report: ResultsReport, column: ListColumn) -> ListColumn:
    """Return the column for results of sessions: pairs, or the scores alone."""
    pair = gives_table_points(report.event)
    return replace(column, pair=pair, competition=not pair)


def session_value(report: ResultsReport, row: ResultRow | None) -> Value:
    """Return the value of such a column; None: not played."""
    if row is None or not gives_table_points(report.event):
        return row and row.competition_points
    return Brought(in_points(row.table_points), row.competition_points)


def _order_of_players(report: ResultsReport) -> str:
    if not gives_table_points(report.event):
        return _("The mados won and lost in all sessions decide; if they are equal, the rank is shared.")
    if in_mados(report.event):
        return _("If table points and mados are equal, the rank is shared.")
    if report.standings.rules.last_tie == "same-rank":
        return _("If table points and competition points are equal, the rank is shared.")
    return _(
        "If table points and competition points are equal, the sessions' table points are compared "
        "from the best down; if still equal, the rank is shared."
    )
