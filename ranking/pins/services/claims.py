"""Missing results: added by the applicant, entered or refused by the body, deleted when they expire."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from ranking.bodies.services import COMMITTEE
from ranking.levels.selectors.person_records import result_in_event
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.claims import ClaimFile, MissingResult
from ranking.pins.selectors.private_files import expired_claims
from ranking.pins.services.files import delete_files, different_files, save_file
from ranking.pins.services.mails import tell
from ranking.record.models.records import RecordedEvent, ResultList
from tournament.people.services.checking import check_begun

State = MissingResult.State
#: The most missing results of an application.
MOST_CLAIMS = 10
WAITING: dict[str, Answer] = {State.WAITING: Answer.SAFE, State.ENTERED: Answer.REFUSED, State.REFUSED: Answer.REFUSED}
WITH_REASON: dict[str, Answer] = {**WAITING, State.WAITING: Answer.ASKS}


def add_claim(
    context: ActionContext, application: PinApplication, delete_after: date, result: Mapping[str, Any]
) -> MissingResult:
    """Add a missing result to the application; its texts and papers are encrypted, and kept until ``delete_after``.

    ``result`` has event, day, text and files, each with kind, data and digest (`common.files.pictures.clean_picture`).
    Refused without papers, and over MOST_FILES or MOST_CLAIMS.
    """
    files = different_files(result["files"])
    if not files:
        raise Refused(_("Please attach a document that shows the result."), where="files")
    if application.missing_results.count() >= MOST_CLAIMS:
        raise Refused(_("An application has at most %(most)d missing results.") % {"most": MOST_CLAIMS})
    check_begun(result["day"], "day")
    claim = MissingResult.objects.create(
        application=application,
        event=result["event"],
        day=result["day"],
        text=result.get("text", ""),
        made_at=timezone.now(),
        delete_after=delete_after,
    )
    for file in files:
        save_file(context, ClaimFile(claim=claim), file)
    return claim


@action(
    "pin.enter_result",
    summary=_("Mark a missing result as entered"),
    roles=COMMITTEE,
    subject="missing_result",
    states=WAITING,
)
def enter_claim(context: ActionContext, claim: MissingResult, *, event: str) -> Done:
    """Link a missing result to the recorded event (its id) that now has a result of the applicant."""
    result = result_in_event(claim.application.person.kept, event)
    if result is None:
        raise Refused(_("The applicant has no result in an event with this id."), where="event")
    _enter(context, claim, result.recorded)
    return _decided(claim)


@action(
    "pin.refuse_result",
    summary=_("Refuse a missing result"),
    roles=COMMITTEE,
    subject="missing_result",
    states=WITH_REASON,
)
def refuse_claim(context: ActionContext, claim: MissingResult) -> Done:
    """Refuse a missing result with a reason, which the applicant sees."""
    claim.reason = context.reason[:500]
    _decide(context, claim, State.REFUSED)
    return _decided(claim)


def check_claim_waits(_context: ActionContext, kept: ResultList) -> None:
    """Refuse a list that enters a missing result of another body, or one that is decided (hook LIST_READ)."""
    claim = kept.claim
    if claim and (claim.application.body_id != kept.body_id or claim.status != State.WAITING):
        raise Refused(_("There is already a decision."))


def enter_claim_of_list(context: ActionContext, kept: ResultList, recorded: RecordedEvent) -> None:
    """Mark the missing result that the list enters as found in ``recorded`` (hook LIST_TAKEN).

    Refused if no row is the applicant's: the result would be another person's.
    """
    claim = kept.claim
    if claim is None or claim.status != State.WAITING:
        return
    applicant = claim.application.person.kept
    if result_in_event(applicant, recorded.slug) is None:
        figures = {"name": applicant.name, "id": applicant.pk}
        raise Refused(_("No row is the applicant's, %(name)s (no. %(id)s). Choose who each row is.") % figures)
    _enter(context, claim, recorded)


def forget_claims(context: ActionContext) -> int:
    """Delete the texts and papers of expired missing results; return the number of results."""
    rows = list(expired_claims().prefetch_related("files"))
    for claim in rows:
        delete_files(context, claim.files.all())
        claim.event = claim.text = claim.reason = ""
        claim.save(update_fields=["event", "text", "reason"])
    return len(rows)


def _enter(context: ActionContext, claim: MissingResult, recorded: RecordedEvent) -> None:
    claim.recorded = recorded
    _decide(context, claim, State.ENTERED)


def _decide(context: ActionContext, claim: MissingResult, state: str) -> None:
    claim.status = state
    claim.decided_at = timezone.now()
    claim.decided_by = context.actor.name[:150]
    claim.save()
    tell(context, claim.application, f"result-{state}")


def _decided(claim: MissingResult) -> Done:
    target = f"pin_application:{claim.application_id}"
    answer = {"claim": claim.pk, "state": claim.status}
    return Done(answer, target, {"missing_result": State.WAITING}, {"missing_result": claim.status}, raises=(LIVE,))
