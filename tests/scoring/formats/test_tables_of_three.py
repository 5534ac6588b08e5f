"""Sessions drawn by standings when the players are not a multiple of four: tables of three, or a filler."""

from typing import Any

import pytest

from scoring.formats.selectors.refusing import CannotDraw
from scoring.formats.selectors.session_draws import draft_of
from scoring.formats.services.formats import set_format
from tests.support.draws import ACTOR, drawn, planned
from tests.support.formats import draw_next, play
from tournament.draws.models.draws import SeatWish
from tournament.draws.rules.verify_round import faults
from tournament.events.models.events import Event
from tournament.events.models.settings import PlaySettings
from tournament.events.models.tables import Sitting

pytestmark = pytest.mark.django_db


def of_three(players: int, **stage: Any) -> Event:
    """Return an event whose second session is drawn by this stage; after the first the ranks are the numbers."""
    event = planned("three", players, 3)
    event.play_settings.incomplete_tables = PlaySettings.IncompleteTables.THREE_PLAYERS
    event.play_settings.save()
    set_format(
        ACTOR, event, stages=[{"first_session": 1, "last_session": 1}, {"first_session": 2, "last_session": 3, **stage}]
    )
    drawn(event)
    play(event, 1, lambda number, _place: (21, 330 - 10 * number))
    return event


@pytest.mark.parametrize("method", ["chart", "fours", "swiss", "snake", "split", "winners", "lots"])
def test_at_most_one_seat_of_a_table_is_empty(method: str) -> None:
    event = of_three(17, method=method, who="best", count=13)
    for session in (2, 3):
        draw_next(event, session)
        seats = Sitting.objects.filter(table__session__event=event, table__session__number=session)
        tables = list(seats.values_list("table", flat=True))
        assert sorted(tables.count(table) for table in set(tables)) == [3, 3, 3, 4]
        [part] = event.session_draws.get(session=session).parts
        assert method == "chart" or faults(part["document"], part["result"]) == []
        play(event, session)


def test_the_last_tables_by_rank_are_those_of_three() -> None:
    event = of_three(14, method="fours")
    draw_next(event, 2)
    assert [sorted(filter(None, four)) for four in event.session_draws.get(session=2).tables] == [
        [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11], [12, 13, 14],
    ]  # fmt: skip


def with_fillers(players: int, **stage: Any) -> Event:
    """Return an event with enough fillers, otherwise as `of_three`."""
    event = planned("filled", players, 3, fillers=-players % 4)
    set_format(
        ACTOR, event, stages=[{"first_session": 1, "last_session": 1}, {"first_session": 2, "last_session": 3, **stage}]
    )
    drawn(event)
    play(event, 1, lambda number, _place: (21, 330 - 10 * number))
    return event


def test_no_player_sits_with_two_fillers() -> None:
    event = with_fillers(13, method="fours")
    draw_next(event, 2)
    assert [sorted(filter(None, four)) for four in event.session_draws.get(session=2).tables] == [
        [1, 2, 3, 4], [5, 6, 7, 14], [8, 9, 10, 15], [11, 12, 13, 16],
    ]  # fmt: skip


@pytest.mark.parametrize("method", ["swiss", "snake", "split", "winners", "lots"])
def test_each_table_has_at_most_one_filler(method: str) -> None:
    event = with_fillers(17, method=method)
    for session in (2, 3):
        draw_next(event, session)
        fours = event.session_draws.get(session=session).tables
        assert sorted(sum(number > 17 for number in four) for four in fours) == [0, 0, 1, 1, 1]
        [part] = event.session_draws.get(session=session).parts
        assert faults(part["document"], part["result"]) == []
        play(event, session)


def test_fillers_share_a_last_bracket_of_one_table() -> None:
    assert sorted(draft_of(with_fillers(14, method="fours", frozen=4), 2).tables[-1]) == [13, 14, 15, 16]


def test_pairs_that_may_meet_still_may() -> None:
    event = of_three(14, method="fours", apart="allow")
    one, two = event.entries.filter(number__in=(1, 2)).order_by("number")
    SeatWish.objects.create(event=event, entry=one, other=two)
    assert {1, 2} <= set(draft_of(event, 2).tables[0])


def test_a_last_bracket_of_one_table_holds_one_empty_seat() -> None:
    with pytest.raises(CannotDraw, match="More fillers are needed: enter 2 more to complete the tables."):
        draft_of(of_three(14, method="fours", frozen=4), 2)


def test_equal_players_of_a_table_have_their_places_by_the_standings() -> None:
    """Everybody has the same score at the table, and higher numbers have more table points: 16 is the first of four."""
    event = planned("equal", 16, 3)
    set_format(
        ACTOR, event, stages=[
            {"first_session": 1, "last_session": 1}, {"first_session": 2, "last_session": 3, "method": "winners"},
        ],
    )  # fmt: skip
    drawn(event)
    play(event, 1, lambda number, _place: (number, 0))
    [part] = draft_of(event, 2).parts
    places = {entry["number"]: entry["place_before"] for entry in part.document["entries"]}
    tables = Sitting.objects.filter(table__session__event=event, table__session__number=1)
    for table in set(tables.values_list("table", flat=True)):
        seated = sorted(tables.filter(table=table).values_list("entry__number", flat=True), reverse=True)
        assert [places[number] for number in seated] == [1, 2, 3, 4]
    event.entries.filter(number=16).update(kind="filler")  # who helps out from now on
    [part] = draft_of(event, 2).parts
    assert sorted(number for four in part.result["tables"] for number in four) == list(range(1, 17))
