"""The page that opens the final of a series."""

import pytest
from django.urls import reverse

from ranking.links.models import PersonRecord
from tests.support.ranking import new_person
from tests.support.series import new_series, season
from tests.web.desk.series.test_series import browser, keeper_of
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def test_a_keeper_opens_the_final_with_the_first_two() -> None:
    people = [new_person(name) for name in ("Anna", "Ben", "Chen", "Hidden One")]
    PersonRecord.objects.create(person=people[3], public=False)
    events = season(dict(zip(people, ([10], [40], [30], [50]), strict=True)))
    series = new_series(events[0].slug, finalists=2)
    client = browser(keeper_of(series))
    address = reverse("desk:series-open-final", args=[series.slug])
    assert address in client.get(reverse("desk:series-one", args=[series.slug])).text
    page = client.get(address)
    assert "Hidden" not in page.text
    assert "Players who ask not to be shown are not listed here." in page.text
    choices = [label for _key, label in page.context["form"].fields["chosen"].choices]
    assert choices == ["2. Ben · 40 · In, +10", "3. Chen · 30 · Out, −10", "4. Anna · 10 · Out, −30"]
    data = {
        "name": "Final",
        "slug": "league-final",
        "template": "club-day",
        "rules": "wmo-2014",
        "starts": "2026-12-05",
    }
    refused = client.post(address, data | {"chosen": []})
    assert refused.context["form"].errors == {"chosen": ["This field is required."]}
    chosen = [str(people[1].pk), str(people[2].pk)]
    made = client.post(address, data | {"chosen": chosen}, follow=True)
    assert made.redirect_chain == [(reverse("desk:event", args=["league-final"]), 302)]
    assert list(Event.objects.get().entries.values_list("name", flat=True)) == ["Ben", "Chen"]
    assert client.post(address, data | {"slug": "again", "chosen": chosen}).status_code == 400
    assert address not in client.get(reverse("desk:series-one", args=[series.slug])).text
