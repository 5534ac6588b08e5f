"""The page that makes the next club night."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ranking.series.models import Series, SeriesKeeper
from scoring.event_file.services.importing import import_event
from tests.support.events import chinese_document
from tests.support.ranking import actor, new_account
from tests.support.series import new_series
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from web.desk.series.night import next_name

pytestmark = pytest.mark.django_db


@pytest.fixture
def last() -> Event:
    import_event(actor(), document=chinese_document())
    return Event.objects.get()


def organizer_of(event: Event) -> Client:
    account = new_account()
    Role.objects.create(account=account, event=event, name=Role.Name.ORGANIZER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    client.account = account
    return client


def sent(page) -> dict:
    """Return the values that the form proposes."""
    initial = page.context["form"].initial
    return {name: initial[name] for name in ("name", "slug", "persons")} | {"starts": initial["starts"].isoformat()}


def test_the_next_night_in_three_presses_counts_in_the_series_of_the_last(last: Event) -> None:
    series, other = new_series(last.slug), new_series(last.slug)
    last.starts = timezone.localdate() - timedelta(days=30)
    last.save()
    client = organizer_of(last)
    SeriesKeeper.objects.create(series=series, account=client.account)
    overview = client.get(reverse("desk:event", args=[last.slug]))
    address = reverse("desk:night", args=[last.slug])
    assert address in overview.text
    page = client.get(address)
    assert f"It counts in {series.name}." in page.text
    proposed = sent(page)
    starts = date.fromisoformat(proposed["starts"])
    assert starts - last.starts == timedelta(days=35)  # the first same weekday that is not in the past
    made = client.post(address, proposed, follow=True)
    night = Event.objects.exclude(pk=last.pk).get()
    assert made.redirect_chain == [(reverse("desk:event", args=[night.slug]), 302)]
    assert night.entries.count() == len(proposed["persons"])
    assert list(series.events.values_list("slug", flat=True)) == [last.slug, night.slug]
    assert list(Series.objects.get(pk=other.pk).events.values_list("slug", flat=True)) == [last.slug]


def test_wrong_input_keeps_what_was_typed(last: Event) -> None:
    client = organizer_of(last)
    address = reverse("desk:night", args=[last.slug])
    values = sent(client.get(address)) | {"slug": last.slug, "name": "Friday night", "starts": ""}
    page = client.post(address, values)
    assert page.context["form"].errors == {"starts": ["Fill in this field."]}
    page = client.post(address, values | {"starts": "2026-05-08"})
    assert list(page.context["form"].errors) == ["slug"]
    assert 'value="Friday night"' in page.text
    page = client.post(address, values | {"persons": ["99999"], "starts": "2026-05-08"})
    assert "persons" in page.context["form"].errors


def test_who_came_to_an_earlier_night_is_offered_without_a_tick(last: Event) -> None:
    series = new_series(last.slug)
    client = organizer_of(last)
    SeriesKeeper.objects.create(series=series, account=client.account)
    address = reverse("desk:night", args=[last.slug])
    values = sent(client.get(address))
    client.post(address, values | {"persons": values["persons"][:2]})
    night = Event.objects.exclude(pk=last.pk).get()
    form = client.get(reverse("desk:night", args=[night.slug])).context["form"]
    assert form.initial["persons"] == [entry.person_id for entry in night.entries.order_by("name")]
    assert len(form.fields["persons"].choices) == len(values["persons"])


def test_a_rehearsal_has_no_next_night(last: Event) -> None:
    client = organizer_of(last)
    Event.objects.filter(pk=last.pk).update(rehearsal=True)
    assert client.get(reverse("desk:night", args=[last.slug])).status_code == 403


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Night 3", "Night 5"),
        ("第3夜", "第3夜"),
        ("Night", "Night"),
        ("League 2026", "League 2026"),
        ("Night 9", "Night 10"),
    ],
)
def test_the_next_night_has_the_next_free_number(name: str, expected: str) -> None:
    assert next_name(name, {"Night 4"}) == expected


def test_those_who_work_a_night_work_the_next_one(last: Event) -> None:
    client = organizer_of(last)
    Role.objects.create(account=client.account, event=last, name=Role.Name.CHIEF_REFEREE)
    helper = new_account()
    Role.objects.create(account=helper, event=last, name=Role.Name.SCOREKEEPER)
    Role.objects.create(account=helper, event=last, name=Role.Name.REFEREE, ends_at=timezone.now() + timedelta(1))
    address = reverse("desk:night", args=[last.slug])
    client.post(address, sent(client.get(address)))
    night = Event.objects.exclude(pk=last.pk).get()
    assert sorted(night.roles.values_list("account", "name")) == sorted(
        [(client.account.pk, "organizer"), (client.account.pk, "chief-referee"), (helper.pk, "scorekeeper")]
    )


def test_people_are_listed_as_readers_of_their_script_look_for_them(last: Event) -> None:
    names = ["欧阳锋", "周伯通", "黄蓉"]
    for name, entry in zip(names, last.entries.order_by("number"), strict=False):
        last.entries.filter(pk=entry.pk).update(name=name, latin_name="", country="CN")
    form = organizer_of(last).get(reverse("desk:night", args=[last.slug])).context["form"]
    listed = [name for _person, name in form.fields["persons"].choices]
    assert [name for name in listed if name in names] == ["黄蓉", "欧阳锋", "周伯通"]
