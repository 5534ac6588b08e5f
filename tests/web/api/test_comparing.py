"""Reading two players: at shared tables and in a ranking, as the pages show them; hidden persons are not compared."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from ranking.links.models import PersonRecord
from ranking.rankings.models import Ranking
from tests.support.ranking import new_body, new_person, result_of
from tests.support.rankings import DAY, computed, new_ranking, placed
from tests.web.api.test_public import get
from tests.web.pocket.record.test_head_to_head import met, stored_event
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_throttles() -> None:
    cache.clear()


def test_two_persons_have_the_balance_and_tables_of_the_page() -> None:
    event = stored_event()
    first, second = met(event)
    page = Client().get(reverse("record:head-to-head", args=[first.pk, second.pk])).context
    answer = get(f"record/persons/{first.pk}/with/{second.pk}")
    assert [one["person"] for one in answer["persons"]] == [first.pk, second.pk]
    balance = page["balance"]
    assert answer["balance"] == {
        "tables": balance.tables, "ahead": balance.ahead, "level": balance.level, "behind": balance.behind,
        "difference": balance.difference,
    }  # fmt: skip
    assert len(answer["tables"]) == balance.tables > 0
    assert [(one["event"], one["session"], one["table"], one["points"]) for one in answer["tables"]] == [
        (event.slug, table.session, table.number, [own.points, other.points])
        for table, own, other, _lead in page["rows"]
    ]
    assert get(f"record/persons/{first.pk}/with/{second.pk}?start={balance.tables}")["tables"] == []


def test_persons_who_never_met_have_no_balance() -> None:
    first, second = new_person("Ana"), new_person("Ben")
    for person in (first, second):
        result_of(person)
    answer = get(f"record/persons/{first.pk}/with/{second.pk}")
    assert (answer["balance"], answer["tables"], answer["next"]) == (None, [], None)
    get(f"record/persons/{first.pk}/with/{first.pk}", 404)


def test_a_hidden_person_is_not_compared_at_tables() -> None:
    event = stored_event()
    first, second = met(event)
    get(f"record/persons/{first.pk}/with/{second.pk}")
    PersonRecord.objects.create(person=second, public=False)
    assert get(f"record/persons/{first.pk}/with/{second.pk}", 404)["errors"][0]["where"] == "other"
    assert get(f"record/persons/{second.pk}/with/{first.pk}", 404)["errors"][0]["where"] == "person"
    # A session that is not released any more has no table.
    PersonRecord.objects.all().delete()
    event.sessions.update(released_at=None)
    assert get(f"record/persons/{first.pk}/with/{second.pk}")["tables"] == []


@pytest.fixture
def pair() -> tuple[Ranking, Person, Person]:
    """A ranking on two days; only the second player was in the last event."""
    first, second = new_person("王伟", latin_name="WANG Wei", country="NL"), new_person("Ben", country="DK")
    for _event in range(2):
        placed({first: 1, second: 2}, name="Winter Open")
    ranking = computed(new_ranking(new_body(), slug="mers"), DAY)
    placed({second: 1, new_person("Dora", country="NL"): 2}, DAY + timedelta(days=20), name="Summer Open")
    return computed(ranking, DAY + timedelta(days=30)), first, second


def test_two_players_of_a_ranking_are_compared_as_on_the_page(pair) -> None:
    _ranking, first, second = pair
    page = Client().get(reverse("rankings:compare", args=["mers", first.pk, second.pk])).context
    answer = get(f"rankings/mers/players/{first.pk}/with/{second.pk}")
    assert [(line["person"], line["rank"], line["results"]) for line in answer["lines"]] == [
        (person.pk, line.rank, line.results) for person, _address, line, _figures in page["sides"]
    ]
    assert answer["lines"] == [
        next(line for line in get("rankings/mers")["lines"] if line["person"] == person.pk)
        for person in (first, second)
    ]
    assert [(one["name"], one["places"]) for one in answer["events"]] == [
        ("Summer Open", [None, 1]), ("Winter Open", [1, 2]), ("Winter Open", [1, 2]),
    ]  # fmt: skip
    assert [one["ranks"] for one in answer["days"]] == [
        [rank, other] for _day, rank, _own, other, _points in page["days"]
    ]
    assert (len(answer["days"]), answer["chance"]) == (2, None)
    earlier = get(f"rankings/mers/players/{first.pk}/with/{second.pk}?day={DAY.isoformat()}")
    assert (earlier["day"], len(earlier["events"])) == (DAY.isoformat(), 2)


def test_a_pair_that_the_page_does_not_show_is_absent(pair) -> None:
    _ranking, first, second = pair
    stranger = new_person("Stranger")
    for path, where in (
        (f"mers/players/{first.pk}/with/{stranger.pk}", "other"),
        (f"mers/players/{stranger.pk}/with/{first.pk}", "person"),
        (f"mers/players/{first.pk}/with/{first.pk}", "other"),
        (f"nothing/players/{first.pk}/with/{second.pk}", "ranking"),
    ):
        assert get(f"rankings/{path}", 404)["errors"][0]["where"] == where
    PersonRecord.objects.create(person=second, public=False)
    get(f"rankings/mers/players/{first.pk}/with/{second.pk}", 404)
    get(f"rankings/mers/players/{second.pk}/with/{first.pk}", 404)


def test_of_a_rating_there_is_a_chance_and_no_places() -> None:
    event = stored_event(starts="2026-05-01", ends="2026-05-02")
    first, second = met(event)
    computed(new_ranking(new_body(), slug="rating", kind="rating", least=1))
    page = Client().get(reverse("rankings:compare", args=["rating", first.pk, second.pk])).context
    answer = get(f"rankings/rating/players/{first.pk}/with/{second.pk}")
    assert answer["chance"] == page["chance"]
    assert answer["events"] == []
