"""The page that opens the final of a series."""

import pytest
from django.urls import reverse

from ranking.links.models import PersonRecord
from ranking.series.models import Series
from ranking.series.selectors.finals import proposed
from ranking.series.selectors.table import series_table
from ranking.series.services.final import open_final
from tests.ranking.series.services.test_final import FINAL
from tests.support.ranking import new_person
from tests.support.series import new_series, season
from tests.web.desk.series.test_series import browser, keeper_of
from tournament.access.selectors.roles import actor_of
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
    assert refused.context["form"].errors == {"chosen": ["Choose here."]}
    chosen = [str(people[1].pk), str(people[2].pk)]
    made = client.post(address, data | {"chosen": chosen}, follow=True)
    assert made.redirect_chain == [(reverse("desk:event", args=["league-final"]), 302)]
    assert list(Event.objects.get().entries.values_list("name", flat=True)) == ["Ben", "Chen"]
    assert client.post(address, data | {"slug": "again", "chosen": chosen}).status_code == 400
    assert address not in client.get(reverse("desk:series-one", args=[series.slug])).text


def test_the_organizer_of_a_final_enters_the_next_of_the_ranking_for_who_withdraws() -> None:
    people = [new_person(name) for name in ("Anna", "Ben", "Chen")]
    events = season(dict(zip(people, ([30], [20], [10]), strict=True)))
    series = new_series(events[0].slug, finalists=2)
    keeper = keeper_of(series)
    client = browser(keeper)
    open_final(actor_of(keeper), series, **FINAL, chosen=proposed(series_table(series)))
    event = Event.objects.get()
    registration, fill = reverse("desk:registration", args=[event.slug]), reverse("desk:fill-final", args=[event.slug])
    one = reverse("desk:series-one", args=[series.slug])
    for address in (registration, one):
        page = client.get(address).text
        assert "0 places are free." in page
        assert fill not in page
    event.entries.filter(name="Anna").update(status="withdrawn")
    for address in (registration, one):
        page = client.get(address).text
        assert "1 place is free." in page
        assert fill in page
    assert reverse("desk:event", args=[event.slug]) in client.get(one).text
    form = client.get(fill).context["form"]
    assert (form["chosen"].value(), [label for _key, label in form.fields["chosen"].choices]) == (
        [str(people[2].pk)],
        ["3. Chen · 10 · Out, −10"],
    )
    made = client.post(fill, {"chosen": form["chosen"].value()}, follow=True)
    assert made.redirect_chain == [(registration, 302)]
    assert "1 line of the ranking is entered." in made.text
    assert event.entries.filter(status="entered").count() == 2
    Series.objects.update(final="")
    assert client.get(fill).status_code == 404


def test_the_page_of_a_final_says_who_is_equal_at_the_cut_and_that_there_is_a_final_already() -> None:
    people = [new_person(name) for name in ("Anna", "Ben", "Chen", "Dora")]
    events = season(dict(zip(people, ([30], [20], [20], [10]), strict=True)))
    series = new_series(events[0].slug, finalists=2)
    keeper = keeper_of(series)
    client = browser(keeper)
    address = reverse("desk:series-open-final", args=[series.slug])
    page = client.get(address).text
    assert "The final has 2 places." in page
    assert "2 are equal at the cut, for 1 of the places: the rule does not decide." in page
    open_final(actor_of(keeper), series, **FINAL, chosen=[str(people[0].pk)])
    fill = client.get(reverse("desk:fill-final", args=[FINAL["slug"]]))
    assert fill.context["form"]["chosen"].value() == []
    assert "The next ones share a rank: the rule does not decide who comes." in fill.text
    Series.objects.update(final="other")
    page = client.get(address, follow=True)
    assert page.redirect_chain == [(reverse("desk:series-one", args=[series.slug]), 302)]
    assert "The series has a final already." in page.text
