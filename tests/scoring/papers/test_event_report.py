"""The report of an event after its end: its numbers, its best, and public names."""

import pytest

from scoring.papers.selectors.event_report import EventReport, Numbers, event_report, is_complete
from scoring.papers.selectors.labels import number_lines
from scoring.releases.services.releasing import release_session
from scoring.standings.selectors.standings import Standings, view_of
from tests.support.cup import taken_in
from tests.support.draws import ACTOR
from tests.support.finals import final, final_document
from tests.support.releases import closed
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = final()
    release_session(ACTOR, event.sessions.get(number=2))
    return event


def report_of(event: Event) -> EventReport:
    return event_report(Standings(event, view_of(event, live=False)))


def test_it_is_complete_after_the_last_release() -> None:
    event = final()
    assert not is_complete(event)
    release_session(ACTOR, event.sessions.get(number=2))
    assert is_complete(event)


def test_an_event_closed_before_its_planned_end_is_complete_without_a_held_back_session() -> None:
    event = final(sessions=3)
    closed(event)
    assert not is_complete(event)
    release_session(ACTOR, event.sessions.get(number=2))
    assert is_complete(event)
    event.closing.delete()
    assert not is_complete(event)


def test_numbers_are_those_of_the_whole_event(event: Event) -> None:
    assert report_of(event).numbers == Numbers(
        players=8, teams=2, groups=1, countries=1, sessions=2, tables=4, hands=2, points=100
    )


def test_the_podium_has_a_shared_third_place_teams_and_groups(event: Event) -> None:
    podium = report_of(event).podium
    assert [(line.standing.rank, line.entry.number) for line in podium.players] == [(1, 2), (2, 5), (3, 1), (3, 6)]
    assert [(line.rank, name) for line, name in podium.teams] == [(1, "龙队"), (2, "虎队")]
    assert [(line.rank, name) for line, name in podium.groups] == [(1, "西部团")]


def test_the_highest_hands_come_first(event: Event) -> None:
    hands = [(hand.points, entry.number) for hand, entry in report_of(event).hands if entry]
    assert hands == [(88, 2), (12, 6)]


def test_the_closest_table_has_the_smallest_difference(event: Event) -> None:
    closest = report_of(event).closest
    assert closest is not None
    assert (closest.session, closest.table, closest.difference) == (2, 2, 30)
    assert [entry.number for entry in closest.entries] == [5, 4, 3, 8]


def test_a_table_where_nobody_scored_is_not_the_closest() -> None:
    document = final_document(id="drawn")
    document["sessions"][0]["tables"][0]["totals"] = dict.fromkeys("ESWN", 0)
    closest = report_of(taken_in(document, release=2)).closest
    assert closest is not None
    assert closest.difference == 30


def test_of_two_equal_climbs_the_one_to_the_better_rank_is_shown(event: Event) -> None:
    """Players 4 (from 8 to 6) and 6 (from 5 to 3) gained two places."""
    climb = report_of(event).climb
    assert climb is not None
    assert (climb.entry.number, climb.start, climb.session, climb.end, climb.places) == (6, 5, 1, 3, 2)


def test_an_event_of_totals_has_no_hands_and_nobody_climbs_in_one_session() -> None:
    document = final_document(id="totals", sessions=1)
    document["sessions"] = document["sessions"][:1]
    event = taken_in(document, release=1)
    report = report_of(event)
    assert report.hands == []
    assert report.climb is None
    assert "Hands recorded" not in dict(number_lines(report.numbers, event))


def test_who_refuses_public_names_has_initials(event: Event) -> None:
    event.entries.filter(number__in=[5, 6]).update(name_consent=False)
    report = report_of(event)
    assert report.climb is not None
    assert report.closest is not None
    assert report.climb.entry.name == "M. E."
    assert report.closest.entries[0].name == "欧○"
    assert "MÜLLER" not in str(report)
    assert "欧阳娜娜" not in str(report)
