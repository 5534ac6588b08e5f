"""The results of each stage for paper, workbook and CSV file (3.5.4)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from scoring.papers.exports.results.lists import points_columns, session_columns, session_value
from scoring.papers.exports.results.parts import ListColumn, ListRow, ResultList, Value
from scoring.papers.selectors.results_report import ResultsReport
from scoring.settings.selectors import gives_table_points
from scoring.standings.rules.standings import PlayerStanding
from scoring.standings.selectors.labels import note_of

if TYPE_CHECKING:
    from tournament.events.models.events import Event
    from tournament.events.models.stages import Stage


def one_stage(event: "Event") -> str:
    """Return why the event has no results of stages; empty if it has several stages."""
    return "" if event.stages.count() > 1 else _("This event has only one stage.")


def stage_list(report: ResultsReport) -> ResultList:
    """Return the players of each stage that has begun, by their rank at its end.

    The points are those that count for the rank, with what was carried over; the sessions are those of the stage.
    """
    columns = [
        ListColumn(_("Rank"), 6, 7),
        ListColumn(_("Stage"), 6, 20, "left", of_unit=True),
        ListColumn(_("No."), 6, 7, of_member=True),
        ListColumn(_("Player"), 34, 34, "left", of_member=True),
        ListColumn(_("Country"), 8, 9, "left", of_member=True),
        *points_columns(report),
        *session_columns(report),
    ]
    begun = [
        (at, stage)
        for at, stage in enumerate(report.standings.stage_rows, start=1)
        if stage.first_session <= report.last
    ]
    rows = [row for at, stage in begun for row in _rows(report, at, stage)]
    note = _(
        "The points are those that count for the rank, with what was carried over. The sessions are the stage's own."
    )
    return ResultList(_("Results of each stage"), columns, rows, note)


def _rows(report: ResultsReport, at: int, stage: "Stage") -> Iterator[ListRow]:
    """Yield the heading of a stage, then its players."""
    lines = [
        line for line in report.standings.individual(min(stage.last_session, report.last))
        if line.stage == at and _played(line, stage)
    ]  # fmt: skip
    label = stage.name or _("Stage %(number)s") % {"number": at}
    empty: list[Value] = [""] * (len(points_columns(report)) + report.last)
    yield ListRow(["", label, "", "", "", *empty], strong=True, follow=len(lines))
    rank: int | None = None
    for place, line in enumerate(lines, start=1):
        same = place > 1 and line.rank is not None and lines[place - 2].rank == line.rank
        rank = rank if same else place
        yield ListRow([rank if line.rank else None, label, *_cells(report, stage, line)], of=label)


def _played(line: PlayerStanding, stage: "Stage") -> bool:
    return any(stage.first_session <= row.session <= stage.last_session for row in line.results)


def _cells(report: ResultsReport, stage: "Stage", line: PlayerStanding) -> list[Value]:
    entry = report.standings.names[line.number]
    note = note_of(entry, line.status)
    figures: list[Value] = [line.table_points, line.competition_points]
    if not gives_table_points(report.event):
        del figures[0]
    inside = range(stage.first_session, stage.last_session + 1)
    played = {row.session: row for row in line.results if row.session in inside}
    sessions = [session_value(report, played.get(session)) for session in range(1, report.last + 1)]
    return [entry.number, f"{entry.name} ({note})" if note else entry.name, entry.country, *figures, *sessions]
