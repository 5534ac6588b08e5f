"""The Desk's page of a bracket: its rule, and which rank stands at which position."""

import pytest

from tests.scoring.formats.test_knockouts import by_team, knocked, teams_at
from tests.support.formats import draw_next, play, with_format
from tests.web.desk.draw.test_draw import browser

pytestmark = pytest.mark.django_db
PAGE = "/e/team-pairs/desk/format/stages/2/bracket/"
FORM = {"match": "2-1", "players": "4", "sessions": "1", "tie": "member", "third": "on"}


def positions(*ranks: int) -> dict[str, str]:
    return {f"position-{at}": str(rank) for at, rank in enumerate(ranks, start=1)}


def test_the_organizer_changes_who_meets_whom() -> None:
    event = knocked()
    desk = browser("organizer", event)
    assert "Bracket of stage 2" in desk.get("/e/team-pairs/desk/format/").text
    assert desk.get("/e/team-pairs/desk/format/stages/2/cut/").headers["Location"] == PAGE
    shown = desk.get(PAGE).text
    assert shown.index("<td>1队</td>") < shown.index("<td>2队</td>")
    assert desk.post(PAGE, FORM | positions(1, 3, 2, 4)).status_code == 302
    stage = event.stages.get(number=2)
    assert stage.knockout == {"teams": 2, "third": True, "cross": [1, 3, 2, 4]}
    changed = desk.get(PAGE).text
    assert changed.index("<td>3队</td>") < changed.index("<td>2队</td>")
    assert teams_at(draw_next(event, 3))[::2] == [[1, 1, 4, 4], [2, 2, 3, 3]]
    assert "Positions in the bracket" not in desk.get(PAGE).text
    refused = desk.post(PAGE, FORM | positions(1, 2, 3, 4))
    assert (refused.status_code, event.stages.get(number=2).knockout["cross"]) == (400, [1, 3, 2, 4])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (positions(1, 1, 2, 3), "Rank 1 is at two positions."),
        ({"players": "3"}, "Type an even number."),
        ({"match": "4-2"}, "Only with two teams in a match."),
        ({"sessions": "2"}, "This knock-out needs 4 sessions; this stage has 2."),
    ],
)
def test_what_cannot_be_played_is_said_and_nothing_typed_is_lost(changed: dict[str, str], message: str) -> None:
    event = knocked()
    answer = browser("organizer", event).post(PAGE, FORM | positions(4, 3, 2, 1) | changed)
    assert (answer.status_code, message in answer.text) == (400, True)
    assert 'value="2"' in answer.text
    assert event.stages.get(number=2).knockout == {"teams": 2, "third": True}


def test_other_stages_have_no_bracket() -> None:
    event = knocked()
    desk = browser("organizer", event)
    assert desk.get("/e/team-pairs/desk/format/stages/1/bracket/").status_code == 404
    assert desk.get("/e/team-pairs/desk/format/stages/9/bracket/").status_code == 404


def test_a_play_off_of_tied_teams_is_recorded_from_the_bracket() -> None:
    event = with_format("team-pairs", sessions=4)
    event.standings_settings.cut_tie = "play-off"
    event.standings_settings.save()
    desk, page = browser("organizer", event), PAGE.replace("bracket", "cut")
    play(event, 1, lambda _number, _place: (21, 0))
    assert "Teams are tied at the cut." not in desk.get(PAGE).text
    assert desk.get(page).headers["Location"] == PAGE
    play(event, 2, lambda _number, _place: (21, 0))
    assert f'href="{page}"' in desk.get(PAGE).text
    assert desk.get(page).text.count("on the line") == 6
    refused = desk.post(page, {"play_off": "6 5 4 3 2 9"})
    assert "There is no team with number 9." in refused.text
    assert 'value="6 5 4 3 2 9"' in refused.text
    assert desk.post(page, {"play_off": "6 5 4 3 2 1"}).status_code == 302
    shown = desk.get(page).text
    assert (shown.count("on the line"), "6队" in shown, f'href="{page}"' in desk.get(PAGE).text) == (0, True, False)


def test_the_draft_of_the_first_round_names_the_teams_without_a_match() -> None:
    event = knocked(name="team-knockout")
    page = browser("organizer", event).get("/e/team-knockout/desk/format/sessions/3/").text
    assert "The bracket says who meets whom." in page
    assert "Floaters" not in page
    assert "Seed" not in page
    assert "Without a match: 1队, 2队." in page
    draw_next(event, 3)
    play(event, 3, by_team)
    assert "Without a match" not in browser("chief-referee", event).get("/e/team-knockout/desk/format/sessions/4/").text
