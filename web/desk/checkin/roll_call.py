"""The check-in page: a list to search and tap, cards to scan, and the player tapped last with names and marks."""

import re
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import CharField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.actions.engine import Service, may
from common.actions.errors import Forbidden, Refused
from common.numbers import number_in
from scoring.progress.selectors.progress import all_played, session_to_play
from tournament.events.models.entries import Entry
from tournament.presence.models.presence import CheckedItems
from tournament.presence.selectors.names import PRINTED, names_before, printed_names
from tournament.presence.selectors.presence import RollCall, arrival_of, marks_of
from tournament.presence.services.arrivals import arrive, arrive_together, mark, unarrive
from tournament.presence.services.names import correct_name
from web.desk.registration.entry import warn_of_missing_glyphs
from web.live.fragments import fragment, live
from web.shared.access import EventAccess, entry_of, event_desk, signed_in
from web.shared.forms.based import BasedForm
from web.shared.forms.writing import status_of, write
from web.shared.labels.registration import FIELDS
from web.shared.viewer import ViewerContext

#: Number of listed players; others are found by search.
ROWS = 300
MISSING = "missing"
#: The end of the address in the QR code of a player's card, with the event's id and the number.
CARD = re.compile(r"/e/([-\w]+)/(?:seats/)?players/([0-9]+)/?")


def _may_check_in(reader: ViewerContext) -> bool:
    return may(reader.actor, arrive, reader.event.ledger)


@fragment("checkin", reads=("q", "show"), guard=_may_check_in)
def checkin_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render the counter and the list; ``q`` searches, ``show=missing`` lists only missing players."""
    roll = RollCall(reader.event, session_to_play(reader.event))
    only_missing = request.GET.get("show") == MISSING
    entries = roll.matching(request.GET.get("q", ""), only_missing=only_missing)
    context = {
        "event": reader.event,
        "call": roll,
        "found": [(entry, roll.arrivals.get(entry.pk)) for entry in entries[:ROWS]],
        "more": max(0, len(entries) - ROWS),
        "only_missing": only_missing,
        "q": request.GET.get("q", ""),
    }
    return render_to_string("desk/checkin/_roll.html", context)


class NameForm(BasedForm):
    """The names of an entry as printed."""

    def __init__(self, entry: Entry, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, initial=printed_names(entry), **kwargs)
        for column in PRINTED:
            model_field = Entry._meta.get_field(column)
            assert isinstance(model_field, CharField)
            self.fields[column] = forms.CharField(
                label=FIELDS[column], required=column == "name", max_length=model_field.max_length
            )
            self.fields[column].widget.attrs["autocomplete"] = "off"
        self.carry(printed_names(entry))

    @property
    def payload(self) -> dict[str, Any]:
        """Return the arguments of `correct_name`."""
        return {
            "names": {column: self.cleaned_data[column] for column in PRINTED},
            "base": self.cleaned_data["base"],
        }

    def undoing(self, before: dict[str, str] | None) -> "NameForm | None":
        """Return the form with the names before the last change, or None if there are none."""
        self.initial.update(before or {})
        return self if before else None


@signed_in
def checkin(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the list, or save a tap and show that player."""
    desk = event_desk(request, slug)
    desk.require(desk.may_check_in)
    if request.method == "GET" and not request.htmx and all_played(desk.event):  # type: ignore[attr-defined]
        return render(request, "desk/checkin/all_played.html", {"desk": desk})
    if request.method == "POST" and "base" not in request.POST:
        return _handle_button(request, desk)
    number = request.GET.get("person", "")
    person = entry_of(desk.event, number_in(number)) if number else None
    form = NameForm(person, request.POST if request.method == "POST" else None) if person else None
    if person and form and _save_names(request, desk, person, form):
        return redirect(request.get_full_path())
    roll = RollCall(desk.event, session_to_play(desk.event))
    context = {
        "desk": desk,
        "missing": len(roll.missing),
        "team_missing": _missing_of_team(roll, person) if person else [],
        "roll": live(request, desk.reader, "checkin"),
        "q": request.GET.get("q", ""),
        "show": MISSING if request.GET.get("show") == MISSING else "",
        "person": person,
        "arrival": arrival_of(person, session_to_play(desk.event)) if person else None,
        "marks": _marks(person) if person else [],
        "form": form,
        "before": NameForm(person, auto_id=False).undoing(names_before(person)) if person else None,
    }
    is_tap = request.htmx.target == "checkin"  # type: ignore[attr-defined]
    template = "desk/checkin/_work.html" if is_tap else "desk/checkin/roll_call.html"
    return render(request, template, context, status=status_of(form))


def _save_names(request: HttpRequest, desk: EventAccess, entry: Entry, form: NameForm) -> bool:
    """Save the submitted names; return whether it worked."""
    payload = form.payload if form.is_valid() else {}
    confirmed = "undo" not in request.POST
    if not write(request, form, correct_name, desk.actor, desk.event, entry=entry, confirmed=confirmed, **payload).done:
        return False
    warn_of_missing_glyphs(request, payload["names"]["name"])
    return True


def _marks(entry: Entry) -> list[tuple[str, str, bool]]:
    """Return value, label and whether set, of every mark of the entry."""
    held = marks_of(entry)
    return [(value, str(label), value in held) for value, label in CheckedItems.Mark.choices]


def _handle_button(request: HttpRequest, desk: EventAccess) -> HttpResponse:
    """Run the submitted button.

    ``here``, ``undo`` or ``team`` with a number, ``scan`` with the text of a card, ``mark`` with number, name and on or
    off.
    """
    words = request.POST.get("mark", "").split()
    if "scan" in request.POST:
        number = _scan(request, desk, request.POST["scan"].strip())
    elif "team" in request.POST:
        number = _check_team_in(request, desk, request.POST["team"])
    elif "here" in request.POST:
        number = _write(desk, arrive, request.POST["here"], session=session_to_play(desk.event))
    elif "undo" in request.POST:
        number = _write(desk, unarrive, request.POST["undo"], session=session_to_play(desk.event))
    elif len(words) == 3 and words[1] in CheckedItems.Mark.values:
        number = _write(desk, mark, words[0], name=words[1], on=words[2] == "on")
    else:
        raise Http404
    query: dict[str, Any] = {"person": number} if number is not None else {}
    if request.POST.get("show") == MISSING:
        query["show"] = MISSING
    return redirect(f"{reverse('desk:checkin', args=[desk.event.slug])}?{urlencode(query)}")


def _scan(request: HttpRequest, desk: EventAccess, text: str) -> int | None:
    """Check in the player with the scanned card or the typed number; None with a message if there is none."""
    card = CARD.search(text)
    if card and card[1] != desk.event.slug:
        messages.error(request, _("This card belongs to another event."))
        return None
    number = number_in(card[2] if card else text)
    if number is None or not desk.event.entries.filter(number=number).exists():
        messages.error(request, _("No player has the number “%(text)s”.") % {"text": text[:80]})
        return None
    return _write(desk, arrive, str(number), session=session_to_play(desk.event))


def _missing_of_team(roll: RollCall, person: Entry) -> list[int]:
    """Return the numbers of the missing players of the person's team; none for a person without a team."""
    return [entry.number for entry in roll.missing if person.team_id and entry.team_id == person.team_id]


def _check_team_in(request: HttpRequest, desk: EventAccess, number: str) -> int:
    """Check in everybody of the team of the player with this number; return the number."""
    entry = entry_of(desk.event, number_in(number))
    roll = RollCall(desk.event, session_to_play(desk.event))
    check_in_together(request, desk, _missing_of_team(roll, entry))
    return entry.number


def check_in_together(request: HttpRequest, desk: EventAccess, numbers: list[int]) -> None:
    """Check in the entries with these numbers, and say how many came or why none did."""
    try:
        session = session_to_play(desk.event)
        came = arrive_together(desk.actor, desk.event, numbers=numbers, session=session)["numbers"]
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Refused as refused:
        messages.error(request, str(refused.message))
        return
    words = ngettext("%(count)d player is checked in.", "%(count)d players are checked in.", len(came))
    messages.success(request, words % {"count": len(came)})


def _write(desk: EventAccess, service: Service, number: str, **payload: Any) -> int:
    """Run the service for the entry of this number and return the number.

    No idempotency key is needed: a repeated tap changes nothing.
    """
    entry = entry_of(desk.event, number_in(number))
    try:
        service(desk.actor, entry, **payload)
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    return entry.number
