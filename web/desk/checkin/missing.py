"""The page of missing players: calls in the hall, lateness, fillers."""

from datetime import datetime

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.actions.engine import may
from common.numbers import number_in
from scoring.progress.selectors.missing import Waiting
from scoring.progress.selectors.progress import all_played
from scoring.sheets.selectors.people.substitution import Substitution, substitutions
from tournament.draws.selectors.draws import current_draw, filler_entries
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting
from tournament.presence.models.calls import PlayerCall
from tournament.presence.rules import near
from tournament.presence.selectors.presence import RollCall
from tournament.presence.services.arrivals import arrive
from tournament.presence.services.calls import call_missing, call_player, count_late_from, uncall_player
from tournament.presence.services.fillers import add_filler
from web.live.fragments import fragment, live
from web.shared.access import EventAccess, entry_of, event_desk, signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, status_of, write
from web.shared.viewer import ViewerContext


class StartForm(forms.Form):
    """The time from which lateness counts; empty for the planned start."""

    start = forms.TimeField(
        label=gettext_lazy("Lateness counts from"),
        required=False,
        help_text=gettext_lazy("The start by the hall's clock, if it is not the planned one. Empty: as planned."),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )


class FillerForm(forms.Form):
    """The name of a new filler."""

    filler = forms.CharField(
        label=gettext_lazy("Name as printed"),
        max_length=200,
        strip=True,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def _may_check_in(reader: ViewerContext) -> bool:
    return may(reader.actor, arrive, reader.event.ledger)


def waiting_version(reader: ViewerContext) -> str:
    """Return the version that changes with the calls and with the minutes of lateness."""
    return Waiting(reader.event).version


@fragment("missing", guard=_may_check_in, extra_version=waiting_version)
def missing_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render lateness, and the missing players by team with their calls and substitutes."""
    waiting = Waiting(reader.event)
    taken = substitutions(reader.event, waiting.session)
    roll = RollCall(reader.event, waiting.session)
    calls = {player_call.entry_id: player_call for player_call in PlayerCall.objects.filter(entry__event=reader.event)}
    teams = [(team, _rows(entries, taken, calls, waiting.session)) for team, entries in roll.missing_by_team]
    rows = [row for _team, team_rows in teams for row in team_rows]
    context = {
        "event": reader.event,
        "number": waiting.session,
        "roll": roll,
        "waiting": waiting,
        "teams": teams,
        "taken": taken,
        "to_call": sum(substitute is None and player_call is None for _entry, substitute, player_call in rows),
    }
    return render_to_string("desk/checkin/_missing.html", context)


def _rows(
    entries: list[Entry], taken: list[Substitution], calls: dict[int, PlayerCall], session: int
) -> list[tuple[Entry, Sitting | None, PlayerCall | None]]:
    """Return each entry with the sitting of its substitute in the session and its current call."""
    substitutes = {row.holder.pk: row.sitting for row in taken if row.sitting.table.session.number == session}
    current_calls = {entry: player_call for entry, player_call in calls.items() if player_call.session == session}
    return [(entry, substitutes.get(entry.pk), current_calls.get(entry.pk)) for entry in entries]


@signed_in
def missing(request: HttpRequest, slug: str) -> HttpResponse:
    """List the missing players; call them, revoke calls, set from when lateness counts, add a filler."""
    desk = event_desk(request, slug)
    desk.require(desk.may_check_in)
    if request.method == "GET" and all_played(desk.event):
        return render(request, "desk/checkin/all_played.html", {"desk": desk})
    waiting = Waiting(desk.event)
    session = desk.event.sessions.filter(number=waiting.session).first()
    form = _start_form(request, session)
    filler = FillerForm(request.POST if "filler" in request.POST else None)
    if request.method == "POST" and _handle_post(request, desk, waiting.session, session, form, filler):
        return redirect("desk:missing", slug)
    chooses = desk.may(add_filler, desk.event.ledger)
    context = {
        "desk": desk,
        "missing": live(request, desk.reader, "missing"),
        "form": form if session is not None and chooses else None,
        "filler": filler if chooses else None,
        "fillers": filler_entries(desk.event) if chooses else [],
        "session": session,
        "again": desk.may_draw and waiting.session == 1 and current_draw(desk.event) is not None,
    }
    return render(request, "desk/checkin/missing.html", context, status=status_of(form, filler))


def _handle_post(
    request: HttpRequest, desk: EventAccess, number: int, session: Session | None, form: StartForm, filler: FillerForm
) -> bool:
    """Run the submitted action; return whether no form has errors."""
    if "start" in request.POST:
        return session is not None and _set_late_from(request, desk, session, form)
    if "filler" in request.POST:
        return _add_filler(request, desk, filler, number)
    _handle_button(request, desk, number)
    return True


def _add_filler(request: HttpRequest, desk: EventAccess, form: FillerForm, session: int) -> bool:
    name = form.cleaned_data["filler"] if form.is_valid() else ""
    written = write(request, form, add_filler, desk.actor, desk.event, name=name, session=session)
    if not written.done:
        return False
    words = {"name": name, "number": written.answer["number"]}
    messages.success(request, _("%(name)s is a filler now, number %(number)d.") % words)
    return True


def _start_form(request: HttpRequest, session: Session | None) -> StartForm:
    late_from = session.late_from if session else None
    initial = {"start": timezone.localtime(late_from).time() if late_from else None}
    return StartForm(request.POST if "start" in request.POST else None, initial=initial)


def _set_late_from(request: HttpRequest, desk: EventAccess, session: Session, form: StartForm) -> bool:
    """Save the typed time next to the planned start, or next to now if none is planned."""
    typed = form.cleaned_data["start"] if form.is_valid() else None
    planned = timezone.localtime(session.starts)
    late_from = near(planned, timezone.make_aware(datetime.combine(planned.date(), typed))) if typed else None
    session.event = desk.event
    if not write(request, form, count_late_from, desk.actor, session, at=late_from).done:
        return False
    words = _("Lateness counts from the time given.") if late_from else _("Lateness counts as planned.")
    messages.success(request, words)
    return True


def _handle_button(request: HttpRequest, desk: EventAccess, session: int) -> None:
    """Run the submitted button: ``call`` or ``uncall`` with a number, or ``call_all``."""
    form = ButtonForm(request.POST)
    if "call_all" in request.POST:
        written = write(request, form, call_missing, desk.actor, desk.event, session=session)
        if written.done:
            count = written.answer["called"]
            words = ngettext("%(count)d player is called.", "%(count)d players are called.", count)
            messages.success(request, words % {"count": count})
    elif "call" in request.POST:
        write(request, form, call_player, desk.actor, _entry(desk, request.POST["call"]), session=session)
    elif "uncall" in request.POST:
        write(request, form, uncall_player, desk.actor, _entry(desk, request.POST["uncall"]))
    else:
        raise Http404
    add_error_messages(request, form)


def _entry(desk: EventAccess, number: str) -> Entry:
    return entry_of(desk.event, number_in(number))
