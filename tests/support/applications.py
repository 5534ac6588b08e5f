"""Registrations by players, and examples of the actions on them."""

from datetime import date, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from common.actions.permissions import Actor
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.events.models.settings import PrivacySettings
from tournament.registration.models.applications import Application, ApplicationData, ApplicationKey, ApplicationMail
from tournament.registration.models.settings import RegistrationSettings
from tournament.registration.selectors.applications import mark, oath_digest, oath_of, person_mark
from tournament.registration.services.applications import submit_application

_numbers = count(1)
ANSWERS: dict[str, Any] = {
    "family_name": "王",
    "given_name": "伟",
    "latin_name": "WANG Wei",
    "country": "CN",
    "mail": "wang.wei@example.org",
    "birth_date": date(1990, 5, 1),
    "name_consent": True,
    "photo_consent": False,
}


def open_registration(event: Event, **settings: Any) -> Event:
    """Open the registration of the event since yesterday, with other settings of it."""
    PrivacySettings.objects.get_or_create(event=event)
    RegistrationSettings.objects.filter(event=event).delete()
    chosen = {"opens": timezone.now() - timedelta(days=1), "closes": timezone.now() + timedelta(days=1)} | settings
    RegistrationSettings.objects.create(event=event, **chosen)
    return Event.objects.get(pk=event.pk)


def form_facts(event: Event, *, language: str = "en", **answers: Any) -> dict[str, Any]:
    """Return what the public form passes to the service."""
    facts = {"token": f"a token that is number {next(_numbers)}", "language": language}
    facts |= {"address": "http://testserver", "oath": oath_digest(oath_of(event, language))}
    return facts | ANSWERS | answers


def submit(event: Event, **answers: Any) -> Application:
    """Register a player by the service of the public form."""
    registrant = Actor(ref="registrant", name="", shown=event)
    answer = submit_application(registrant, event, **form_facts(event, **answers))
    return Application.objects.select_related("event__ledger").get(event=event, number=answer["application"])


def bearer(application: Application) -> Actor:
    """Return the actor who showed the application's key."""
    return Actor(ref=f"application:{application.pk}", name="", shown=application)


def new_application(event: Event, state: str = "submitted") -> Application:
    """Create an application in this state; its event gets the settings that actions read."""
    if not RegistrationSettings.objects.filter(event=event).exists():
        open_registration(event)
    now = timezone.now()
    number = event.applications.count() + 1
    mail = f"player{number}@example.org"
    application = Application.objects.create(
        event=event, number=number, state=state or "submitted", name=f"李{number}", family_name="李",
        given_name=str(number), language="en", address="http://testserver", oath_digest="0" * 64, oath_at=now,
        submitted_at=now, mail_mark=mark(mail), person_mark=person_mark("李", str(number), ""), name_consent=True,
        waiting_since=now if state == "waiting" else None,
    )  # fmt: skip
    ApplicationData.objects.create(
        application=application, mail=mail, birth_date="1990-05-01", delete_after=date(2030, 1, 1)
    )
    ApplicationKey.objects.create(application=application, token_hash=token_hash(f"key of {event.slug} {number}"))
    return Application.objects.select_related("event__ledger").get(pk=application.pk)


def _mail(event: Event, state: str, **facts: Any) -> tuple[Application, dict[str, Any]]:
    application = new_application(event, state)
    mail = ApplicationMail.objects.create(application=application, kind="received", made_at=timezone.now())
    return application, {"mail": mail.pk, **facts}


EXAMPLES = {
    "application.submit": lambda event, state: (found := open_registration(event), form_facts(found)),
    "application.confirm": lambda event, state: (new_application(event, state or "unconfirmed"), {}),
    "application.correct": lambda event, state: (new_application(event, state), ANSWERS | {"team": "一队"}),
    "application.withdraw": lambda event, state: (new_application(event, state), {}),
    "application.approve": lambda event, state: (new_application(event, state), {}),
    "application.wait": lambda event, state: (new_application(event, state), {}),
    "application.ask": lambda event, state: (new_application(event, state), {"question": "哪个参赛队？"}),
    "application.decline": lambda event, state: (new_application(event, state), {}),
    "application.key": lambda event, state: (new_application(event, state), {"token": f"new {next(_numbers)}"}),
    "application.mail": lambda event, state: _mail(event, state, token=f"mailed {next(_numbers)}"),
    "application.mail_again": lambda event, state: (new_application(event, state), {"kind": "received"}),
    "application.mail_fault": lambda event, state: _mail(event, state, fault="SMTPServerDisconnected"),
}
