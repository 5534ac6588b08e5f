"""The body's side of an application for a pin: ask, grant, refuse, revoke (A9 7.3, 7.4)."""

from django.db.models import Max
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.privacy.signing_keys import current_key, sign
from ranking.bodies.services import COMMITTEE
from ranking.levels.services import mark_again
from ranking.links.selectors import person_of
from ranking.pins.models.applications import Certificate, PinApplication, PinMessage
from ranking.pins.rules.applications import against_deciding, deciders
from ranking.pins.rules.signing import text_of, unpadded
from ranking.pins.selectors.calculations import check
from ranking.pins.selectors.signing import facts_of, keys_folder, unsigned_certificate
from ranking.pins.services.applications import move, states_for
from ranking.record.services.classes import ResultChanged
from tournament.papers.rules.addresses import only_local
from tournament.people.models.persons import Person

State = PinApplication.State
CODE_LENGTH = 20
AGAINST = {
    "own": _("You cannot decide on your own application."),
    "unknown": _("Pins 3 to 1 need two different persons to decide. Your account must be linked to your person first."),
    "same": _("You have already approved it. Pins 3 to 1 must be granted by another person."),
}


@action(
    "pin.ask",
    summary=_("Ask a pin applicant a question"),
    roles=COMMITTEE,
    subject="pin_application",
    states=states_for("ask"),
)
def ask(context: ActionContext, application: PinApplication, *, text: str) -> Done:
    """Ask the applicant a question; an earlier approval is void and has to be given again."""
    PinMessage.objects.create(application=application, text=text, by=context.actor.name[:150], made_at=timezone.now())
    application.first_person = None
    application.first_by = ""
    return move(context, application, State.ASKED, "asked")


@action(
    "pin.grant",
    summary=_("Grant a pin"),
    roles=COMMITTEE,
    subject="pin_application",
    states=states_for("grant"),
)
def grant(context: ActionContext, application: PinApplication, *, seen: str, why_local: str = "") -> Done:
    """Grant the pin and issue its certificate; for pins 3 to 1 one person approves, and another one grants.

    ``seen`` is the digest of the calculation that the page showed. Refused if a condition is not met, an event
    changed after its confirmation, or the same person approved before; and if only this machine can open the address on
    the certificate, unless ``why_local`` says why it is issued all the same.
    """
    _check_decision(context, application, seen)
    if deciders(application.kind, application.level) == 2 and application.status != State.APPROVED:
        application.first_person = _decider(context)
        application.first_by = context.actor.name[:150]
        return move(context, application, State.APPROVED, "approved")
    _check_address(application, why_local)
    certificate = _issue(context, application)
    # ranking.pins.selectors.grounds compares granted pins with the marked levels.
    mark_again(context, [application.person_id])
    done = move(context, application, State.GRANTED, "granted")
    done.answer["code"] = certificate.code
    done.after["serial"] = certificate.serial
    if why_local:
        done.after["why_local"] = why_local
    return done


@action(
    "pin.refuse",
    summary=_("Refuse a pin"),
    roles=COMMITTEE,
    subject="pin_application",
    states=states_for("refuse", Answer.ASKS),
)
def refuse(context: ActionContext, application: PinApplication) -> Done:
    """Refuse the application with a reason, which the applicant sees."""
    _note_reason(context, application)
    return move(context, application, State.REFUSED, "refused")


@action(
    "pin.revoke",
    summary=_("Revoke a pin"),
    roles=COMMITTEE,
    subject="pin_application",
    states=states_for("revoke", Answer.ASKS),
)
def revoke(context: ActionContext, application: PinApplication) -> Done:
    """Revoke a granted pin with a reason (A9 3.2, or a result that is no longer valid)."""
    certificate = application.certificate
    certificate.revoked_at = timezone.now()
    certificate.revoked_by = context.actor.name[:150]
    certificate.revoke_reason = context.reason[:500]
    certificate.save(update_fields=["revoked_at", "revoked_by", "revoke_reason"])
    _note_reason(context, application)
    return move(context, application, State.REVOKED, "revoked")


def _check_decision(context: ActionContext, application: PinApplication, seen: str) -> None:
    decider = _decider(context)
    first = application.first_person
    against = against_deciding(
        application.kind,
        application.level,
        person=decider.pk if decider else None,
        applicant=application.person.kept.pk,
        first=first.kept.pk if first else None,
    )
    if against:
        raise Refused(AGAINST[against])
    current = check(application)
    if current.seen != seen:
        raise ResultChanged(_("The record changed after this page was loaded. Please check it again."))
    if current.stale:
        raise Refused(
            _("An event behind this application changed after its class was confirmed. Confirm its class again first.")
        )
    if not current.level.met:
        raise Refused(_("Not every condition is met."))


def _issue(_context: ActionContext, application: PinApplication) -> Certificate:
    """Sign and save a certificate with the next number of the body, whose row is locked."""
    last = Certificate.objects.filter(body=application.body).aggregate(last=Max("number"))["last"] or 0
    certificate = unsigned_certificate(application, last + 1)
    certificate.code = get_random_string(CODE_LENGTH, "23456789abcdefghjkmnpqrstuvwxyz")
    certificate.key_id = current_key(keys_folder())
    signature = sign(keys_folder(), certificate.key_id, text_of(facts_of(certificate)))
    certificate.signature = unpadded(signature)
    certificate.save(force_insert=True)
    return certificate


def _check_address(application: PinApplication, why_local: str) -> None:
    if only_local(application.body.address) and not why_local:
        raise Refused(
            _(
                "Nobody outside can check this certificate: the body has no public address. Enter it under “The body”, "
                "or say why the certificate is issued without one."
            ),
            where="why_local",
        )


def _decider(context: ActionContext) -> Person | None:
    return person_of(context.actor.account) if context.actor.account else None


def _note_reason(context: ActionContext, application: PinApplication) -> None:
    PinMessage.objects.create(
        application=application, text=context.reason, by=context.actor.name[:150], made_at=timezone.now()
    )
