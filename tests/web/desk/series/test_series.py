"""The Desk's pages of series: make one, preview a rule, change it, add and remove events, keepers."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from common.actions.models.audit import AuditEntry
from ranking.bodies.models import BodyMember
from ranking.series.models import Series, SeriesKeeper
from ranking.series.selectors.values import series_values
from tests.support.events import small_event
from tests.support.ranking import new_account, new_body, new_person
from tests.support.series import new_series, season
from tournament.people.models.accounts import Account, Role

pytestmark = pytest.mark.django_db
NEW = "/desk/series/-/new/"
RULE = {
    "name": "Chiba league",
    "unit": "players",
    "points": "competition",
    "shared": "mean",
    "counting": "best-worst",
    "best": "3",
    "worst": "1",
    "least": "1",
}


def browser(account: Account) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def organizer(*slugs: str) -> Account:
    account = new_account()
    for slug in slugs:
        Role.objects.create(account=account, event=small_event(slug), name=Role.Name.ORGANIZER)
    return account


def keeper_of(series: Series) -> Account:
    account = new_account()
    SeriesKeeper.objects.create(series=series, account=account)
    return account


def test_an_organizer_previews_a_rule_on_past_events_and_makes_the_series() -> None:
    events = season({new_person("Anna"): [50, 10, -30, 70, 20], new_person("Ben"): [40, 30, 35, None, 31]})
    client = browser(organizer("opening"))
    data = RULE | {"events": ["opening", *(event.slug for event in events)]}
    page = client.post(NEW, data | {"preview": "1"})
    assert (page.status_code, Series.objects.exists()) == (200, False)
    lines = [(line.rank, line.name, line.points) for line in page.context["preview"].table.lines]
    assert lines == [(1, "Ben", 136), (2, "Anna", 110)]
    assert "Nothing is saved yet." in page.text
    page = client.post(NEW, data, follow=True)
    series = Series.objects.get()
    assert (series.slug, series.rule["counting"], series.events.count()) == ("chiba-league", "best-worst", 6)
    assert "The series is created." in page.text


def test_without_script_the_form_shows_every_field() -> None:
    page = browser(organizer("opening")).get(NEW).text
    assert 'data-shown-with="counting=best-worst"' in page
    assert not re.search(r"<(div|fieldset)[^>]* hidden", page)


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"best": ""}, "best", "Needed for this rule."),
        ({"worst": "0"}, "worst", "At least 1."),
        ({"points": "placing"}, "placing", "Needed for this rule."),
        ({"points": "placing", "placing": "25 many"}, "placing", "“many”: Write points as 25 or 12.5"),
        ({"size_bonus": "16 players"}, "size_bonus", "Write each step as players: points, such as 16: 10."),
        ({"size_bonus": "16: 1\n16: 2"}, "size_bonus", "This appears twice."),
        ({"tie1": "places", "tie2": "places"}, "tie1", "This appears twice."),
        ({"counting": "sum"}, "best", "does not use it"),
        ({"events": []}, "events", "Choose at least one event that you organize."),
        ({"slug": "Ä"}, "slug", "Only lowercase letters, digits and hyphens."),
        ({"name": ""}, "name", "Fill in this field."),
    ],
)  # fmt: skip
def test_wrong_input_has_its_message_beside_the_field(changes: dict[str, Any], field: str, message: str) -> None:
    client = browser(organizer("opening"))
    page = client.post(NEW, RULE | {"events": ["opening"]} | changes)
    assert (page.status_code, Series.objects.exists()) == (400, False)
    assert message in page.context["form"].errors[field][0]
    for typed in (value for value in (RULE | changes).values() if isinstance(value, str) and value):
        assert typed.splitlines()[0] in page.text


def test_all_that_is_wrong_is_named_at_once() -> None:
    client = browser(organizer("opening"))
    wrong = {"name": "", "best": "", "points": "placing", "tie1": "places", "tie2": "places"}
    page = client.post(NEW, RULE | {"events": ["opening"]} | wrong)
    assert set(page.context["form"].errors) == {"name", "tie1"}
    page = client.post(NEW, RULE | {"events": ["opening"]} | wrong | {"tie2": ""})
    assert set(page.context["form"].errors) == {"name", "best", "placing"}


def test_points_and_bonus_are_typed_as_people_write_them() -> None:
    client = browser(organizer("opening"))
    bonus = {"size_bonus": "16：10\n\n8: 2.5", "place_bonus": "3，2、1", "tie1": "visits", "tie3": "latest"}
    given = {"counting": "sum", "best": "", "worst": "", "points": "placing", "placing": "25, 18 −1"}
    client.post(NEW, RULE | given | bonus | {"events": ["opening"], "slug": "winter"})
    rule = Series.objects.get(slug="winter").rule
    assert (rule["placing"], rule["place_bonus"]) == (["25", "18", "-1"], ["3", "2", "1"])
    assert (rule["size_bonus"], rule["ties"]) == ([[8, "2.5"], [16, "10"]], ["visits", "latest"])
    page = browser(keeper_of(Series.objects.get())).get(reverse("desk:series-rule", args=["winter"]))
    assert 'value="25 18 -1"' in page.text
    assert "8: 2.5\n16: 10" in page.text


def test_a_body_makes_a_series_of_its_own() -> None:
    body, other = new_body(name="Dutch association"), new_body()
    account = new_account()
    BodyMember.objects.create(account=account, body=body, role=BodyMember.Role.MEMBER)
    client = browser(account)
    assert "New series of Dutch association" in client.get(reverse("desk:series")).text
    assert client.get(NEW).status_code == 403
    assert client.get(NEW, {"body": other.slug}).status_code == 403
    client.post(f"{NEW}?body={body.slug}", RULE | {"events": []})
    assert Series.objects.get().body == body


def test_the_rule_changes_after_a_preview_that_compares_with_the_saved_one() -> None:
    events = season({new_person("Anna"): [50, 10, -90], new_person("Ben"): [10, 10, 10]})
    series = new_series(*(event.slug for event in events))
    client = browser(keeper_of(series))
    address = reverse("desk:series-rule", args=[series.slug])
    data = RULE | {"best": "1", "worst": "", "counting": "best"}
    page = client.post(address, data | {"preview": "1"})
    table = page.context["preview"].ranking
    assert [(row.record.rank, row.get_cell("saved"), row.record.name) for row in table.rows] == [
        (1, "2", "Anna"),
        (2, "1", "Ben"),
    ]
    page = client.post(address, data)
    assert page.context["form"].errors == {"reason": ["Please give a reason; it is kept with the change."]}
    assert client.post(address, data | {"counting": "best", "best": "", "preview": "1"}).status_code == 400
    page = client.post(address, data | {"reason": "Fewer evenings"}, follow=True)
    assert "The series is changed." in page.text
    page = client.get(reverse("desk:series-audit", args=[series.slug]))
    assert "Fewer evenings" in page.text
    assert "Number of best events" in page.text
    assert client.post(reverse("desk:series-audit", args=[series.slug])).context["faults"] == []


def test_two_keepers_change_one_value() -> None:
    series = new_series()
    client = browser(keeper_of(series))
    address = reverse("desk:series-rule", args=[series.slug])
    page = client.get(address)
    base = page.context["form"]["base"].value()
    Series.objects.filter(pk=series.pk).update(rule={**series.rule, "finalists": 8})
    answer = client.post(address, RULE | {"counting": "sum", "best": "", "worst": "", "finalists": "4", "base": base})
    assert answer.status_code == 409
    assert "Somebody else has changed this to “8”; you want “4”." in answer.text


def test_events_are_added_and_taken_out() -> None:
    events = season({new_person("Anna"): [50]})
    series = new_series()
    client = browser(keeper_of(series))
    add = reverse("desk:series-add", args=[series.slug])
    assert events[0].slug in client.get(add).text
    page = client.post(add, {"slug": "nowhere", "session": "2"})
    assert page.context["form"].errors == {"slug": ["There is no event with this id."]}
    assert 'value="nowhere"' in page.text
    assert "The event counts in the series." in client.post(add, {"slug": events[0].slug}, follow=True).text
    take_out = reverse("desk:series-take-out", args=[series.slug, series.events.get().pk])
    assert take_out in client.get(reverse("desk:series-one", args=[series.slug])).text
    assert client.post(take_out, {"reason": ""}).status_code == 400
    assert "The event no longer counts." in client.post(take_out, {"reason": "Members only"}, follow=True).text
    assert client.get(take_out).status_code == 404
    assert AuditEntry.objects.filter(action="series.take_out").get().reason == "Members only"


def test_the_final_is_set_and_refused_where_it_counts() -> None:
    small_event("cup")
    series = new_series("night")
    client = browser(keeper_of(series))
    final = reverse("desk:series-final", args=[series.slug])
    assert client.post(final, {"slug": "nowhere"}).status_code == 400
    assert "The final is set." in client.post(final, {"slug": "cup"}, follow=True).text
    assert "cup" in client.get(reverse("series:series", args=[series.slug])).text
    page = client.post(reverse("desk:series-add", args=[series.slug]), {"slug": "cup"})
    assert page.context["form"].errors["slug"][0].startswith("You can add events of the record")
    Role.objects.create(account=series.keepers.get().account, event=small_event("cup-2"), name=Role.Name.ORGANIZER)
    client.post(final, {"slug": "cup-2"})
    page = client.post(reverse("desk:series-add", args=[series.slug]), {"slug": "cup-2"})
    assert page.context["form"].errors["slug"][0].startswith("This event is the final of the series")


def test_keepers_are_added_and_removed() -> None:
    series = new_series()
    first, second = keeper_of(series), new_account()
    client = browser(first)
    address = reverse("desk:series-keepers", args=[series.slug])
    assert client.post(address, {"account": "nobody", "on": "on"}).status_code == 400
    client.post(address, {"account": second.username, "on": "on"})
    assert second.username in client.get(address).text
    client.post(address, {"account": first.username, "on": "off"})
    assert client.get(address).status_code == 403


def test_only_keepers_open_the_pages() -> None:
    series = new_series("night")
    names = ("series-one", "series-rule", "series-add", "series-final", "series-keepers", "series-audit")
    stranger = browser(organizer("other"))
    assert [stranger.get(reverse(f"desk:{name}", args=[series.slug])).status_code for name in names] == [403] * 6
    assert stranger.get(reverse("desk:series-one", args=["nowhere"])).status_code == 404
    assert browser(new_account()).get(reverse("desk:series")).status_code == 403
    assert series_values(series)["name"] == series.name
    assert Client().get(reverse("desk:series")).status_code == 302


def test_the_tab_series_is_for_those_who_may_make_or_keep_one() -> None:
    series = new_series()
    body = new_body()
    member = new_account()
    BodyMember.objects.create(account=member, body=body, role=BodyMember.Role.MEMBER)
    shown = [
        reverse("desk:series") in browser(account).get(reverse("desk:home")).text
        for account in (new_account(), keeper_of(series), organizer("own"), member, new_account(is_superuser=True))
    ]
    assert shown == [False, True, True, True, True]
