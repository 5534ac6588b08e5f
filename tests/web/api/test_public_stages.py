"""Reading an event with stages: the cut, the brackets and the pools are those of the pages."""

import pytest
from django.core.cache import cache

from scoring.formats.selectors.coming_cuts import coming_cut
from scoring.formats.selectors.pool_tables import pools_of_stages
from scoring.releases.services.releasing import release_session
from scoring.standings.selectors.standings import Standings, view_of
from tests.scoring.formats.test_knockouts import knocked, team_of
from tests.scoring.formats.test_pools import pooled
from tests.support.draws import ACTOR
from tests.support.formats import draw_next, play, with_format
from tests.web.api.test_public import get
from tests.web.pocket.results.test_cuts import released
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def standings_of(event: Event) -> Standings:
    return Standings(event, view_of(event, live=False))


def release(event: Event) -> None:
    for session in event.sessions.filter(released_at=None).order_by("number"):
        release_session(ACTOR, session)


def test_the_cut_has_sides_and_needs_of_the_page() -> None:
    event = with_format("final-4", players=16, sessions=4)
    assert get("events/final-4/cut", 404)["errors"][0]["where"] == "cut"
    released(event, 1, 2)
    event.entries.filter(number=2).update(name="Zoe Planted", name_consent=False)
    event.ledger.refresh_from_db()
    event.ledger.public += 1
    event.ledger.save()
    answer = get("events/final-4/cut")
    head = {key: answer[key] for key in ("stage", "name", "who", "count", "most", "sessions_left", "lot")}
    assert head == {"stage": 2, "name": "", "who": "best", "count": 4, "most": 0, "sessions_left": 1, "lot": ""}
    coming = coming_cut(standings_of(event))
    assert coming is not None
    assert answer["last_in"] == coming.last_in
    lines = answer["lines"]
    assert {one["number"]: one["side"] for one in lines} == coming.sides
    assert (lines[0]["rank"], lines[0]["verdict"]) == (1, "possible")
    assert lines[0]["by_place"] == ["sure", "sure", "sure", "possible"]
    assert (lines[8]["verdict"], lines[8]["competition_points"]) == ("impossible", 782)
    assert {one["name"] for one in lines if one["number"] == 2} == {"Z. P."}
    released(event, 3)
    after = get("events/final-4/cut")
    assert (after["sessions_left"], {one["verdict"] for one in after["lines"]}) == (0, {None})


def test_the_bracket_has_the_matches_and_needs_of_the_page() -> None:
    event = knocked()
    before = get("events/team-pairs/bracket")["knockouts"][0]
    assert before["begun"] is False
    assert before["matches"][0]["teams"][0] == {
        "team": None, "name": "", "place": None, "table_points": None, "competition_points": None, "through": False,
        "tied": False, "source": {"rank": 1, "pool_place": "", "match": None, "place": None},
    }  # fmt: skip
    release(event)
    draw_next(event, 3)
    [first, second] = get("events/team-pairs/bracket")["stakes"]
    assert (first["match"], second["match"], first["places"]) == (1, 2, 1)
    assert [(one["team"], one["table_points"], one["sure_from"], one["possible_from"]) for one in first["teams"]] == [
        (1, "0", "43/6", "7"), (4, "0", "43/6", "7"),
    ]  # fmt: skip
    play(event, 3, lambda number, _place: (24, 10 * team_of(number)))
    assert get("events/team-pairs/bracket")["knockouts"][0]["matches"][0]["teams"][0]["place"] is None  # not released
    release(event)
    [knockout] = get("events/team-pairs/bracket")["knockouts"]
    assert (knockout["begun"], knockout["champion"], len(knockout["matches"])) == (True, None, 4)
    one, two = knockout["matches"][0], knockout["matches"][-1]
    assert [(team["team"], team["place"], team["table_points"], team["through"]) for team in one["teams"]] == [
        (1, 2, "8", False), (4, 1, "8", True),
    ]  # fmt: skip
    assert (one["sessions"], one["round"]) == ([3], 1)
    assert [team["source"]["match"] for team in two["teams"]] == [1, 2]
    draw_next(event, 4)
    play(event, 4, lambda _number, _place: (21, 5))
    release(event)
    [knockout] = get("events/team-pairs/bracket")["knockouts"]
    final = knockout["matches"][-1]
    assert knockout["champion"] == next(team["team"] for team in final["teams"] if team["place"] == 1)
    assert {team["tied"] for team in final["teams"]} == {True}


def test_the_pools_are_those_of_the_page() -> None:
    event = pooled()
    assert get("events/pooled/pools")["stages"] == []
    released(event, 1)
    draw_next(event, 2)
    released(event, 2)
    [stage] = get("events/pooled/pools")["stages"]
    [shown] = pools_of_stages(standings_of(event))
    assert (stage["stage"], stage["teams"], stage["to_bracket"]) == (2, False, False)
    assert stage["crossing"] == [["A1", "C1", "B2", "D2"], ["B1", "D1", "A2", "C2"]]
    assert [one["pool"] for one in stage["pools"]] == ["A", "B", "C", "D"]
    assert [
        (line["rank"], line["number"], line["side"], line["table_points"])
        for one in stage["pools"]
        for line in one["lines"]
    ] == [
        (line.rank, line.number, line.side, str(line.table_points)) for _letter, lines in shown.pools for line in lines
    ]


def test_an_event_without_stages_has_none_of_them() -> None:
    with_format("swiss")
    for path in ("bracket", "pools", "cut"):
        assert get(f"events/swiss/{path}", 404)["errors"][0]["where"] == path
        assert get(f"events/nothing/{path}", 404)["errors"][0]["where"] == "event"
