"""The page on which somebody else takes over a player's number: before the draw, after it, and between sessions."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.wording import listed
from scoring.draw_release.selectors.replacing import against_replacement, successors
from scoring.draw_release.services.replacing import replace_player
from scoring.progress.selectors.progress import session_to_play
from scoring.sheets.services.people.substituting import fill_seat, substitute
from tournament.draws.selectors.draws import current_draw, since_frozen
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Sitting
from tournament.presence.selectors.presence import arrivals_in, seats_from, substitutes_for
from web.shared.access import EventAccess, entry_of, event_desk, signed_in
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import NOT_DONE, WriteResult, show, write
from web.shared.requests.methods import get_only

#: The choice of a person who is not in the event yet.
NEW = "new"
#: The successor is the player from now on, or only sits in for some sessions.
WHOLE, SOME = "event", "sessions"


class InsteadForm(AlternativesForm):
    """Who plays the number, and for how long."""

    by = forms.ChoiceField(label=gettext_lazy("Who plays"), widget=forms.RadioSelect)
    name = forms.CharField(
        label=gettext_lazy("Name as printed"),
        max_length=200,
        strip=True,
        required=False,
        help_text=gettext_lazy("Only for a new person."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    latin_name = forms.CharField(
        label=gettext_lazy("Name in Latin letters"),
        max_length=200,
        strip=True,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    how = forms.ChoiceField(label=gettext_lazy("For how long"), widget=forms.RadioSelect)
    session = forms.TypedChoiceField(label=gettext_lazy("From session"), coerce=int)
    last = forms.TypedChoiceField(label=gettext_lazy("To session"), coerce=int)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Needed when somebody else plays the whole event."),
        widget=forms.TextInput(attrs={"aria-required": "true"}),
    )

    def __init__(
        self,
        people: list[Entry],
        here: Collection[int],
        ways: list[tuple[str, str]],
        sessions: list[int],
        data: Any = None,
    ) -> None:
        initial = {
            "by": None if people else NEW,
            "how": ways[0][0],
            "session": sessions[0] if sessions else None,
        }
        super().__init__(data, initial={**initial, "last": initial["session"]})
        self.people = {str(entry.number): entry for entry in people}
        offered = [(number, _choice_text(entry, here=entry.pk in here)) for number, entry in self.people.items()]
        set_choices(self, "by", [*offered, (NEW, _("A new person"))])
        set_choices(self, "how", ways)
        if sessions and SOME in dict(ways):
            for name in ("session", "last"):
                set_choices(self, name, [(number, str(number)) for number in sessions])
        else:
            del self.fields["session"], self.fields["last"]
        if WHOLE not in dict(ways):
            del self.fields["latin_name"], self.fields["reason"]
        if len(ways) == 1:
            self.fields["how"].widget = forms.HiddenInput()
            if "reason" in self.fields:
                self.fields["reason"].required, self.fields["reason"].help_text = True, ""
        if not people:
            self.fields["name"].required, self.fields["name"].help_text = True, ""
        self.alternatives = (OnlyWith("by", [NEW], ["name", "latin_name"]),)
        self.mark_choices()

    def clean(self) -> dict[str, Any]:
        """Require what the choices need: the name of a new person, and sessions in their order."""
        data = super().clean()
        if data.get("by") == NEW and not data.get("name") and "name" not in self.errors:
            self.add_error("name", _("Type the name of the new person."))
        if data.get("how") == SOME and (data.get("session") or 0) > (data.get("last") or 0):
            self.add_error("last", _("The last session is before the first."))
        return data

    @property
    def chosen(self) -> Entry | None:
        """The chosen entry; None for a new person."""
        return self.people.get(self.cleaned_data["by"])


def _choice_text(entry: Entry, *, here: bool) -> str:
    """Return number, name, kind and presence of a person."""
    words = [entry.get_kind_display(), _("here") if here else _("not here")]
    return f"{entry.number} {entry.name} ({listed(words)})"


class _Possible:
    """What can be done about a number now: for the whole event, or for sessions with a seat on the chart."""

    def __init__(self, desk: EventAccess, holder: Entry) -> None:
        self.holder = holder
        coming = session_to_play(desk.event)
        may_replace = desk.may(replace_player, desk.event.ledger)
        self.against = against_replacement(holder) if may_replace else _("The organizer or chief referee decides this.")
        self.seats = seats_from(holder, coming) if desk.may(substitute, desk.event.ledger) else []
        people = [] if self.against else successors(holder)
        if self.seats:
            people += [entry for entry in substitutes_for(holder, coming) if entry not in people]
        self.people = people
        self.here = arrivals_in(desk.event, coming)

    @property
    def ways(self) -> list[tuple[str, str]]:
        """The possible values of ``how``, with their labels."""
        ways = []
        if not self.against:
            ways.append((WHOLE, _("The whole event: the results are this person's")))
        if self.seats:
            ways.append((SOME, _("Only some sessions: %(name)s stays the player") % {"name": self.holder.name}))
        return ways

    def form(self, data: Any = None) -> InsteadForm:
        """Return the form of the possible ways; there is at least one."""
        return InsteadForm(self.people, self.here, self.ways, [seat.table.session.number for seat in self.seats], data)


def may_change_player(holder: Entry, seats: list[Sitting]) -> bool:
    """Return whether somebody else can play the number, in some sessions or for the whole event."""
    return bool(seats) or not against_replacement(holder)


@signed_in
def somebody_else(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let somebody else play the number."""
    desk = event_desk(request, slug)
    desk.require(desk.may_check_in)
    holder = entry_of(desk.event, number)
    possible = _Possible(desk, holder)
    context = {"desk": desk, "entry": holder, "possible": possible}
    if not possible.ways:
        return render(request, "desk/checkin/instead.html", context)
    form = possible.form(request.POST if request.method == "POST" else None)
    written = _write(request, desk, holder, form) if form.is_valid() else NOT_DONE
    if written.done:
        messages.success(request, _sentence(form, holder, written))
        return redirect("desk:person", slug, number)
    return show(request, "desk/checkin/instead.html", form, **context)


def _write(request: HttpRequest, desk: EventAccess, holder: Entry, form: InsteadForm) -> WriteResult:
    data, actor, by = form.cleaned_data, desk.actor, form.chosen
    if data["how"] == WHOLE:
        names = {} if by else {"name": data["name"], "latin_name": data["latin_name"]}
        return write(request, form, replace_player, actor, desk.event, holder=holder, by=by, **names)
    session, last = desk.session(data["session"]), data["last"]
    if by is None:
        name = data["name"]
        return write(request, form, fill_seat, actor, session, holder=holder, name=name, last_session=last)
    return write(request, form, substitute, actor, session, holder=holder, by=by, last_session=last)


def _sentence(form: InsteadForm, holder: Entry, written: WriteResult) -> str:
    data, by = form.cleaned_data, form.chosen
    words = {"by": by.name if by else data["name"], "number": holder.number}
    if data["how"] == WHOLE:
        return _("%(by)s plays number %(number)d now.") % (words | {"number": written.answer["number"]})
    if data["session"] == data["last"]:
        return _("%(by)s plays as number %(number)d in session %(session)d.") % (words | {"session": data["session"]})
    sessions = {"first": data["session"], "last": data["last"]}
    return _("%(by)s plays number %(number)d in sessions %(first)d to %(last)d.") % (words | sessions)


class NumberForm(forms.Form):
    """The number that somebody else is to play; those of players who are gone or missing come first."""

    number = forms.TypedChoiceField(label=gettext_lazy("Number"), coerce=int)

    def __init__(self, desk: EventAccess, data: Any) -> None:
        super().__init__(data)
        draw = current_draw(desk.event)
        gone = since_frozen(draw).gone if draw else []
        entered = desk.event.entries.filter(kind=Entry.Kind.PLAYER, status=Entry.Status.ENTERED)
        here = arrivals_in(desk.event, session_to_play(desk.event))
        players = sorted(entered, key=lambda entry: (entry.pk in here, entry.number))
        set_choices(self, "number", [(entry.number, str(entry)) for entry in [*gone, *players]])


@get_only
@signed_in
def choose_number(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask which number somebody else is to play."""
    desk = event_desk(request, slug)
    desk.require(desk.may_check_in)
    form = NumberForm(desk, request.GET if "number" in request.GET else None)
    if form.is_valid():
        return redirect("desk:instead", slug, form.cleaned_data["number"])
    return show(request, "desk/checkin/instead_number.html", form, desk=desk)
