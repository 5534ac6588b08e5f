"""Knock-outs of teams, played from the registration to the last release."""

import pytest

from common.actions.errors import Refused
from scoring.event_file.selectors.document import event_document
from scoring.formats.rules.ready import READY
from scoring.formats.selectors.comparing import PLANNED, compared_stages, compared_team_size, why_not_simulated
from scoring.formats.selectors.leavers import mended
from scoring.formats.selectors.plans import format_columns
from scoring.formats.selectors.refusing import CannotDraw
from scoring.formats.selectors.session_draws import draft_of
from scoring.formats.selectors.team_cuts import coming_team_cut, team_cut
from scoring.formats.services.formats import decide_cut, set_format
from scoring.formats.services.session_draws import retract_session_draw
from scoring.releases.services.releasing import release_session
from scoring.sheets.rules.view import View
from scoring.standings.selectors.knockouts import knockouts_of
from scoring.standings.selectors.standings import Standings, view_of
from tests.support.draws import ACTOR
from tests.support.formats import draw_next, journeyed, play, with_format
from tournament.events.models.events import Event
from tournament.events.models.settings import PlaySettings
from tournament.events.models.stages import StageEntry
from tournament.events.selectors.events import charted_sessions
from tournament.presence.services.withdrawals import withdraw

pytestmark = pytest.mark.django_db


def team_of(number: int) -> int:
    return (number - 1) // 4 + 1


def by_team(number: int, _place: int) -> tuple[int, int]:
    """Equal table points; the team with the lower number has more competition points."""
    return 21, 100 - 2 * team_of(number)


def teams_at(tables: list[list[int]]) -> list[list[int]]:
    return [sorted(map(team_of, four)) for four in tables]


def ranks(event: Event, *, live: bool = True) -> list[tuple[int | None, int]]:
    fresh = Event.objects.get(pk=event.pk)
    return [(line.rank, line.number) for line in Standings(fresh, view_of(fresh, live=live)).teams()]


def test_the_team_world_cup_2025_is_played_to_the_last_release() -> None:
    """24 teams of four; the last 16 in matches of four, of which two go on, to a final of four."""
    event = with_format("team-cup-2025", players=96, sessions=READY["team-cup-2025"].sessions)
    assert charted_sessions(event) == 3
    for session in (1, 2, 3):
        play(event, session, by_team)
    last_16 = draw_next(event, 4)
    assert teams_at(last_16) == [row for row in ([1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13])
                                 for _table in range(4)]  # fmt: skip
    assert StageEntry.objects.filter(stage__event=event).count() == 64
    play(event, 4, lambda number, _place: (team_of(number), 0))  # the higher number wins: 16, 9; 15, 10; 14, 11; 13, 12
    eighths = draw_next(event, 5)
    assert teams_at(eighths)[0] == [10, 11, 13, 16] or teams_at(eighths)[0] == [11, 10, 13, 16]
    assert teams_at(eighths)[4] == [9, 12, 14, 15]
    play(event, 5, by_team)
    assert {tuple(teams) for teams in teams_at(draw_next(event, 6))} == {(9, 10, 11, 12)}
    play(event, 6, lambda number, _place: (team_of(number), 0))
    for session in event.sessions.order_by("number"):
        release_session(ACTOR, session)
    final = ranks(event, live=False)
    assert final[:4] == [(1, 12), (2, 11), (3, 10), (4, 9)]
    # Out in the second round: the third of each match, by its points, then the fourth.
    assert final[4:8] == [(5, 13), (6, 14), (7, 15), (8, 16)]
    assert final[8:16] == [(9, 8), (10, 7), (11, 6), (12, 5), (13, 4), (14, 3), (15, 2), (16, 1)]
    assert final[16:] == [(number, number) for number in range(17, 25)]


def knocked(players: int = 24, name: str = "team-pairs", sessions: int = 4, **kinds: int) -> Event:
    """Return an event whose sessions by chart are played: teams rank by their numbers."""
    event = with_format(name, players=players, sessions=sessions, **kinds)
    for session in range(1, charted_sessions(event) + 1):
        play(event, session, by_team)
    return event


def test_semi_finals_of_two_teams_and_a_match_for_third_place_travel() -> None:
    event = knocked()
    semis = draw_next(event, 3)
    assert teams_at(semis) == [[1, 1, 4, 4], [1, 1, 4, 4], [2, 2, 3, 3], [2, 2, 3, 3]]
    play(event, 3, by_team)
    assert ranks(event)[:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert teams_at(draw_next(event, 4))[::2] == [[3, 3, 4, 4], [1, 1, 2, 2]]
    play(event, 4, lambda number, _place: (team_of(number), 0))
    assert ranks(event) == [(1, 2), (2, 1), (3, 4), (4, 3), (5, 5), (6, 6)]
    assert Standings(event, view_of(event, live=True)).teams(2)[0].number == 1
    again = journeyed(event)
    assert event_document(again)["event"]["stages"][1]["knockout"] == {"teams": 2, "third": True}
    stage = again.stages.get(number=2)
    assert [row.rank for row in stage.stage_entries.order_by("entry__number")] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4


def test_six_teams_give_the_best_two_a_bye_and_a_redraw_writes_them_again() -> None:
    event = knocked(name="team-knockout")
    assert {tuple(teams) for teams in teams_at(draw_next(event, 3))} == {(3, 4, 5, 6)}
    retract_session_draw(ACTOR, event.session_draws.get(session=3), reason="wrong hall")
    assert not StageEntry.objects.filter(stage__event=event).exists()
    draw_next(event, 3)
    play(event, 3, by_team)
    assert ranks(event) == [(number, number) for number in range(1, 7)]
    assert {tuple(teams) for teams in teams_at(draw_next(event, 4))} == {(1, 2, 3, 4)}


def test_the_cross_table_says_which_rank_stands_where() -> None:
    event = knocked()
    columns = [*format_columns(event)]
    columns[1]["knockout"] = {"teams": 2, "cross": [1, 3, 2, 4]}
    set_format(ACTOR, event, stages=columns)
    assert teams_at(draw_next(event, 3))[::2] == [[1, 1, 4, 4], [2, 2, 3, 3]]
    knockout = knockouts_of(Standings(Event.objects.get(pk=event.pk), view_of(event, live=True)))[0]
    assert knockout.seeds == (1, 3, 2, 4)
    assert [one.teams for one in knockout.matches] == [(1, 4), (3, 2), (None, None)]
    assert list(knockout.sessions_of(2)) == [4]


@pytest.mark.parametrize(
    ("knockout", "where"),
    [({"teams": 2, "cross": [2, 1]}, "is for 2 teams, but 4 play"), ({"teams": 2, "go_on": 2}, "does not fit")],
)
def test_a_rule_that_does_not_fit_is_refused(knockout: dict[str, object], where: str) -> None:
    event = with_format("team-pairs")
    columns = format_columns(event)
    columns[1]["knockout"] = knockout
    with pytest.raises(Refused, match=where):
        set_format(ACTOR, event, stages=columns)


def test_a_withdrawn_player_is_replaced_by_a_filler_and_a_withdrawn_team_by_the_next() -> None:
    event = knocked(fillers=4)
    for number in (2, *range(13, 17)):
        withdraw(ACTOR, event.entries.get(number=number), session=3, reason="ill")
    tables = draw_next(event, 3)
    assert sorted(number for four in tables for number in four if number > 24) == [28]
    assert sorted({team_of(number) for four in tables for number in four if number < 25}) == [1, 2, 3, 5]


def test_missing_fillers_and_ties_are_said() -> None:
    event = knocked()
    withdraw(ACTOR, event.entries.get(number=2), session=3, reason="ill")
    with pytest.raises(CannotDraw, match="enter 1 more"):
        draft_of(event, 3)
    event.play_settings.incomplete_tables = PlaySettings.IncompleteTables.THREE_PLAYERS
    event.play_settings.save()
    assert sum(len(four) for four in draft_of(event, 3).tables) == 16
    tied = with_format("team-knockout")
    tied.standings_settings.cut_tie = "values"
    tied.standings_settings.save()
    columns = format_columns(tied)
    columns[1] |= {"count": 4, "knockout": {"teams": 2}}
    set_format(ACTOR, tied, stages=columns)
    for session in (1, 2):
        play(tied, session, lambda _number, _place: (21, 0))
    with pytest.raises(CannotDraw, match="6 teams are tied at the cut"):
        draft_of(tied, 3)
    with pytest.raises(Refused, match="There is no team with number 7"):
        decide_cut(ACTOR, tied, stage=2, play_off=[7, 6, 5, 4, 3, 2], declined=[])
    for incomplete in ([6, 5, 4], [6, 5, 4, 3, 2, 1, 1]):
        with pytest.raises(Refused, match="Type the number of each who is tied once: 1, 2, 3, 4, 5, 6."):
            decide_cut(ACTOR, tied, stage=2, play_off=incomplete, declined=[])
    decide_cut(ACTOR, tied, stage=2, play_off=[6, 5, 4, 3, 2, 1], declined=[])
    assert teams_at(draw_next(Event.objects.get(pk=tied.pk), 3))[::2] == [[3, 3, 6, 6], [4, 4, 5, 5]]
    assert journeyed(tied).stages.get(number=2).play_off == [6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("mode", "playing"), [("lot", 4), ("more", 6), ("fewer", 0), ("values", 0), ("play-off", 0), ("extra-hand", 0)]
)
def test_a_tie_of_teams_at_the_cut_is_decided_by_the_setting(mode: str, playing: int) -> None:
    event = with_format("team-knockout")
    event.standings_settings.cut_tie = mode
    event.standings_settings.save()
    columns = format_columns(event)
    columns[1] |= {"count": 4, "knockout": {"teams": 2}}
    set_format(ACTOR, event, stages=columns)
    for session in (1, 2):
        play(event, session, lambda _number, _place: (21, 0))
    cut = team_cut(Standings(event, view_of(event, live=True)), event.stages.get(number=2))
    assert len(cut.through) == playing
    assert len(cut.line) == (6 if mode in ("values", "play-off", "extra-hand") else 0)
    before = coming_team_cut(Standings(event, View(live=True, last_session=1)))
    assert before
    assert set(before.sides.values()) == {"line"}  # a session is still to be played


def test_a_consolation_is_played_beside_the_knockout() -> None:
    event = with_format("team-pairs")
    columns = format_columns(event)
    rest = {"first_session": 3, "last_session": 4, "method": "fours", "who": "rest"}
    set_format(ACTOR, event, stages=[columns[0], rest, columns[1]])
    for session in (1, 2):
        play(event, session, by_team)
    tables = draw_next(event, 3)
    assert {team_of(number) for four in tables[:4] for number in four} == {1, 2, 3, 4}
    assert {team_of(number) for four in tables[4:] for number in four} == {5, 6}


def test_a_knockout_is_simulated_by_teams() -> None:
    event = with_format("team-pairs")
    assert why_not_simulated(event, compared_stages(event, PLANNED), 24) == ""
    assert compared_team_size(event, [PLANNED, "swiss"]) == 4
    assert compared_team_size(event, ["swiss"]) == 0


def test_who_leaves_after_the_draw_is_replaced_by_a_filler_in_a_new_draw() -> None:
    event = knocked(fillers=2)
    draw_next(event, 3)
    withdraw(ACTOR, event.entries.get(number=2), session=3, reason="ill")
    with pytest.raises(CannotDraw, match="In a knock-out the matches stay"):
        mended(event, 3, "seat")
    seats = {number for four in mended(event, 3, "whole").tables for number in four}
    assert (2 in seats, 26 in seats, teams_at(mended(event, 3, "whole").tables)[3]) == (False, True, [2, 2, 3, 3])
