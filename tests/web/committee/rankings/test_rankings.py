"""The Committee's pages of rankings: declaring, trying and changing a rule, computing, removing."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.jobs import run
from common.jobs.models import Job
from ranking.bodies.models import Body
from ranking.rankings.models import Ranking
from tests.support.ranking import new_body, new_person
from tests.support.rankings import computed, new_ranking, placed
from tests.web.committee.test_sanctions import official_of

pytestmark = pytest.mark.django_db
USUAL: dict[str, Any] = {
    "name_en": "MERS", "renewal": "month", "kind": "mers", "years": "calendar", "value": "rank", "weighted": "on",
    "factors": "1 0.5", "total": "mean", "best": "", "least": "2",
}  # fmt: skip


@pytest.fixture
def body() -> Body:
    return new_body(name="European federation")


@pytest.fixture
def client(body: Body) -> Client:
    return official_of(body)


def errors(answer: Any) -> dict[str, list[str]]:
    assert answer.status_code == 400
    return dict(answer.context["form"].errors)


def test_a_ranking_is_declared_computed_and_public(client: Client, body: Body) -> None:
    new = reverse("committee:new-ranking", args=[body.slug])
    assert new in client.get(reverse("committee:rankings", args=[body.slug])).text
    page = client.post(new, USUAL, follow=True)
    ranking = Ranking.objects.get()
    assert (ranking.slug, ranking.name) == ("mers", {"en": "MERS"})
    assert "Not computed yet: nothing is public." in page.text
    compute = reverse("committee:compute-ranking", args=[body.slug, "mers"])
    answer = client.post(compute, {"day": timezone.localdate().isoformat()})
    job = Job.objects.get()
    assert answer.url == reverse("jobs:job", args=[job.pk])
    run(job.pk)
    assert reverse("rankings:ranking", args=["mers"]) in client.get(answer.url).text
    page = client.get(reverse("committee:ranking", args=[body.slug, "mers"])).text
    assert "Public page" in page


@pytest.mark.parametrize(
    ("typed", "where", "message"),
    [
        ({"name_en": ""}, "name_zh", "Write the name in at least one language."),
        ({"slug": "一"}, "slug", "Only lowercase letters, digits and hyphens."),
        ({"kind": "own", "value": "placing"}, "placing", "Needed for this rule."),
        ({"kind": "own", "factors": "1 x"}, "factors", "“x”: Write points as 25 or 12.5, with at most three decimals."),
        ({"kind": "own", "factors": "0 1"}, "factors", "Age factors are not negative, and the first one is not 0."),
        ({"countries": "NL Atlantis"}, "countries", "“Atlantis” is not a country code."),
        ({"players_of": "xx"}, "players_of", "“xx” is not a country code."),
        ({"first_year": "2026", "last_year": "2024"}, "last_year", "The last year is before the first one."),
        ({"first_year": "26"}, "first_year", "At least 1980."),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_nothing_typed_is_lost(
    client: Client, body: Body, typed: dict[str, str], where: str, message: str
) -> None:
    answer = client.post(reverse("committee:new-ranking", args=[body.slug]), USUAL | {"countries": "DK"} | typed)
    found = errors(answer)
    assert list(found) == [where]
    assert message in found[where]
    assert not Ranking.objects.exists()
    for value in typed.values():
        assert value.replace("“", "") in answer.text


def test_all_that_is_wrong_is_named_at_once(client: Client, body: Body) -> None:
    typed = {"name_en": "", "slug": "一", "countries": "Atlantis", "first_year": "2026", "last_year": "2024"}
    own = {"kind": "own", "value": "placing", "placing": "", "factors": "0 1"}
    found = errors(client.post(reverse("committee:new-ranking", args=[body.slug]), USUAL | typed | own))
    assert set(found) == {"name_zh", "slug", "countries", "last_year", "placing", "factors"}
    assert all(len(sentences) == 1 for sentences in found.values())


def test_countries_are_saved_as_codes_of_two_letters(client: Client, body: Body) -> None:
    client.post(reverse("committee:new-ranking", args=[body.slug]), USUAL | {"countries": "荷兰、fra；Denmark DK"})
    assert Ranking.objects.get().rule["countries"] == ["NL", "FR", "DK"]


def test_parts_of_an_own_formula_are_refused_for_mers(client: Client, body: Body) -> None:
    answer = client.post(reverse("committee:new-ranking", args=[body.slug]), USUAL | {"best": "3"})
    assert list(errors(answer)) == ["best"]


def test_a_rule_is_tried_before_it_is_saved(client: Client, body: Body) -> None:
    people = [new_person(name) for name in ("Anna", "Bert")]
    today = timezone.localdate()
    placed(dict(zip(people, (1, 2), strict=True)), today)
    placed(dict(zip(people, (3, 1), strict=True)), today)
    ranking = computed(new_ranking(body, slug="mers"))
    page = reverse("committee:ranking-rule", args=[body.slug, "mers"])
    own = {"kind": "own", "value": "placing", "placing": "10 1", "total": "sum", "least": "1", "preview": "1"}
    answer = client.post(page, USUAL | own)
    lines = [(line.ranked.rank, line.saved, line.name.name) for line in answer.context["preview"].lines]
    assert lines == [(1, 1, "Bert"), (2, 2, "Anna")]
    assert "Nothing is saved yet. 2 events count today." in answer.text
    del own["preview"]
    assert list(errors(client.post(page, USUAL | own))) == ["reason"]
    client.post(page, USUAL | own | {"reason": "New statutes"})
    ranking.refresh_from_db()
    assert (ranking.rule["kind"], ranking.rule["placing"]) == ("own", ["10", "1"])


def test_a_day_in_the_future_is_refused_beside_the_field(client: Client, body: Body) -> None:
    new_ranking(body, slug="mers")
    answer = client.post(reverse("committee:compute-ranking", args=[body.slug, "mers"]), {"day": "2999-01-01"})
    assert errors(answer) == {"day": ["This day is in the future."]}
    assert not Job.objects.exists()


def test_a_ranking_is_removed_with_a_reason(client: Client, body: Body) -> None:
    new_ranking(body, slug="mers")
    remove = reverse("committee:remove-ranking", args=[body.slug, "mers"])
    assert client.post(remove, {"reason": ""}).status_code == 400
    page = client.post(remove, {"reason": "Replaced"}, follow=True)
    assert "The ranking is removed." in page.text
    assert not Ranking.objects.exists()


def test_others_do_not_reach_the_pages_and_rankings_of_other_bodies_are_not_there(client: Client, body: Body) -> None:
    new_ranking(body, slug="mers")
    other = new_ranking(slug="other")
    for page in ("ranking", "ranking-rule", "compute-ranking", "remove-ranking"):
        assert client.get(reverse(f"committee:{page}", args=[body.slug, other.slug])).status_code == 404
        assert official_of(other.body).get(reverse(f"committee:{page}", args=[body.slug, "mers"])).status_code == 403
