"""Check what the server sends to people: mails, and messages to phones."""

from importlib.util import find_spec

from django.conf import settings
from django.core.mail import get_connection

from common.doctor.findings import Diagnosis, State

#: Seconds that the mail server may take to answer.
SECONDS = 5


def mail() -> Diagnosis:
    """Sign in to the mail server of EMAIL_URL without sending a mail."""
    if not settings.SENDS_MAIL:
        advice = "Set EMAIL_URL if players should get mails; without it they keep the address of their registration."
        return Diagnosis(State.OFF, "no mail server is set", advice)
    mail_server = get_connection(timeout=SECONDS)
    try:
        mail_server.open()
    except OSError as error:  # also every error of smtplib
        advice = "Check host, port, user and password in EMAIL_URL; special characters are percent-encoded."
        return Diagnosis(State.FAILED, f"the mail server refuses or does not answer ({type(error).__name__})", advice)
    mail_server.close()
    return Diagnosis(
        State.OK, f"{settings.EMAIL_HOST} accepts the account; the sender is {settings.DEFAULT_FROM_EMAIL}"
    )


def push() -> Diagnosis:
    """Check that messages to phones can be sent: contact, https and packages; no push service is asked."""
    if not settings.PUSH_CONTACT:
        advice = "Set PINJU_PUSH to mailto:YOUR-ADDRESS if players may get messages on their phones."
        return Diagnosis(State.OFF, "messages to phones are not offered", advice)
    if not settings.PUSH_CONTACT.startswith(("mailto:", "https://")):
        advice = "Set PINJU_PUSH to mailto:YOUR-ADDRESS, or to a page that begins with https://."
        return Diagnosis(State.FAILED, "PINJU_PUSH is not a contact", advice)
    if not settings.HTTPS:
        return Diagnosis(State.FAILED, "browsers take messages by https only", "Set PINJU_HTTPS=1 behind a proxy.")
    missing = [name for name in ("http_ece", "py_vapid") if find_spec(name) is None]
    if missing:
        finding = f"{' and '.join(missing)} missing"
        return Diagnosis(State.FAILED, finding, "Run: pip install -r requirements-server.txt")
    return Diagnosis(State.OK, f"offered to players; the contact is {settings.PUSH_CONTACT}")
