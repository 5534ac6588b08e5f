"""The chief referee's clock: seat check, start, pause, break, end, the timetable shifted, a table's extra minutes."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.actions.engine import Service
from common.forms import WholeNumberField
from common.i18n.wording import listed
from common.numbers import number_in
from scoring.setup.services.timetable import shift_sessions
from tournament.clocks.models import ExtraTime, SessionClock
from tournament.clocks.selectors.clocks import clock_of, latest
from tournament.clocks.services.clocks import (
    add_time,
    check_seats,
    end_session,
    go_on,
    pause,
    remove_extra_time,
    start_session,
    take_break,
    undo_end,
    undo_start,
)
from tournament.events.models.stages import Session
from tournament.events.selectors.events import timetable_of
from web.floor.access import Floor, event_floor
from web.live.fragments import live
from web.shared.access import signed_in
from web.shared.forms.fields import ButtonForm, ConfirmForm
from web.shared.forms.writing import show, write

#: What one tap does, and what is said then.
TAPS: Mapping[str, tuple[Service, str | Promise]] = {
    "check": (check_seats, gettext_lazy("The seat check has begun.")),
    "start": (start_session, gettext_lazy("Session %(session)d has begun.")),
    "pause": (pause, gettext_lazy("The clock stands still.")),
    "go_on": (go_on, gettext_lazy("The clock goes on.")),
}


class BreakForm(forms.Form):
    """How long the break lasts, and whether the gong sounds at its end."""

    minutes = WholeNumberField(label=gettext_lazy("Minutes"), min_value=1, max_value=120)
    silent = forms.BooleanField(label=gettext_lazy("Without gong"), required=False)


class ExtraForm(forms.Form):
    """More minutes for one table."""

    table = WholeNumberField(label=gettext_lazy("Table"), min_value=1)
    minutes = WholeNumberField(label=gettext_lazy("More minutes"), min_value=1, max_value=120)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        help_text=gettext_lazy("It is kept with the change, for everybody who may see it."),
    )


class ShiftForm(forms.Form):
    """By how much the sessions that have not begun start later, or earlier."""

    minutes = WholeNumberField(
        label=gettext_lazy("Minutes later"),
        help_text=gettext_lazy("Below 0: earlier. Sessions that began keep theirs."),
    )


class BackForm(forms.Form):
    """Which extra minutes are taken back, and why."""

    table = WholeNumberField(min_value=1)
    order = WholeNumberField(min_value=1)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)


@signed_in
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the clock of the session now and what can be done; write what one form says."""
    floor = event_floor(request, slug)
    session = _session(request, floor)
    given = {name: request.POST if request.POST.get("do") == name else None for name in ("break", "extra")}
    usual = {"minutes": floor.event.play_settings.break_minutes or None}
    rest = BreakForm(given["break"], initial=usual, auto_id="break_%s")  # beside the form of a table's extra minutes
    extra = ExtraForm(given["extra"])
    if request.method == "POST" and session and _done(request, floor, session, rest, extra):
        return redirect("floor:clock", slug)
    return _page(request, floor, session, rest, extra)


@signed_in
def end(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Ask once more, then end the session; from then the time for appeals runs."""
    floor = event_floor(request, slug)
    floor.require(floor.ends_session)
    found = floor.session(session)
    form = ButtonForm(request.POST if request.method == "POST" else None)
    if write(request, form, end_session, floor.actor, found):
        messages.success(request, _("Session %(session)d is ended. The time for appeals runs.") % {"session": session})
        return redirect("floor:clock", slug)
    return show(
        request,
        "floor/clock/clock_end.html",
        form,
        floor=floor,
        session=found,
        clock=live(request, floor.reader, "clock"),
    )


@signed_in
def take_back(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Take the end of the session back, or its start, with a reason."""
    floor = event_floor(request, slug)
    found = floor.session(session)
    ended = clock_of(found).ended is not None
    floor.require(floor.ends_session if ended else floor.keeps_time)
    form = ConfirmForm(request)
    if write(request, form, undo_end if ended else undo_start, floor.actor, found):
        messages.success(request, _("It is taken back."))
        return redirect("floor:clock", slug)
    return show(request, "floor/clock/clock_back.html", form, floor=floor, session=found, ended=ended)


@signed_in
def shift(request: HttpRequest, slug: str) -> HttpResponse:
    """Shift the whole timetable of what has not begun."""
    floor = event_floor(request, slug)
    floor.require(floor.may(shift_sessions, floor.event.head))
    form = ShiftForm(request.POST if request.method == "POST" else None)
    minutes = form.cleaned_data["minutes"] if form.is_valid() else 0
    answer = write(request, form, shift_sessions, floor.actor, floor.event, first=1, minutes=minutes)
    if answer:
        _say_shifted(request, answer["sessions"], minutes)
        return redirect("floor:shift", slug)
    clocks = SessionClock.objects.filter(session__event=floor.event, started_at__isnull=False)
    began = set(clocks.values_list("session__number", flat=True))
    timetable = [(number, starts, number in began) for number, starts in timetable_of(floor.event)]
    return show(request, "floor/clock/clock_shift.html", form, floor=floor, timetable=timetable)


def _say_shifted(request: HttpRequest, sessions: list[int], minutes: int) -> None:
    if not sessions:
        messages.warning(request, _("No session is left to shift: all have begun."))
        return
    words = {"sessions": listed(sessions), "count": abs(minutes)}
    if minutes > 0:
        said = ngettext(
            "Session %(sessions)s: %(count)d minute later.",
            "Session %(sessions)s: %(count)d minutes later.",
            abs(minutes),
        )
    else:
        said = ngettext(
            "Session %(sessions)s: %(count)d minute earlier.",
            "Session %(sessions)s: %(count)d minutes earlier.",
            abs(minutes),
        )
    messages.success(request, said % words)


def _session(request: HttpRequest, floor: Floor) -> Session | None:
    asked = request.POST.get("session", "") or request.GET.get("session", "")
    number = number_in(asked) if asked else floor.session_now
    found = floor.event.sessions.filter(number=number).first() if number is not None else None
    if asked and found is None:
        raise Http404
    if found:
        found.event = floor.event
    return found


def _done(request: HttpRequest, floor: Floor, session: Session, rest: BreakForm, extra: ExtraForm) -> bool:
    """Write what was sent; whether nothing has to be corrected."""
    asked = request.POST.get("do", "")
    if asked == "break":
        return _written(request, rest, take_break, floor, session, _("The break has begun."))
    if asked == "extra":
        return _written(request, extra, add_time, floor, session, _("The table has more time."))
    if asked == "extra-back":
        return _tapped(request, BackForm(request.POST), remove_extra_time, floor, session, _("It is taken back."))
    if asked not in TAPS:
        raise Http404
    service, said = TAPS[asked]
    return _tapped(request, ButtonForm(request.POST), service, floor, session, str(said) % {"session": session.number})


def _written(
    request: HttpRequest, form: forms.Form, service: Service, floor: Floor, session: Session, said: str
) -> bool:
    facts = {name: value for name, value in form.cleaned_data.items() if name != "reason"} if form.is_valid() else {}
    if write(request, form, service, floor.actor, session, **facts) is None:
        return False
    messages.success(request, said)
    return True


def _tapped(
    request: HttpRequest, form: forms.Form, service: Service, floor: Floor, session: Session, said: str
) -> bool:
    """Write what a button says; what was refused is said above the page."""
    if not _written(request, form, service, floor, session, said):
        for errors in form.errors.values():
            for error in errors:
                messages.error(request, str(error))
    return True


def _page(
    request: HttpRequest, floor: Floor, session: Session | None, rest: BreakForm, extra: ExtraForm
) -> HttpResponse:
    context: dict[str, Any] = {"floor": floor, "session": session, "extra": extra}
    if session:
        found = clock_of(session)
        rows = ExtraTime.objects.filter(table__session=session).select_related("table").order_by("table__number")
        context |= {"state": found.state(timezone.now()), "times": found, "given": rows}
    last = latest(floor.event)
    if last and last.clock.ended and session and last.session != session.number and floor.ends_session:
        context["ended_before"] = last.session
    context["clock"] = live(request, floor.reader, "clock")
    context["shifts"] = floor.may(shift_sessions, floor.event.head)
    answer = show(request, "floor/clock/clock.html", rest, **context)
    answer.status_code = 400 if extra.errors else answer.status_code
    return answer
