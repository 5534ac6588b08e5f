"""Line-ups: before and after the chart, until the first hand, and in the event file."""

from functools import partial

import pytest

from common.actions.errors import Refused, WrongState
from common.actions.permissions import system_actor
from scoring.draw_release.services.releasing import release_draw, retract_draw
from scoring.event_file.selectors.document import event_document
from scoring.sheets.models.facts import Hand
from scoring.sheets.selectors.people.line_ups import line_ups_of, teams_with_reserve
from scoring.sheets.services.people.line_ups import set_line_up
from tests.scoring.sheets.services.test_substituting import quiet, unplayed
from tests.support.cup import taken_in
from tests.support.draws import ACTOR, current, drawn
from tests.support.threads import together
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.presence.models.line_ups import LineUp
from tournament.registration.selectors.entries import columns_of
from tournament.registration.services.entries import change_entry

pytestmark = [pytest.mark.django_db, pytest.mark.database]
CHIEF = system_actor("chief")


def uncharted() -> dict:
    """Return the sixteen players of ``quiet`` without a chart."""
    return {**quiet(), "sessions": [{"number": 1, "tables": []}, {"number": 2, "tables": []}]}


def line_up(event: Event, holder: int | None, session: int = 2, by: int = 17) -> dict:
    people = {entry.number: entry for entry in event.entries.all()}
    return set_line_up(CHIEF, event, session=session, reserve=people[by], holder=people.get(holder))


def played_by(event: Event, session: int) -> dict[int, int]:
    """Return number -> the reserve who plays it in the session."""
    line_ups = line_ups_of(event, teams_with_reserve(event), [session])
    return {line.holder.number: line.by.number for team in line_ups for line in team.numbers if line.by}


def test_line_up_waits_for_chart() -> None:
    event = taken_in(uncharted())
    line_up(event, 3)
    assert not Sitting.objects.exists()
    assert (played_by(event, 2), played_by(event, 1)) == ({3: 17}, {})
    line_up(event, 4)
    line_up(event, 1, session=1)
    drawn(event)
    assert not LineUp.objects.exists()
    assert (played_by(event, 2), played_by(event, 1)) == ({4: 17}, {1: 17})
    seat = Sitting.objects.get(table__session__number=2, from_hand=1)
    assert Sitting.objects.get(table=seat.table, seat=seat.seat, from_hand=0).entry.number == 4
    retract_draw(ACTOR, current(event), reason="again")
    assert (played_by(event, 2), played_by(event, 1)) == ({4: 17}, {1: 17})
    line_up(event, None)
    assert played_by(event, 2) == {}


def test_chart_leaves_out_and_reports_invalid_line_up() -> None:
    event = taken_in(uncharted())
    line_up(event, 3)
    reserve = event.entries.get(number=17)
    change_entry(CHIEF, event, entry=reserve, base=columns_of(reserve), team=event.teams.get(number=2))
    draw = drawn(event, "approved")
    assert release_draw(ACTOR, draw)["line_ups_left"] == [{"session": 2, "holder": 3}]
    assert not Sitting.objects.filter(from_hand=1).exists()


def test_line_up_changes_until_first_hand() -> None:
    event = taken_in(unplayed(quiet()))
    line_up(event, 1)
    line_up(event, 2)
    assert played_by(event, 2) == {2: 17}
    table = Sitting.objects.get(table__session__number=2, from_hand=1).table
    Hand.objects.create(sheet=table.sheet, valid_from_version=1, no=1, result="drawn")
    with pytest.raises(Refused, match="has begun to play"):
        line_up(event, None)
    assert played_by(event, 2) == {2: 17}
    [team_line_up] = line_ups_of(event, teams_with_reserve(event), [2])
    assert [line.began for line in team_line_up.numbers if line.by] == [True]


@pytest.mark.parametrize(
    ("holder", "session", "by", "where"),
    [(5, 2, 17, "holder"), (1, 2, 18, "holder"), (1, 2, 2, "holder"), (1, 9, 17, "session")],
    ids=["another team", "a filler", "a player", "no such session"],
)
def test_invalid_line_up_is_refused(holder: int, session: int, by: int, where: str) -> None:
    event = taken_in(unplayed(quiet()))
    with pytest.raises(Refused) as refused:
        line_up(event, holder, session, by)
    assert refused.value.where == where
    assert played_by(event, 2) == {}


def test_line_up_refuses_other_events_and_released_sessions() -> None:
    event, other = taken_in(unplayed(quiet())), taken_in(unplayed(quiet("other")))
    mine, theirs = event.entries.get(number=17), other.entries.get(number=1)
    with pytest.raises(Refused, match="does not belong to this event"):
        set_line_up(CHIEF, event, session=2, reserve=mine, holder=theirs)
    event.sessions.update(released_at="2026-05-01T12:00:00Z")
    with pytest.raises(WrongState):
        line_up(event, 1)


@pytest.mark.django_db(transaction=True)
def test_concurrent_line_ups_of_one_reserve() -> None:
    event = taken_in(uncharted())
    together(partial(line_up, event, 1), partial(line_up, event, 2))
    assert len(played_by(event, 2)) == 1
    assert LineUp.objects.count() == 1


def test_event_file_has_line_ups() -> None:
    event = taken_in(uncharted())
    line_up(event, 3)
    document = event_document(event)
    assert document["sessions"][1] == {"number": 2, "line_ups": [{"number": 3, "by": 17}], "tables": []}
    document["event"]["id"] = "again"
    again = taken_in(document)
    assert event_document(again) == document
    assert played_by(again, 2) == {3: 17}
