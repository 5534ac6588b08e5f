"""Somebody else takes over a player's number for the whole event: before the draw, in a draft, after the release."""

import pytest

from common.actions.errors import Refused
from scoring.draw_release.services.replacing import replace_player
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.people.substituting import substitute
from tests.support.draws import ACTOR, current, drawn, planned
from tournament.draws.rules.records import record_faults
from tournament.draws.selectors.chart import DrawnChart
from tournament.draws.selectors.draws import draw_record
from tournament.draws.services.freezing import freeze_list
from tournament.draws.services.wishes import add_wish
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting

pytestmark = pytest.mark.django_db


def replace(event: Event, number: int, by: int | None = None, **names: str) -> None:
    holder = event.entries.get(number=number)
    successor = event.entries.get(number=by) if by else None
    replace_player(ACTOR, event, holder=holder, by=successor, reason="病", **names)


def who(event: Event, number: int) -> tuple[str, str, str, int | None]:
    entry = event.entries.select_related("team").get(number=number)
    return entry.name, entry.kind, entry.status, entry.team.number if entry.team else None


def test_a_new_person_takes_number_and_team_before_the_draw() -> None:
    event = planned(players=8)
    add_wish(ACTOR, event, entry=event.entries.get(number=6), table=2)
    replace(event, 6, name="新人", latin_name="XIN Ren")
    assert who(event, 6) == ("新人", "player", "entered", 2)
    assert who(event, 9) == ("选手6", "player", "withdrawn", 2)
    assert event.entries.get(number=9).withdrawals.get().reason == "病"
    assert event.seat_wishes.get().entry.number == 6
    freeze_list(ACTOR, event, sessions=3, lots="seed", count=1)
    assert sorted(current(event).numbers.values_list("entry__number", flat=True)) == list(range(1, 9))


def test_a_reserve_takes_the_number_and_leaves_the_reserve_place() -> None:
    event = planned(players=8)
    team = event.teams.get(number=2)
    reserve = event.entries.get(number=8)
    reserve.pk, reserve.number, reserve.name, reserve.kind, reserve.team = None, 20, "替补", "reserve", team
    reserve.save()
    replace(event, 6, by=20)
    assert who(event, 6) == ("替补", "player", "entered", 2)
    assert who(event, 20) == ("选手6", "reserve", "withdrawn", 2)


@pytest.mark.parametrize("state", ["draft", "approved", "released"])
def test_a_filler_takes_number_and_seats_of_a_drawn_player(state: str) -> None:
    event = planned(players=8, fillers=1)
    draw = drawn(event, state)
    replace(event, 6, by=9)
    changed = current(event)
    assert (changed.state, changed.chart) == (state, draw.chart)
    (holder,) = (holder for holder in DrawnChart(changed).holders.values() if holder.entry == 6)
    assert (holder.number, holder.name, holder.team) == (
        6,
        "陪打1",
        event.teams.get(number=2).name,
    )
    assert who(event, 6) == ("陪打1", "player", "entered", 2)
    assert who(event, 9)[:3] == ("选手6", "player", "withdrawn")
    assert record_faults(draw_record(changed)) == []
    seats = Sitting.objects.filter(table__session__event=event, entry__number=6)
    assert seats.count() == (3 if state == "released" else 0)
    assert not Sitting.objects.filter(entry__name="选手6").exists()


def test_a_number_that_has_begun_a_frozen_list_and_a_missing_reason_refuse() -> None:
    event = planned(players=8)
    with pytest.raises(Refused, match="reason"):
        replace_player(ACTOR, event, holder=event.entries.get(number=6), by=None, name="新人")
    with pytest.raises(Refused, match="cannot take over"):
        replace(event, 6, by=7)
    drawn(event, "frozen")
    with pytest.raises(Refused, match="frozen"):
        replace(event, 6, name="新人")


def test_after_the_first_hand_nobody_takes_over() -> None:
    event = planned(players=8)
    drawn(event)
    sheet = Sheet.objects.get(table__sittings__entry__number=6, table__session__number=2)
    Hand.objects.create(sheet=sheet, valid_from_version=1, no=1, result="drawn")
    with pytest.raises(Refused, match="Number 6 has begun to play"):
        replace(event, 6, name="新人")
    assert not Entry.objects.filter(name="新人").exists()


def test_a_filler_sits_in_for_several_sessions_while_the_number_keeps_its_player() -> None:
    event = planned(players=8, fillers=1)
    drawn(event)
    holder, filler = event.entries.get(number=6), event.entries.get(number=9)
    answer = substitute(ACTOR, event.sessions.get(number=2), holder=holder, by=filler, last_session=3)
    assert (answer["session"], answer["last_session"], answer["number"]) == (2, 3, 9)
    taken = Sitting.objects.filter(entry=filler, from_hand=1).order_by("table__session__number")
    assert list(taken.values_list("table__session__number", flat=True)) == [2, 3]
    assert who(event, 6) == ("选手6", "player", "entered", 2)
