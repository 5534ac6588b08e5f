"""Events in the formats of known tournaments, drawn and played session by session."""

from itertools import permutations
from typing import Any

import pytest

from common.actions.errors import Refused
from scoring.display.services.awards import add_award
from scoring.display.services.ceremony import begin_ceremony, step_ceremony
from scoring.event_file.selectors.document import event_document
from scoring.formats.rules.ready import READY, columns_of
from scoring.formats.selectors.refusing import CannotDraw
from scoring.formats.selectors.session_draws import draft_of
from scoring.formats.services.formats import decide_cut, set_format
from scoring.formats.services.session_draws import release_session_draw
from scoring.releases.services.releasing import release_session
from scoring.standings.selectors.standings import Standings, view_of
from tests.support.draws import ACTOR, SECRET, drawn, planned
from tests.support.formats import TABLE_POINTS, draw_next, journeyed, play, with_format
from tournament.draws.models.draws import SeatWish
from tournament.draws.rules.verify_pools import faults as pool_faults
from tournament.draws.rules.verify_round import faults
from tournament.draws.selectors.floats import floaters_of
from tournament.events.models.events import Event
from tournament.events.models.stages import StageEntry
from tournament.events.models.tables import Sitting
from tournament.events.selectors.events import charted_sessions
from tournament.presence.services.withdrawals import withdraw
from tournament.registration.services.entries import add_entry
from tournament.registration.services.units import add_team

pytestmark = pytest.mark.django_db


def final_order(event: Event) -> list[int]:
    fresh = Event.objects.get(pk=event.pk)
    return [line.number for line in Standings(fresh, view_of(fresh, live=True)).individual()]


def by_number(number: int, _place: int) -> tuple[int, int]:
    """Everybody shares the table points; the lower number has more competition points."""
    return 21, 330 - 10 * number


def last_first(_number: int, place: int) -> tuple[int, int]:
    return TABLE_POINTS[4 - place], 20 * place - 50


def test_wmc_2019_with_32_players_by_hand() -> None:
    """After session 8 the ranks are the numbers: 1-5-9-13 …, then places at the tables meet, frozen in fours."""
    event = with_format("wmc-2019", players=32, sessions=10)
    assert charted_sessions(event) == 8
    for session in range(1, 9):
        play(event, session, by_number)
    expected = [[at, at + 4, at + 8, at + 12] for first in (1, 17) for at in range(first, first + 4)]
    assert draw_next(event, 9) == expected
    # At each table the highest number wins: 13, 14, 15, 16 are the winners of the first sixteen.
    play(event, 9, last_first)
    fours = [[first, first + 1, first + 2, first + 3] for first in (13, 9, 5, 1, 29, 25, 21, 17)]
    assert draw_next(event, 10) == fours
    play(event, 10, last_first)
    assert final_order(event) == [number for four in fours for number in reversed(four)]


def registered(name: str, players: int, sessions: int) -> Event:
    """Return an event with a ready format whose teams and players are registered one by one, with a released chart."""
    event = planned(name, 4, sessions)
    for number in range(5, players + 1):
        if number % 4 == 1:
            add_team(ACTOR, event, name=f"{number // 4 + 1}队")
        team = event.teams.get(number=(number - 1) // 4 + 1)
        add_entry(ACTOR, event, name=f"选手{number}", country="CN" if number % 3 else "JP", team=team)
    set_format(ACTOR, event, stages=[columns_of(plan) for plan in READY[name].stages(sessions)])
    drawn(event)
    return event


def celebrated(event: Event) -> None:
    """Release all sessions but the last, which the ceremony releases with its last step."""
    for session in event.sessions.filter(number__lt=event.planned_sessions).order_by("number"):
        release_session(ACTOR, session)
    add_award(ACTOR, event, kind="individual")
    steps = begin_ceremony(ACTOR, event)["steps"]
    assert not event.sessions.get(number=event.planned_sessions).released_at
    for seen in range(steps):
        step_ceremony(ACTOR, event, move="next", seen=seen)
    assert event.sessions.get(number=event.planned_sessions).released_at


@pytest.mark.parametrize("name", list(READY))
def test_each_ready_format_is_played_from_the_registration_to_the_ceremony(name: str) -> None:
    players = {"team-pools": 64, "team-cup-2025": 96}.get(name, 32)
    event = registered(name, players, max(4, READY[name].fewest_sessions))
    for session in range(1, charted_sessions(event) + 1):
        play(event, session)
    for session in range(charted_sessions(event) + 1, event.planned_sessions + 1):
        tables = draw_next(event, session)
        assert len({number for four in tables for number in four}) == 4 * len(tables)
        play(event, session)
    celebrated(event)
    fresh = Event.objects.get(pk=event.pk)
    public = Standings(fresh, view_of(fresh, live=False)).individual()
    assert [line.number for line in public] == final_order(event)
    assert sorted(final_order(event)) == list(range(1, players + 1))
    for row in event.session_draws.all():
        for part in row.parts:
            if part["result"]["method"] == "pools":
                assert pool_faults(part["document"], part["result"]) == []
            elif part["result"]["method"] not in ("chart", "knockout", "cross"):
                assert faults(part["document"], part["result"]) == []


def test_the_final_of_eight_ranks_before_all_others_and_travels() -> None:
    event = with_format("final-8")
    for session in (1, 2, 3):
        play(event, session, by_number)
    best = list(range(1, 9))
    tables = draw_next(event, 4)
    assert sorted(number for four in tables for number in four) == sorted(best)
    assert StageEntry.objects.filter(stage__event=event).count() == 8
    play(event, 4, last_first)
    assert set(final_order(event)[:8]) == set(best)
    assert len(event_document(journeyed(event))["event"]["stages"][1]["entered"]) == 8


def test_a_correction_after_the_draw_gives_another_draft_until_play_begins() -> None:
    event = with_format("high-high")
    play(event, 1)
    old = draft_of(event, 2)
    release_session_draw(ACTOR, event, session=2, digest=old.digest)
    result = event.sessions.get(number=1).results.order_by("pk").first()
    assert result is not None
    result.competition_points += 5
    result.save()
    new = draft_of(event, 2)
    assert new.digest != old.digest
    with pytest.raises(Refused, match="have changed"):
        release_session_draw(ACTOR, event, session=2, digest=old.digest)
    release_session_draw(ACTOR, event, session=2, digest=new.digest)
    assert list(event.session_draws.values_list("version", "state")) == [(2, "released"), (1, "retracted")]
    play(event, 2)
    with pytest.raises(CannotDraw):
        draft_of(event, 2)


def test_the_best_of_groups_need_groups() -> None:
    event = planned("alone", 16, 3)
    stages = [
        {"first_session": 1, "last_session": 2, "method": "chart"},
        {"first_session": 3, "last_session": 3, "method": "fours", "who": "best-of-groups", "count": 4},
    ]
    with pytest.raises(Refused, match="This event has no groups"):
        set_format(ACTOR, event, stages=stages)


def test_a_draft_waits_for_the_last_signature() -> None:
    event = with_format("swiss")
    with pytest.raises(CannotDraw, match="6 sheets are not signed yet"):
        draft_of(event, 2)


def test_a_draw_waits_for_the_release_by_the_setting() -> None:
    event = with_format("high-high")
    play(event, 1)
    assert draft_of(event, 2).tables
    event.standings_settings.draw_results = "released"
    event.standings_settings.save()
    with pytest.raises(CannotDraw, match="Session 1 is not released yet"):
        draft_of(event, 2)
    release_session(ACTOR, event.sessions.get(number=1))
    assert draft_of(Event.objects.get(pk=event.pk), 2).tables


def test_a_consolation_is_drawn_beside_the_final_and_ranks_below_it() -> None:
    event = planned("both", 24, 3)
    stages = [
        {"first_session": 1, "last_session": 2, "method": "chart", "advance": 8},
        {"first_session": 3, "last_session": 3, "method": "fours", "who": "rest", "name": "安慰赛"},
        {"first_session": 3, "last_session": 3, "method": "fours", "who": "best", "count": 8, "carry": "none"},
    ]
    set_format(ACTOR, event, stages=stages)
    drawn(event)
    play(event, 1, by_number)
    play(event, 2, by_number)
    assert draw_next(event, 3) == [list(range(first, first + 4)) for first in range(1, 25, 4)]
    play(event, 3, last_first)
    after = final_order(event)
    assert set(after[:8]) == set(range(1, 9))
    assert set(after[8:]) == set(range(9, 25))


@pytest.mark.parametrize(
    ("mode", "refused", "playing"),
    [("lot", "", 8), ("more", "", 16), ("fewer", "Only 0 players", 0), ("values", "16 players are tied", 0)]
    + [("play-off", "16 players are tied", 8)],
)
def test_a_full_tie_at_the_cut_is_decided_by_the_setting(mode: str, refused: str, playing: int) -> None:
    event = with_format("final-8", players=16)
    event.standings_settings.cut_tie = mode
    event.standings_settings.save()
    for session in (1, 2, 3):
        play(event, session, lambda _number, _place: (21, 0))
    if refused:
        with pytest.raises(CannotDraw, match=refused):
            draft_of(event, 4)
    if mode == "play-off":
        decide_cut(ACTOR, event, stage=2, play_off=list(range(16, 0, -1)), declined=[])
    if playing:
        tables = draw_next(event, 4)
        assert sum(map(len, tables)) == playing
    if mode == "play-off":
        assert sorted(number for four in tables for number in four) == list(range(9, 17))


def test_the_next_in_rank_moves_up_after_a_withdrawal_and_fillers_complete_the_tables() -> None:
    event = with_format("final-8", players=16, fillers=2)
    for session in (1, 2, 3):
        play(event, session, by_number)
    withdraw(ACTOR, event.entries.get(number=3), session=4, reason="ill")
    assert sorted(number for four in draw_next(event, 4) for number in four) == [1, 2, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("left_in", [1, 2, 3, 4])
def test_a_player_leaves_before_any_session_and_the_event_is_played_to_its_end(left_in: int) -> None:
    """Player 3 would be in the final of eight; its first session is 4, and player 9 is the next in rank."""
    event = with_format("final-8", players=16, fillers=4)
    for session in (1, 2, 3, 4):
        if session == left_in:
            withdraw(ACTOR, event.entries.get(number=3), session=session, reason="ill")
        if session == 4:
            assert sorted(number for four in draw_next(event, 4) for number in four) == [1, 2, *range(4, 10)]
        play(event, session, by_number)
    ranks = {line.number: line.rank for line in Standings(event, view_of(event, live=True)).individual()}
    assert [number for number, rank in ranks.items() if rank] == [1, 2, *range(4, 17)]
    assert ranks.get(3) is None


def test_a_player_leaves_during_the_final_and_nobody_moves_up() -> None:
    event = with_format("final-8", players=16, fillers=4)
    for session in (1, 2, 3):
        play(event, session, by_number)
    draw_next(event, 4)
    play(event, 4, by_number)
    withdraw(ACTOR, event.entries.get(number=3), session=4, reason="ill")
    lines = Standings(event, view_of(event, live=True)).individual()
    assert [line.number for line in lines if line.rank] == [1, 2, *range(4, 17)]
    assert [line.stage for line in lines if line.number in (8, 9)] == [2, 1]


def test_a_bonus_by_rank_replaces_what_was_earned() -> None:
    event = planned("bonus", 8, 2)
    stages = [
        {"first_session": 1, "last_session": 1, "method": "chart"},
        {"first_session": 2, "last_session": 2, "method": "fours", "carry": "bonus", "bonus": ["8", "4.5"]},
    ]
    set_format(ACTOR, event, stages=stages)
    drawn(event)
    play(event, 1, by_number)
    draw_next(event, 2)
    play(event, 2, lambda _number, _place: (21, 0))
    lines = Standings(Event.objects.get(pk=event.pk), view_of(event, live=True)).individual()
    assert [(line.number, str(line.table_points)) for line in lines[:3]] == [(1, "39/4"), (2, "25/4"), (3, "7/4")]


@pytest.mark.parametrize(
    ("who", "playing"),
    [
        ({"who": "best-of-countries", "count": 8, "most": 4}, {1, 2, 3, 4, 9, 10, 11, 12}),
        ({"who": "named", "players": [2, 5, 11, 16]}, {2, 5, 11, 16}),
        ({"who": "table-winners", "count": 1}, None),
    ],
)
def test_who_plays_in_the_last_stage_is_seated(who: dict[str, object], playing: set[int] | None) -> None:
    """Players 1 to 8 are of one country, 9 to 16 of another; lower numbers have more points."""
    event = planned("who", 16, 3)
    for country, numbers in (("FR", range(1, 9)), ("CN", range(9, 17))):
        event.entries.filter(number__in=numbers).update(country=country)
    last = {"first_session": 3, "last_session": 3, "method": "fours", **who}
    set_format(ACTOR, event, stages=[{"first_session": 1, "last_session": 2, "method": "chart"}, last])
    drawn(event)
    play(event, 1, by_number)
    play(event, 2, by_number)
    best: dict[int, int] = {}
    for table, number in Sitting.objects.filter(table__session__number=2).values_list("table", "entry__number"):
        best[table] = min(number or 0, best.get(table, 99))
    seated = {number for four in draw_next(event, 3) for number in four}
    assert seated == (playing or set(best.values()))


def test_team_mates_stay_apart_while_compatriots_meet_and_nobody_returns_to_a_table() -> None:
    event = planned("kin", 24, 3)
    event.entries.update(country="FR")
    later = {"method": "swiss", "kin": "forbid", "compatriots": "allow", "numbering": "fresh"}
    stages = [{"last_session": 1, "method": "chart"}, {"last_session": 3, **later}]
    set_format(ACTOR, event, stages=[{"first_session": at, **stage} for at, stage in enumerate(stages, start=1)])
    drawn(event)
    for session in (2, 3):
        play(event, session - 1, by_number)
        draw_next(event, session)
    sittings = Sitting.objects.filter(table__session__event=event)
    first, second = (
        [set(sittings.filter(table__session__number=session, table__number=table).values_list("entry", flat=True))
         for table in range(1, 7)] for session in (1, 2)
    )  # fmt: skip
    repeats = [sum(len(first[at] & second[to]) for at, to in enumerate(order)) for order in permutations(range(6))]
    assert repeats[0] == min(repeats)  # the numbers as drawn; nearly always 0
    mates = sittings.filter(table__session__number__gt=1).values_list("table", "entry__team")
    assert len(set(mates)) == mates.count()
    set_format_of(event, {"compatriots": "forbid"})
    with pytest.raises(CannotDraw, match="cannot all be avoided"):
        draft_of(event, 3)
    journeyed(event)


def led() -> Event:
    """Return an event whose second session is to be drawn: fifteen compatriots lead 60 players and must not meet.

    Who met in its first session decides how many sit outside their score group, so its draw is always the same.
    """
    event = planned("floats", 60, 3)
    event.entries.filter(number__lte=15).update(country="JP")
    event.entries.filter(number__gt=15).update(country="")
    later = {"method": "swiss", "kin": "allow", "compatriots": "forbid"}
    stages = [{"first_session": 1, "last_session": 1}, {"first_session": 2, "last_session": 3, **later}]
    set_format(ACTOR, event, stages=stages)
    drawn(event, secret=SECRET)
    play(event, 1, leaders_first)
    return event


def leaders_first(number: int, _place: int) -> tuple[int, int]:
    return 48 if number <= 15 else 12, 330 - 10 * number


def vector_of(result: dict[str, Any]) -> dict[str, int]:
    return {part["what"]: part["value"] for part in result["vector"]}


def test_who_sat_outside_the_score_group_is_counted_in_the_next_draw() -> None:
    """Each of fifteen tables has one leader, so those of the last tables sit far below their score group."""
    event = led()
    draw_next(event, 2)
    [part] = event.session_draws.get(session=2).parts
    assert not any("floats" in entry for entry in part["document"]["entries"])
    floaters = vector_of(part["result"])["outside_score_group"]
    assert floaters > 0
    play(event, 2, leaders_first)
    [again] = draft_of(event, 3).parts
    floats = {entry["number"]: entry["floats"] for entry in again.document["entries"] if "floats" in entry}
    assert (len(floats), set(floats.values())) == (floaters, {1})
    assert set(floats) < set(range(1, 16))
    away = {number for number in floaters_of(again.document, again.result) if number in floats}
    assert vector_of(again.result)["repeated_floats"] == len(away)
    assert faults(again.document, again.result) == []


@pytest.mark.parametrize(("apart", "met"), [("", False), ("forbid", False), ("avoid", True), ("allow", True)])
def test_pairs_that_must_not_meet_are_kept_apart_as_the_stage_says(apart: str, met: bool) -> None:
    """Ranks 1 and 2 would meet; the spread of the ranks comes before pairs that are only avoided."""
    event = planned("apart", 16, 2)
    one, two = event.entries.filter(number__in=(1, 2)).order_by("number")
    SeatWish.objects.create(event=event, entry=one, other=two)
    stages = [{"first_session": 1, "last_session": 1}, {"first_session": 2, "last_session": 2, "method": "fours"}]
    set_format(ACTOR, event, stages=[stages[0], stages[1] | {"apart": apart}])
    drawn(event)
    play(event, 1, by_number)
    tables = draw_next(event, 2)
    assert any({1, 2} <= set(four) for four in tables) == met
    assert journeyed(event).stages.get(number=2).apart == apart


def set_format_of(event: Event, columns: dict[str, str]) -> None:
    """Change the last stage as if it had been planned so; withdraw the draw of the last session."""
    event.stages.filter(number=2).update(**columns)
    event.sessions.get(number=3).tables.all().delete()
