"""The timetable: when each session starts and ends, one session more, one less."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import time_format
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import gettext as _

from common.actions import Service
from places.desk.access import desk_page, event_desk
from places.desk.writing import show, write
from places.forms import moment_field
from scoring.services.timetable import add_session, plan_sessions, remove_session
from tournament.models import Event


class TimetableForm(forms.Form):
    """A field for each planned session."""

    def __init__(self, data: Any, event: Event) -> None:
        super().__init__(data)
        starts = dict(event.sessions.values_list("number", "starts"))
        play = event.play_settings
        lasts = timedelta(minutes=play.session_minutes + play.break_minutes)
        for number in range(1, event.planned_sessions + 1):
            planned = starts.get(number)
            ends = time_format(localtime(planned + lasts)) if planned else ""
            self.fields[f"starts-{number}"] = moment_field(
                label=_("Session %(number)d") % {"number": number},
                required=False,
                help_text=_("Ends at %(time)s") % {"time": ends} if ends else "",
            )
            self.initial[f"starts-{number}"] = planned

    def starts(self) -> dict[int, datetime | None]:
        """The times by session."""
        return {int(name.removeprefix("starts-")): time for name, time in self.cleaned_data.items()}


@desk_page
def timetable(request: HttpRequest, slug: str) -> HttpResponse:
    """Show when the sessions start and change it."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    form = TimetableForm(request.POST if request.method == "POST" else None, desk.event)
    facts = {"starts": form.starts()} if form.is_valid() else {}
    if write(request, form, plan_sessions, desk.actor, desk.event, **facts):
        messages.success(request, _("The timetable is saved."))
        return redirect("desk:timetable", slug)
    context = {"desk": desk, "play": desk.event.play_settings, "zone": get_current_timezone_name()}
    return show(request, "desk/timetable.html", form, **context)


@desk_page
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan one more session."""
    return _change(request, slug, add_session)


@desk_page
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the last session away."""
    return _change(request, slug, remove_session)


def _change(request: HttpRequest, slug: str, service: Service) -> HttpResponse:
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    form = forms.Form(request.POST if request.method == "POST" else None)
    answer = write(request, form, service, desk.actor, desk.event)
    if answer:
        messages.success(request, _("The event has %(sessions)d sessions.") % answer)
    for error in form.non_field_errors():
        messages.error(request, str(error))
    return redirect("desk:timetable", slug)
