"""Long tasks that make pages and what they say: the public pages of an event as plain files, its audit on paper."""

from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.errors import Refused
from common.jobs import Progress, Result, job
from scoring.setup.selectors.audit_entries import audit_entries
from tournament.access.selectors.roles import AUDITORS
from tournament.events.selectors.events import event_by_slug
from tournament.papers.exports.order import Order
from web.desk.administration.audit import AuditFilter
from web.desk.administration.audit_pdf import audit_paper
from web.pocket.site.making import Counting, make_site
from web.tasks import site_upload  # noqa: F401  # it declares its jobs and its sweep


@job("site.make", summary=gettext_lazy("Public pages as files"))
def make_public_site(progress: Progress, *, event: str) -> Result:
    """Make the zip of the public pages of the event with this id."""
    stored_event = event_by_slug(event)
    if stored_event is None:
        raise Refused(_("There is no event %(event)s.") % {"event": event})
    data = make_site(stored_event, Counting(progress.total, progress.step))
    return Result(data={"event": event, "papers": True}, file=data, file_name=f"{event}-site.zip")


@job("audit.paper", summary=gettext_lazy("Audit as PDF"))
def make_audit_paper(progress: Progress, *, event: str, language: str, wanted: dict[str, Any]) -> Result:
    """Make the PDF of the event's audit, all of it or what is ``wanted``; for those who read the audit."""
    stored_event = event_by_slug(event)
    if stored_event is None or not progress.owner.roles(stored_event.ledger) & AUDITORS:
        raise Refused(_("There is no event %(event)s.") % {"event": event})
    with translation.override(language):
        form = AuditFilter(stored_event, wanted)
        entries = audit_entries(stored_event, form.wanted)
        progress.total(max(entries.count(), 1))
        order = Order(stored_event, language, timezone.now(), seal=stored_event.ledger.audit_hash)
        data = audit_paper(order, stored_event.ledger, entries, form.narrowed, progress.step)
    return Result(data={"event": event}, file=data, file_name=f"{event}-audit.pdf")
