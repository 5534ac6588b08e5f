"""Pictures of link previews of rankings, series, persons, countries and teams: what is drawn, and who is not named.

A picture is read back by drawing what it has to show: drawing is exact.
"""

import re
from datetime import date

import pytest
from django.test import Client

from ranking.links.models import PersonRecord
from ranking.rankings.models import Ranking
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.series.models import Series
from tests.support.ranking import new_body, new_person, result_of
from tests.support.rankings import DAY, computed, new_ranking, placed
from tests.support.series import new_series, season
from tests.web.pocket.record.test_head_to_head import stored_event
from tournament.people.models.persons import Person
from web.pocket.sharing.pictures import Card, PlayerCard, Winner, card_picture, player_picture_of

pytestmark = pytest.mark.django_db
HIDDEN = "MÜLLER Eva"


@pytest.fixture
def reader() -> Client:
    return Client(headers={"host": "testserver", "accept-language": "en"})


@pytest.fixture
def people() -> list[Person]:
    """Return three persons; the second asks not to be shown."""
    people = [new_person("王伟", country="CN"), new_person(HIDDEN, country="CN"), new_person("Ana", country="ES")]
    PersonRecord.objects.create(person=people[1], public=False)
    return people


@pytest.fixture
def mers(people: list[Person]) -> Ranking:
    for _event in range(2):
        placed({person: at + 1 for at, person in enumerate(people)}, name="Winter Open")
    return computed(new_ranking(new_body(name="Federation"), slug="mers"), DAY)


@pytest.fixture
def league(people: list[Person]) -> Series:
    events = season({people[0]: [90, 10], people[1]: [50, 20], people[2]: [5, 100]})
    return new_series(*(event.slug for event in events), body=events[0].body)


def drawn(reader: Client, address: str, language: str = "en") -> bytes:
    answer = reader.get(f"{address}?lang={language}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png"), address
    assert answer["Cache-Control"] == "public, max-age=300"
    return answer.content


def test_a_ranking_is_drawn_with_its_first_three(reader: Client, mers: Ranking) -> None:
    rows = [Winner("1", "王伟", "738.89"), Winner("2", "M. E.", "729.28"), Winner("3", "Ana", "720.42")]
    card = Card("Ranking mers", "Federation", "As of 1 June 2026", rows)
    assert drawn(reader, "/rankings/mers/picture.png") == card_picture(card, "en")


def test_a_player_of_a_ranking_is_drawn_with_rank_and_points(reader, mers: Ranking, people: list[Person]) -> None:
    figures = [("Rank", "1"), ("Points", "738.89")]
    card = PlayerCard("王伟", "Ranking mers · China", "As of 1 June 2026", figures)
    assert drawn(reader, f"/rankings/mers/players/{people[0].pk}/picture.png") == player_picture_of(card, "en")
    for person in (people[1], new_person("Nobody")):
        assert reader.get(f"/rankings/mers/players/{person.pk}/picture.png").status_code == 404


def test_two_players_of_a_ranking_are_drawn_the_better_one_first(reader, mers: Ranking, people: list[Person]) -> None:
    rows = [Winner("1", "王伟", "738.89"), Winner("3", "Ana", "720.42")]
    card = Card("Ana and 王伟", "Ranking mers", "As of 1 June 2026", rows)
    address = f"/rankings/mers/players/{people[2].pk}/with"
    assert drawn(reader, f"{address}/{people[0].pk}/picture.png") == card_picture(card, "en")
    for person in (people[1], new_person("Nobody")):
        assert reader.get(f"{address}/{person.pk}/picture.png").status_code == 404


def test_a_series_is_drawn_with_its_first_three_in_each_language(reader: Client, league: Series) -> None:
    rows = [Winner("1", "Ana", "105"), Winner("2", "王伟", "100"), Winner("3", "M. E.", "70")]
    body = league.body.name if league.body else ""
    for language, state in (
        ("en", "after event 2 of 2"),
        ("zh-hans", "共2项赛事，第2项后"),
        ("ja", "全2競技会中、第2競技会終了時"),
    ):
        card = Card(league.name, body, state, rows)
        assert drawn(reader, f"/series/{league.slug}/picture.png", language) == card_picture(card, language)


def test_a_series_without_results_and_one_without_a_body_have_a_picture(reader: Client) -> None:
    series = new_series()
    card = Card(series.name, "", "after event 0 of 0")
    assert drawn(reader, f"/series/{series.slug}/picture.png") == card_picture(card, "en")


def test_a_person_is_drawn_with_ranks_in_rankings_then_the_best_in_events(
    reader: Client, mers: Ranking, people: list[Person]
) -> None:
    starts = RecordedEvent.objects.order_by("-starts", "-pk").values_list("starts", flat=True)
    best = [Winner("1", "Winter Open", str(day.year)) for day in starts]
    card = Card("王伟", "China · 2 official results", "", [Winner("1", "Ranking mers", "738.89"), *best])
    assert drawn(reader, f"/p/{people[0].pk}/picture.png") == card_picture(card, "en")
    for person in (people[1], new_person("Nobody")):
        assert reader.get(f"/p/{person.pk}/picture.png").status_code == 404


def test_two_persons_are_drawn_with_the_tables_at_which_each_was_ahead(reader: Client) -> None:
    people = [new_person(f"Player {letter}") for letter in "ABCDEFGH"]
    stored_event(people)
    first = people[0]
    page = reader.get(f"/p/{first.pk}/")
    (second, balance) = next((row.person, row.balance) for row in page.context["opponents"])
    ahead = [Winner("", first.name, f"ahead at {balance.ahead} table{'s' * (balance.ahead != 1)}")]
    behind = [Winner("", second.name, f"ahead at {balance.behind} table{'s' * (balance.behind != 1)}")]
    card = Card(f"{first.name} and {second.name}", "Results at shared tables", "", ahead + behind)
    address = f"/p/{first.pk}/with"
    assert drawn(reader, f"{address}/{second.pk}/picture.png") == card_picture(card, "en")
    assert reader.get(f"{address}/{first.pk}/picture.png").status_code == 404
    PersonRecord.objects.create(person=second, public=False)
    assert reader.get(f"{address}/{second.pk}/picture.png").status_code == 404


def test_a_country_and_a_team_are_drawn_with_their_best_places(reader: Client) -> None:
    person = new_person("王伟", country="CN")
    for year, place, players in ((2024, 2, 40), (2025, 1, 40), (2026, 2, 80), (2023, 9, 80)):
        event = placed({}, date(year, 5, 4), name=f"Open {year}", players=players)
        result_of(person, event, individual_rank=place, country="CN")
    OfficialResult.objects.update(team="Dragons", team_rank=2)
    best = [Winner("1", "Open 2025", "2025"), Winner("2", "Open 2026", "2026"), Winner("2", "Open 2024", "2024")]
    country = Card("China", "4 events · 1 member", "", best)
    assert drawn(reader, "/record/countries/CN/picture.png") == card_picture(country, "en")
    team = reader.get("/record/teams/Dragons/picture.png")
    assert (team.status_code, team["Content-Type"]) == (200, "image/png")
    assert reader.get("/record/countries/ES/picture.png").status_code == 404
    assert reader.get("/record/teams/Nobody/picture.png").status_code == 404


def test_pages_lead_to_the_pictures(reader: Client, mers: Ranking, league: Series, people: list[Person]) -> None:
    first, other = people[0].pk, people[2].pk
    for address in (
        "/rankings/mers/",
        f"/rankings/mers/players/{first}/",
        f"/rankings/mers/players/{first}/with/{other}/",
        f"/series/{league.slug}/",
        f"/p/{first}/",
        f"/p/{first}/with/{other}/",
        "/record/countries/CN/",
    ):
        head = reader.get(address).text.split("</head>")[0]
        [picture] = re.findall(r'<meta property="og:image" content="http://testserver([^"]+)\?lang=en">', head)
        assert picture == f"{address}picture.png"
        drawn(reader, picture)
        assert re.search(r'<meta property="og:description" content="[^"]+">', head), address
        assert HIDDEN not in head


def test_an_earlier_day_has_its_own_picture(reader: Client, mers: Ranking) -> None:
    placed({new_person("Ben"): 1}, name="Summer Open")
    computed(mers, date(2026, 7, 1))
    head = reader.get("/rankings/mers/?day=2026-06-01").text.split("</head>")[0]
    assert "/rankings/mers/picture.png?day=2026-06-01&amp;lang=en" in head
    earlier, newest = (reader.get("/rankings/mers/picture.png", query).content for query in ({"day": "2026-06-01"}, {}))
    assert earlier != newest
