"""A registered player who asked gets one mail on the evening of a day with news, and none else."""

import re
import smtplib
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from common.actions.errors import Refused, WrongState
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from scoring.appeals.models.steps import AppealStep
from scoring.hand_over.selectors.graph import paths
from scoring.notifications.models import Digest
from scoring.notifications.services.digests import take_digest
from tests.support.appeals import appeal_of
from tests.support.cup import cup, taken_in
from tests.support.digests import at_hour, confirmed, evening, mailed
from tests.support.draws import drawn, planned
from tests.support.threads import together
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.keeping.selectors import private_models
from tournament.keeping.services import delete_private
from tournament.registration.models.applications import Application, ApplicationData, ApplicationKey

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ACTOR = system_actor("test")


class Refusing(EmailBackend):
    """A mail server that refuses each recipient and says the address."""

    def send_messages(self, messages) -> int:
        raise smtplib.SMTPRecipientsRefused({messages[0].to[0]: (550, b"player1@example.org is unknown")})


@pytest.fixture(autouse=True)
def _offered(settings) -> None:
    settings.SENDS_MAIL = settings.DAILY_MAIL = True


@pytest.fixture
def event(db) -> Event:
    """Sixteen players whose chart is released; it is nine in the evening there."""
    row = planned()
    drawn(row, "released")
    at_hour(row, 21)
    return Event.objects.select_related("ledger").get(pk=row.pk)


def tomorrow() -> None:
    Digest.objects.update(looked_on=timezone.localdate() - timedelta(days=2))


def lines() -> list[str]:
    return re.findall(r"^- (.*)$", mail.outbox[-1].body, re.MULTILINE)


def test_the_mail_of_a_day_has_what_happened_and_the_next_seat(event: Event) -> None:
    mailed(confirmed(event, event.entries.get(number=7)))
    event.sessions.filter(number=1).update(released_at=timezone.now())
    evening()
    [sent] = mail.outbox
    assert sent.to == ["player1@example.org"]
    assert sent.subject == f"{event.name}: news of the day"
    first, seat = lines()
    assert first == "The results of session 1 are released."
    assert re.fullmatch(r"Session 2: Table \d+, (East|South|West|North)", seat)


def test_the_address_in_the_mail_opens_the_registration(event: Event) -> None:
    mailed(confirmed(event, event.entries.get(number=7)))
    evening()
    [token] = re.findall(rf"http://testserver/e/{event.slug}/register/([\w-]+)/", mail.outbox[0].body)
    assert ApplicationKey.objects.get(token_hash=token_hash(token)).mailed


def test_one_mail_a_day_and_only_with_news(event: Event) -> None:
    mailed(confirmed(event, event.entries.get(number=7)))
    evening()
    now = timezone.now()
    Digest.objects.update(told_until=now - timedelta(hours=1))
    event.sessions.filter(number=1).update(released_at=now - timedelta(minutes=30))
    evening()
    assert len(mail.outbox) == 1
    tomorrow()
    evening()
    assert len(mail.outbox) == 2
    tomorrow()
    evening()
    assert len(mail.outbox) == 2  # nothing is new


def test_not_before_the_evening_at_the_place_of_the_event(event: Event) -> None:
    at_hour(event, 8)
    mailed(confirmed(event, event.entries.get(number=7)))
    evening()
    assert mail.outbox == []


def test_a_decision_about_an_appeal_is_told_without_its_text(event: Event) -> None:
    appeal = appeal_of(event, "open")
    mailed(confirmed(event, appeal.entry))
    AppealStep.objects.filter(appeal=appeal).update(outcome="upheld", decided_at=timezone.now(), reason="secret")
    evening()
    assert "There is a decision about your appeal." in lines()
    assert "secret" not in mail.outbox[0].body


def test_news_of_a_registration_in_the_language_of_the_player(event: Event) -> None:
    row = mailed(confirmed(event, language="zh-hans"))
    Application.objects.filter(pk=row.application_id).update(state="waiting")
    evening()
    assert lines() == ["您的报名有新的进展。"]


def test_a_mail_that_was_refused_is_told_the_next_day_and_no_log_has_the_address(event, settings, caplog) -> None:
    mailed(confirmed(event, event.entries.get(number=7)))
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    evening()
    assert "SMTPRecipientsRefused" in caplog.text
    assert "example.org" not in caplog.text
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    evening()
    assert mail.outbox == []  # once a day
    tomorrow()
    evening()
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_two_jobs_at_once_send_one_mail(event: Event) -> None:
    row = mailed(confirmed(event, event.entries.get(number=7)))
    tasks = [lambda token=token: take_digest(ACTOR, event, digest=row.pk, token=token) for token in ("one", "two")]
    assert sorted(len(answer["news"]) for answer in together(*tasks)) == [0, 1]


def test_without_a_confirmed_address_nobody_can_ask(event: Event) -> None:
    application = confirmed(event)
    Application.objects.filter(pk=application.pk).update(mail_confirmed_at=None)
    with pytest.raises(Refused, match="no confirmed mail address"):
        mailed(Application.objects.select_related("event__ledger").get(pk=application.pk))


@pytest.mark.parametrize("state", ["withdrawn", "declined", "unconfirmed"])
def test_nobody_asks_for_a_registration_of_which_there_is_no_news(event: Event, state: str) -> None:
    with pytest.raises(WrongState):
        mailed(confirmed(event, state=state))


def test_a_player_who_withdrew_gets_none(event: Event) -> None:
    row = mailed(confirmed(event, event.entries.get(number=7)))
    Application.objects.filter(pk=row.application_id).update(state="withdrawn")
    ApplicationData.objects.all().delete()
    evening()
    assert mail.outbox == []


@pytest.mark.parametrize("columns", [{"rehearsal": True}, {"ends": timezone.localdate() - timedelta(days=9)}])
def test_rehearsals_and_events_of_long_ago_send_nothing(event: Event, columns) -> None:
    mailed(confirmed(event, event.entries.get(number=7)))
    Event.objects.update(**columns)
    evening()
    assert mail.outbox == []


def test_off_by_default(event: Event, settings) -> None:
    mailed(confirmed(event, event.entries.get(number=7)))
    for name in ("DAILY_MAIL", "SENDS_MAIL"):
        setattr(settings, name, False)
        evening()
        setattr(settings, name, True)
    assert mail.outbox == []


def test_no_audit_entry_no_hand_over_and_deleted_with_the_private_data(event: Event) -> None:
    before = AuditEntry.objects.count()
    mailed(confirmed(event, event.entries.get(number=7)))
    evening()
    assert AuditEntry.objects.count() == before
    assert Digest in private_models()
    assert Digest not in paths()
    delete_private(ACTOR, event)
    assert not Digest.objects.exists()


def test_results_of_a_whole_event_after_its_last_release() -> None:
    row = taken_in(cup(starts="2126-05-01", ends="2126-05-02"))
    at_hour(row, 22)
    mailed(confirmed(row, row.entries.get(number=1)))
    row.sessions.update(released_at=timezone.now())
    evening()
    assert lines() == [f"The results of session {number} are released." for number in (1, 2, 3)]
