"""The audit log as PDF, with the newest hash of the chain on the last line."""

from collections.abc import Callable

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.html import strip_tags
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from common.paper import Paper, mm
from common.paper.flow import Flow
from tournament.papers.exports.order import SIZES, Order
from web.shared.audit.labels import AuditWords

#: Number of entries whose texts are made at once.
AT_ONCE = 500
SMALL = 8.0


def audit_paper(
    order: Order, ledger: Ledger, entries: QuerySet[AuditEntry], narrowed: str, step: Callable[[], None]
) -> bytes:
    """Return the PDF of the entries, the oldest first.

    ``narrowed`` is the text of the filters (empty: all entries); ``step`` is called after each entry.
    """
    title = _("Audit")
    furniture = order.furniture(title)
    flow = Flow(Paper(title, language=order.language, size=SIZES[order.size], furniture=furniture), 24 * mm)
    flow.heading(title, 18)
    if narrowed:
        flow.lines(narrowed, label=_("Only"))
    for start in range(0, entries.count(), AT_ONCE):
        batch = list(entries[start : start + AT_ONCE])
        words = AuditWords(batch)
        for entry in batch:
            _add_entry(flow, words, entry)
            step()
    flow.heading(_("The chain"))
    ends = {"number": ledger.audit_seq, "hash": ledger.audit_hash}
    flow.lines(_("The last entry is %(number)d: %(hash)s") % ends, size=SMALL, bold=True)
    return flow.finished()


def _add_entry(flow: Flow, words: AuditWords, entry: AuditEntry) -> None:
    time = date_format(localtime(entry.at), "SHORT_DATETIME_FORMAT")
    title = " · ".join([words.action(entry), words.subject(entry), words.actor(entry), time])
    flow.lines(title, label=str(entry.seq), size=9, bold=True)
    for stored, name in ((entry.before, _("Before")), (entry.after, _("After"))):
        pairs = [f"{label} {strip_tags(str(text))}".strip() for label, text in words.values(entry.action, stored)]
        if pairs:
            flow.lines("; ".join(pairs), label=name, size=SMALL)
    if entry.reason:
        flow.lines(entry.reason, label=_("Reason"), size=SMALL)
    flow.lines(entry.hash, label=_("Hash"), size=6)
