"""Mails to registrants: queued in the transaction of the write, sent by a job after it."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.permissions import system_actor
from common.jobs import start
from tournament.access.rules import token_hash
from tournament.people.models.accounts import Role
from tournament.registration.models.applications import Application, ApplicationKey, ApplicationMail
from tournament.registration.selectors.applications import sends_mail

State = ApplicationMail.State
#: Name of the actor of mails: the program itself.
POSTMAN = "Mail"


def send_mail(_context: ActionContext, application: Application, kind: str) -> None:
    """Queue a mail of ``kind`` in the registrant's language; nothing happens if no mail can be sent."""
    if not sends_mail():
        return
    mail = ApplicationMail.objects.create(application=application, kind=kind, made_at=timezone.now())
    start(
        system_actor(POSTMAN),
        "application.mail",
        ledger=application.ledger,
        parameters={"mail": mail.pk},
        language=application.language,
    )


@action("application.mail", summary=_("Send a mail to a registrant"), roles=[], subject="application")
def take_mail(_context: ActionContext, application: Application, *, mail: int, token: str) -> Done:
    """Mark a queued mail as sent, and store the hash of the token that only this mail contains."""
    row = ApplicationMail.objects.get(pk=mail, application=application)
    ApplicationKey.objects.create(application=application, token_hash=token_hash(token), mailed=True)
    row.state, row.sent_at, row.fault = State.SENT, timezone.now(), ""
    row.save(update_fields=["state", "sent_at", "fault"])
    return Done({"mail": mail}, f"application:{application.number}", after={"mail": row.kind}, raises=())


@action("application.mail_fault", summary=_("Record that a mail was not sent"), roles=[], subject="application")
def note_fault(_context: ActionContext, application: Application, *, mail: int, fault: str) -> Done:
    """Mark a mail as not sent; ``fault`` is the name of the error, never its text."""
    row = ApplicationMail.objects.get(pk=mail, application=application)
    row.state, row.sent_at, row.fault = State.FAILED, None, fault[:100]
    row.save(update_fields=["state", "sent_at", "fault"])
    after = {"mail": row.kind, "fault": row.fault}
    return Done({"mail": mail}, f"application:{application.number}", after=after, raises=())


@action(
    "application.mail_again",
    summary=_("Send a registrant's mail again"),
    roles=[Role.Name.ORGANIZER],
    subject="application",
)
def mail_again(context: ActionContext, application: Application, *, kind: str) -> Done:
    """Queue a mail of ``kind`` again, with a new key; the answer says whether this program sends mail."""
    send_mail(context, application, kind)
    return Done({"queued": sends_mail()}, f"application:{application.number}", after={"mail": kind}, raises=())
