"""Jobs and sweeps of the record: evaluating pins, result certificates, mails, and deleting expired data."""

import logging
import time
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext_lazy, ngettext

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from common.jobs import Progress, Result, job
from common.jobs.sweeps import sweeps
from common.stored_files import delete_left_behind
from ranking.bodies.models import Body
from ranking.bodies.selectors.body_values import body_text
from ranking.certificates.exports.certificates import Certificates, result_certificates
from ranking.certificates.selectors import certificate_lines, certified_event, seal_of_event, signer_text
from ranking.levels.selectors.evaluations import batches, waiting_events, waiting_persons
from ranking.levels.services import mark_qualified, note_evaluated
from ranking.links.exports import code_mail
from ranking.links.models import LinkCode
from ranking.links.rules import new_code
from ranking.links.selectors import expired_requests
from ranking.links.services.codes import MAIL_HOURS, take_code
from ranking.links.services.own_record import delete_expired
from ranking.member_lists.selectors import stale_lists as stale_member_lists
from ranking.member_lists.services import delete_stale_lists
from ranking.pins.exports.mail import PinMail, pin_label, pin_mail
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.claims import ClaimFile
from ranking.pins.models.files import ApplicationScan
from ranking.pins.selectors.applications import (
    application_at,
    granted_at_once,
    has_expired_data,
    has_page,
    mail_address_of,
)
from ranking.pins.selectors.calculations import check
from ranking.pins.selectors.private_files import PIN_FILES
from ranking.pins.services.applications import delete_expired_applications
from ranking.pins.services.decisions import grant
from ranking.record.models.records import RecordedEvent
from ranking.record.selectors.result_lists import stale_lists
from ranking.tasks import prepared, rankings  # noqa: F401  (declare their jobs and sweeps)
from tournament.events.models.events import Event

logger = logging.getLogger(__name__)
#: How long mails are kept that are written into a folder instead of being sent.
MAILS_KEPT = timedelta(days=30)
EVALUATOR, POSTMAN = "evaluation of pins", "Mail"


@job("pins.evaluate", summary=gettext_lazy("Evaluation of everybody's pins"))
def evaluate_everybody(progress: Progress) -> Result:
    """Evaluate all persons with results, and mark their levels. The caller checks the permission."""
    ranges = list(batches())
    progress.total(len(ranges))
    sums = {"evaluated": 0, "more": 0, "less": 0}
    for ids in ranges:
        answer = mark_qualified(system_actor(EVALUATOR), ids=ids)
        sums = {name: count + answer[name] for name, count in sums.items()}
        progress.step()
    words = ngettext("%(more)d person newly qualifies.", "%(more)d persons newly qualify.", sums["more"])
    return Result(data=sums, messages=[words % sums])


@sweeps
def newly_qualified() -> Mapping[str, int]:
    """Evaluate the players of newly confirmed events; nothing is locked if there are none."""
    recorded = waiting_events()
    if not recorded:
        return {}
    answer = note_evaluated(system_actor(EVALUATOR), recorded=recorded, persons=waiting_persons())
    return {"persons who newly qualify": answer["more"]} if answer["more"] else {}


@job("record.mail_code", summary=gettext_lazy("Mail with a code"))
def mail_code(_progress: Progress, *, kept: int) -> Result:
    """Send a new code to the confirmed address of the registration; the code itself is never stored."""
    row = LinkCode.objects.select_related("application__private", "application__event").filter(pk=kept).first()
    if row is None or row.application is None or not row.open:
        return Result()
    code = new_code()
    take_code(system_actor(POSTMAN), kept=kept, code=code)
    subject, text = code_mail(row.application.name, code, MAIL_HOURS)
    try:
        EmailMessage(subject, text, to=[row.application.private.mail]).send()
    except OSError as error:
        # smtplib's errors are OSErrors, and hold addresses: only their names are kept.
        logger.warning("code %s was not mailed: %s", kept, type(error).__name__)
    return Result()


@sweeps
def expired() -> Mapping[str, int]:
    """Delete expired requests for corrections and lists of results."""
    if not expired_requests().exists() and not stale_lists().exists():
        return {}
    deleted = delete_expired(system_actor("sweep"))
    named = {"answered requests": deleted["requests"], "lists of results": deleted["lists"]}
    return {name: count for name, count in named.items() if count}


@sweeps
def member_lists_not_imported() -> Mapping[str, int]:
    """Delete uploaded lists of members that were not imported in time; lock nothing if there is none."""
    if not stale_member_lists().exists():
        return {}
    return {"lists of members": delete_stale_lists(system_actor("sweep"))["lists"]}


@job("certificates.make", summary=gettext_lazy("Making result certificates"))
def make_certificates(
    progress: Progress,
    *,
    event: str,
    language: str,
    address: str,
    row: int | None = None,
    referee: int | None = None,
) -> Result:
    """Make the certificates of all players of an event, or of the one in ``row``, as one PDF.

    ``referee`` is the id of the qualified official who signs; None: a line to fill in by hand.
    """
    recorded = RecordedEvent.objects.select_related("body", "event").filter(slug=event).first()
    recorded = recorded or certified_event(Event.objects.get(slug=event))
    lines = certificate_lines(recorded, row)
    progress.total(len(lines))
    signer = signer_text(recorded.event, referee)
    order = Certificates(recorded, lines, language, address, signer, progress.step, seal_of_event(recorded))
    return Result(file=result_certificates(order), file_name=f"{event}-certificates-{language}.pdf")


@job("pins.grant", summary=gettext_lazy("Granting pins to those who qualify"))
def grant_many(progress: Progress, *, body: str, ticked: list[int] | None) -> Result:
    """Grant in the owner's name what one person decides: all waiting applications, or the ``ticked`` ones.

    Applications with a missed condition, or with changes since their submission, are left for a decision by hand.
    """
    issuer = Body.objects.get(slug=body)
    waiting = granted_at_once(issuer)
    ids = list((waiting if ticked is None else waiting.filter(pk__in=ticked)).values_list("pk", flat=True))
    progress.total(len(ids))
    granted = 0
    for pk in ids:
        granted += _grant_one(progress, issuer, pk)
        progress.step()
    left = (len(ids) if ticked is None else len(ticked)) - granted
    texts = [ngettext("%(n)d pin is granted.", "%(n)d pins are granted.", granted) % {"n": granted}]
    left_text = ngettext(
        "%(n)d application needs a closer look: open it.", "%(n)d applications need a closer look: open them.", left
    )
    return Result(data={"body": body, "granted": granted}, messages=texts + [left_text % {"n": left}] * bool(left))


def _grant_one(progress: Progress, body: Body, pk: int) -> bool:
    """Grant the application if nothing speaks against it; return whether it was granted."""
    application = application_at(body, pk)
    if application is None:
        return False
    current = check(application)
    if not current.plain:
        return False
    try:
        grant(progress.owner, application, key=f"{progress.key}-{pk}", seen=current.seen)
    except Refused:
        return False
    return True


@job("pin.mail", summary=gettext_lazy("Mail about an application for a pin"))
def mail_news(_progress: Progress, *, application: int, step: str) -> Result:
    """Send the news of a step to the first mail address in the applicant's contact, if there is one."""
    row = PinApplication.objects.select_related("person__merged_into", "body").get(pk=application)
    address = mail_address_of(row)
    if not address:
        return Result()
    content = PinMail(
        name=row.person.kept.name,
        pin=pin_label(row.kind, row.level),
        body=row.body.name,
        page=f"{row.body.address}{reverse('record:pin', args=[row.pk])}" if row.body.address else "",
        has_page=has_page(row),
        fees=body_text(row.body.fees, row.language),
        end=body_text(row.body.mail_end, row.language),
    )
    subject, text = pin_mail(step, content)
    try:
        EmailMessage(subject, text, to=[address]).send()
    except OSError as error:
        logger.warning("application %s: %s was not mailed: %s", application, step, type(error).__name__)
    return Result()


@sweeps
def old_mails() -> Mapping[str, int]:
    """Delete old mails from the folder, where mails are written into one instead of being sent."""
    if not settings.EMAIL_FILE_PATH:
        return {}
    oldest = time.time() - MAILS_KEPT.total_seconds()
    old = [file for file in Path(settings.EMAIL_FILE_PATH).glob("*.log") if file.stat().st_mtime < oldest]
    for file in old:
        file.unlink(missing_ok=True)
    return {"mails": len(old)} if old else {}


@sweeps
def expired_applications() -> Mapping[str, int]:
    """Delete expired data of applications for pins, and files without a row in the database."""
    deleted: dict[str, int] = {}
    if has_expired_data():
        deleted["applications for pins"] = delete_expired_applications(system_actor("sweep"))["applications"]
    left = delete_left_behind(PIN_FILES, ClaimFile.objects.all(), ApplicationScan.objects.all())
    return deleted | ({"files that no application names": left} if left else {})
