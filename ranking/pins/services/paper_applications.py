"""Applications that come by letter, fax or mail (A9 7.1, 7.2): the body enters them for the player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE
from ranking.pins.models.applications import PinApplication, PinMessage
from ranking.pins.models.files import ApplicationScan
from ranking.pins.services.applications import (
    PinRequest,
    move,
    new_application,
    requested_offer,
    states_for,
    submitted,
)
from ranking.pins.services.files import different_files, save_file
from tournament.people.models.persons import Person
from tournament.people.services.checking import check_begun

State = PinApplication.State
Files = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class PaperApplication:
    """The input of `enter_application`: what form A10 says, the day it came, and its scans (as for `save_file`)."""

    pin: PinRequest
    received_on: date
    files: Files


@action("pin.enter_paper", summary=_("Enter an application on paper"), roles=COMMITTEE, subject="body")
def enter_application(context: ActionContext, body: Body, *, person: Person, paper: PaperApplication) -> Done:
    """Enter an application on paper for a person, with or without an account; it is decided like any other.

    The record need not reach the level yet: the results on the certificates are entered before the decision. Refused
    without a scan, for a pin of another body, and while an application of the person is open.
    """
    applicant = Person.objects.select_for_update().get(pk=person.kept.pk)
    offer = requested_offer(applicant, paper.pin, beyond=True)
    if offer.body.pk != body.pk:
        raise Refused(_("Another body decides on this pin."), where="pin")
    check_begun(paper.received_on, "received_on")
    files = different_files(paper.files)
    if not files:
        raise Refused(_("Please attach a scan of the application."), where="files")
    columns = {"received_on": paper.received_on, "entered_by": context.actor.name[:150]}
    application = new_application(context, applicant, offer, paper.pin, **columns)
    _add_scans(context, application, files)
    return submitted(context, application)


@action(
    "pin.answer_paper",
    summary=_("Enter an answer that came on paper"),
    roles=COMMITTEE,
    subject="pin_application",
    states=states_for("answer"),
)
def enter_answer(context: ActionContext, application: PinApplication, *, text: str, files: Files = ()) -> Done:
    """Enter the player's answer to the body's question, with its scans."""
    _check_paper(application)
    _add_scans(context, application, different_files(files))
    PinMessage.objects.create(application=application, text=text, made_at=timezone.now())
    return move(context, application, State.ANSWERED, "answered")


@action(
    "pin.withdraw_paper",
    summary=_("Withdraw an application at the player's request on paper"),
    roles=COMMITTEE,
    subject="pin_application",
    states=states_for("withdraw", Answer.ASKS),
)
def enter_withdrawal(context: ActionContext, application: PinApplication) -> Done:
    """Withdraw an application on paper, as its player asked; the reason is kept."""
    _check_paper(application)
    return move(context, application, State.WITHDRAWN, "withdrawn")


def _check_paper(application: PinApplication) -> None:
    if not application.on_paper:
        raise Refused(_("The player applied with an account, and answers there."))


def _add_scans(context: ActionContext, application: PinApplication, files: Files) -> None:
    for file in files:
        save_file(context, ApplicationScan(application=application), file)
