"""The organizer's decisions on applications: approve, waiting list, ask back, decline, new address."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from tournament.access.rules import token_hash
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role
from tournament.people.models.persons import Person
from tournament.registration.models.applications import Application, ApplicationKey, ApplicationMail
from tournament.registration.rules.cells import clean
from tournament.registration.selectors.applications import vacancies_of
from tournament.registration.services.application_entries import register_applicant
from tournament.registration.services.application_mails import send_mail

State = Application.State
Kind = ApplicationMail.Kind
ORGANIZER = [Role.Name.ORGANIZER]
_OPEN: dict[str, Answer] = {state.value: Answer.SAFE for state in Application.OPEN}
_REFUSED: dict[str, Answer] = dict.fromkeys(["approved", "withdrawn"], Answer.REFUSED)


@action(
    "application.approve",
    summary=_("Approve a registration"),
    roles=ORGANIZER,
    subject="application",
    states={**_OPEN, "declined": Answer.ASKS, **_REFUSED},
)
def approve_application(
    context: ActionContext, application: Application, *, person: Person | None = None, team: str | None = None
) -> Done:
    """Register the player if a place is free; as the known ``person`` if given, in the team of this name.

    The answer holds the entry's number.
    """
    refuse_if_closed(application.event)
    vacancies = vacancies_of(application.event)
    if vacancies.full:
        message = _(
            "All %(places)d places are taken. Put the player on the waiting list, or change the number of places."
        )
        raise Refused(message % {"places": vacancies.capacity})
    before = {"state": application.state}
    entry = register_applicant(context, application, person=person, team=team)
    application.save()
    send_mail(context, application, Kind.APPROVED)
    after = {"state": application.state, "numbers": entry.number}
    answer = {"application": application.number, "number": entry.number}
    return Done(answer, _audit_ref(application), before, after, raises=(LIVE, PUBLIC))


@action(
    "application.wait",
    summary=_("Put a registration on the waiting list"),
    roles=ORGANIZER,
    subject="application",
    states={**_OPEN, "waiting": Answer.REFUSED, "declined": Answer.ASKS, **_REFUSED},
)
def put_on_waiting_list(context: ActionContext, application: Application) -> Done:
    """Put the player at the end of the waiting list; a player who waits already keeps the position."""
    application.waiting_since = application.waiting_since or timezone.now()
    return _change_state(context, application, State.WAITING, Kind.WAITING)


@action(
    "application.ask",
    summary=_("Ask a registrant a question"),
    roles=ORGANIZER,
    subject="application",
    states={**_OPEN, "declined": Answer.REFUSED, **_REFUSED},
)
def ask_back(context: ActionContext, application: Application, *, question: str) -> Done:
    """Ask the player a question; the answer comes with a correction, and the position in the queue is kept."""
    application.question = clean(question)[0]
    if not application.question:
        raise Refused(_("What do you want to know?"), where="question")
    application.remark = ""
    return _change_state(context, application, State.ASKED, Kind.ASKED)


@action(
    "application.decline",
    summary=_("Decline a registration"),
    roles=ORGANIZER,
    subject="application",
    states={**dict.fromkeys(_OPEN, Answer.ASKS), "declined": Answer.REFUSED, **_REFUSED},
)
def decline_application(context: ActionContext, application: Application) -> Done:
    """Decline the application; the player reads the reason."""
    application.question, application.waiting_since = context.reason[:1_000], None
    application.ended_at = timezone.now()
    return _change_state(context, application, State.DECLINED, Kind.DECLINED)


@action("application.key", summary=_("Create a new address for a registrant"), roles=ORGANIZER, subject="application")
def make_key(_context: ActionContext, application: Application, *, token: str) -> Done:
    """Create a new address for the application; earlier ones stop working, except those in mails."""
    application.keys.filter(mailed=False).delete()
    ApplicationKey.objects.create(application=application, token_hash=token_hash(token))
    return Done({"application": application.number}, _audit_ref(application), raises=())


def _change_state(context: ActionContext, application: Application, state: str, mail: str) -> Done:
    before = {"state": application.state}
    application.state = state
    application.save()
    send_mail(context, application, mail)
    answer: dict[str, Any] = {"application": application.number, "state": state}
    return Done(answer, _audit_ref(application), before, {"state": state}, raises=(LIVE,))


def _audit_ref(application: Application) -> str:
    return f"application:{application.number}"
