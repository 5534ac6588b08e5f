"""The list of the players' own registrations."""

from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django_tables2 import Column

from common.actions.errors import Refused
from common.numbers import number_in
from common.states import for_each
from common.templatetags.pinju import DASH, country_code, state_badge
from tournament.registration.models.applications import Application
from tournament.registration.rules.applying import Window
from tournament.registration.selectors.applications import (
    applications_of,
    counts_of_states,
    next_in_line,
    opening_of,
    sends_mail,
    vacancies_of,
)
from tournament.registration.selectors.doubts import Doubts, doubts_of
from tournament.registration.services.application_decisions import approve_application
from web.desk.registration.access import organizers_desk
from web.shared.access import EventAccess, signed_in
from web.shared.applications import TONES
from web.shared.forms.writing import key_of, show
from web.shared.requests.phone_address import address_for_phones
from web.shared.tables import FIGURE, NAMING, BaseTable, paginate

State = Application.State
PER_PAGE = 100
#: State of the registration period -> tone and label.
WINDOWS = for_each(
    Window,
    {
        Window.NONE: ("idle", gettext_lazy("not planned")),
        Window.COMING: ("wait", gettext_lazy("not open yet")),
        Window.OPEN: ("live", pgettext_lazy("registration", "open")),
        Window.OVER: ("idle", gettext_lazy("closed")),
    },
)


class ApplicationTable(BaseTable):
    """The applications, with a checkbox for those that can be approved together."""

    caption = gettext_lazy("Self-registrations")
    doubts: dict[int, Doubts]

    chosen = Column(gettext_lazy("Approve"), empty_values=(), orderable=False)
    number = Column(gettext_lazy("No."), attrs=FIGURE)
    name = Column(gettext_lazy("Name"), attrs=NAMING)
    country = Column(gettext_lazy("Country"), default=DASH)
    team = Column(gettext_lazy("Team"), default=DASH)
    submitted_at = Column(gettext_lazy("Registered on"))
    state = Column(gettext_lazy("State"))

    class Meta:
        order_by = "number"

    def render_chosen(self, record: Application) -> SafeString | str:
        if record.state not in Application.OPEN:
            return ""
        label = _("Approve %(name)s") % {"name": record.name}
        box = '<input type="checkbox" form="together" name="chosen" value="{}" aria-label="{}">'
        return format_html(box, record.number, label)

    def render_name(self, record: Application) -> SafeString:
        address = reverse("desk:application", args=[record.event.slug, record.number])
        latin = format_html('<br><span class="note">{}</span>', record.latin_name) if record.latin_name else ""
        return format_html('<span><a href="{}">{}</a>{}</span>', address, record.name, latin)

    def render_country(self, record: Application) -> SafeString | str:
        return country_code(record.country)

    def render_submitted_at(self, record: Application) -> str:
        return date_format(localtime(record.submitted_at), "SHORT_DATETIME_FORMAT")

    def render_state(self, record: Any) -> SafeString:
        badge = state_badge(TONES[State(record.state)], record.get_state_display())
        doubtful = record.state in Application.OPEN and self.doubts[record.pk]
        look = state_badge("warn", _("check first")) if doubtful else ""
        unsent = state_badge("stop", _("mail not sent")) if record.unsent else ""
        return format_html("<span>{} {} {}</span>", badge, look, unsent)


@signed_in
def applications(request: HttpRequest, slug: str) -> HttpResponse:
    """List the applications, filtered by state; approve several together."""
    desk = organizers_desk(request, slug)
    if request.method == "POST":
        _approve_together(request, desk)
        return redirect(request.get_full_path())
    state = request.GET.get("state", "")
    state = state if state in State.values else ""
    table = ApplicationTable(applications_of(desk.event, state).select_related("event"))
    paginate(request, table, per_page=PER_PAGE)
    table.doubts = doubts_of(desk.event, [row.record for row in table.page])
    counts = counts_of_states(desk.event)
    address = address_for_phones(request, reverse("pocket:register", args=[slug]), desk.event)
    opening = opening_of(desk.event)
    context = {
        "table": table,
        "state": state,
        "states": [(value, label, counts[value]) for value, label in State.choices if value in counts],
        "undecided": sum(counts.get(value, 0) for value in Application.OPEN),
        "vacancies": vacancies_of(desk.event),
        "opening": opening,
        "window": WINDOWS[opening.state],
        "next": next_in_line(desk.event),
        "address": address,
        "code": segno.make(address, error="m").svg_data_uri(border=4, light="white", scale=4),
        "mails": sends_mail(),
    }
    return show(request, "desk/registration/applications.html", forms.Form(), desk=desk, **context)


def _approve_together(request: HttpRequest, desk: EventAccess) -> None:
    """Approve the chosen applications without doubts one by one, and report the others."""
    typed = [number_in(text) for text in request.POST.getlist("chosen")]
    numbers = {number for number in typed if number is not None}
    chosen = list(desk.event.applications.filter(number__in=numbers, state__in=Application.OPEN))
    doubts = doubts_of(desk.event, chosen)
    approved = 0
    left = []
    for application in chosen:
        application.event = desk.event
        if doubts[application.pk]:
            left.append(_("%(name)s: please check it first.") % {"name": application.name})
            continue
        try:
            approve_application(desk.actor, application, key=key_of(request, str(application.number)))
            approved += 1
        except Refused as refused:
            left.append(f"{application.name}: {refused.message}")
    if approved:
        sentence = ngettext("%(count)d is approved.", "%(count)d are approved.", approved)
        messages.success(request, sentence % {"count": approved})
    for sentence in left[:20]:
        messages.warning(request, sentence)
    if not chosen:
        messages.info(request, _("No registration is selected."))
