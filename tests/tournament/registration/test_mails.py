"""Mails to registrants: queued with the write, sent by the job, in their language; errors reveal no address."""

import re
import smtplib
from datetime import date

import pytest
from django.core import mail
from django.test import Client

from common import jobs
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from common.jobs.models import Job
from tests.support.applications import open_registration, submit
from tests.support.events import small_event
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
from tournament.registration.models.applications import Application, ApplicationKey, ApplicationMail
from tournament.registration.services.application_decisions import ask_back, decline_application

pytestmark = pytest.mark.django_db
DESK = system_actor("test")


@pytest.fixture
def event(settings) -> Event:
    settings.SENDS_MAIL = True
    settings.DEFAULT_FROM_EMAIL = "pinju@example.org"
    return open_registration(small_event())


def work() -> None:
    """Run the waiting jobs, as a worker does."""
    for job in Job.objects.filter(state=Job.State.QUEUED).order_by("pk"):
        jobs.run(job.pk)


def test_registration_counts_after_its_mail_address_is_confirmed(event) -> None:
    application = submit(event, mail="wang@example.org")
    assert (application.state, len(mail.outbox)) == ("unconfirmed", 0)
    work()
    [sent] = mail.outbox
    assert (sent.to, sent.from_email) == (["wang@example.org"], "pinju@example.org")
    assert sent.subject == "Small: please confirm your registration"
    address = re.search(r"http://testserver(\S+)", sent.body)[1]
    client = Client()
    page = client.get(address, follow=True)
    application.refresh_from_db()
    assert application.state == "unconfirmed", "a program that looks at links confirms nothing"
    assert "Confirm my registration" in page.content.decode()
    client.post(f"/e/{event.slug}/register/mine/confirm/")
    application.refresh_from_db()
    assert application.state == "submitted"
    assert application.mail_confirmed_at is not None


def test_key_of_the_form_does_not_confirm_the_mail_address(event) -> None:
    submit(event, token="the token of the form itself")
    client = Client()
    page = client.get(f"/e/{event.slug}/register/the token of the form itself/", follow=True)
    assert "Confirm my registration" not in page.content.decode()
    assert client.post(f"/e/{event.slug}/register/mine/confirm/").status_code == 403
    assert Application.objects.get().state == "unconfirmed"


@pytest.mark.parametrize(("language", "word"), [("zh-hans", "您好"), ("ja", "様")])
def test_mail_is_in_the_registrants_language(event, language, word) -> None:
    submit(event, language=language)
    work()
    assert word in mail.outbox[0].body
    assert "Dear" not in mail.outbox[0].body


def test_a_mail_says_when_and_where_the_event_is_and_what_happens_next(event) -> None:
    Event.objects.filter(pk=event.pk).update(
        starts=date(2026, 12, 5), ends=date(2026, 12, 6), venue="Jaarbeurs", country="NL"
    )
    submit(event)
    work()
    [sent] = mail.outbox
    lines = sent.body.splitlines()
    assert "5–6 December 2026 · Jaarbeurs · Netherlands" in lines
    assert lines[lines.index("Please open this address, and press “Confirm my registration” there:") + 1].startswith(
        "http"
    )


def test_question_and_reason_of_declining_are_mailed(event) -> None:
    application = submit(event)
    ask_back(DESK, application, question="Which team?")
    work()
    application.refresh_from_db()
    decline_application(DESK, application, reason="Members only.")
    work()
    bodies = [message.body for message in mail.outbox]
    assert "Which team?" in bodies[1]
    assert "Members only." in bodies[2]


def test_failed_mail_is_shown_at_the_desk_without_its_address(event, monkeypatch, caplog) -> None:
    class Refusing:
        def __init__(self, *args, **kwargs) -> None:
            """Nothing to open."""

        def send_messages(self, messages) -> int:
            raise smtplib.SMTPRecipientsRefused({messages[0].to[0]: (550, b"no such user")})

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend", Refusing)
    application = submit(event, mail="secret.address@example.org")
    work()
    row = ApplicationMail.objects.get()
    assert (row.state, row.fault, row.sent_at) == ("failed", "SMTPRecipientsRefused", None)
    assert Job.objects.get().state == "done"
    records = caplog.text + str(list(AuditEntry.objects.values())) + str(list(Job.objects.values()))
    assert "secret.address" not in records
    monkeypatch.undo()
    organizer = Client(headers={"accept-language": "en"})
    organizer.force_login(Account.objects.create_superuser("organizer"))
    page = f"/e/{event.slug}/desk/registration/applications/{application.number}/"
    assert "SMTPRecipientsRefused" in organizer.get(page).content.decode()
    assert "mail not sent" in organizer.get(page.removesuffix(f"{application.number}/")).content.decode()
    assert organizer.post(f"{page}mail/", {"kind": "nonsense"}).status_code == 404
    assert organizer.post(f"{page}mail/", {"kind": "received"}).status_code == 302
    work()
    assert [message.to for message in mail.outbox] == [["secret.address@example.org"]]


def test_only_hashes_of_mailed_tokens_are_stored(event) -> None:
    submit(event)
    work()
    token = re.search(r"/register/(\S+)/", mail.outbox[0].body)[1]
    stored = str([list(model.objects.values()) for model in (ApplicationKey, ApplicationMail, Job, AuditEntry)])
    assert token not in stored


def test_no_mail_is_promised_or_queued_without_a_mail_server(event, settings) -> None:
    settings.SENDS_MAIL = False
    assert submit(event).state == "submitted"
    assert not Job.objects.exists()
    page = Client().get(f"/e/{event.slug}/register/")
    assert page.status_code == 200
    assert "no mail is sent" in page.content.decode()


def test_withdrawn_player_gets_no_mail(event) -> None:
    application = submit(event)
    application.private.delete()
    work()
    assert mail.outbox == []
    assert Job.objects.get().state == "done"
