"""The table of an account's events with the next step of each."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_tables2 import Column

from common.actions.permissions import ADMINISTRATOR, Actor
from common.i18n.wording import listed
from common.templatetags.pinju import DASH, state_badge
from scoring.event_file.selectors.import_report import imported_at
from scoring.progress.selectors.progress import EventProgress, progress_of
from tournament.access.selectors.roles import OFFICIALS, roles_in
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from web.shared.tables import NAMING, BaseTable


@dataclass(frozen=True)
class EventRow:
    """One event in the list: the account's roles in it, and its progress, which officials see."""

    roles: frozenset[str]
    official: bool
    progress: EventProgress
    imported_at: datetime | None


def rows_of(actor: Actor, events: Iterable[Event]) -> dict[int, EventRow]:
    """Return the rows of ``events`` by event id; the number of queries does not grow with the events."""
    events = list(events)
    roles = roles_in(actor.account, events)
    progress = progress_of(events)
    imports = imported_at(events)
    everywhere = actor.roles(None) & {ADMINISTRATOR}
    return {
        event.pk: EventRow(
            roles=roles[event.pk],
            official=bool((roles[event.pk] | everywhere) & OFFICIALS),
            progress=progress[event.pk],
            imported_at=imports.get(event.pk),
        )
        for event in events
    }


def next_step(progress: EventProgress) -> tuple[str, str]:
    """Return the tone and the sentence for the next step of an event."""
    session = progress.next
    if session is None:
        return ("ok", _("All sessions are released.")) if progress.sessions else ("idle", _("No session yet."))
    figures = {"number": session.number, "waiting": session.unconfirmed, "tables": session.tables}
    if session.complete:
        return "live", _("Session %(number)d can be released.") % figures
    if session.unconfirmed:
        return "wait", _("Session %(number)d: %(waiting)d of %(tables)d tables are not confirmed.") % figures
    return "idle", _("Session %(number)d has no results yet.") % figures


class EventTable(BaseTable):
    """The events of an account; ``rows_by_id`` has a row for each event of the shown page."""

    caption = gettext_lazy("Events")
    rows_by_id: dict[int, EventRow]

    name = Column(verbose_name=gettext_lazy("Event"), attrs=NAMING)
    next = Column(verbose_name=gettext_lazy("Next"), empty_values=())
    contradictions = Column(verbose_name=gettext_lazy("Discrepancies"), empty_values=())
    roles = Column(verbose_name=gettext_lazy("Your roles"), empty_values=())
    imported = Column(verbose_name=gettext_lazy("Imported"), empty_values=())

    class Meta:
        orderable = False

    def render_name(self, record: Event) -> SafeString:
        page = "desk:event" if self.rows_by_id[record.pk].official else "pocket:event"
        first_day = date_format(record.starts) if record.starts else ""
        address = reverse(page, args=[record.slug])
        return format_html('<a href="{}">{}</a><br><span class="note">{}</span>', address, record.name, first_day)

    def render_next(self, record: Event) -> SafeString | str:
        row = self.rows_by_id[record.pk]
        if not row.official:
            return DASH
        if record.is_set_aside:
            return state_badge("warn", _("Copy set aside"))
        if record.ledger.held_since:
            return state_badge("warn", _("At “%(holder)s”") % {"holder": record.ledger.holder})
        tone, sentence = next_step(row.progress)
        address = reverse("desk:sessions", args=[record.slug])
        return format_html('<a class="plain" href="{}">{}</a>', address, state_badge(tone, sentence))

    def render_contradictions(self, record: Event) -> SafeString | str:
        row = self.rows_by_id[record.pk]
        count = row.progress.contradictions
        if not row.official or not count:
            return _("none") if row.official else DASH
        words = ngettext("%(count)d table", "%(count)d tables", count) % {"count": count}
        return format_html('<a href="{}">{}</a>', reverse("desk:contradictions", args=[record.slug]), words)

    def render_roles(self, record: Event) -> str:
        names = [str(Role.Name(name).label) for name in Role.Name.values if name in self.rows_by_id[record.pk].roles]
        return listed(names) or DASH

    def render_imported(self, record: Event) -> str:
        time = self.rows_by_id[record.pk].imported_at
        return date_format(localtime(time), "SHORT_DATETIME_FORMAT") if time else DASH
