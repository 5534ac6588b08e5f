"""The rule of a knock-out of teams, and the table that says which rank stands at which position of its bracket."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.formats.selectors.bracket_pictures import bracket_pictures, heading_of
from scoring.formats.selectors.plans import format_columns
from scoring.formats.selectors.session_draws import last_seated, sessions_left
from scoring.formats.selectors.team_cuts import team_cut
from scoring.formats.services.formats import set_format
from scoring.standings.rules.formats.crossing import PoolPlace
from scoring.standings.rules.knockout.rule import (
    MOST_PLAYERS,
    MOST_SESSIONS,
    KnockOutError,
    KnockOutRule,
    document_of,
    rule_from,
)
from scoring.standings.selectors.knockouts import KnockOut, crossing_of, knockout_of, places_of
from scoring.standings.selectors.standings import Standings, view_of
from tournament.events.models.stages import Stage
from web.shared.access import event_desk, signed_in
from web.shared.formats.brackets import brackets_html
from web.shared.forms.writing import NOT_DONE, show, write


class KnockOutForm(forms.Form):
    """The rule of a knock-out, and the rank at each of ``positions`` positions."""

    match = forms.ChoiceField(
        label=gettext_lazy("A match"),
        help_text=gettext_lazy("Four teams: one player of each at each table. Two teams: two players of each."),
        choices=[
            ("4-2", gettext_lazy("Four teams, two go on")),
            ("4-1", gettext_lazy("Four teams, one goes on")),
            ("2-1", gettext_lazy("Two teams, one goes on")),
        ],
    )
    players = WholeNumberField(
        label=gettext_lazy("Players of each team"), min_value=1, max_value=MOST_PLAYERS,
        help_text=gettext_lazy("With two teams an even number."),
    )  # fmt: skip
    sessions = WholeNumberField(label=gettext_lazy("Sessions of each match"), min_value=1, max_value=MOST_SESSIONS)
    tie = forms.ChoiceField(
        label=gettext_lazy("Equal table points and competition points"),
        choices=[
            ("member", gettext_lazy("Best member, then rank before")),
            ("seed", gettext_lazy("Rank before")),
            ("lot", gettext_lazy("By a lot")),
        ],
    )
    third = forms.BooleanField(
        label=gettext_lazy("Match for third place"), required=False,
        help_text=gettext_lazy("Of the losing semi-finalists, with two teams in a match."),
    )  # fmt: skip

    def __init__(
        self, data: Any, *, rule: KnockOutRule, crossing: Sequence[int], places: Sequence[PoolPlace] = ()
    ) -> None:
        initial = {"match": f"{rule.teams}-{rule.go_on}", "players": rule.players, "sessions": rule.sessions}
        super().__init__(data, initial=initial | {"tie": rule.tie, "third": rule.third})
        positions = len(crossing)
        self._places = places
        for position, rank in enumerate(crossing, start=1):
            self.fields[f"position-{position}"] = _position_field(position, rank, positions, places)
        self.positions = [f"position-{position}" for position in range(1, positions + 1)]

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.positions]

    @property
    def position_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.positions]

    def clean(self) -> dict[str, Any]:
        """Refuse a rank at two positions, and a rule that cannot be played, at the field."""
        data = self.cleaned_data
        ranks = [data.get(name) for name in self.positions]
        for name, rank in zip(self.positions, ranks, strict=True):
            if rank is not None and ranks.count(rank) > 1:
                twice = _("Rank %(rank)d is at two positions.") % {"rank": rank}
                if self._places:
                    twice = _("%(place)s is chosen twice.") % {"place": self._places[rank - 1]}
                self.add_error(name, twice)
        if not self.errors:
            try:
                data["rule"] = rule_from(self._document())
            except KnockOutError as error:
                third = _("Only with two teams in a match.")
                self.add_error("third" if error.figures["key"] == "third" else "players",
                               third if error.figures["key"] == "third" else _("Type an even number."))  # fmt: skip
        return data

    def _document(self) -> dict[str, Any]:
        data = self.cleaned_data
        teams, go_on = map(int, data["match"].split("-"))
        cross = [data[name] for name in self.positions]
        document = {"teams": teams, "go_on": go_on, **{key: data[key] for key in ("players", "sessions", "tie")}}
        document["third"] = data["third"]
        return document | ({"cross": cross} if self._places or cross != sorted(cross) else {})


def _position_field(position: int, rank: int, positions: int, places: Sequence[PoolPlace]) -> forms.Field:
    """Return the field of a position: the rank there, or after pools the place in a pool."""
    label = _("Rank at position %(number)d") % {"number": position}
    if not places:
        return WholeNumberField(label=label, initial=rank, min_value=1, max_value=positions)
    choices = [(at, str(place)) for at, place in enumerate(places, start=1)]
    return forms.TypedChoiceField(label=_("Position %(number)d") % {"number": position}, initial=rank, coerce=int,
                                  choices=choices)  # fmt: skip


@signed_in
def bracket(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the bracket of a knock-out with the teams as they stand now, and change its rule and its positions."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    standings = Standings(desk.event, view_of(desk.event, live=True))
    stage = next((row for row in standings.stage_rows if row.number == number), None)
    if stage is None or stage.method != Stage.Method.KNOCKOUT:
        raise Http404
    knockout = knockout_of(standings, stage)
    rule = rule_from(stage.knockout)
    may_change = desk.may_set_up and stage.first_session > last_seated(desk.event)
    if request.method == "POST":
        desk.require(desk.may_set_up)
    teams = knockout.teams if knockout else 0
    places = places_of(stage, teams)
    form = KnockOutForm(request.POST if request.method == "POST" else None, rule=rule,
                        crossing=crossing_of(stage, rule, teams), places=places)  # fmt: skip
    written = NOT_DONE
    if form.is_valid():
        columns = format_columns(desk.event)
        columns[number - 1]["knockout"] = document_of(form.cleaned_data["rule"])
        written = write(request, form, set_format, desk.actor, desk.event, stages=columns)
    if written.done:
        messages.success(request, _("The bracket is saved."))
        return redirect("desk:format-bracket", slug, number)
    pictures = [picture for picture in bracket_pictures(standings) if picture.knockout.stage.number == number]
    context = {"desk": desk, "stage": stage, "number": number, "may_change": may_change}
    decidable = may_change and not sessions_left(desk.event, stage)
    context["tied"] = decidable and bool(team_cut(standings, stage).line)
    context |= {"svgs": brackets_html(desk.event, pictures), "rows": _rows(standings, knockout, form)}
    context["pools"] = bool(places)
    return show(request, "desk/formats/bracket.html", form, **context)


def _rows(standings: Standings, knockout: KnockOut | None, form: KnockOutForm) -> Sequence[dict[str, Any]]:
    """Return the positions with their first match, and the team of the rank that stands there as it stands now."""
    if knockout is None:
        return []
    first = {source.seed: played.match for played in knockout.matches for source in played.match.sources if source.seed}
    now = list(team_cut(standings, knockout.stage).through) if standings.last else []
    now = now if len(now) == knockout.teams or knockout.stage.who != Stage.Who.POOLS else []
    rows = []
    for position, field in enumerate(form.position_fields, start=1):
        rank = field.value()
        team = now[int(rank) - 1] if str(rank).isdecimal() and 0 < int(rank) <= len(now) else None
        match = heading_of(knockout, first[position])
        rows.append(
            {"position": position, "match": match, "field": field, "team": standings.team_names.get(team or 0, "–"),
             "bye": first[position].round > 1, "order": (first[position].number, position)}
        )  # fmt: skip
    in_matches = knockout.stage.who == Stage.Who.POOLS
    return sorted(rows, key=lambda row: row["order"]) if in_matches else rows
