"""The services of applications for pins: who applies where, who decides, certificates, and private data."""

import os
from datetime import date

import pytest
from django.core import mail
from django.db import connection

from common.actions.errors import Refused, WrongState
from common.actions.models.audit import AuditEntry
from common.jobs import run
from common.jobs.models import Job
from common.privacy.signing_keys import is_genuine, public_keys, rotate
from ranking.bodies.models import Body, BodyMember
from ranking.bodies.services import set_member
from ranking.pins.models.applications import Certificate, PinApplication, PinApplicationData, PinMessage
from ranking.pins.rules.signing import read
from ranking.pins.selectors.calculations import body_for, check, offers
from ranking.pins.selectors.grounds import concerned_bodies
from ranking.pins.selectors.signing import address_of_certificate, code_text, keys_folder
from ranking.pins.services.applications import answer, submit, withdraw
from ranking.pins.services.decisions import ask, grant, refuse, revoke
from ranking.record.models.records import RecordedEvent
from ranking.record.services.classes import ResultChanged
from ranking.tasks import expired_applications, old_mails
from tests.support.pin_applications import CONTACT, DOCUMENT, applicant, applied, facts, granted, member
from tests.support.ranking import actor, new_account, new_body, new_person, recorded_event, result_of
from tests.support.threads import together
from tournament.access.selectors.roles import actor_of
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _folders(settings, tmp_path) -> None:
    settings.CERTIFICATE_KEYS, settings.MEDIA_ROOT = tmp_path / "keys", tmp_path / "media"


@pytest.fixture
def member_body() -> Body:
    new_body("world", name="WMCC")
    return new_body("member", countries=["NL"])


def qualified_for_pin_3(body: Body) -> Account:
    """Return an account whose person reaches pin 3: class A, 120 table points, 3000 CP, rank 6."""
    account = applicant(body, table_points=120 * 12, individual_rank=6)
    account.person.official_results.update(competition_points=3000)
    return account


def state_of(application: PinApplication) -> str:
    return PinApplication.objects.get(pk=application.pk).status


def test_the_countrys_organisation_decides_on_9_to_4_and_the_world_body_on_3_to_1(member_body) -> None:
    person = qualified_for_pin_3(member_body).person
    assert {offer.level: offer.body.kind for offer in offers(person)} == {
        level: "world" if level <= 3 else "member" for level in range(3, 10)
    }
    stranger = new_person(country="JP")
    assert body_for(stranger, "pin", 9).kind == "world"


def test_a_player_applies_once_for_a_reached_level_above_the_held_one(member_body) -> None:
    account = applicant(member_body)
    for wrong in ({"level": 8}, {"kind": "web"}, {"body": new_body("member").pk}):
        with pytest.raises(Refused, match="cannot apply"):
            submit(actor_of(account), account, **facts(account, **{"level": 9} | wrong))
    with pytest.raises(Refused, match="promise"):
        submit(actor_of(account), account, **facts(account, promise="0" * 64))
    first = applied(account)
    with pytest.raises(IndexError):
        facts(account)
    granted(first)
    assert offers(account.person) == []
    revoke(actor(), first, reason="wrong")
    assert [offer.level for offer in offers(account.person)] == [9]


def test_an_applicant_answers_a_question_and_withdraws(member_body) -> None:
    account = applicant(member_body)
    application, applicant_actor = applied(account), actor_of(account)
    with pytest.raises(WrongState):
        answer(applicant_actor, account, application=application, text="?")
    ask(actor(), application, text="Where did you play?")
    with pytest.raises(WrongState):
        grant(actor(), application, seen=check(application).seen)
    stranger = applicant(member_body)
    with pytest.raises(Refused, match="not your application"):
        answer(actor_of(stranger), stranger, application=application, text="In Utrecht.")
    answer(applicant_actor, account, application=application, text="In Utrecht.")
    assert [message.text for message in application.messages.all()] == ["Where did you play?", "In Utrecht."]
    withdraw(applicant_actor, account, application=application)
    assert state_of(application) == "withdrawn"
    with pytest.raises(WrongState):
        refuse(actor(), application, reason="late")


def test_two_different_persons_decide_on_a_pin_3(member_body) -> None:
    application = applied(qualified_for_pin_3(member_body))
    body = application.body
    assert (body.kind, application.level) == ("world", 3)
    decider = new_person("赵敏")
    seen = check(application).seen
    first = member(body, person=decider)
    again = member(body, person=new_person(merged_into=decider))
    with pytest.raises(Refused, match="linked"):
        grant(actor_of(member(body)), application, seen=seen)
    grant(actor_of(first), application, seen=seen)
    assert (state_of(application), Certificate.objects.count()) == ("approved", 0)
    for account in (first, again):
        with pytest.raises(Refused, match="another person"):
            grant(actor_of(account), application, seen=seen)
    with pytest.raises(Refused, match="own application"):
        grant(actor_of(member(body, person=application.person)), application, seen=seen)
    certificate = granted(application, actor_of(member(body, person=new_person("周芷若"))))
    assert (state_of(application), certificate.public, certificate.body) == ("granted", True, body)


def test_a_question_voids_an_approval(member_body) -> None:
    application = applied(qualified_for_pin_3(member_body))
    grant(actor_of(member(application.body, person=new_person("赵敏"))), application, seen=check(application).seen)
    ask(actor(), application, text="Which event?")
    application.refresh_from_db()
    assert (application.first_person, application.first_by) == (None, "")


def test_serials_have_no_gaps_for_each_body(member_body) -> None:
    numbers = [granted(applied(applicant(member_body))).serial for _ in range(2)]
    refused = applied(applicant(member_body))
    refuse(actor(), refused, reason="no")
    numbers.append(granted(applied(applicant(member_body))).serial)
    slug = member_body.slug.upper()
    assert numbers == [f"{slug}-00001", f"{slug}-00002", f"{slug}-00003"]
    assert granted(applied(applicant(new_body("member", countries=["FR"])))).number == 1


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_grants_get_two_numbers(member_body) -> None:
    waiting = [applied(applicant(member_body)) for _ in range(2)]
    pairs = [(application, check(application).seen) for application in waiting]
    tasks = [lambda pair=pair: grant(actor(), pair[0], seen=pair[1]) for pair in pairs]
    outcomes = together(*tasks, holding=Body.objects.filter(pk=member_body.pk))
    assert [type(outcome) for outcome in outcomes] == [dict, dict], outcomes
    assert sorted(Certificate.objects.values_list("number", flat=True)) == [1, 2]


def test_a_correction_is_shown_and_refuses_a_decision_on_the_old_figures(member_body) -> None:
    application = applied(applicant(member_body))
    seen = check(application).seen
    assert check(application).plain
    application.person.official_results.update(table_points=239)
    current = check(application)
    assert [(event.before["table_points"], event.after["table_points"]) for event in current.moved] == [(240, 239)]
    assert not current.level.met
    with pytest.raises(ResultChanged):
        grant(actor(), application, seen=seen)
    with pytest.raises(Refused, match="condition"):
        grant(actor(), application, seen=current.seen)


def test_a_correction_concerns_the_body_whose_pin_rests_on_the_event(member_body) -> None:
    event = recorded_event(new_body())
    account = applicant(member_body)
    result_of(account.person, event, table_points=12)
    granted(applied(account))
    assert member_body in concerned_bodies(RecordedEvent.objects.get(pk=event.pk))


def test_a_certificate_is_genuine_unless_changed_also_after_a_key_rotation(member_body) -> None:
    certificate = granted(applied(applicant(member_body)))
    rotate(keys_folder())
    shown, text, signature = read(code_text(certificate, "http://10.0.0.5:8000/c/x/"))
    key = public_keys(keys_folder())[shown["key"]]
    assert shown["name"] == certificate.name
    assert is_genuine(key, text, signature)
    assert not is_genuine(key, text.replace(b'"level":"9"', b'"level":"1"'), signature)
    assert not is_genuine(public_keys(keys_folder()).popitem()[1], text, signature)
    private = list(keys_folder().glob("*.key"))
    assert [file.stat().st_mode & 0o777 for file in private] == [0o600]
    assert granted(applied(applicant(member_body))).key_id == private[0].stem


def test_a_certificate_without_a_public_address_needs_a_reason_in_the_audit_log(member_body) -> None:
    Body.objects.update(address="http://192.168.1.20:8000")
    application = applied(applicant(member_body))
    with pytest.raises(Refused) as refused:
        granted(application)
    assert refused.value.where == "why_local"
    assert not Certificate.objects.exists()
    grant(actor(), application, seen=check(application).seen, why_local="The site opens in May")
    entry = AuditEntry.objects.filter(action="pin.grant").latest("pk")
    assert entry.after["why_local"] == "The site opens in May"


def test_certificates_are_signed_by_name_and_title_and_never_by_username(member_body) -> None:
    chair = member(member_body, person=new_person("赵敏"), role=BodyMember.Role.CHAIR)
    set_member(actor(), member_body, account=chair, role=BodyMember.Role.CHAIR, title="President")
    member(member_body, role=BodyMember.Role.CHAIR)
    certificate = granted(applied(applicant(member_body)))
    assert certificate.signers == ["赵敏 · President"]
    assert address_of_certificate(certificate, "http://localhost/") == f"https://pins.example.org/c/{certificate.code}/"


def test_documents_contacts_and_messages_are_encrypted_and_expire(member_body) -> None:
    account = applicant(member_body)
    application = applied(account)
    ask(actor(), application, text="Is it planted-7?")
    answer(actor_of(account), account, application=application, text="planted-7 it is")
    granted(application)
    cells = _cells()
    assert account.person.name in cells
    assert [value for value in (DOCUMENT, CONTACT, "planted-7") if value in cells] == []
    assert expired_applications() == {}
    PinApplicationData.objects.update(delete_after=date(2020, 1, 1))
    assert expired_applications() == {"applications for pins": 1}
    assert (PinApplicationData.objects.count(), PinMessage.objects.count()) == (0, 0)
    assert Certificate.objects.count() == 1


def _cells() -> str:
    cells = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            cells += [str(cell) for row in cursor.fetchall() for cell in row]
    return "\n".join(cells)


def mailed() -> list[mail.EmailMessage]:
    """Run the queued mail jobs and return the mails."""
    for job in Job.objects.filter(kind="pin.mail", state="queued").order_by("pk"):
        run(job.pk)
    return mail.outbox


def test_the_player_gets_a_mail_for_each_step(member_body) -> None:
    account = applicant(member_body)
    application = applied(account)
    ask(actor(), application, text="secret question")
    answer(actor_of(account), account, application=application, text="secret answer")
    granted(application)
    revoke(actor(), application, reason="wrong")
    sent = mailed()
    assert [message.to for message in sent] == [[CONTACT]] * 5
    words = ["has received your", "has a question", "received your answer", "granted you Pin 9", "revoked Pin 9"]
    assert [word for word, message in zip(words, sent, strict=True) if word not in message.body] == []
    assert [message.subject for message in sent] == [
        "Your application for Pin 9 was received",
        "Your application for Pin 9: a question",
        "Your application for Pin 9: your answer was received",
        "Pin 9 is granted",
        "Pin 9 is revoked",
    ]
    assert {f"\nhttps://pins.example.org/me/pins/{application.pk}/\n" in message.body for message in sent} == {True}
    assert "secret" not in str([message.body for message in sent])


def test_mails_say_the_bodys_fees_once_and_end_as_the_body_sets_in_the_players_language(member_body) -> None:
    member_body.fees, member_body.mail_end = {"en": "Pin 9: 20 euro.", "ja": "9品：3000円"}, {"ja": "事務局"}
    member_body.save()
    granted(applied(applicant(member_body), language="ja"))
    arrived, decided = (message.body for message in mailed())
    assert ("9品：3000円" in arrived, "9品：3000円" in decided, "20 euro" in arrived) == (True, False, False)
    assert arrived.endswith("事務局\n")
    assert decided.endswith("事務局\n")


def test_the_player_gets_a_mail_on_the_first_approval_of_a_pin_3_in_their_language(member_body) -> None:
    account = qualified_for_pin_3(member_body)
    application = applied(account, language="ja", contact="+31 6 1234 / <wei@example.org>, evenings")
    grant(actor_of(member(application.body, person=new_person("赵敏"))), application, seen=check(application).seen)
    refuse(actor(), application, reason="no")
    arrived, approved, refused = mailed()
    assert [message.to for message in (arrived, approved, refused)] == [["wei@example.org"]] * 3
    assert "3品" in approved.subject + approved.body


def test_a_player_without_a_mail_address_gets_no_mail(member_body) -> None:
    applied(applicant(member_body), contact="+31 6 1234")
    assert mailed() == []


def test_unsent_mails_are_written_into_a_folder_and_deleted_after_a_month(member_body, settings, tmp_path) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    applied(applicant(member_body))
    mailed()
    [file] = settings.EMAIL_FILE_PATH.iterdir()
    assert f"To: {CONTACT}" in file.read_text()
    assert old_mails() == {}
    os.utime(file, (0, 0))
    assert old_mails() == {"mails": 1}
    assert not file.exists()


def test_the_bodys_audit_log_names_the_application(member_body) -> None:
    application = applied(applicant(member_body))
    granted(application)
    entries = AuditEntry.objects.filter(ledger=member_body.ledger, about=f"pin_application:{application.pk}")
    assert list(entries.order_by("seq").values_list("action", flat=True)) == ["pin.submit", "pin.grant"]


def test_a_web_pin_counts_one_sites_events_and_its_body_decides() -> None:
    site = new_body("web", site="play.example")
    other = new_body("web", site="other.example")
    person = new_person(country="NL")
    for body, points in ((site, 900), (other, 300)):
        event = recorded_event(body, scope="web", letter="C", web_site=body.site)
        result_of(person, event, web_points=points, table_points=0)
    assert offers(person) == []
    result_of(person, recorded_event(site, scope="web", web_site=site.site), web_points=100, table_points=0)
    available = offers(Person.objects.get(pk=person.pk))
    assert [(offer.kind, offer.level, offer.body) for offer in available] == [("web", 9, site)]
    certificate = granted(applied(new_account(person)))
    assert (certificate.kind, certificate.body, certificate.number) == ("web", site, 1)


def test_a_mail_of_a_body_without_a_public_address_names_the_page(member_body) -> None:
    Body.objects.filter(pk=member_body.pk).update(address="")
    applied(applicant(member_body))
    [sent] = mailed()
    assert "it is on the page “My record and my pins”" in sent.body
    assert "http" not in sent.body


def test_a_player_without_an_account_is_not_sent_to_a_page(member_body) -> None:
    account = applicant(member_body)
    application = applied(account)
    ask(actor(), application, text="secret question")
    account.delete()
    received, asked = mailed()
    assert "You get it in a letter; please answer in writing." in asked.body
    assert "page" not in received.body + asked.body
