"""What a person sees first after an application and a grant, and what everybody sees of it."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from ranking.bodies.models import Body
from ranking.levels.services import mark_qualified
from ranking.links.models import PersonRecord
from ranking.pins.selectors.committee import qualified_of
from ranking.pins.services.decisions import ask, revoke
from tests.support.pin_applications import applicant, applied, granted, member
from tests.support.ranking import PASSWORD, actor, new_account, new_body, new_person, recorded_event, result_of
from tests.web.pocket.conftest import page_text
from tournament.access.models import ApiToken
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _keys(settings, tmp_path) -> None:
    settings.CERTIFICATE_KEYS = tmp_path / "keys"


@pytest.fixture
def body() -> Body:
    new_body("world", name="WMCC")
    return new_body("member", name="Dutch Mahjong", countries=["NL"])


def signed_in(account: Account) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def test_the_page_leads_with_the_pin_to_apply_for(body) -> None:
    text = page_text(signed_in(applicant(body)), "/me/")
    assert text.index("You can apply for Pin 9 now Apply for a pin") < text.index("My pins")
    assert "9 next" not in text
    assert "9 reached ○ 8 next →" in text


def test_the_committees_question_stands_first_with_a_button(body) -> None:
    account = applicant(body)
    application = applied(account)
    ask(actor(), application, text="Which club?")
    page = signed_in(account).get("/me/").content.decode()
    assert "Dutch Mahjong asks you a question about your application." in page
    assert f'href="{reverse("record:pin", args=[application.pk])}"' in page
    assert "You can apply" not in page
    for address in (reverse("record:pins"), reverse("record:pin", args=[application.pk])):
        assert "Waiting for your answer" in page_text(signed_in(account), address)


def test_an_open_application_is_on_the_page_with_its_state_and_what_comes_next(body) -> None:
    account = applicant(body)
    applied(account)
    client = signed_in(account)
    shown = page_text(client, "/me/")
    assert "Pin 9 ◐ Submitted Dutch Mahjong · " in shown
    assert "The body decides on your application. Its answer will be here." in shown
    assert "The body has not decided on your application yet." in page_text(client, "/me/pins/")


def test_moments_of_devices_and_tokens_are_dates_to_read(body) -> None:
    account = applicant(body)
    moments = {"made_at": "2026-05-01T12:00:00Z", "expires": "2026-05-08T12:30:00.5Z"}
    ApiToken.objects.create(account=account, name="Tablet", token_hash="0" * 64, **moments)
    assert "Tablet, 1 May 2026, 12:00, 8 May 2026, 12:30" in page_text(signed_in(account), "/me/data/")


def test_devices_have_plain_names_and_the_file_keeps_the_browsers_own(body) -> None:
    client, browser = signed_in(applicant(body)), "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/131.0"
    client.get("/me/", headers={"user-agent": browser})
    other = signed_in(Account.objects.get())
    other.get("/me/", headers={"user-agent": "curl/8.5.0"})
    moment = r"\d+ \w+ \d+, \d+:\d+"
    devices = rf"127.0.0.1 curl/8.5.0, {moment}, {moment}; Chrome, Android, 127.0.0.1, {moment}, {moment}"
    assert re.search(devices, page_text(client, "/me/data/"))
    assert browser in client.get(reverse("record:data-json")).content.decode()


def test_a_granted_pin_leads_with_its_certificate_and_the_next_level(body) -> None:
    account = applicant(body)
    certificate = granted(applied(account))
    text = page_text(signed_in(account), "/me/")
    assert re.search(rf"My pins Pin 9 {certificate.serial} · .* · Dutch Mahjong Certificate", text)
    assert "9 granted ✓ 8 next →" in text
    assert "The next pin, and what is still missing: Pin 8" in text
    revoke(actor(), certificate.application, reason="False results")
    assert "9 granted" not in page_text(signed_in(account), "/me/")


@pytest.mark.parametrize("agreed", [True, False])
def test_the_public_record_shows_granted_pins_of_who_agreed(body, agreed: bool) -> None:
    account = applicant(body)
    certificate = granted(applied(account, public=agreed))
    person = account.person
    PersonRecord.objects.update_or_create(person=person, defaults={"public": True})
    page = Client(headers={"accept-language": "en"}).get(reverse("record:person", args=[person.pk]))
    assert page.status_code == 200
    assert (certificate.serial in page.content.decode()) == agreed
    assert ("Granted pins" in page.content.decode()) == agreed


def test_newly_qualified_and_granted_are_different_lists(body) -> None:
    account, other = applicant(body), applicant(body)
    mark_qualified(actor(), persons=[account.person_id, other.person_id])
    assert qualified_of(body).count() == 2
    certificate = granted(applied(account))
    assert [row.person for row in qualified_of(body)] == [other.person]
    text = page_text(signed_in(member(body)), f"/committee/{body.slug}/")
    newly, granted_list = text.split("Newly qualified")[1].split("Granted")
    assert f"{other.person.name} · Pin 9 {date_format(timezone.localdate(), 'DATE_FORMAT')}" in newly
    persons = page_text(signed_in(member(body)), f"/committee/{body.slug}/persons/")
    assert f"{other.person.name} Pin 9 {date_format(timezone.localdate(), 'SHORT_DATE_FORMAT')}" in persons
    assert account.person.name not in newly
    assert f"{account.person.name} · Pin 9 {certificate.serial}" in granted_list


def test_who_has_no_role_lands_on_the_own_page_after_signing_in(body) -> None:
    plain, official = new_account(), member(body)
    for account, landing in ((plain, "/me/"), (official, "/committee/")):
        account.set_password(PASSWORD)
        account.save()
        answer = Client().post("/account/login/", {"username": account.username, "password": PASSWORD})
        assert answer["Location"] == landing


def test_the_search_filters_both_lists_of_persons_and_shows_the_last_event(body) -> None:
    person, other = new_person("Anna Jansen", country="NL"), new_person("Bert Smit", country="NL")
    for one in (person, other):
        result_of(one, recorded_event(body, name=f"Open of {one.name}"), table_points=480)
    mark_qualified(actor(), persons=[person.pk, other.pk])
    client = signed_in(member(body))
    address = f"/committee/{body.slug}/persons/"
    everybody = page_text(client, address)
    assert everybody.count("Anna Jansen") == 3  # in both lists, and as the name of the event
    found = page_text(client, f"{address}?q=anna")
    assert "Bert Smit" not in found
    assert "Open of Anna Jansen" in found
    downwards = page_text(client, f"{address}?sort=-name")
    assert downwards.rindex("Bert Smit") < downwards.rindex("Anna Jansen")
