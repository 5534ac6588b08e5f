"""A club night from the last one: a walk-in, totals only, and the ranking of the season."""

from datetime import date

import pytest

from ranking.series.selectors.results import SourceState
from ranking.series.selectors.table import series_table
from ranking.series.services.series import add_event
from scoring.event_file.services.nights import repeat_event
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import confirm_session
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.whole import type_sheet
from tests.support.draws import ACTOR, drawn, planned
from tests.support.series import new_series
from tournament.events.models.events import Event
from tournament.registration.services.entries import add_entry

pytestmark = pytest.mark.django_db(transaction=True)
TOTALS = {"E": 70, "S": 20, "W": -30, "N": -60}


def play_by_totals(night: Event) -> None:
    """Draw, type only the totals of each table, sign, confirm and release the one session."""
    drawn(night)
    for sheet in Sheet.objects.filter(table__session__event=night):
        typed = type_sheet(ACTOR, sheet, seen=sheet.version, totals=TOTALS)
        sheet.refresh_from_db()
        sign_on_paper(ACTOR, sheet, seen=typed["version"], referee="赵敏", acknowledged=["short"])
    session = night.sessions.get()
    confirm_session(ACTOR, session)
    release_session(ACTOR, session)


def test_two_nights_with_a_walk_in_by_totals_only() -> None:
    first = planned("night", players=8, sessions=1)
    series = new_series(first.slug)
    play_by_totals(first)
    regulars = [entry.person_id for entry in first.entries.order_by("number")[:7]]
    repeat_event(ACTOR, first, name="第二夜", slug="night-2", starts=date(2026, 5, 8), persons=regulars)
    second = Event.objects.get(slug="night-2")
    walk_in = add_entry(ACTOR, second, name="路人")["number"]
    add_event(ACTOR, series, slug="night-2")
    assert [source.state for source in series_table(series).sources] == [SourceState.WAITING, SourceState.PROVISIONAL]
    play_by_totals(second)
    table = series_table(series)
    assert [source.state for source in table.sources] == [SourceState.PROVISIONAL] * 2
    visits = {line.name: line.visits for line in table.lines}
    assert len(visits) == 9
    assert (visits["路人"], visits["选手1"], visits["选手8"]) == (1, 2, 1)
    assert sum(line.points for line in table.lines) == 0
    earned = second.entries.get(number=walk_in).results.get().competition_points
    assert next(line.points for line in table.lines if line.name == "路人") == earned
