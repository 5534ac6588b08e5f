"""The audit on paper: every entry that is wanted, and on the last line the head of the chain."""

from collections.abc import Callable

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.html import strip_tags
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from common.actions.models.audit import AuditEntry
from common.actions.models.heads import Head
from common.paper import Paper, mm
from common.paper.flow import Flow
from tournament.papers.exports.order import SIZES, Order
from web.shared.audit.labels import AuditWords

#: So many entries are put into words at once.
AT_ONCE = 500
SMALL = 8.0


def audit_paper(
    order: Order, head: Head, entries: QuerySet[AuditEntry], narrowed: str, step: Callable[[], None]
) -> bytes:
    """The PDF of the entries, the first one first; ``narrowed`` says which they are (empty: all)."""
    what = _("Audit")
    flow = Flow(Paper(what, language=order.language, size=SIZES[order.size], furniture=order.furniture(what)), 24 * mm)
    flow.heading(what, 18)
    if narrowed:
        flow.lines(narrowed, label=_("Only"))
    for start in range(0, entries.count(), AT_ONCE):
        some = list(entries[start : start + AT_ONCE])
        words = AuditWords(some)
        for entry in some:
            _entry(flow, words, entry)
            step()
    flow.heading(_("The chain"))
    ends = {"number": head.audit_seq, "hash": head.audit_hash}
    flow.lines(_("Its head is entry %(number)d: %(hash)s") % ends, size=SMALL, bold=True)
    return flow.finished()


def _entry(flow: Flow, words: AuditWords, entry: AuditEntry) -> None:
    at = date_format(localtime(entry.at), "SHORT_DATETIME_FORMAT")
    title = " · ".join([words.action(entry), words.about(entry), words.actor(entry), at])
    flow.lines(title, label=str(entry.seq), size=9, bold=True)
    for stored, name in ((entry.before, _("Before")), (entry.after, _("After"))):
        pairs = [f"{label} {strip_tags(str(text))}".strip() for label, text in words.values(stored)]
        if pairs:
            flow.lines("; ".join(pairs), label=name, size=SMALL)
    if entry.reason:
        flow.lines(entry.reason, label=_("Reason"), size=SMALL)
    flow.lines(entry.hash, label=_("Hash"), size=6)
