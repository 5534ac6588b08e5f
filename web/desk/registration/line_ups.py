"""Line-ups: which reserve plays which number, session by session, of all teams or of one."""

from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common.numbers import number_in
from scoring.progress.selectors.missing import coming_session
from scoring.sheets.selectors.people.line_ups import TeamLineUp, line_ups_of, teams_with_reserve
from scoring.sheets.services.people.line_ups import set_line_up
from tournament.events.models.entries import Entry, Team
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import write


class LineUpForm(forms.Form):
    """Whose number one reserve plays in one session; empty: nobody's."""

    holder = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)

    def __init__(self, line_up: TeamLineUp, reserve: Entry, data: Any = None) -> None:
        prefix = f"{line_up.session}-{reserve.number}"
        played = line_up.played_by(reserve)
        initial = {"holder": played.holder.number if played else ""}
        super().__init__(data, prefix=prefix, initial=initial)
        self.reserve = reserve
        self.fields["holder"].label = _("%(name)s plays for") % {"name": reserve.name}
        nobody = ("", _("nobody"))
        numbers = [(one.holder.number, str(one.holder)) for one in line_up.open_numbers(reserve)]
        set_choices(self, "holder", [nobody, *numbers])


@dataclass
class Row:
    """A team in a session, with a form for each reserve who can still be lined up otherwise."""

    line_up: TeamLineUp
    forms: list[LineUpForm] = field(default_factory=list)


@signed_in
def line_ups(request: HttpRequest, slug: str) -> HttpResponse:
    """The teams with a reserve in one session; the coming one unless another is asked for."""
    desk = event_desk(request, slug)
    most = desk.event.planned_sessions
    asked = request.GET.get("session", "")
    session = number_in(asked, least=1, most=most) if asked else min(coming_session(desk.event), most)
    if session is None:
        raise Http404
    rows = line_ups_of(desk.event, teams_with_reserve(desk.event), [session])
    context = {"sessions": range(1, desk.event.planned_sessions + 1), "session": session}
    return _page(request, desk, rows, "desk/registration/line_ups.html", **context)


@signed_in
def team_line_up(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One team in every session."""
    desk = event_desk(request, slug)
    team = Team.objects.filter(event=desk.event, number=number).first()
    if team is None:
        raise Http404
    rows = line_ups_of(desk.event, [team], range(1, desk.event.planned_sessions + 1))
    return _page(request, desk, rows, "desk/registration/line_ups_team.html", team=team)


def _page(
    request: HttpRequest, desk: EventDesk, found: list[TeamLineUp], template: str, **context: Any
) -> HttpResponse:
    """Show the line-ups, or change one of them and come back."""
    may = desk.may(set_line_up, desk.event.head)
    if request.method == "POST":
        desk.require(may)
    rows, wrong = [], False
    for line_up in found:
        row = Row(line_up)
        for reserve in line_up.reserves if may and not line_up.against else ():
            form = _form(request, line_up, reserve)
            if form.is_bound and _saved(request, desk, line_up, form):
                return redirect(request.get_full_path())
            row.forms.append(form)
            wrong = wrong or bool(form.errors)
        rows.append(row)
    if request.method == "POST" and not wrong:
        messages.error(request, _("This line-up cannot be changed any more."))
        return redirect(request.get_full_path())
    return render(request, template, {"desk": desk, "rows": rows, **context}, status=400 if wrong else 200)


def _form(request: HttpRequest, line_up: TeamLineUp, reserve: Entry) -> LineUpForm:
    sent = request.POST.get("line_up") == f"{line_up.session}-{reserve.number}"
    return LineUpForm(line_up, reserve, request.POST if request.method == "POST" and sent else None)


def _saved(request: HttpRequest, desk: EventDesk, line_up: TeamLineUp, form: LineUpForm) -> bool:
    """Whether what was sent is done; a sentence says what."""
    number = form.cleaned_data["holder"] if form.is_valid() else None
    holder = next((one.holder for one in line_up.numbers if one.holder.number == number), None)
    facts = {"session": line_up.session, "reserve": form.reserve, "holder": holder}
    if write(request, form, set_line_up, desk.actor, desk.event, **facts) is None:
        return False
    words = {"by": form.reserve.name, "session": line_up.session}
    if holder:
        text = _("%(by)s plays number %(number)d in session %(session)d.") % {**words, "number": holder.number}
    else:
        text = _("%(by)s plays for nobody in session %(session)d.") % words
    messages.success(request, text)
    return True
