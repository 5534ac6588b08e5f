"""The appeals of the event on the Floor: all of them, one typed for somebody, codes for team leaders."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.numbers import number_in
from scoring.appeals.models import Appeal
from scoring.appeals.rules import State
from scoring.appeals.selectors.appeals import appeals_of, full, leader_of, settings_of
from scoring.appeals.selectors.labels import target_text
from scoring.appeals.selectors.targets import target_of, targets
from scoring.appeals.services.filing import AppealFacts, file_appeal, issue_leader_code
from scoring.fouls.selectors.fouls import catalogue_of
from scoring.sheets.models.codes import LeaderCode
from scoring.sheets.rules.codes import new_player_codes
from scoring.sheets.selectors.codes.code_waits import leader_waits
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from web.floor.access import event_floor
from web.live.fragments import fragment, live
from web.live.reading import Reading
from web.shared.access import signed_in
from web.shared.appeals import TONES, AppealForm, try_late
from web.shared.forms.fields import moment_field
from web.shared.forms.writing import show
from web.shared.requests.methods import get_only


class TypedForm(AppealForm):
    """An appeal that came on paper or by word of mouth, typed by an official."""

    by = forms.ChoiceField(
        label=gettext_lazy("Handed in by"),
        choices=Appeal.By.choices,
        widget=forms.RadioSelect,
        initial=Appeal.By.PLAYER,
    )
    handed_in = moment_field(label=gettext_lazy("Handed in"), required=False, help_text=gettext_lazy("Empty: now."))
    field_order = ["by", "against", "matter", "text", "handed_in", "late"]

    def __init__(self, entry: Entry, *args: Any, **kwargs: Any) -> None:
        super().__init__(entry, *args, **kwargs)
        if not leader_of(entry):
            self.fields["by"].disabled = True
            self.fields["by"].help_text = _("No leader of a team is named, so it is the player's own appeal.")

    def facts(self) -> dict[str, Any]:
        """With who handed it in, and when."""
        found = self.cleaned_data
        return super().facts() | {"by": found["by"], "handed_in": found["handed_in"]}


class LeaderForm(forms.Form):
    """Whose leader gets a code."""

    team = forms.ModelChoiceField(label=gettext_lazy("Team"), queryset=Team.objects.none())

    def __init__(self, event: Event, data: Any = None) -> None:
        super().__init__(data)
        teams = event.teams.exclude(leader="")
        self.fields["team"] = forms.ModelChoiceField(label=_("Team"), queryset=teams)


@fragment("floor-appeals", guard=lambda reader: reader.official)
def appeals_fragment(request: HttpRequest, reader: Reading) -> str:
    """Every appeal in a line, those that wait first."""
    rows = list(full(appeals_of(reader.event)))
    kinds = catalogue_of(reader.event) if any(row.foul for row in rows) else {}
    rows.sort(key=lambda row: (row.status not in (State.UNSIGNED, State.OPEN), row.number))
    lines = [(row, TONES[State(row.status)], target_text(target_of(row), kinds)) for row in rows]
    return render_to_string("floor/appeals/_appeals.html", {"event": reader.event, "lines": lines})


@get_only
@signed_in
def appeals(request: HttpRequest, slug: str) -> HttpResponse:
    """All appeals, and until when one may be handed in."""
    floor = event_floor(request, slug)
    context = {
        "floor": floor,
        "appeals": live(request, floor.reader, "floor-appeals"),
        "times": live(request, floor.reader, "appeal-times"),
        "may_type": floor.may(file_appeal, floor.event.head),
        "may_code": floor.may(issue_leader_code, floor.event.head),
    }
    return render(request, "floor/appeals/appeals.html", context)


@signed_in
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Type an appeal for a player: the number first, then the form."""
    floor = event_floor(request, slug)
    floor.require(floor.may(file_appeal, floor.event.head))
    number = request.GET.get("number", "")
    asked = number_in(number)
    entries = floor.event.entries.select_related("team", "event")
    entry = entries.filter(number=asked).first() if asked is not None else None
    context: dict[str, Any] = {"floor": floor, "entry": entry, "number": number}
    if entry is None:
        return render(request, "floor/appeals/appeals_new.html", context)
    form = TypedForm(entry, targets(entry), request.POST if request.method == "POST" else None)
    answer = None
    if form.is_valid():
        answer = try_late(request, form, floor.actor, floor.event, AppealFacts(entry=entry, **form.facts()))
    if answer:
        messages.success(request, _("The appeal is recorded; the signatures are noted on its page."))
        return redirect("floor:appeal", slug, answer["appeal"])
    return show(request, "floor/appeals/appeals_new.html", form, **context, settings=settings_of(floor.event))


@signed_in
def leaders(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a team's leader a code; it is shown this once."""
    floor = event_floor(request, slug)
    floor.require(floor.may(issue_leader_code, floor.event.head))
    form = LeaderForm(floor.event, request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"floor": floor}
    if form.is_valid():
        team = form.cleaned_data["team"]
        [code] = new_player_codes([team.number]).values()
        # Without a client key: sent twice it makes two codes, of which the one that is seen last is valid.
        if issue_leader_code(floor.actor, floor.event, team=team, code=code):
            context |= {"team": team, "code": code}
    codes = set(LeaderCode.objects.filter(team__event=floor.event).values_list("team_id", flat=True))
    waits = leader_waits(codes)
    teams = floor.event.teams.exclude(leader="")
    context["teams"] = [(team, team.pk in codes, waits.get(team.pk, [])) for team in teams]
    return show(request, "floor/appeals/appeals_leader_codes.html", form, **context)


def found_appeal(floor: Any, number: int) -> Appeal:
    """The appeal of this number with everything about it; 404 if there is none."""
    found = full(appeals_of(floor.event)).filter(number=number).first()
    if found is None:
        raise Http404
    found.event = floor.event
    return found
