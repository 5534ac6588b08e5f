"""Late players: the penalty from the session's start and the arrival recorded at the door (3.11.2.1)."""

from datetime import datetime, timedelta

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.fouls.selectors.fouls import has_penalties_of_3_11
from scoring.fouls.selectors.late import LatePlayer, late_players, start_of
from scoring.fouls.services.lateness import book_lateness
from scoring.sheets.selectors.people.substitution import chart_seat
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from tournament.presence.rules import FIRST, LAST, near
from tournament.presence.selectors.presence import arrivals_in
from web.floor.access import event_floor
from web.floor.effects import SURE, Trial
from web.shared.access import entry_of, signed_in
from web.shared.forms.writing import show, status_of
from web.shared.requests.methods import get_only


class LateForm(forms.Form):
    """The arrival by the hall's clock, and the reason for the sheet."""

    arrived = forms.TimeField(
        label=gettext_lazy("Arrived at"), widget=forms.TimeInput(attrs={"type": "time", "step": "1"}, format="%H:%M:%S")
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("It is kept with the change; everybody who can see the change can read it."),
    )

    def __init__(self, start: datetime, row: LatePlayer | None, data: object = None) -> None:
        arrived = (row and row.arrived) or timezone.now()
        minutes = max(1, -((start - arrived) // timedelta(minutes=1)))
        reason = _("came %(minutes)d min after the start at %(time)s") % {
            "minutes": minutes,
            "time": time_format(timezone.localtime(start), "H:i"),
        }
        super().__init__(data, initial={"arrived": timezone.localtime(arrived).time(), "reason": reason})  # type: ignore[arg-type]
        self.start = timezone.localtime(start)

    def clean_arrived(self) -> datetime:
        """Return the arrival as a moment next to the session's start, which may be before midnight."""
        return near(self.start, timezone.make_aware(datetime.combine(self.start.date(), self.cleaned_data["arrived"])))


class OtherForm(forms.Form):
    """A player who came late to this session though the arrival at the door is earlier, such as after lunch."""

    number = WholeNumberField(label=gettext_lazy("Player's number"), min_value=1)


@get_only
@signed_in
def late(request: HttpRequest, slug: str, session: int | None = None) -> HttpResponse:
    """List the players who came late to the session or have not arrived."""
    floor = event_floor(request, slug)
    number = session or floor.session_now
    session_row = floor.event.sessions.filter(number=number).first()
    if session and session_row is None:
        raise Http404
    start = start_of(session_row) if session_row else None
    other = OtherForm(request.GET if "number" in request.GET else None)
    if other.is_valid() and session_row and start:
        if floor.event.entries.filter(number=other.cleaned_data["number"]).exists():
            return redirect("floor:late-book", slug, number, other.cleaned_data["number"])
        other.add_error("number", _("No player has this number."))
    rows = late_players(session_row) if session_row else []
    penalized = has_penalties_of_3_11(floor.event)
    may_book = floor.may(book_lateness, floor.event.ledger) and penalized
    context = {
        "floor": floor,
        "session": number,
        "start": start,
        "penalized": penalized,
        "limits": (start + FIRST, start + LAST) if start and penalized else None,
        "rows": rows,
        "checked_in": session_row is not None and bool(arrivals_in(floor.event, number)),
        "other": other,
        "books": may_book and session_row is not None and session_row.released_at is None,
    }
    return render(request, "floor/clock/late.html", context, status=status_of(other))


@signed_in
def book(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the effect of the lateness, then book it."""
    floor = event_floor(request, slug)
    floor.require(floor.may(book_lateness, floor.event.ledger))
    session_row = floor.session(session)
    entry = entry_of(floor.event, number)
    start = start_of(session_row)
    if start is None:
        raise Http404
    data = request.POST if request.method == "POST" else None
    form = LateForm(start, _late_row(session_row, entry), data)
    payload = {"entry": entry, "arrived": form.cleaned_data["arrived"]} if form.is_valid() else {}
    trial = Trial(request, form, book_lateness, floor.actor, session_row, event=floor.event, session=session, **payload)
    if trial.written.done:
        message = (
            _("The session is forfeited.") if trial.written.answer["forfeited"] else _("The lateness is recorded.")
        )
        messages.success(request, message)
        return redirect("floor:late-session", slug, session)
    context = {"session": session_row, "entry": entry, "trial": trial, "sure": SURE, "start": start}
    context["seat"] = chart_seat(session_row, entry)
    return show(request, "floor/clock/late_book.html", form, floor=floor, **context)


def _late_row(session: Session, entry: Entry) -> LatePlayer | None:
    return next((row for row in late_players(session) if row.entry == entry), None)
