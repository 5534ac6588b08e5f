"""The lots on the wall: hidden before the show, shown step by step; two windows never jump twice."""

import pytest

from common.actions.errors import Refused, WrongState
from common.actions.models.audit import AuditEntry
from tests.support.draws import ACTOR, current, drawn, planned
from tests.support.threads import together
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.chart import DrawnChart
from tournament.draws.selectors.lot_shows import active_show, lot_count, shown_lots
from tournament.draws.services.drawing import make_chart
from tournament.draws.services.lot_shows import begin_show, end_show, step_show
from tournament.draws.services.states import approve_draw, reopen_draw
from tournament.draws.services.typed_lots import type_lots
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def step(event: Event, move: str, seen: int) -> int:
    return step_show(ACTOR, current(event), move=move, seen=seen)["shown"]


def shown(event: Event) -> int | None:
    show = active_show(current(event))
    return show and show.shown


def test_steps_stop_at_both_ends() -> None:
    event = planned(players=8, sessions=2)
    drawn(event, "approved")
    with pytest.raises(Refused):
        step(event, "next", 0)
    begin_show(ACTOR, current(event))
    assert shown(event) == 0
    assert step(event, "back", 0) == 0
    assert step(event, "next", 0) == 1
    assert step(event, "next", 1) == 2
    assert step(event, "back", 2) == 1
    assert step(event, "all", 1) == 8
    assert step(event, "next", 8) == 8
    end_show(ACTOR, current(event))
    assert shown(event) is None
    steps = AuditEntry.objects.filter(action="lots.step").order_by("seq")
    assert [entry.after["shown"] for entry in steps] == [1, 2, 1, 8]


def test_outdated_step_moves_nothing() -> None:
    event = planned(players=8, sessions=2)
    drawn(event, "approved")
    begin_show(ACTOR, current(event), group=4)
    assert step(event, "next", 0) == 4
    assert step(event, "next", 0) == 4
    assert step(event, "back", 0) == 4
    with pytest.raises(Refused):
        begin_show(ACTOR, current(event), group=3)


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_steps_show_one_lot() -> None:
    event = planned(players=8, sessions=2)
    drawn(event, "released")
    begin_show(ACTOR, current(event))
    answers = together(
        lambda: step(event, "next", 0), lambda: step(event, "next", 0), holding=Event.objects.filter(pk=event.pk)
    )
    assert answers == [1, 1]
    assert shown(event) == 1


def test_seats_are_shown_table_by_table_with_their_fillers() -> None:
    event = planned(players=18, sessions=2, fillers=2)
    draw = drawn(event, "approved")
    lots = shown_lots(draw)
    assert len(lots) == lot_count(draw) == 20
    seats = [seat for table in DrawnChart(draw).tables(1) for seat in table]
    assert [(lot.table, lot.wind, lot.name) for lot in lots] == [(s.table, s.wind, s.holder.name) for s in seats]
    assert {lot.entry for lot in lots} == set(range(1, 21))


def test_typed_lots_are_shown_by_number_with_their_drawers() -> None:
    event = planned(players=8, sessions=2)
    draw = drawn(event, "frozen", lots="typed")
    with pytest.raises(WrongState):
        begin_show(ACTOR, draw)
    type_lots(ACTOR, draw, lots={number: 9 - number for number in range(1, 9)}, drawn_by={2: "赵敏"})
    assert AuditEntry.objects.get(action="draw.lots").after["2"] == "7 · 赵敏"
    make_chart(ACTOR, current(event))
    begin_show(ACTOR, current(event))
    lots = shown_lots(current(event))
    assert [(lot.lot, lot.entry) for lot in lots] == [(lot, 9 - lot) for lot in range(1, 9)]
    assert [lot.entry for lot in lots if lot.drawn_by == "赵敏"] == [2]


def test_unapproved_chart_is_not_shown_and_a_change_ends_the_show() -> None:
    event = planned(players=8, sessions=2)
    draft = drawn(event, "draft")
    with pytest.raises(Refused):
        begin_show(ACTOR, draft)
    approve_draw(ACTOR, current(event))
    begin_show(ACTOR, current(event))
    step(event, "all", 0)
    reopen_draw(ACTOR, current(event), reason="a swap")
    assert shown(event) is None
    approve_draw(ACTOR, current(event))
    Draw.objects.update(approved_at="2100-01-01T00:00:00Z")
    assert shown(event) is None
