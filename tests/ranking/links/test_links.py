"""Accounts and their persons: link codes, mails, accounts that players create, and the data they see and download."""

import json
from dataclasses import replace
from datetime import timedelta
from io import BytesIO

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import Actor
from common.jobs import run, start
from ranking.links.models import CorrectionRequest, LinkCode
from ranking.links.rules import new_code, spaced
from ranking.links.selectors import code_of
from ranking.links.services.codes import ask_code, issue_code, join_with_code, link_account
from ranking.links.services.own_record import answer_correction
from ranking.own_data.selectors import stored_about
from ranking.tasks import expired
from tests.support.applications import new_application
from tests.support.events import small_event
from tests.support.ranking import PASSWORD, actor, new_account, new_body, new_person, new_request, result_of
from tests.support.registries import ANNE, load, new_token
from tests.support.sheets import player
from tests.support.workbook_reading import assert_readable
from tournament.access.selectors.roles import actor_of
from tournament.events.models.entries import Entry
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person, PrivateData
from tournament.registration.models.applications import Application
from tournament.registry.rules.members import Number

pytestmark = pytest.mark.django_db


def signed_in(account: Account) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def test_an_officials_code_links_one_account_once() -> None:
    person, code = new_person(), new_code()
    issue_code(actor(), new_body(), person=person, code=code)
    account, other = new_account(), new_account()
    link_account(actor_of(account), account, code=spaced(code).lower())
    account.refresh_from_db()
    assert account.person == person
    with pytest.raises(Refused, match="unknown"):
        link_account(actor_of(other), other, code=code)


def test_a_new_code_ends_the_earlier_one_and_codes_expire() -> None:
    person, body, first, second = new_person(), new_body(), new_code(), new_code()
    for code in (first, second):
        issue_code(actor(), body, person=person, code=code)
    assert code_of(first) is None
    LinkCode.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert code_of(second) is None


def test_a_code_is_stored_only_as_a_hash() -> None:
    code = new_code()
    issue_code(actor(), new_body(), person=new_person(), code=code)
    kept = LinkCode.objects.get()
    assert code not in str(vars(kept))
    assert code not in str(list(AuditEntry.objects.values()))


def test_a_code_of_a_merged_person_links_the_kept_person() -> None:
    kept, code = new_person(), new_code()
    merged = new_person(merged_into=kept)
    issue_code(actor(), new_body(), person=merged, code=code)
    account = new_account()
    link_account(actor_of(account), account, code=code)
    account.refresh_from_db()
    assert account.person == kept


def approved(event, **columns) -> Application:
    application = new_application(event, "approved")
    Application.objects.filter(pk=application.pk).update(entry=player(event), **columns)
    return Application.objects.get(pk=application.pk)


def test_a_confirmed_mail_address_gets_a_code() -> None:
    application = approved(small_event(), mail_confirmed_at=timezone.now())
    account = new_account()
    answer = ask_code(actor_of(account), account, mail=application.private.mail)

    job = start(actor(), "record.mail_code", parameters={"kept": answer["code"]})
    run(job.pk)
    [sent] = mail.outbox
    assert sent.to == [application.private.mail]
    assert "within 24 hours" in sent.body
    code = sent.body.split("your results: ")[1].split("\n")[0]
    link_account(actor_of(account), account, code=code)
    account.refresh_from_db()
    assert account.person == application.entry.person


def test_an_address_gets_one_code_in_a_quarter_of_an_hour_whoever_asks() -> None:
    application = approved(small_event(), mail_confirmed_at=timezone.now())
    first, other = new_account(), new_account()
    address = application.private.mail
    assert ask_code(actor_of(first), first, mail=address)["code"]
    assert [ask_code(actor_of(account), account, mail=address) for account in (first, other)] == [{"code": None}] * 2
    LinkCode.objects.update(made_at=timezone.now() - timedelta(minutes=16))
    assert ask_code(actor_of(other), other, mail=address)["code"]


def test_an_unconfirmed_address_gets_no_code_and_the_page_does_not_tell(settings) -> None:
    settings.SENDS_MAIL = True
    application = approved(small_event())
    account = new_account()
    assert ask_code(actor_of(account), account, mail=application.private.mail) == {"code": None}
    page = signed_in(account).post(reverse("record:ask-code"), {"mail": "nobody@example.org"}, follow=True)
    assert "If a registration was confirmed with this address" in page.text
    assert not LinkCode.objects.exists()


def test_a_player_creates_an_account_with_a_code() -> None:
    person, code = new_person("王伟"), new_code()
    issue_code(actor(), new_body(), person=person, code=code)
    client = Client(headers={"accept-language": "en"})
    wrong = client.post(reverse("account:sign-up"), {"code": "2345678923", "username": "wei", "password": PASSWORD})
    assert wrong.status_code == 400
    weak = client.post(reverse("account:sign-up"), {"code": code, "username": "wei", "password": "12345"})
    assert weak.status_code == 400
    assert "wei" in weak.text
    page = client.post(reverse("account:sign-up"), {"code": code, "username": "wei", "password": PASSWORD}, follow=True)
    assert page.redirect_chain[-1][0] == reverse("record:me")
    account = Account.objects.get(username="wei")
    assert (account.person, account.is_staff, account.is_superuser) == (person, False, False)


def test_a_public_record_leaves_out_events_without_consent() -> None:
    person = new_person("王伟")
    event = small_event()
    shown, refused = result_of(person), result_of(person)
    refused.recorded.event = event
    refused.recorded.save()
    Entry.objects.create(event=event, number=1, name="王伟", person=person, name_consent=False)
    address = reverse("record:person", args=[person.pk])
    page = Client().get(address)
    assert shown.recorded.name in page.text
    assert refused.recorded.name not in page.text
    assert page.context["record"].table_points == 240
    own = signed_in(new_account(person)).get(reverse("record:me"))
    assert refused.recorded.name in own.text
    shown.delete()
    assert Client().get(address).status_code == 404


def test_a_person_hides_and_shows_their_record() -> None:
    person = new_person()
    result_of(person)
    client = signed_in(new_account(person))
    address = reverse("record:person", args=[person.pk])
    assert Client().get(address).status_code == 200
    client.post(reverse("record:shown"), {"public": "no"})
    assert Client().get(address).status_code == 404
    assert client.get(address).status_code == 200
    client.post(reverse("record:shown"), {"public": "yes"})
    assert Client().get(address).status_code == 200


def test_a_merged_persons_address_redirects_to_the_kept_person() -> None:
    kept = new_person()
    merged = new_person(merged_into=kept)
    assert Client().get(reverse("record:person", args=[merged.pk])).url == reverse("record:person", args=[kept.pk])


@pytest.fixture
def person() -> Person:
    person = new_person("王伟")
    PrivateData.objects.create(person=person, document="E12345678", contact="wei@example.org", birth_date="1990-05-01")
    Entry.objects.create(event=small_event(), number=1, name="王伟", person=person)
    result_of(person)
    return person


def test_only_the_person_sees_and_downloads_all_stored_data(person) -> None:
    client, stranger = signed_in(new_account(person)), signed_in(new_account(new_person()))
    for name in ("data", "data-json", "data-xlsx"):
        assert Client().get(reverse(f"record:{name}")).status_code == 302
        assert b"E12345678" not in stranger.get(reverse(f"record:{name}")).content
    assert "E12345678" in client.get(reverse("record:data")).text
    downloaded = json.loads(client.get(reverse("record:data-json")).content)
    assert downloaded == json.loads(json.dumps(stored_about(person), default=str))
    private = {"document": "E12345678", "contact": "wei@example.org", "birth_date": "1990-05-01"}
    assert downloaded["private"] == [private]
    assert len(downloaded["results"]) == len(downloaded["events"]) == 1


def test_a_person_sees_the_own_row_of_a_registry_and_the_own_tokens(person) -> None:
    load([ANNE, replace(ANNE, name="王伟", numbers=(Number("ema", "08010002"), Number("jmsa", "JM 5")))])
    assert stored_about(person)["registries"] == []
    person.federation_number = "jm-5"
    person.save()
    new_token(new_account(person), "secret")
    sections = stored_about(person)
    [row] = sections["registries"]
    assert (row["registry"], row["dated"], row["name"], row["numbers"]) == (
        "EMA", "2026-11-01", "王伟", "08010002, JM 5",
    )  # fmt: skip
    assert sections["accounts"][0]["tokens"].startswith("电脑")
    assert "secret" not in str(sections)


@pytest.mark.parametrize(
    ("language", "section", "heading"),
    [
        ("en", "Private data", "ID document number"),
        ("zh-hans", "隐私数据", "证件号码"),
        ("ja", "個人情報", "身分証明書番号"),
    ],
)
def test_the_workbook_of_stored_data_is_translated(person, language, section, heading) -> None:
    client = signed_in(new_account(person))
    data = client.get(reverse("record:data-xlsx"), headers={"accept-language": language}).content
    assert_readable(data)
    book = load_workbook(BytesIO(data))
    assert section in book.sheetnames
    assert heading in [cell.value for cell in book[section][3]]
    # The workbook holds no internal name of a section, a value or a state.
    sections = stored_about(person)
    internal_names = {*sections, *(name for rows in sections.values() for row in rows for name in row)}
    texts = {str(cell.value) for page in book for row in page.iter_rows() for cell in row} | {*book.sheetnames}
    assert {text for text in texts & internal_names if "_" in text or language != "en"} == set()


def test_pages_for_others_show_no_private_data(person) -> None:
    body = new_body()
    administrator = signed_in(new_account(is_superuser=True))
    pages = [reverse("record:person", args=[person.pk]), reverse("committee:person", args=[body.slug, person.pk])]
    for page in pages:
        text = administrator.get(page).text
        assert [value for value in ("E12345678", "wei@example.org", "1990-05-01") if value in text] == []


def test_a_correction_request_goes_to_the_countrys_body_and_is_answered(person) -> None:
    world, member = new_body(), new_body("member", countries=["CN"])
    Person.objects.filter(pk=person.pk).update(country="CN")
    client = signed_in(new_account(person))
    client.post(reverse("record:data"), {"text": "My passport is E999, and I am 王偉."})
    request = CorrectionRequest.objects.get()
    assert request.body == member != world
    assert "E999" not in str(list(AuditEntry.objects.values()))
    answer_correction(actor(), request, state="done", answer="Done, thank you.")
    assert "Done, thank you." in client.get(reverse("record:data")).text


def test_expired_correction_requests_are_deleted() -> None:
    CorrectionRequest.objects.filter(pk=new_request().pk).update(delete_after="2020-01-01")
    new_request()
    assert expired() == {"answered requests": 1}
    assert expired() == {}


def test_a_used_code_creates_no_account() -> None:
    used = LinkCode.objects.create(
        person=new_person(), made_at=timezone.now(), expires=timezone.now() + timedelta(days=1), used_at=timezone.now()
    )
    bearer = Actor(ref="code:1", name="", shown=used)
    with pytest.raises(Refused):
        join_with_code(bearer, used, username="wei", password=PASSWORD)
