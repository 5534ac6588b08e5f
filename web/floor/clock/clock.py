"""The chief referee's clock: seat check, start, pause, break, end and a table's extra minutes."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from common.forms import WholeNumberField
from common.numbers import number_in
from scoring.setup.services.timetable import shift_sessions
from scoring.sheets.models.sheets import Sheet
from tournament.clocks.models import ExtraTime
from tournament.clocks.selectors.clocks import clock_of, latest
from tournament.clocks.services.clocks import (
    check_seats,
    end_session,
    go_on,
    pause,
    start_session,
    take_break,
    undo_end,
    undo_start,
)
from tournament.clocks.services.extra_time import add_time, remove_extra_time
from tournament.events.models.stages import Session
from web.floor.access import Floor, event_floor
from web.live.fragments import live
from web.shared.access import signed_in
from web.shared.forms.fields import ButtonForm, ConfirmForm
from web.shared.forms.writing import show, write

#: Button -> its action and the message after it.
TAPS: Mapping[str, tuple[Service, str | Promise]] = {
    "check": (check_seats, gettext_lazy("The seat check has begun.")),
    "start": (start_session, gettext_lazy("Session %(session)d has begun.")),
    "pause": (pause, gettext_lazy("The clock is stopped.")),
    "go_on": (go_on, gettext_lazy("The clock is running again.")),
}


class BreakForm(forms.Form):
    """Length and gong of a break; ``long`` only after the question about a break that 3.5.6 does not allow."""

    minutes = WholeNumberField(label=gettext_lazy("Minutes"), min_value=1, max_value=120)
    silent = forms.BooleanField(label=gettext_lazy("Without gong"), required=False)
    long = forms.BooleanField(label=gettext_lazy("Begin it anyway, against the rules"), required=False)

    def __init__(self, data: Any, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.asked = self.fields["long"]
        if not data or "long" not in data:
            del self.fields["long"]

    @property
    def payload(self) -> dict[str, Any]:
        """Return the arguments of `take_break`."""
        data = self.cleaned_data
        acknowledged = ("long",) if data.get("long") else ()
        return {"minutes": data["minutes"], "silent": data["silent"], "acknowledged": acknowledged}

    def ask(self, questions: Mapping[str, str]) -> None:
        """Show the question, and the box that answers it."""
        self.fields["long"] = self.asked
        self.add_error("long", " ".join(questions.values()))


class ExtraForm(forms.Form):
    table = WholeNumberField(label=gettext_lazy("Table"), min_value=1)
    minutes = WholeNumberField(label=gettext_lazy("More minutes"), min_value=1, max_value=120)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        help_text=gettext_lazy("It is kept with the change; everybody who can see the change can read it."),
    )


class BackForm(forms.Form):
    """The extra minutes that are revoked, and the reason."""

    table = WholeNumberField(min_value=1)
    order = WholeNumberField(min_value=1)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)


@signed_in
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the clock of the current session and its controls; write the form that was sent."""
    floor = event_floor(request, slug)
    session = _session(request, floor)
    data = {name: request.POST if request.POST.get("do") == name else None for name in ("break", "extra")}
    initial = {"minutes": floor.event.play_settings.break_minutes or None}
    break_form = BreakForm(data["break"], initial=initial, auto_id="break_%s")  # ids differ from the other form's
    extra_form = ExtraForm(data["extra"])
    if request.method == "POST" and session and _write_sent_form(request, floor, session, break_form, extra_form):
        return redirect("floor:clock", slug)
    return _clock_page(request, floor, session, break_form, extra_form)


@signed_in
def end(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Ask for confirmation, then end the session; the appeal time runs from then."""
    floor = event_floor(request, slug)
    floor.require(floor.ends_session)
    session_row = floor.session(session)
    form = ButtonForm(request.POST if request.method == "POST" else None)
    if write(request, form, end_session, floor.actor, session_row).done:
        messages.success(request, _("Session %(session)d has ended. The appeal time has begun.") % {"session": session})
        return redirect("floor:clock", slug)
    return show(
        request,
        "floor/clock/clock_end.html",
        form,
        floor=floor,
        session=session_row,
        clock=live(request, floor.reader, "clock"),
        playing=_playing(session_row),
    )


def _playing(session: Session) -> list[tuple[int, int]]:
    """Return number and extra minutes of the tables whose sheet is still open."""
    tables = session.tables.filter(sheet__state=Sheet.State.OPEN).annotate(extra=Sum("extra_times__minutes"))
    return [(table.number, table.extra or 0) for table in tables.order_by("number")]


@signed_in
def take_back(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Undo the end of the session, or its start, with a reason."""
    floor = event_floor(request, slug)
    session_row = floor.session(session)
    ended = clock_of(session_row).ended is not None
    floor.require(floor.ends_session if ended else floor.keeps_time)
    form = ConfirmForm(request)
    if write(request, form, undo_end if ended else undo_start, floor.actor, session_row).done:
        messages.success(request, _("The announcement is cancelled."))
        return redirect("floor:clock", slug)
    return show(request, "floor/clock/clock_back.html", form, floor=floor, session=session_row, ended=ended)


def _session(request: HttpRequest, floor: Floor) -> Session | None:
    session_text = request.POST.get("session", "") or request.GET.get("session", "")
    number = number_in(session_text) if session_text else floor.session_now
    session = floor.event.sessions.filter(number=number).first() if number is not None else None
    if session_text and session is None:
        raise Http404
    if session:
        session.event = floor.event
    return session


def _write_sent_form(
    request: HttpRequest, floor: Floor, session: Session, break_form: BreakForm, extra_form: ExtraForm
) -> bool:
    """Write the form or button that was sent; return False if the form must be corrected."""
    button = request.POST.get("do", "")
    if button == "break":
        return _write_break(request, break_form, floor, session)
    if button == "extra":
        return _write_form(request, extra_form, add_time, floor, session, _("The table has more time."))
    if button == "extra-back":
        return _write_button(
            request, BackForm(request.POST), remove_extra_time, floor, session, _("The announcement is cancelled.")
        )
    if button not in TAPS:
        raise Http404
    service, template = TAPS[button]
    message = str(template) % {"session": session.number}
    return _write_button(request, ButtonForm(request.POST), service, floor, session, message)


def _write_break(request: HttpRequest, form: BreakForm, floor: Floor, session: Session) -> bool:
    payload = form.payload if form.is_valid() else {}
    done = write(request, form, take_break, floor.actor, session, **payload).done
    if done:
        messages.success(request, _("The break has begun."))
    return done


def _write_form(
    request: HttpRequest, form: forms.Form, service: Service, floor: Floor, session: Session, message: str
) -> bool:
    payload = {name: value for name, value in form.cleaned_data.items() if name != "reason"} if form.is_valid() else {}
    if not write(request, form, service, floor.actor, session, **payload).done:
        return False
    messages.success(request, message)
    return True


def _write_button(
    request: HttpRequest, form: forms.Form, service: Service, floor: Floor, session: Session, message: str
) -> bool:
    """Write what a button sends; show a refusal above the page."""
    if not _write_form(request, form, service, floor, session, message):
        for errors in form.errors.values():
            for error in errors:
                messages.error(request, str(error))
    return True


def _clock_page(
    request: HttpRequest, floor: Floor, session: Session | None, break_form: BreakForm, extra_form: ExtraForm
) -> HttpResponse:
    context: dict[str, Any] = {"floor": floor, "session": session, "extra": extra_form}
    if session:
        session_clock = clock_of(session)
        extra_times = ExtraTime.objects.filter(table__session=session).select_related("table").order_by("table__number")
        context |= {"state": session_clock.state(timezone.now()), "times": session_clock, "given": extra_times}
    last = latest(floor.event)
    if last and session and last.session != session.number and floor.ends_session:
        context["ended_before" if last.clock.ended else "still_running"] = last.session
    context["clock"] = live(request, floor.reader, "clock")
    context["shifts"] = floor.may(shift_sessions, floor.event.ledger)
    answer = show(request, "floor/clock/clock.html", break_form, **context)
    answer.status_code = 400 if extra_form.errors else answer.status_code
    return answer
