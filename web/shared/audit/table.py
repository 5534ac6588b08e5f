"""The table of an audit chain, of an event or of a body."""

from typing import Any

from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy
from django_tables2 import Column

from common.actions.models.audit import AuditEntry
from common.templatetags.pinju import DASH
from web.shared.audit.labels import AuditWords
from web.shared.requests.devices import short_device
from web.shared.tables import FIGURE, NAMING, BaseTable

PER_PAGE = 50
MOST_FAULTS = 20


class AuditTable(BaseTable):
    """The entries of a chain, the newest first; ``words`` are those of the page it shows."""

    caption = gettext_lazy("Audit")
    words: AuditWords

    seq = Column(verbose_name="#", attrs=FIGURE)
    at = Column(verbose_name=gettext_lazy("When"))
    action = Column(verbose_name=gettext_lazy("What"), attrs=NAMING)
    actor_name = Column(verbose_name=gettext_lazy("Who"))
    before = Column(verbose_name=gettext_lazy("Before"), empty_values=())
    after = Column(verbose_name=gettext_lazy("After"), empty_values=())
    reason = Column(verbose_name=gettext_lazy("Reason"), empty_values=())

    class Meta:
        orderable = False

    def render_at(self, record: AuditEntry) -> SafeString:
        return format_html('<span class="nowrap">{}</span>', date_format(localtime(record.at), "SHORT_DATETIME_FORMAT"))

    def render_action(self, record: AuditEntry) -> SafeString:
        subject = self.words.subject(record)
        return format_html('{}<br><span class="note">{}</span>', self.words.action(record), subject)

    def render_actor_name(self, record: AuditEntry) -> SafeString:
        actor, short = self.words.actor(record), short_device(record.device)
        if short == record.device:
            return format_html('{}<br><span class="note audit-device">{}</span>', actor, short)
        whole = '{}<details class="note audit-device"><summary>{}</summary>{}</details>'
        return format_html(whole, actor, short, record.device)

    def render_before(self, record: AuditEntry) -> SafeString:
        return self._values(record.action, record.before)

    def render_after(self, record: AuditEntry) -> SafeString:
        return self._values(record.action, record.after)

    def render_reason(self, value: str) -> str:
        return value or DASH

    def _values(self, action: str, stored: Any) -> SafeString:
        pairs = self.words.values(action, stored)
        named = format_html_join("", '<div><span class="muted">{}</span> {}</div>', pairs)
        return named or SafeString(DASH)
