"""A draw from the frozen list to its release and retraction, with real transactions."""

import json

import pytest
from django.db import connection

from common.actions.errors import Refused, WrongState
from common.actions.models.audit import AuditEntry
from scoring.draw_release.services.releasing import release_draw, retract_draw
from scoring.sheets.models.facts import Hand, SignedTotal
from scoring.sheets.models.sheets import Sheet
from tests.support.draws import ACTOR, current, drawn, planned
from tests.support.threads import together
from tournament.draws.models.draws import Draw
from tournament.draws.rules.records import compact, digest, list_text, mixed_seed, record_faults
from tournament.draws.selectors.draws import (
    against_freezing,
    current_draw,
    draw_record,
    list_lines,
    numbers_of,
    released_draw,
    since_frozen,
)
from tournament.draws.services.drawing import make_chart, swap_players
from tournament.draws.services.freezing import freeze_list
from tournament.draws.services.states import approve_draw, discard_draw, reopen_draw
from tournament.draws.services.typed_lots import type_lots
from tournament.events.models.entries import Entry, Lot
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting, Table

pytestmark = pytest.mark.django_db


def test_freezing_shows_two_hashes_and_the_seed_mixes_the_public_value() -> None:
    event = planned()
    answer = freeze_list(ACTOR, event, sessions=3)
    draw = current(event)
    assert answer["list_hash"] == digest(list_text(list_lines(numbers_of(draw))))
    assert answer["commitment"] == digest(draw.secret)
    assert draw.secret not in str(list(AuditEntry.objects.values_list("after", flat=True)))
    with pytest.raises(Refused) as refused:
        make_chart(ACTOR, draw, public_value="  ")
    assert refused.value.where == "public_value"
    make_chart(ACTOR, draw, public_value=" 3 5 ")
    made = current(event)
    assert (made.state, made.public_value) == ("draft", "3 5")
    assert made.seed == mixed_seed(draw.secret, "3 5", draw.list_hash, draw.terms)
    assert json.loads(draw.terms)["starts"] == [digest(compact(draw_record(made)["start"]))]
    assert record_faults(draw_record(made)) == []
    assert made.quality["repeat_pairs"] == 0
    assert made.quality["team_meetings"] == 0


def test_a_secret_is_stored_encrypted() -> None:
    draw = drawn(planned(), "frozen")
    with connection.cursor() as cursor:
        cursor.execute("SELECT secret FROM tournament_draw")
        [[stored]] = cursor.fetchall()
    assert draw.secret not in stored


def test_the_frozen_list_stays_and_later_changes_are_named() -> None:
    event = planned()
    draw = drawn(event, "draft")
    before = current(event).list_hash
    event.entries.filter(number=2).update(name="改名", status=Entry.Status.WITHDRAWN)
    new = event.entries.get(number=1)
    new.pk, new.number = None, 99
    new.save()
    changes = since_frozen(draw)
    assert [entry.number for entry in changes.entered] == [99]
    assert [entry.number for entry in changes.gone] == [2]
    assert digest(list_text(list_lines(numbers_of(draw)))) == before


def test_typed_lots_are_the_numbers_of_the_chart() -> None:
    event = planned()
    draw = drawn_typed(event)
    type_lots(ACTOR, draw, lots={number: 17 - number for number in range(1, 9)}, drawn_by={3: "赵敏"})
    with pytest.raises(Refused, match="选手9"):
        make_chart(ACTOR, current(event))
    answer = type_lots(ACTOR, current(event), lots={number: 17 - number for number in range(9, 17)}, drawn_by={})
    assert answer == {"missing": 0}
    make_chart(ACTOR, current(event))
    made = current(event)
    assert {line.entry.number: line.number for line in numbers_of(made)} == {n: 17 - n for n in range(1, 17)}
    assert made.numbers.get(entry__number=3).drawn_by == "赵敏"
    record = draw_record(made)
    assert record["drawn_by"] == [{"number": 14, "by": "赵敏"}]
    assert record_faults(record) == []


@pytest.mark.parametrize(
    ("lots", "message"), [({1: 5, 2: 5}, "5 .*选手1.*选手2"), ({1: 17}, "1 to 16.*选手1"), ({4: 0}, "1 to 16.*选手4")]
)
def test_wrong_lots_are_named_and_not_stored(lots, message) -> None:
    event = planned()
    draw = drawn_typed(event)
    with pytest.raises(Refused, match=message):
        type_lots(ACTOR, draw, lots=lots, drawn_by={})
    assert not draw.numbers.filter(number__isnull=False).exists()


def drawn_typed(event: Event) -> Draw:
    freeze_list(ACTOR, event, sessions=3, lots="typed")
    draw = current(event)
    assert (draw.list_hash, draw.terms) == ("", "")
    return draw


def test_exchanged_lots_are_swapped() -> None:
    event = planned()
    draw = drawn_typed(event)
    type_lots(ACTOR, draw, lots={number: number for number in range(1, 17)}, drawn_by={})
    first = current(event).list_hash
    type_lots(ACTOR, current(event), lots={1: 2, 2: 1}, drawn_by={})
    assert current(event).numbers.get(entry__number=1).number == 2
    assert current(event).list_hash != first


def test_a_swap_by_hand_changes_one_session_and_is_in_the_record() -> None:
    event = planned()
    draw = drawn(event, "draft")
    before = draw.chart
    swap_players(ACTOR, draw, session=2, number=1, other=5)
    after = current(event)
    mended = [[{1: 5, 5: 1}.get(number, number) for number in table] for table in after.chart[1]]
    assert [before[0], before[2], mended] == [after.chart[0], after.chart[2], before[1]]
    assert after.changes == [{"session": 2, "numbers": [1, 5]}]
    assert record_faults(draw_record(after)) == []
    approve_draw(ACTOR, after)
    with pytest.raises(WrongState):
        swap_players(ACTOR, current(event), session=2, number=1, other=5)
    reopen_draw(ACTOR, current(event), reason="seen too late")
    swap_players(ACTOR, current(event), session=2, number=1, other=5)
    assert current(event).chart == before


def test_a_release_seats_all_players_and_opens_the_sheets() -> None:
    event = planned(players=18, fillers=2)
    draw = drawn(event)
    assert (draw.fillers, Table.objects.count(), Sheet.objects.filter(state="open").count()) == (2, 15, 15)
    assert Sitting.objects.count() == 60
    holders = {line.number: line.entry.number for line in numbers_of(draw)} | {19: 19, 20: 20}
    seated = {
        (sitting.table.session.number, sitting.table.number, sitting.seat): sitting.entry.number
        for sitting in Sitting.objects.select_related("table__session", "entry")
    }
    assert seated == {
        (session, table, wind): holders[number]
        for session, tables in enumerate(draw.chart, start=1)
        for table, four in enumerate(tables, start=1)
        for wind, number in zip("ESWN", four, strict=True)
    }
    assert Lot.objects.get(entry__number=7).number == 7


def test_missing_fillers_refuse_a_release_unless_tables_of_three_are_allowed() -> None:
    event = planned(players=15)
    draw = drawn(event, "approved")
    with pytest.raises(Refused, match="1 more"):
        release_draw(ACTOR, draw)
    assert released_draw(event) is None
    event.play_settings.incomplete_tables = "three-players"
    event.play_settings.save()
    release_draw(ACTOR, current(event))
    assert Sitting.objects.count() == 45


def test_an_unusable_list_is_refused_with_its_reason() -> None:
    assert "at least four" in against_freezing(planned("three", players=3), 3)
    assert against_freezing(planned("six", players=6), 3) == ""
    drawn(planned("twice"), "draft")
    assert "already" in against_freezing(Event.objects.get(slug="twice"), 3)


def test_a_draw_is_retracted_with_a_reason_and_the_next_draw_has_the_next_version() -> None:
    event = planned()
    draw = drawn(event)
    with pytest.raises(Refused) as refused:
        retract_draw(ACTOR, draw)
    assert refused.value.where == "reason"
    retract_draw(ACTOR, draw, reason="two teams were swapped")
    assert (Table.objects.count(), Sheet.objects.count(), Sitting.objects.count()) == (0, 0, 0)
    assert current_draw(event) is None
    again = drawn(event)
    assert (again.version, again.seed != draw.seed) == (2, True)
    kept = event.draws.get(version=1)
    assert (kept.state, kept.reason, kept.chart) == ("retracted", "two teams were swapped", draw.chart)


@pytest.mark.parametrize("written", ["hand", "total", "hand taken back", "signed"])
def test_a_played_draw_is_never_retracted(written: str) -> None:
    event = planned()
    draw = drawn(event)
    sheet = Sheet.objects.get(table__session__number=2, table__number=3)
    if written == "total":
        SignedTotal.objects.create(sheet=sheet, valid_from_version=1, seat="E", points=8)
    elif written == "signed":
        Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.SIGNED)
    else:
        until = 2 if written == "hand taken back" else None
        Hand.objects.create(sheet=sheet, valid_from_version=1, valid_until_version=until, no=1, result="drawn")
    with pytest.raises(Refused, match="session 2, table 3"):
        retract_draw(ACTOR, draw, reason="no")
    assert Table.objects.count() == 12
    assert current(event).state == "released"


def test_a_discarded_draw_makes_room_for_the_next() -> None:
    event = planned()
    discard_draw(ACTOR, drawn(event, "draft"), reason="one player too few")
    assert current_draw(event) is None
    assert drawn(event, "frozen").version == 2


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_releases_release_once() -> None:
    event = planned(players=8, sessions=2)
    draw = drawn(event, "approved")
    outcomes = together(
        lambda: release_draw(ACTOR, draw), lambda: release_draw(ACTOR, draw), holding=Event.objects.filter(pk=event.pk)
    )
    assert [type(outcome) for outcome in sorted(outcomes, key=lambda outcome: isinstance(outcome, WrongState))] == [
        dict,
        WrongState,
    ]
    assert (Table.objects.count(), Sitting.objects.count()) == (4, 16)
    assert AuditEntry.objects.filter(action="draw.release").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_freezes_freeze_one_list() -> None:
    event = planned(players=8, sessions=2)
    freeze = [lambda: freeze_list(ACTOR, event, sessions=2)] * 2
    outcomes = together(*freeze, holding=Event.objects.filter(pk=event.pk))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Refused", "dict"]
    assert event.draws.count() == 1
