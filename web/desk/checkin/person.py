"""Pages of one player at check-in: substitution, withdrawal and return; and the list of withdrawn players."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.numbers import number_in
from scoring.papers.exports.papers import PAPERS, Papers
from scoring.progress.selectors.progress import session_to_play
from scoring.sheets.selectors.facts.player_sessions import last_session_of
from scoring.sheets.selectors.people.substitution import Substitution, substitutions
from scoring.sheets.services.people.substituting import give_back, substitute
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Sitting
from tournament.papers.exports.kinds import Kind, Of
from tournament.presence.models.presence import Arrival
from tournament.presence.selectors.presence import arrival_of, out_of_event, seats_from
from tournament.presence.services.withdrawals import return_entry, withdraw
from web.desk.checkin.instead import may_change_player
from web.shared.access import EventAccess, entry_of, event_desk, signed_in
from web.shared.forms.fields import ConfirmForm, set_choices
from web.shared.forms.writing import add_error_messages, status_of, write
from web.shared.requests.methods import get_only


class SessionForm(ConfirmForm):
    """The first session of a withdrawal or return, and the reason."""

    session = forms.TypedChoiceField(label=gettext_lazy("From session"), coerce=int)
    field_order = ("session", "reason")

    def __init__(self, request: HttpRequest, sessions: range, **kwargs: Any) -> None:
        super().__init__(request, **kwargs)
        set_choices(self, "session", [(number, str(number)) for number in sessions])


class PersonPage:
    """The possible actions for one entry, with their sessions and forms."""

    def __init__(self, request: HttpRequest, desk: EventAccess, entry: Entry) -> None:
        self.request, self.desk, self.entry = request, desk, entry
        self.coming = session_to_play(desk.event)

    def may(self, service: Any) -> bool:
        """Whether the account may run the service in this event."""
        return self.desk.may(service, self.desk.event.ledger)

    @cached_property
    def arrival(self) -> Arrival | None:
        """The check-in that counts for the coming session; None if the entry is missing."""
        return arrival_of(self.entry, self.coming)

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
        """The sessions in which another person plays the number."""
        return [row for row in substitutions(self.desk.event, self.coming) if row.holder == self.entry]

    @cached_property
    def form(self) -> dict[str, forms.Form]:
        """The forms of the actions that are possible now, by action."""
        submitted = self.request.POST.get("do") if self.request.method == "POST" else ""
        possible: dict[str, forms.Form] = {}
        blank = _without_post(self.request)

        def request_for(name: str) -> HttpRequest:
            return self.request if submitted == name else blank

        if self.entry.state == Entry.Status.ENTERED and self.later and self.may(withdraw):
            possible["withdraw"] = SessionForm(
                request_for("withdraw"), self.later, prefix="withdraw", initial={"session": self.coming}
            )
        if self.entry.state == Entry.Status.WITHDRAWN and self.may(return_entry):
            all_sessions = range(1, self.desk.event.planned_sessions + 1)
            possible["return"] = SessionForm(
                request_for("return"), all_sessions, prefix="return", initial={"session": self.coming}
            )
        return possible

    def run(self) -> str:
        """Run the submitted action; return a sentence about it, empty if nothing was done."""
        action = self.request.POST.get("do", "")
        if action == "give_back":
            return self._give_back()
        form = self.form.get(action)
        if form is None or not form.is_valid():
            return ""
        session = form.cleaned_data["session"]
        service = withdraw if action == "withdraw" else return_entry
        if not write(self.request, form, service, self.desk.actor, self.entry, session=session).done:
            return ""
        if action == "withdraw":
            return _("%(name)s does not play from session %(session)d on.") % {
                "name": self.entry.name,
                "session": session,
            }
        return _("%(name)s plays again from session %(session)d on.") % {"name": self.entry.name, "session": session}

    def _give_back(self) -> str:
        form = forms.Form(self.request.POST)
        session = self.desk.session(number_in(self.request.POST.get("session", "")))
        if write(self.request, form, give_back, self.desk.actor, session, holder=self.entry).done:
            words = {"name": self.entry.name, "session": session.number}
            return _("%(name)s is back in their seat in session %(session)d.") % words
        add_error_messages(self.request, form)
        return ""


def touched_papers(desk: EventAccess) -> list[tuple[Kind, list[int]]]:
    """Return the printed papers whose content changed, with the numbers of the changed tables or players.

    A paper of the whole event has no numbers. Empty if the account may not make papers.
    """
    if not desk.may_print:
        return []
    papers = Papers(desk.event)
    made = [PAPERS[name] for name in papers.printed if name in PAPERS]
    changed = [(kind, papers.changed(kind)) for kind in made]
    return [(kind, [] if kind.of is Of.WHOLE else numbers) for kind, numbers in changed if numbers]


def _without_post(request: HttpRequest) -> HttpRequest:
    """Return a GET request, for forms that were not submitted."""
    bare = HttpRequest()
    bare.method, bare.user = "GET", request.user
    return bare


@signed_in
def person(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the possible actions for one entry with their effects, and run one."""
    desk = event_desk(request, slug)
    desk.require(desk.may_check_in)
    page = PersonPage(request, desk, entry_of(desk.event, number))
    sentence = page.run() if request.method == "POST" else ""
    if sentence:
        messages.success(request, sentence)
        return redirect("desk:person", slug, number)
    context = {
        "desk": desk,
        "page": page,
        "entry": page.entry,
        "forms": page.form,
        "periods": page.entry.withdrawals.all(),
        "may_substitute": page.may(substitute),
        "may_replace": page.may(substitute) and may_change_player(page.entry, page.seats),
        "papers": touched_papers(desk),
    }
    return render(request, "desk/checkin/person.html", context, status=status_of(*page.form.values()))


@get_only
@signed_in
def withdrawn_players(request: HttpRequest, slug: str) -> HttpResponse:
    """List the withdrawn players: since when, by whom and why."""
    desk = event_desk(request, slug)
    desk.require(desk.may_check_in)
    return render(request, "desk/checkin/person_out.html", {"desk": desk, "entries": out_of_event(desk.event)})
