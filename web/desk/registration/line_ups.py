"""Pages of line-ups: which reserve plays for which number in a session."""

from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common.numbers import number_in
from scoring.progress.selectors.progress import session_to_play
from scoring.sheets.selectors.people.line_ups import TeamLineUp, line_ups_of, teams_with_reserve
from scoring.sheets.services.people.line_ups import set_line_up
from tournament.events.models.entries import Entry, Team
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import write


class LineUpForm(forms.Form):
    """The number that a reserve plays in one session; empty for none."""

    holder = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)

    def __init__(self, line_up: TeamLineUp, reserve: Entry, data: Any = None) -> None:
        prefix = f"{line_up.session}-{reserve.number}"
        played = line_up.played_by(reserve)
        initial = {"holder": played.holder.number if played else ""}
        super().__init__(data, prefix=prefix, initial=initial)
        self.reserve = reserve
        self.fields["holder"].label = _("%(name)s plays for") % {"name": reserve.name}
        nobody = ("", _("nobody"))
        numbers = [(number.holder.number, str(number.holder)) for number in line_up.open_numbers(reserve)]
        set_choices(self, "holder", [nobody, *numbers])


@dataclass
class Row:
    """A team in a session, with a form for each reserve whose line-up can still change."""

    line_up: TeamLineUp
    forms: list[LineUpForm] = field(default_factory=list)


@signed_in
def line_ups(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the teams with a reserve in the requested session, by default the coming one."""
    desk = event_desk(request, slug)
    most = desk.event.planned_sessions
    requested = request.GET.get("session", "")
    session = number_in(requested, least=1, most=most) if requested else min(session_to_play(desk.event), most)
    if session is None:
        raise Http404
    rows = line_ups_of(desk.event, teams_with_reserve(desk.event), [session])
    context = {"sessions": range(1, desk.event.planned_sessions + 1), "session": session}
    return _line_up_page(request, desk, rows, "desk/registration/line_ups.html", **context)


@signed_in
def team_line_up(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the line-ups of one team in every session."""
    desk = event_desk(request, slug)
    team = Team.objects.filter(event=desk.event, number=number).first()
    if team is None:
        raise Http404
    rows = line_ups_of(desk.event, [team], range(1, desk.event.planned_sessions + 1))
    return _line_up_page(request, desk, rows, "desk/registration/line_ups_team.html", team=team)


def _line_up_page(
    request: HttpRequest, desk: EventAccess, line_ups: list[TeamLineUp], template: str, **context: Any
) -> HttpResponse:
    """Show the line-ups, or change one of them and redirect to the page."""
    may = desk.may(set_line_up, desk.event.ledger)
    if request.method == "POST":
        desk.require(may)
    rows = []
    invalid = False
    for line_up in line_ups:
        row = Row(line_up)
        for reserve in line_up.reserves if may and not line_up.against else ():
            form = _form(request, line_up, reserve)
            if form.is_bound and _save(request, desk, line_up, form):
                return redirect(request.get_full_path())
            row.forms.append(form)
            invalid = invalid or bool(form.errors)
        rows.append(row)
    if request.method == "POST" and not invalid:
        messages.error(request, _("This line-up can no longer be changed."))
        return redirect(request.get_full_path())
    return render(request, template, {"desk": desk, "rows": rows, **context}, status=400 if invalid else 200)


def _form(request: HttpRequest, line_up: TeamLineUp, reserve: Entry) -> LineUpForm:
    sent = request.POST.get("line_up") == f"{line_up.session}-{reserve.number}"
    return LineUpForm(line_up, reserve, request.POST if request.method == "POST" and sent else None)


def _save(request: HttpRequest, desk: EventAccess, line_up: TeamLineUp, form: LineUpForm) -> bool:
    """Save the line-up and add a message; return whether it was accepted."""
    number = form.cleaned_data["holder"] if form.is_valid() else None
    holder = next((row.holder for row in line_up.numbers if row.holder.number == number), None)
    payload = {"session": line_up.session, "reserve": form.reserve, "holder": holder}
    if not write(request, form, set_line_up, desk.actor, desk.event, **payload).done:
        return False
    words = {"by": form.reserve.name, "session": line_up.session}
    if holder:
        text = _("%(by)s plays as number %(number)d in session %(session)d.") % {**words, "number": holder.number}
    else:
        text = _("In session %(session)d %(by)s does not play for anybody.") % words
    messages.success(request, text)
    return True
