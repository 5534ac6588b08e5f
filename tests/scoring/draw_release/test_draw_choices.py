"""Candidates, areas, wishes, changed people of a draft, and redraws of remaining sessions, with real transactions."""

import pytest

from common.actions.errors import Refused, WrongState
from scoring.draw_release.selectors.remaining import first_untouched, ways_to_continue
from scoring.draw_release.services.remaining import redraw_remaining
from scoring.draw_release.services.replacing import replace_player
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tests.support.draws import ACTOR, current, drawn, planned
from tests.support.threads import together
from tournament.draws.models.draws import Draw
from tournament.draws.rules.records import digest, record_faults
from tournament.draws.rules.verify_draw import faults
from tournament.draws.selectors.draws import draw_record, since_frozen
from tournament.draws.services.drawing import choose_candidate, make_chart, swap_players
from tournament.draws.services.freezing import freeze_list
from tournament.draws.services.people import add_late
from tournament.draws.services.states import approve_draw
from tournament.draws.services.wishes import add_wish, remove_wish
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting, Table
from tournament.presence.services.withdrawals import withdraw

pytestmark = pytest.mark.django_db


def test_the_record_names_who_chose_the_candidate_and_why() -> None:
    event = planned()
    offered = drawn(event, "offered", count=3)
    assert len({str(option["chart"]) for option in offered.options}) == 3
    assert (offered.chart, offered.start) == ([], [])
    with pytest.raises(WrongState):
        approve_draw(ACTOR, offered)
    with pytest.raises(Refused):
        choose_candidate(ACTOR, offered, candidate=3, reason="?")
    choose_candidate(ACTOR, offered, candidate=2, reason="桌号最好")
    chosen = current(event)
    assert (chosen.state, chosen.chart) == ("draft", offered.options[2]["chart"])
    record = draw_record(chosen)
    assert record["signed"]["chosen"] == {"by": "测试", "reason": "桌号最好"}
    assert (record["candidate"], len(record["offered"])) == (2, 3)
    assert record_faults(record) == []
    assert faults(record) == []
    assert "start" in faults(record | {"candidate": 1})


def test_choosing_a_candidate_needs_a_reason() -> None:
    offered = drawn(planned(), "offered", count=2)
    with pytest.raises(Refused):
        choose_candidate(ACTOR, offered, candidate=0)


def test_a_list_frozen_by_another_version_is_frozen_again() -> None:
    event = planned()
    draw = drawn(event, "frozen")
    draw.terms = draw.terms.replace("pinju-draw/", "pinju-draw/0")
    draw.save()
    with pytest.raises(Refused, match="updated"):
        make_chart(ACTOR, current(event), public_value="7")
    assert current(event).state == "frozen"


def in_areas(event: Event, names: str = "甲乙丙丁") -> dict[str, str]:
    groups = [event.groups.create(number=at, name=name) for at, name in enumerate(names, start=1)]
    for entry in event.entries.all():
        entry.group = groups[entry.number % len(groups)]
        entry.save()
    return {name: f"区{at % 4}" for at, name in enumerate(names)}


def test_one_of_each_of_four_areas_sits_at_every_table() -> None:
    event = planned(players=32, sessions=5)
    areas = in_areas(event, "甲乙丙丁戊己庚辛")
    freeze_list(ACTOR, event, sessions=5, count=2, areas=areas)
    make_chart(ACTOR, current(event), public_value="7")
    choose_candidate(ACTOR, current(event), candidate=1, reason="好")
    chosen = current(event)
    area = dict(chosen.numbers.values_list("number", "region"))
    assert {len({area[number] for number in four}) for session in chosen.chart for four in session} == {4}
    assert (record_faults(draw_record(chosen)), faults(draw_record(chosen))) == ([], [])


def test_areas_without_some_player_are_refused() -> None:
    event = planned()
    areas = in_areas(event)
    event.entries.filter(number=3).update(group=None)
    with pytest.raises(Refused, match="选手3"):
        freeze_list(ACTOR, event, sessions=3, areas=areas)
    assert not event.draws.exists()


def test_wishes_are_in_the_hashed_list_and_the_chart_obeys_them() -> None:
    event = planned(players=24, sessions=4)
    first, second, third = (event.entries.get(number=number) for number in (2, 7, 11))
    add_wish(ACTOR, event, entry=first, table=1)
    add_wish(ACTOR, event, entry=second, other=third)
    for wrong in ({"table": 2}, {}, {"other": first}):
        with pytest.raises(Refused):
            add_wish(ACTOR, event, entry=first, **wrong)
    with pytest.raises(Refused):
        add_wish(ACTOR, event, entry=third, other=second)
    draw = drawn(event)
    assert all(2 in session[0] for session in draw.chart)
    assert not [four for session in draw.chart for four in session if {7, 11} <= set(four)]
    record = draw_record(draw)
    assert "\n2,选手2,1队,CN,,,1\n" in record["list"]
    assert "\n7,选手7,2队,CN,,11,\n" in record["list"]
    assert (record_faults(record), faults(record)) == ([], [])
    with pytest.raises(Refused):
        remove_wish(ACTOR, event, wish=event.seat_wishes.first().pk)


def newcomer(event: Event, number: int) -> Entry:
    entry = event.entries.get(number=1)
    entry.pk, entry.number, entry.name, entry.team = None, number, f"新人{number}", None
    entry.save()
    return entry


@pytest.mark.parametrize("players", [18, 16])
def test_a_late_arrival_takes_a_fillers_seats_or_opens_a_table(players: int) -> None:
    event = planned(players=players, fillers=3)
    draw = drawn(event, "draft")
    add_late(ACTOR, draw, entry=newcomer(event, 50), reason="飞机")
    changed = current(event)
    assert (changed.players, len(changed.chart[0])) == (players + 1, 5)
    record = draw_record(changed)
    assert (record_faults(record), faults(record)) == ([], [])
    swap_players(ACTOR, changed, session=2, number=1, other=players + 1)
    record = draw_record(current(event))
    assert (record_faults(record), faults(record), record_faults(record)) == ([], [], [])
    with pytest.raises(Refused, match="has a number"):
        add_late(ACTOR, current(event), entry=event.entries.get(number=50), reason="再")


def test_replacing_a_person_of_a_draft_keeps_the_chart() -> None:
    event = planned()
    draw = drawn(event, "draft")
    replace_player(ACTOR, event, holder=event.entries.get(number=4), by=newcomer(event, 50), reason="病")
    changed = current(event)
    assert changed.chart == draw.chart
    assert changed.numbers.get(number=4).name == "新人50"
    assert changed.changes[0]["was"]["name"] == "选手4"
    assert digest(changed.terms) == digest(draw.terms)
    assert record_faults(draw_record(changed)) == []


def played(event: Event, session: int) -> None:
    for sheet in Sheet.objects.filter(table__session__event=event, table__session__number=session):
        Hand.objects.create(sheet=sheet, no=1, valid_from_version=1)
        sheet.state = Sheet.State.CONFIRMED
        sheet.save()


def seats(event: Event, first: int, last: int) -> dict:
    rows = Sitting.objects.filter(table__session__event=event, table__session__number__range=(first, last))
    return {(row.table_id, row.seat): row.entry.number for row in rows.select_related("entry")}


def left_after(event: Event, session: int, *numbers: int) -> None:
    for number in numbers:
        withdraw(ACTOR, event.entries.get(number=number), session=session, reason="回家")


def test_the_remaining_sessions_are_redrawn_for_fewer_tables() -> None:
    event = planned(players=24, sessions=5, fillers=3)
    draw = drawn(event)
    for session in (1, 2):
        played(event, session)
    before = seats(event, 1, 2)
    left_after(event, 3, 5, 6, 20, 21, 22)
    assert first_untouched(draw) == 3
    ways, against = ways_to_continue(draw, 3)
    assert (against, [len(way.chart[2]) for way in ways]) == ("", [6, 5])
    answer = redraw_remaining(ACTOR, draw, session=3, reason="五人退出")
    assert (answer["draw"], answer["tables"], answer["left"]) == (2, 15, [5, 6, 20, 21, 22])
    new, old = current(event), event.draws.get(version=1)
    assert (old.state, old.reason, new.state, new.follows, new.from_session) == (
        "replaced", "五人退出", "released", 1, 3,
    )  # fmt: skip
    assert new.chart[:2] == old.chart[:2]
    assert since_frozen(new).gone == []
    assert seats(event, 1, 2) == before
    for session in (3, 4, 5):
        there = sorted(seats(event, session, session).values())
        assert there == sorted({*range(1, 26)} - {5, 6, 20, 21, 22})
    assert Sheet.objects.filter(table__session__event=event, table__session__number__gte=3).count() == 15
    assert (record_faults(draw_record(new)), faults(draw_record(new))) == ([], [])
    tampered = draw_record(new)
    tampered["chart"] = [*tampered["chart"][:4], tampered["chart"][4][::-1]]
    assert "chart" in record_faults(tampered)
    assert "chart" in faults(tampered)


def test_played_sessions_and_an_equal_number_of_tables_refuse_a_redraw() -> None:
    event = planned(players=24, sessions=3, fillers=3)
    draw = drawn(event)
    left_after(event, 2, 9)
    played(event, 2)
    begun = "Session 2, table 1 already has entries"
    for session, message in ((1, begun), (2, begun), (4, "1 to 3"), (3, "The number of tables stays the same")):
        with pytest.raises(Refused, match=message):
            redraw_remaining(ACTOR, draw, session=session, reason="?")
    assert first_untouched(draw) == 3
    assert current(event).version == 1


def test_two_concurrent_choices_of_a_candidate_choose_one(transactional_db) -> None:
    event = planned(players=12, sessions=2, fillers=3)
    offered = drawn(event, "offered", count=2)
    outcomes = together(*(lambda at=at: choose_candidate(ACTOR, offered, candidate=at, reason="我") for at in (0, 1)))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["WrongState", "dict"]
    assert current(event).start


def test_two_concurrent_redraws_redraw_once(transactional_db) -> None:
    event = planned(players=12, sessions=2, fillers=3)
    draw = drawn(event)
    left_after(event, 1, 1, 2, 3, 4)
    outcomes = together(*(lambda: redraw_remaining(ACTOR, draw, session=1, reason="退出") for _time in range(2)))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["WrongState", "dict"]
    assert Draw.objects.filter(state="released").count() == 1
    assert Table.objects.filter(session__event=event).count() == 4
