"""The appeals of the event on the Floor: the list, entry by an official, codes for team leaders."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.numbers import number_in
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.rules import State
from scoring.appeals.selectors.appeals import appeals_of, full, leader_of
from scoring.appeals.selectors.labels import target_text
from scoring.appeals.selectors.targets import target_of, targets
from scoring.appeals.services.codes import issue_leader_code
from scoring.appeals.services.filing import AppealFiling, file_appeal
from scoring.fouls.selectors.fouls import catalogue_of
from scoring.releases.services.early_ends import end_appeal_times
from scoring.sheets.models.codes import LeaderCode
from scoring.sheets.rules.codes import new_player_codes
from scoring.sheets.selectors.codes.code_waits import leader_waits
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from web.floor.access import event_floor
from web.live.fragments import fragment, live
from web.shared.access import signed_in
from web.shared.appeals import TONES, AppealForm, try_late
from web.shared.forms.fields import moment_field
from web.shared.forms.writing import NOT_DONE, show
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext


class TypedForm(AppealForm):
    """An appeal on paper or by word of mouth, entered by an official."""

    by = forms.ChoiceField(
        label=gettext_lazy("Handed in by"),
        choices=Appeal.By.choices,
        widget=forms.RadioSelect,
        initial=Appeal.By.PLAYER,
    )
    handed_in = moment_field(label=gettext_lazy("Filed at"), required=False, help_text=gettext_lazy("Empty: now."))
    field_order = ["by", "against", "subject", "matter", "text", "handed_in", "late"]

    def __init__(self, entry: Entry, *args: Any, **kwargs: Any) -> None:
        super().__init__(entry, *args, **kwargs)
        if not leader_of(entry):
            self.fields["by"].disabled = True
            self.fields["by"].help_text = _("No team leader is named, so the player appeals alone.")

    def payload(self) -> dict[str, Any]:
        data = self.cleaned_data
        return super().payload() | {"by": data["by"], "handed_in": data["handed_in"]}


class LeaderForm(forms.Form):
    """The team whose leader gets a code."""

    team = forms.ModelChoiceField(label=gettext_lazy("Team"), queryset=Team.objects.none())

    def __init__(self, event: Event, data: Any) -> None:
        super().__init__(data)
        teams = event.teams.exclude(leader="")
        self.fields["team"] = forms.ModelChoiceField(label=_("Team"), queryset=teams)


@fragment("floor-appeals", guard=lambda reader: reader.official)
def appeals_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """List every appeal in a line, those waiting for a decision first."""
    rows = list(full(appeals_of(reader.event)))
    kinds = catalogue_of(reader.event) if any(row.foul for row in rows) else {}
    rows.sort(key=lambda row: (row.status not in (State.UNSIGNED, State.OPEN), row.number))
    lines = [(row, TONES[State(row.status)], target_text(target_of(row), kinds)) for row in rows]
    return render_to_string("floor/appeals/_appeals.html", {"event": reader.event, "lines": lines})


@get_only
@signed_in
def appeals(request: HttpRequest, slug: str) -> HttpResponse:
    """List the appeals, and the deadline for a new one."""
    floor = event_floor(request, slug)
    context = {
        "floor": floor,
        "appeals": live(request, floor.reader, "floor-appeals"),
        "times": live(request, floor.reader, "appeal-times"),
        "may_type": floor.may(file_appeal, floor.event.ledger),
        "may_end": floor.may(end_appeal_times, floor.event.ledger),
        "may_code": floor.may(issue_leader_code, floor.event.ledger),
    }
    return render(request, "floor/appeals/appeals.html", context)


@signed_in
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter an appeal for a player: ask for the number, then show the form."""
    floor = event_floor(request, slug)
    floor.require(floor.may(file_appeal, floor.event.ledger))
    number = request.GET.get("number", "")
    entry_number = number_in(number)
    entries = floor.event.entries.select_related("team", "event")
    entry = entries.filter(number=entry_number).first() if entry_number is not None else None
    context: dict[str, Any] = {"floor": floor, "entry": entry, "number": number}
    if entry is None:
        return render(request, "floor/appeals/appeals_new.html", context)
    form = TypedForm(entry, targets(entry), request.POST if request.method == "POST" else None)
    filed = NOT_DONE
    if form.is_valid():
        filed = try_late(request, form, floor.actor, floor.event, AppealFiling(entry=entry, **form.payload()))
    if filed.done:
        messages.success(request, _("The appeal is recorded. Enter the signatures on its page."))
        return redirect("floor:appeal", slug, filed.answer["appeal"])
    return show(request, "floor/appeals/appeals_new.html", form, **context, settings=floor.event.appeals_settings)


@signed_in
def leaders(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue a code for a team's leader; it is shown once."""
    floor = event_floor(request, slug)
    floor.require(floor.may(issue_leader_code, floor.event.ledger))
    form = LeaderForm(floor.event, request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"floor": floor}
    if form.is_valid():
        team = form.cleaned_data["team"]
        [code] = new_player_codes([team.number]).values()
        # No idempotency key: a repeated request makes a second code, and only the one shown last is valid.
        issue_leader_code(floor.actor, floor.event, team=team, code=code)
        context |= {"team": team, "code": code}
    codes = set(LeaderCode.objects.filter(team__event=floor.event).values_list("team_id", flat=True))
    waits = leader_waits(codes)
    teams = floor.event.teams.exclude(leader="")
    context["teams"] = [(team, team.pk in codes, waits.get(team.pk, [])) for team in teams]
    return show(request, "floor/appeals/appeals_leader_codes.html", form, **context)


def appeal_or_404(floor: Any, number: int) -> Appeal:
    """Return the appeal ``number`` of the event with its relations loaded; 404 if there is none."""
    appeal = full(appeals_of(floor.event)).filter(number=number).first()
    if appeal is None:
        raise Http404
    appeal.event = floor.event
    return appeal
