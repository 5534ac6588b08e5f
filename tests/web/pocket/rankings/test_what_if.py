"""What a result would do, and two players side by side."""

import pytest
from django.test import Client
from django.urls import reverse

from ranking.links.models import PersonRecord
from ranking.rankings.models import Ranking
from tests.support.ranking import new_person
from tests.support.rankings import DAY, career, computed, new_ranking, placed
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db
EN = Client(headers={"accept-language": "en"})
RESULT = {"place": "1", "players": "100", "days": "3", "countries": "10"}


@pytest.fixture
def mers() -> Ranking:
    first, second = new_person("Anna Adam", country="NL"), new_person("Bert", country="DK")
    for places in ({first: 1, second: 40}, {first: 2, second: 60}):
        placed(places, name="Winter Open")
    career(new_person("Anna Once"), 1)
    return computed(new_ranking(slug="mers"), DAY)


def person(name: str) -> int:
    return Person.objects.get(name=name).pk


def address(page: str, *of: object) -> str:
    return reverse(f"rankings:{page}", args=["mers", *of])


def test_a_result_gives_new_points_and_a_new_rank(mers: Ranking) -> None:
    page = address("what-if", person("Bert"))
    assert "With this result" not in EN.get(page).text
    answer = EN.get(page, RESULT)
    # Parts (2025 * 3.5 / 2 + 5000) / 14 and / 13 with two and one results of 0; base ranks 506 and 253.
    assert answer.context["points"] == f"{((506 + 253) * 3.5 + 5000) * (1 / 14 + 1 / 13) / 2:.2f}"
    assert answer.context["prospect"].rank == 2
    assert "The result has the value 1000 and the weight 5." in answer.text
    assert EN.get(page, RESULT | {"qualification": "on"}).context["weight"] == "6"


def test_a_first_result_is_not_enough_and_a_second_one_is(mers: Ranking) -> None:
    nobody = new_person("Nobody")
    assert "Not ranked even then: one more result is needed." in EN.get(address("what-if", nobody.pk), RESULT).text
    assert EN.get(address("what-if", person("Anna Once")), RESULT).context["prospect"].rank == 1


@pytest.mark.parametrize(
    ("typed", "where", "message"),
    [
        ({"place": "101"}, "place", "The event has only 100 players."),
        ({"place": "0"}, "place", "At least 1."),
        ({"days": "x"}, "days", "Enter a whole number."),
    ],
)
def test_a_wrong_result_is_refused_beside_its_field(mers: Ranking, typed, where, message) -> None:
    answer = EN.get(address("what-if", person("Bert")), RESULT | typed)
    assert (answer.status_code, answer.context["form"].errors) == (400, {where: [message]})
    assert "With this result" not in answer.text


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ({}, ["place", "players", "days", "countries", "qualification"]),
        ({"weighted": False}, ["place", "players"]),
        ({"weighted": False, "value": "placing", "placing": ["9"]}, ["place"]),
        ({"weighted": False, "value": "table"}, ["points"]),
    ],
)
def test_only_what_the_rule_uses_is_asked(rule, fields) -> None:
    someone = new_person("Eva")
    career(someone, 1)
    computed(new_ranking(slug="own", kind="own", least=1, **rule), DAY)
    page = reverse("rankings:what-if", args=["own", someone.pk])
    assert list(EN.get(page).context["form"].fields) == fields
    typed = {"place": "1", "points": "28.5", "players": "9", "days": "1", "countries": "1"}
    answer = EN.get(page, {name: value for name, value in typed.items() if name in fields})
    assert answer.context["prospect"].rank == 1


def test_two_players_side_by_side(mers: Ranking) -> None:
    anna, bert = person("Anna Adam"), person("Bert")
    answer = EN.get(address("choose", anna), {"name": "bert"})
    assert answer.url == address("compare", anna, bert)
    page = EN.get(answer.url)
    assert [(one.place, other.place) for _event, one, other in page.context["events"]] == [(2, 60), (1, 40)]
    assert reverse("record:head-to-head", args=[anna, bert]) in page.text
    chosen = EN.get(address("choose", bert), {"name": "anna"})
    assert [row[0].name.name for row in chosen.context["rows"]] == ["Anna Adam", "Anna Once"]
    refused = EN.get(address("choose", bert), {"name": "bert"})
    assert refused.context["form"].errors == {
        "name": ["No other player of the ranking has this name. Check the spelling."]
    }


def test_hidden_players_are_neither_compared_nor_tried(mers: Ranking) -> None:
    anna, bert = person("Anna Adam"), person("Bert")
    PersonRecord.objects.create(person_id=bert, public=False)
    assert EN.get(address("choose", anna), {"name": "bert"}).status_code == 400
    for page in (address("compare", anna, bert), address("compare", bert, anna), address("what-if", bert)):
        assert EN.get(page).status_code == 404
    assert EN.get(address("compare", anna, anna)).status_code == 404
    assert EN.get(address("compare", anna, new_person("Nobody").pk)).status_code == 404


def test_a_merged_player_is_compared_as_the_kept_one(mers: Ranking) -> None:
    anna, bert = person("Anna Adam"), person("Bert")
    merged = new_person("Bertie", merged_into_id=bert)
    assert EN.get(address("compare", anna, merged.pk)).url == address("compare", anna, bert)
