"""A first stage in pools: dealt with the draw of the event, played, and crossed over."""

from typing import Any

import pytest

from common.actions.errors import Refused
from scoring.draw_release.selectors.remaining import ways_to_continue
from scoring.draw_release.services.releasing import release_draw, retract_draw
from scoring.formats.selectors.pool_tables import pools_of_stages
from scoring.formats.services.formats import set_format
from scoring.releases.services.releasing import release_session
from scoring.standings.selectors.standings import Standings, view_of
from tests.support.draws import ACTOR, current, drawn, planned
from tests.support.formats import draw_next, journeyed, play
from tests.web.desk.draw.test_draw import browser
from tournament.draws.rules.records import record_faults
from tournament.draws.rules.verify_draw import faults
from tournament.draws.selectors.draws import draw_record
from tournament.draws.services.drawing import swap_players
from tournament.draws.services.freezing import freeze_list
from tournament.events.models.events import Event
from tournament.events.models.stages import StageEntry
from tournament.events.selectors.events import charted_sessions
from tournament.presence.services.withdrawals import withdraw
from web.shared.draws.labels import figures

pytestmark = pytest.mark.django_db
FINAL = {"first_session": 3, "last_session": 3, "method": "cross", "who": "best-of-pools", "count": 2}


def pooled(players: int = 32, *, final: dict[str, Any] | None = None, fillers: int = 0, **first: Any) -> Event:
    event = planned("first", players, 3, fillers=fillers)
    stage = {"first_session": 1, "last_session": 2, "method": "chart", "pools": 4, **first}
    set_format(ACTOR, event, stages=[stage, final or FINAL])
    return event


def by_number(number: int, _place: int) -> tuple[int, int]:
    return 21, 200 - number


def pools_of(event: Event) -> list[list[int]]:
    rows = StageEntry.objects.filter(stage__event=event, stage__number=1)
    return [sorted(rows.filter(pool=pool).values_list("entry__number", flat=True)) for pool in range(1, 5)]


def seated(event: Event, session: int) -> list[set[int]]:
    tables = event.sessions.get(number=session).tables.order_by("number")
    return [set(table.sittings.values_list("entry__number", flat=True)) for table in tables]


SNAKE = [
    [1, 8, 9, 16, 17, 24, 25, 32],
    [2, 7, 10, 15, 18, 23, 26, 31],
    [3, 6, 11, 14, 19, 22, 27, 30],
    [4, 5, 12, 13, 20, 21, 28, 29],
]


def test_a_plain_snake_is_played_to_the_last_release() -> None:
    event = pooled(pooling="snake", compatriots="allow")
    assert charted_sessions(event) == 2
    draw = drawn(event)
    assert draw.scheme == "pools-plain-2-2-2-2"
    assert draw.scheme_name == "Pools by the plain snake of the numbers, tables: 2 · 2 · 2 · 2"
    assert pools_of(event) == SNAKE
    shown = browser("public").get("/e/first/standings/pools/").text
    assert [shown.count(f">选手{number}</a>") for number in (1, 32)] == [1, 1]
    for session in (1, 2):
        tables = seated(event, session)
        assert [sorted(tables[2 * pool] | tables[2 * pool + 1]) for pool in range(4)] == SNAKE
        play(event, session, by_number)
    [shown] = pools_of_stages(Standings(event, view_of(event, live=True)))
    assert [line.number for line in shown.pools[0][1]] == SNAKE[0]
    assert draw_next(event, 3) == [[1, 3, 5, 7], [2, 4, 6, 8]]
    play(event, 3, by_number)
    for session in event.sessions.order_by("number"):
        release_session(ACTOR, session)
    again = journeyed(event)
    assert pools_of(again) == SNAKE
    assert current(again).scheme == draw.scheme


@pytest.mark.parametrize("kind", ["lot", "snake"])
@pytest.mark.parametrize("teams", [True, False])
def test_the_record_of_pools_is_repeated_by_both_programs(kind: str, teams: bool) -> None:
    event = pooled(64, pooling=kind, pool_teams=teams)
    draw = drawn(event, count=2, chosen=1)
    record = draw_record(draw)
    assert record["rule"] == f"{'teams' if teams else 'pools'}-{kind}-4-4-4-4"
    assert faults(record) == []
    assert record_faults(record) == []
    assert sorted(map(len, pools_of(event))) == [16] * 4


def test_pools_disappear_with_their_draw_and_come_with_the_next() -> None:
    event = pooled(pooling="lot")
    drawn(event)
    assert sum(map(len, pools_of(event))) == 32
    retract_draw(ACTOR, current(event), reason="wrong hall")
    assert pools_of(event) == [[], [], [], []]
    drawn(event)
    assert [len(pool) for pool in pools_of(event)] == [8] * 4


def test_later_sessions_of_a_swiss_stage_stay_in_the_pools() -> None:
    event = pooled(method="swiss", pooling="snake", compatriots="allow")
    assert charted_sessions(event) == 1
    drawn(event)
    play(event, 1, by_number)
    tables = draw_next(event, 2)
    assert [sorted(tables[2 * pool] + tables[2 * pool + 1]) for pool in range(4)] == SNAKE


def test_a_format_that_changed_after_the_list_was_frozen_is_not_released() -> None:
    event = pooled(pooling="lot")
    draw = drawn(event, "approved")
    stages = [{"first_session": 1, "last_session": 3, "method": "chart"}]
    set_format(ACTOR, event, stages=stages)
    with pytest.raises(Refused, match="pools of the format were changed"):
        release_draw(ACTOR, draw)


def test_players_of_different_pools_are_not_swapped_by_hand() -> None:
    event = pooled(pooling="snake", compatriots="allow")
    draw = drawn(event, "draft")
    with pytest.raises(Refused, match="different pools"):
        swap_players(ACTOR, draw, session=1, number=1, other=2)
    desk = browser("organizer", event)
    page = "/e/first/desk/draw/swap/"
    for answer in (
        desk.get(page, {"session": 1, "number": 1, "other": 2}),
        desk.post(page, {"session": 1, "number": 1, "other": 2}),
    ):
        assert answer.text.count("These two play in different pools.") == 1
    assert "These two" not in desk.get(page, {"session": 1, "number": 1, "other": 8}).text


def test_figures_of_pools_are_compared_with_what_pools_allow() -> None:
    """In each pool of eight four pairs meet again in the second session, and nobody has to return to a table."""
    event = pooled(pooling="lot")
    draw = drawn(event)
    assert (draw.quality["repeat_pairs"], draw.quality["repeat_pairs_bound"]) == (16, 16)
    named = {str(figure.label): figure for figure in figures(draw)}
    assert named["Repeated meetings, all pairs together"].tone == "ok"
    assert named["Avoidable returns to the same table"].bound == 0
    assert "Pools by lot, tables: 2 · 2 · 2 · 2" in browser("public").get("/e/first/draw/").text


def test_fillers_replace_who_leaves_and_the_pools_stay() -> None:
    event = pooled(pooling="lot", fillers=4)
    draw = drawn(event)
    play(event, 1)
    for number in range(1, 5):
        withdraw(ACTOR, event.entries.get(number=number), session=2, reason="ill")
    ways, against = ways_to_continue(current(event), 2)
    assert (len(ways), against) == (1, "The pools stay as they are: fillers replace the players who left.")
    assert draw.pools is not None


@pytest.mark.parametrize(
    ("players", "first", "sentence"),
    [
        (30, {"pool_teams": True}, "teams of equal size"),
        (16, {"pools": 3, "pool_teams": True}, ""),
    ],
)
def test_pools_of_teams_need_teams_that_fill_tables(players: int, first: dict[str, Any], sentence: str) -> None:
    event = pooled(players, final={"first_session": 3, "last_session": 3, "method": "fours"}, **first)
    if not sentence:
        assert drawn(event).scheme == "teams-snake-2-1-1"
        return
    with pytest.raises(Refused, match=sentence):
        freeze_list(ACTOR, event, sessions=2)


def test_areas_and_pools_exclude_each_other() -> None:
    event = pooled()
    with pytest.raises(Refused, match="The format has pools"):
        freeze_list(ACTOR, event, sessions=2, areas={"A": "A"})
