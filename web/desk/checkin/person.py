"""What can be done about one person: another plays the number, out of and back into the event; who is out."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.wording import listed
from common.numbers import number_in
from scoring.papers.exports.papers import PAPERS, Papers
from scoring.progress.selectors.missing import coming_session
from scoring.sheets.selectors.facts.player_sessions import last_session_of
from scoring.sheets.selectors.people.substitution import Substitution, substitutions
from scoring.sheets.services.people.substituting import fill_seat, give_back, substitute
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Sitting
from tournament.papers.exports.kinds import Kind, Of
from tournament.presence.selectors.presence import is_here, out_of_event, seats_from, substitutes_for
from tournament.presence.services.withdrawals import return_entry, withdraw
from web.shared.access import EventDesk, entry_of, event_desk, signed_in
from web.shared.forms.fields import ConfirmForm, set_choices
from web.shared.forms.writing import status_of, write
from web.shared.requests.methods import get_only


class SessionForm(ConfirmForm):
    """From which session on, and why."""

    session = forms.TypedChoiceField(label=gettext_lazy("From session"), coerce=int)
    field_order = ("session", "reason")

    def __init__(self, request: HttpRequest, sessions: range, **kwargs: Any) -> None:
        super().__init__(request, **kwargs)
        set_choices(self, "session", [(number, str(number)) for number in sessions])


class SubstituteForm(forms.Form):
    """In which session, and who plays the number."""

    session = forms.TypedChoiceField(label=gettext_lazy("Session"), coerce=int)
    by = forms.TypedChoiceField(label=gettext_lazy("Who plays"), coerce=int)

    def __init__(self, request: HttpRequest, sessions: list[int], people: list[Entry]) -> None:
        super().__init__(request.POST if request.method == "POST" else None)
        self.people = {one.number: one for one in people}
        set_choices(self, "session", [(number, str(number)) for number in sessions])
        set_choices(self, "by", [(one.number, _choice(one)) for one in people])


class FillForm(forms.Form):
    """In which session, and the name of somebody who is willing to sit."""

    session = forms.TypedChoiceField(label=gettext_lazy("Session"), coerce=int)
    name = forms.CharField(
        label=gettext_lazy("Name as printed"),
        max_length=200,
        strip=True,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, request: HttpRequest, sessions: list[int]) -> None:
        super().__init__(request.POST if request.method == "POST" else None, prefix="fill")
        set_choices(self, "session", [(number, str(number)) for number in sessions])


def _choice(entry: Entry) -> str:
    """A reserve or filler to choose: number, name, which of both, and whether the person is here."""
    words = [entry.get_kind_display(), _("here") if is_here(entry) else _("not here")]
    return f"{entry.number} {entry.name} ({listed(words)})"


class PersonPage:
    """What can be done about one entry, in which sessions, with its forms."""

    def __init__(self, request: HttpRequest, desk: EventDesk, entry: Entry) -> None:
        self.request, self.desk, self.entry = request, desk, entry
        self.coming = coming_session(desk.event)

    def may(self, service: Any) -> bool:
        """Whether the account may do it here."""
        return self.desk.may(service, self.desk.event.head)

    @cached_property
    def later(self) -> range:
        """The sessions that the entry has not played yet."""
        return range(last_session_of(self.entry) + 1, self.desk.event.planned_sessions + 1)

    @cached_property
    def seats(self) -> list[Sitting]:
        """The entry's seats on the chart from the coming session on."""
        return seats_from(self.entry, self.coming)

    @cached_property
    def taken(self) -> list[Substitution]:
        """Where somebody else plays the number."""
        return [one for one in substitutions(self.desk.event, self.coming) if one.holder == self.entry]

    @cached_property
    def form(self) -> dict[str, forms.Form]:
        """The forms of what can be done now, by what they do."""
        sent = self.request.POST.get("do") if self.request.method == "POST" else ""
        found: dict[str, forms.Form] = {}
        blank = _without_post(self.request)

        def request_for(name: str) -> HttpRequest:
            return self.request if sent == name else blank

        if self.seats and self.may(substitute):
            people = substitutes_for(self.entry, self.coming)
            sessions = [seat.table.session.number for seat in self.seats]
            found["substitute"] = SubstituteForm(request_for("substitute"), sessions, people)
            found["fill"] = FillForm(request_for("fill"), sessions)
        if self.entry.state == Entry.Status.ENTERED and self.later and self.may(withdraw):
            found["withdraw"] = SessionForm(
                request_for("withdraw"), self.later, prefix="withdraw", initial={"session": self.coming}
            )
        if self.entry.state == Entry.Status.WITHDRAWN and self.may(return_entry):
            every = range(1, self.desk.event.planned_sessions + 1)
            found["return"] = SessionForm(
                request_for("return"), every, prefix="return", initial={"session": self.coming}
            )
        return found

    def done(self) -> str:
        """Do what was sent; a sentence of what was done, empty if nothing was."""
        what = self.request.POST.get("do", "")
        if what == "give_back":
            return self._give_back()
        form = self.form.get(what)
        if form is None or not form.is_valid():
            return ""
        session, name = form.cleaned_data["session"], {"name": self.entry.name}
        if isinstance(form, SubstituteForm | FillForm):
            return self._seat(form, session)
        service = withdraw if what == "withdraw" else return_entry
        if not write(self.request, form, service, self.desk.actor, self.entry, session=session):
            return ""
        if what == "withdraw":
            return _("%(name)s is out from session %(session)d on.") % {**name, "session": session}
        return _("%(name)s plays again from session %(session)d on.") % {**name, "session": session}

    def _seat(self, form: SubstituteForm | FillForm, number: int) -> str:
        """Let somebody of the event, or somebody by name, play the number; a sentence, empty if it was refused."""
        session, facts = self.desk.session(number), {"holder": self.entry}
        if isinstance(form, SubstituteForm):
            by = form.people[form.cleaned_data["by"]]
            name, answer = by.name, write(self.request, form, substitute, self.desk.actor, session, **facts, by=by)
        else:
            name = form.cleaned_data["name"]
            answer = write(self.request, form, fill_seat, self.desk.actor, session, **facts, name=name)
        if not answer:
            return ""
        words = {"by": name, "number": self.entry.number, "session": number}
        return _("%(by)s plays number %(number)d in session %(session)d.") % words

    def _give_back(self) -> str:
        form = forms.Form(self.request.POST)
        session = self.desk.session(number_in(self.request.POST.get("session", "")))
        if write(self.request, form, give_back, self.desk.actor, session, holder=self.entry):
            words = {"name": self.entry.name, "session": session.number}
            return _("%(name)s has the own seat in session %(session)d again.") % words
        for error in form.non_field_errors():
            messages.error(self.request, str(error))
        return ""


def touched_papers(desk: EventDesk) -> list[tuple[Kind, list[int]]]:
    """The papers that were made and say something else now, with the numbers of the touched tables or players.

    A paper of the whole has no numbers. Empty for who may not make papers.
    """
    if not desk.may_print:
        return []
    papers = Papers(desk.event)
    made = [PAPERS[name] for name in papers.printed if name in PAPERS]
    changed = [(kind, papers.changed(kind)) for kind in made]
    return [(kind, [] if kind.of is Of.WHOLE else numbers) for kind, numbers in changed if numbers]


def _without_post(request: HttpRequest) -> HttpRequest:
    """The request for a form that was not sent."""
    bare = HttpRequest()
    bare.method, bare.user = "GET", request.user
    return bare


@signed_in
def person(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Say what can be done about one entry and what each changes, and do it."""
    desk = event_desk(request, slug)
    desk.require(desk.may_check_in)
    page = PersonPage(request, desk, entry_of(desk.event, number))
    if request.method == "POST" and (sentence := page.done()):
        messages.success(request, sentence)
        return redirect("desk:person", slug, number)
    context = {
        "desk": desk,
        "page": page,
        "entry": page.entry,
        "forms": page.form,
        "periods": page.entry.withdrawals.all(),
        "may_substitute": page.may(substitute),
        "papers": touched_papers(desk),
    }
    return render(request, "desk/checkin/person.html", context, status=status_of(*page.form.values()))


@get_only
@signed_in
def out(request: HttpRequest, slug: str) -> HttpResponse:
    """List who is out of the event, since when, by whom and why."""
    desk = event_desk(request, slug)
    desk.require(desk.may_check_in)
    return render(request, "desk/checkin/person_out.html", {"desk": desk, "entries": out_of_event(desk.event)})
