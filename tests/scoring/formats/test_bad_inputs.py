"""What cannot be drawn or planned is refused with a sentence that says what to do, and nothing is written."""

from collections.abc import Callable
from typing import Any

import pytest

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from scoring.formats.selectors.session_draws import draft_of
from scoring.formats.services.formats import set_format
from scoring.formats.services.session_draws import release_session_draw
from scoring.sheets.models.sheets import Sheet
from tests.support.draws import ACTOR, planned
from tests.support.formats import play, with_format
from tournament.draws.models.session_draws import SessionDraw
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage, StageEntry
from tournament.events.models.tables import Table
from tournament.presence.services.withdrawals import withdraw

pytestmark = pytest.mark.django_db


def written() -> list[int]:
    return [model.objects.count() for model in (SessionDraw, Table, Sheet, StageEntry, Stage, AuditEntry)]


def refused(act: Callable[[], Any]) -> str:
    """Return the sentence of a refusal that wrote nothing."""
    before = written()
    with pytest.raises(Refused) as refusal:
        act()
    assert written() == before
    return str(refusal.value)


def release(event: Event, session: int) -> str:
    return refused(lambda: release_session_draw(ACTOR, event, session=session, digest="0" * 64))


def test_no_result_yet() -> None:
    event = with_format("high-high", players=16, sessions=3)
    assert release(event, 2) == "Session 1: 4 sheets are not signed yet."
    assert release(event, 3) == "Session 3 is not the next one to be drawn."


def test_one_table_is_unfinished() -> None:
    event = with_format("high-high", players=16, sessions=3)
    play(event, 1)
    Sheet.objects.filter(table__session__event=event, table__number=2).update(state=Sheet.State.OPEN)
    assert release(event, 2) == "Session 1: 1 sheet is not signed yet."


def test_a_signed_table_is_drafted_and_must_be_confirmed_before_its_release() -> None:
    event = with_format("high-high", players=16, sessions=3)
    play(event, 1)
    Sheet.objects.filter(table__session__event=event, table__number=2).update(state=Sheet.State.SIGNED)
    digest = draft_of(event, 2).digest
    sentence = refused(lambda: release_session_draw(ACTOR, event, session=2, digest=digest))
    assert sentence == "Session 1: 1 sheet is not confirmed yet. Confirm it first."


def test_before_the_chart_is_released() -> None:
    event = planned("early", 16, 3)
    set_format(ACTOR, event, stages=[{"first_session": 1, "last_session": 3, "method": "chart"}])
    assert release(event, 2) == "Release the draw of the first sessions before."


def test_fewer_players_than_a_table_needs() -> None:
    event = with_format("high-high", players=8, sessions=3)
    play(event, 1)
    for number in range(1, 6):
        withdraw(ACTOR, event.entries.get(number=number), session=2, reason="ill")
    sentence = release(Event.objects.select_related("ledger").get(pk=event.pk), 2)
    assert sentence == "Only 3 players are left for “stage 2”; a table needs four. Change the format."


def test_a_stage_with_two_players() -> None:
    event = planned("two", 16, 3)
    stages = [
        {"first_session": 1, "last_session": 2, "method": "chart"},
        {"first_session": 3, "last_session": 3, "method": "fours", "who": "best", "count": 2},
    ]
    sentence = refused(lambda: set_format(ACTOR, event, stages=stages))
    assert sentence == "Stage 2: Only 2 play; a table needs four."
