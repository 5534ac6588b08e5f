"""Stages with pools, and the cross-over to the next stage, played by services."""

from typing import Any

import pytest

from common.actions.errors import Refused
from scoring.event_file.selectors.document import event_document
from scoring.formats.selectors.leavers import mended
from scoring.formats.selectors.plans import format_columns
from scoring.formats.selectors.refusing import CannotDraw
from scoring.formats.selectors.session_draws import draft_of
from scoring.formats.services.formats import set_format
from scoring.formats.services.session_draws import release_session_draw, retract_session_draw
from scoring.standings.selectors.knockouts import knockouts_of
from scoring.standings.selectors.standings import Standings, view_of
from tests.support.draws import ACTOR, drawn, planned
from tests.support.formats import draw_next, journeyed, play
from tournament.draws.rules.verify_pools import faults
from tournament.events.models.events import Event
from tournament.events.models.stages import StageEntry
from tournament.presence.services.withdrawals import withdraw

pytestmark = pytest.mark.django_db

SEEDING = {"first_session": 1, "last_session": 1, "method": "lots"}


def pooled(players: int = 32, *, fillers: int = 0, final: dict[str, Any] | None = None, **pools: Any) -> Event:
    """Return an event with one session by lot, two in four pools, and a cross-over of the best two of each."""
    event = planned("pooled", players, 4, fillers=fillers)
    cross = final or {"method": "cross", "who": "best-of-pools", "count": 2}
    stages = [
        SEEDING,
        {"first_session": 2, "last_session": 3, "method": "chart", "pools": 4, **pools},
        {"first_session": 4, "last_session": 4, **cross},
    ]
    set_format(ACTOR, event, stages=stages)
    drawn(event)
    return event


def by_number(number: int, _place: int) -> tuple[int, int]:
    return 21, 200 - number


def pools_of(event: Event) -> list[list[int]]:
    rows = StageEntry.objects.filter(stage__event=event, stage__number=2, pool__isnull=False)
    return [sorted(rows.filter(pool=pool).values_list("entry__number", flat=True)) for pool in range(1, 5)]


def test_players_are_dealt_by_a_snake_play_in_their_pools_and_cross_over() -> None:
    event = pooled()
    event.entries.update(country="")
    play(event, 1, by_number)
    tables = draw_next(event, 2)
    snake = [[1, 8, 9, 16, 17, 24, 25, 32], [2, 7, 10, 15, 18, 23, 26, 31], [3, 6, 11, 14, 19, 22, 27, 30]]
    assert pools_of(event) == [*snake, [4, 5, 12, 13, 20, 21, 28, 29]]
    assert [set(four) <= set(pool) for pool in pools_of(event) for four in tables[:8]].count(True) == 8
    play(event, 2, by_number)
    later = draw_next(event, 3)
    assert pools_of(event)[0] == sorted(later[0] + later[1])
    play(event, 3, by_number)
    # A1 is 1, A2 is 8; B 2, 7; C 3, 6; D 4, 5.
    assert draw_next(event, 4) == [[1, 3, 5, 7], [2, 4, 6, 8]]
    parts = event.session_draws.get(session=2).parts
    assert [(part.get("pool"), part["result"]["method"]) for part in parts] == [
        (None, "pools"), (1, "chart"), (2, "chart"), (3, "chart"), (4, "chart")
    ]  # fmt: skip
    assert faults(parts[0]["document"], parts[0]["result"]) == []
    crossing = event.session_draws.get(session=4).parts[0]["document"]
    assert crossing["crossing"] == ["A1", "C1", "B2", "D2", "B1", "D1", "A2", "C2"]
    assert crossing["places"] == {"A1": 1, "B1": 2, "C1": 3, "D1": 4, "A2": 8, "B2": 7, "C2": 6, "D2": 5}
    again = journeyed(event)
    assert event_document(again)["event"]["stages"][1]["pools"] == 4
    assert (
        list(StageEntry.objects.filter(stage__event=again, pool=1).values_list("entry__number", flat=True)) == snake[0]
    )


def test_a_lot_keeps_countries_apart_and_is_the_same_for_the_same_results() -> None:
    event = pooled(pooling="lot")
    for number, country in enumerate(("FR", "CN", "JP", "DE"), start=1):
        event.entries.filter(number__in=range(8 * number - 7, 8 * number + 1)).update(country=country)
    play(event, 1, by_number)
    first, second = draft_of(event, 2), draft_of(event, 2)
    assert first.digest == second.digest
    deal = first.parts[0]
    assert (deal.result["country_pairs"], deal.result["bound"]) == (16, 16)  # two of each country in each pool
    assert faults(deal.document, deal.result) == []
    assert deal.result["pools"][0] != [1, 8, 9, 16, 17, 24, 25, 32]


def test_the_organizer_changes_the_cross_over_until_it_is_drawn() -> None:
    event = pooled()
    event.entries.update(country="")
    columns = format_columns(event)
    columns[2]["crossing"] = [1, 2, 3, 4, 5, 6, 7, 8]
    set_format(ACTOR, event, stages=columns)
    for session in (1, 2, 3):
        play(event, session, by_number)
        if session < 3:
            draw_next(event, session + 1)
    assert draw_next(event, 4) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert event_document(journeyed(event))["event"]["stages"][2]["crossing"] == list(range(1, 9))
    columns[2]["crossing"] = []
    with pytest.raises(Refused, match="Stage 3 has tables already"):
        set_format(ACTOR, event, stages=columns)


def test_who_leaves_after_the_pools_are_released_is_replaced_and_the_pools_stay() -> None:
    event = pooled(fillers=2)
    event.entries.update(country="")
    play(event, 1, by_number)
    draw_next(event, 2)
    before = pools_of(event)
    withdraw(ACTOR, event.entries.get(number=1), session=2, reason="ill")
    draft = mended(event, 2, "seat")
    release_session_draw(ACTOR, event, session=2, digest=draft.digest, how="seat")
    assert pools_of(event) == [[8, 9, 16, 17, 24, 25, 32], *before[1:]]
    whole = mended(event, 2, "whole")
    assert whole.parts[0].result["pools"][0] == [2, 9, 10, 17, 18, 25, 26, 32]
    retract_session_draw(ACTOR, event.session_draws.get(session=2, state="released"), reason="wrong hall")
    assert pools_of(event) == [[], [], [], []]


def test_teams_are_dealt_whole_and_the_best_two_of_each_pool_meet_crosswise() -> None:
    """16 teams in four pools of four, then quarter-finals A1-B2, C1-D2, B1-A2, D1-C2."""
    event = planned("teams", 64, 5)
    event.entries.update(country="")
    knockout = {"first_session": 3, "last_session": 5, "method": "knockout", "who": "best-of-pools", "count": 2}
    stages = [
        SEEDING,
        {"first_session": 2, "last_session": 2, "method": "chart", "pools": 4, "pool_teams": True},
        knockout | {"knockout": {"teams": 2}},
    ]
    set_format(ACTOR, event, stages=stages)
    drawn(event)

    def by_team(number: int, _place: int) -> tuple[int, int]:
        return 21, 100 - (number - 1) // 4

    play(event, 1, by_team)
    draw_next(event, 2)
    teams = [sorted({(number - 1) // 4 + 1 for number in pool}) for pool in pools_of(event)]
    assert teams == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert all(len(pool) == 16 for pool in pools_of(event))
    play(event, 2, by_team)
    draw_next(event, 3)
    knockout_now = knockouts_of(Standings(Event.objects.get(pk=event.pk), view_of(event, live=True)))[0]
    assert [one.teams for one in knockout_now.matches][:4] == [(1, 7), (3, 5), (2, 8), (4, 6)]
    assert journeyed(event).stages.get(number=3).who == "best-of-pools"


@pytest.mark.parametrize(
    ("stage", "change", "sentence"),
    [
        (1, {"pools": 9}, "32 players are too few for 9 pools"),
        (1, {"frozen": 8}, "not both"),
        (1, {"pools": None}, "The stage before has no pools"),
        (2, {"who": "best", "count": 8}, "needs the best of each pool"),
        (2, {"crossing": [1, 2, 3, 4]}, "names 4 places, but 8 play"),
        (2, {"count": 1, "method": "knockout", "crossing": []}, "pools of whole teams"),
    ],
)
def test_what_does_not_fit_is_said(stage: int, change: dict[str, Any], sentence: str) -> None:
    event = pooled()
    columns = format_columns(event)
    columns[stage] |= change
    with pytest.raises(Refused, match=sentence):
        set_format(ACTOR, event, stages=columns)


def test_a_player_without_a_team_cannot_be_in_pools_of_teams() -> None:
    event = pooled(pool_teams=True)
    event.entries.filter(number=32).update(team=None)
    play(event, 1, by_number)
    with pytest.raises(CannotDraw, match="Player 32 has no team"):
        draft_of(event, 2)
