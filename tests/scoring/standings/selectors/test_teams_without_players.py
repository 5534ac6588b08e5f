"""A team without entries is not in the standings (3.5.3), unless it already has results."""

import pytest
from django.test import Client

from scoring.sheets.models.results import CountedResult
from scoring.sheets.rules.view import View
from scoring.standings.selectors.standings import Standings
from tests.support.action_examples import new_entry
from tests.support.cup import cup, taken_in
from tournament.events.models.entries import Team

pytestmark = pytest.mark.django_db


def third_team() -> Team:
    """Return a third team, without players, of the cup with two released sessions."""
    return taken_in(cup(), release=2).teams.create(number=3, name="Phoenix")


def ranks(team: Team) -> list[tuple[int | None, int]]:
    standings = Standings(team.event, View(live=False, last_session=2))
    assert [line.number for line in standings.teams()] == sorted(standings.team_names, key=[2, 1, 3].index)
    return [(line.rank, line.number) for line in standings.teams()]


def test_a_team_without_players_has_no_line_and_no_page() -> None:
    assert ranks(third_team()) == [(1, 2), (2, 1)]
    public = Client(headers={"accept-language": "en"})
    assert "Phoenix" not in public.get("/e/cup/standings/").text + public.get("/e/cup/standings/teams/").text
    assert public.get("/e/cup/teams/3/").status_code == 404
    assert public.get("/api/v1/events/cup/teams/3").status_code == 404


@pytest.mark.parametrize(("kind", "state"), [("player", "entered"), ("player", "disqualified"), ("reserve", "entered")])
def test_a_team_in_which_somebody_is_entered_has_its_line(kind: str, state: str) -> None:
    team = third_team()
    new_entry(team.event, state, team=team, kind=kind)
    assert ranks(team) == [(1, 2), (2, 1), (3, 3)]


def withdrawn_team(from_session: int) -> Team:
    """Return a third team whose only player withdrew from this session on."""
    team = third_team()
    entry = new_entry(team.event, "withdrawn", team=team)
    entry.withdrawals.create(from_session=from_session)
    return team


@pytest.mark.parametrize("from_session", [1, 3])
def test_a_team_whose_players_withdrew_before_they_played_has_no_line_and_no_page(from_session: int) -> None:
    team = withdrawn_team(from_session)
    assert ranks(team) == [(1, 2), (2, 1)]
    public = Client(headers={"accept-language": "en"})
    assert public.get("/e/cup/teams/3/").status_code == 404
    number = team.entries.get().number
    for page in (f"/e/cup/players/{number}/", "/e/cup/players/", "/e/cup/standings/"):
        text = public.get(page).text
        assert "Phoenix" in text
        assert "/teams/3/" not in text
    assert "Phoenix" not in public.get("/e/cup/standings/teams/").text


def test_a_team_whose_player_withdrew_from_a_later_session_has_its_line() -> None:
    team = withdrawn_team(4)
    assert ranks(team) == [(1, 2), (2, 1), (3, 3)]


def test_a_team_that_withdrew_after_it_played_has_its_line() -> None:
    team = withdrawn_team(2)
    CountedResult.objects.filter(entry__number=5, session__number=1).update(team=team)
    assert list(Standings(team.event, View(live=False, last_session=2)).team_names) == [1, 2, 3]


def test_a_team_whose_players_left_for_another_one_keeps_what_was_played_for_it() -> None:
    team = third_team()
    CountedResult.objects.filter(entry__number=5, session__number=2).update(team=team)
    assert 3 in [number for _rank, number in ranks(team)]
