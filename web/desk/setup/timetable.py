"""The page of the timetable: start times of the sessions, and adding or removing a session."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import date_format, time_format
from django.utils.functional import Promise
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from scoring.setup.services.timetable import add_session, plan_sessions, remove_session
from tournament.events.models.events import Event
from tournament.events.rules.timetable import end_of, oddities, plain_start
from web.shared.access import event_desk, signed_in
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import moment_field
from web.shared.forms.writing import add_error_messages, show, write

ODDITIES: Mapping[str, str | Promise] = {
    "overlap": gettext_lazy("Session %(session)d starts %(minutes)d minutes before session %(other)d ends."),
    "short-break": gettext_lazy(
        "There are only %(minutes)d minutes between session %(other)d and session %(session)d."
    ),
    "too-long": gettext_lazy("A session lasts %(minutes)d minutes with its break; at most 150 are allowed (3.5.6)."),
    "long-break": gettext_lazy("The break lasts %(minutes)d minutes; at most 15 are allowed (3.5.6)."),
}


class TimetableForm(BasedForm):
    """A start time for each planned session."""

    def __init__(self, data: Any, event: Event) -> None:
        super().__init__(data)
        starts = dict(event.sessions.values_list("number", "starts"))
        play = event.play_settings
        for number in range(1, event.planned_sessions + 1):
            planned = starts.get(number)
            # The end of the saved start would contradict another start that is typed in the field.
            shown = planned if data is None else None
            ends = time_format(localtime(end_of(shown, play.session_minutes, play.break_minutes))) if shown else ""
            self.fields[f"starts-{number}"] = moment_field(
                label=_("Session %(number)d") % {"number": number},
                required=False,
                help_text=_("Ends at %(time)s") % {"time": ends} if ends else "",
            )
            self.initial[f"starts-{number}"] = planned
        self.carry({name: plain_start(time) for name, time in self.initial.items()})

    @property
    def payload(self) -> dict[str, Any]:
        """Return the arguments of `plan_sessions`."""
        times = {name: time for name, time in self.cleaned_data.items() if name != "base"}
        starts = {int(name.removeprefix("starts-")): time for name, time in times.items()}
        return {"starts": starts, "base": self.cleaned_data["base"]}

    def _value_label(self, name: str, value: Any) -> str:
        time = date_format(localtime(datetime.fromisoformat(value)), "SHORT_DATETIME_FORMAT") if value else None
        return super()._value_label(name, time)


@signed_in
def timetable(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change the start times."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    form = TimetableForm(request.POST if request.method == "POST" else None, desk.event)
    payload = form.payload if form.is_valid() else {}
    if write(request, form, plan_sessions, desk.actor, desk.event, **payload).done:
        messages.success(request, _("The timetable is saved."))
        return redirect("desk:timetable", slug)
    play = desk.event.play_settings
    planned = dict(desk.event.sessions.values_list("number", "starts"))
    oddities_found = oddities(planned, play.session_minutes, play.break_minutes)
    odd = [str(ODDITIES[oddity.code]) % asdict(oddity) for oddity in oddities_found]
    context = {"desk": desk, "play": play, "zone": get_current_timezone_name(), "odd": odd}
    return show(request, "desk/setup/timetable.html", form, **context)


@signed_in
def add(request: HttpRequest, slug: str) -> HttpResponse:
    return _change_session_count(request, slug, add_session)


@signed_in
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    return _change_session_count(request, slug, remove_session)


def _change_session_count(request: HttpRequest, slug: str, service: Service) -> HttpResponse:
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    form = forms.Form(request.POST if request.method == "POST" else None)
    written = write(request, form, service, desk.actor, desk.event)
    if written.done:
        messages.success(request, _("The event has %(sessions)d sessions.") % written.answer)
    add_error_messages(request, form)
    return redirect("desk:timetable", slug)
