"""Shift the timetable of the sessions that have not begun."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.forms import WholeNumberField
from common.i18n.wording import listed
from scoring.setup.services.timetable import shift_sessions
from tournament.clocks.models import SessionClock
from tournament.events.selectors.events import timetable_of
from web.floor.access import event_floor
from web.shared.access import signed_in
from web.shared.forms.writing import show, write


class ShiftForm(forms.Form):
    """By how many minutes the sessions that have not begun start later (below 0: earlier)."""

    minutes = WholeNumberField(
        label=gettext_lazy("Minutes later"),
        help_text=gettext_lazy("Below 0: earlier. Sessions that have begun do not move."),
    )


@signed_in
def shift(request: HttpRequest, slug: str) -> HttpResponse:
    """Shift the timetable of the sessions that have not begun."""
    floor = event_floor(request, slug)
    floor.require(floor.may(shift_sessions, floor.event.ledger))
    form = ShiftForm(request.POST if request.method == "POST" else None)
    minutes = form.cleaned_data["minutes"] if form.is_valid() else 0
    written = write(request, form, shift_sessions, floor.actor, floor.event, first=1, minutes=minutes)
    if written.done:
        _add_shift_message(request, written.answer["sessions"], minutes)
        return redirect("floor:shift", slug)
    clocks = SessionClock.objects.filter(session__event=floor.event, started_at__isnull=False)
    began = set(clocks.values_list("session__number", flat=True))
    timetable = [(number, starts, number in began) for number, starts in timetable_of(floor.event)]
    return show(request, "floor/clock/shift.html", form, floor=floor, timetable=timetable)


def _add_shift_message(request: HttpRequest, sessions: list[int], minutes: int) -> None:
    if not sessions:
        messages.warning(request, _("No session can be shifted: all have begun."))
        return
    values = {"sessions": listed(sessions), "count": abs(minutes)}
    if minutes > 0:
        message = ngettext(
            "Session %(sessions)s: %(count)d minute later.",
            "Session %(sessions)s: %(count)d minutes later.",
            abs(minutes),
        )
    else:
        message = ngettext(
            "Session %(sessions)s: %(count)d minute earlier.",
            "Session %(sessions)s: %(count)d minutes earlier.",
            abs(minutes),
        )
    messages.success(request, message % values)
