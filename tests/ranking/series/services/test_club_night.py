"""A club night from the last one: a walk-in, totals only, and the ranking of the season."""

from datetime import date

import pytest

from ranking.series.selectors.results import SourceState
from ranking.series.selectors.table import series_table
from ranking.series.services.series import add_event
from scoring.event_file.services.nights import repeat_event
from tests.support.draws import ACTOR, planned
from tests.support.series import new_series, play_by_totals
from tournament.events.models.entries import Team
from tournament.events.models.events import Event
from tournament.registration.services.entries import add_entry

pytestmark = pytest.mark.django_db(transaction=True)


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


def test_the_next_night_has_the_teams_of_those_who_come() -> None:
    first = planned("night", players=8, sessions=1)
    reds, blues = (
        Team.objects.create(event=first, number=number, name=name, leader=f"{name} leader")
        for number, name in ((3, "Reds"), (5, "Blues"))
    )
    first.entries.update(team=None)
    first.entries.filter(number__in=(2, 4)).update(team=blues)
    first.entries.filter(number__in=(6, 8)).update(team=reds)
    persons = list(first.entries.filter(number__in=(1, 2, 6, 8)).order_by("number").values_list("person", flat=True))
    repeat_event(ACTOR, first, name="第二夜", slug="night-2", starts=date(2026, 5, 8), persons=persons)
    second = Event.objects.get(slug="night-2")
    assert list(second.teams.values_list("number", "name", "leader")) == [
        (1, "Reds", "Reds leader"),
        (2, "Blues", "Blues leader"),
    ]
    in_teams = dict(second.entries.values_list("name", "team__name"))
    assert in_teams == {"选手1": None, "选手2": "Blues", "选手6": "Reds", "选手8": "Reds"}
