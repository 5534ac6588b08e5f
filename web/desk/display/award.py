"""The page of one award: its title, places and winners, and its position in the ceremony."""

from typing import Any

from django import forms
from django.contrib import messages
from django.forms.boundfield import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.actions.engine import Service
from common.forms import WholeNumberField
from common.numbers import number_in
from scoring.display.models.ceremonies import Award
from scoring.display.selectors.awards import award_by_id, plain_winners
from scoring.display.selectors.best_hands import best_hands
from scoring.display.services.awards import change_award, move_award, remove_award
from web.desk.display.awards import AwardForm, ceremony_desk
from web.shared.access import EventAccess, signed_in
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, show, write

#: Number of empty lines for further winners.
SPARE = 2


class ChangeForm(BasedForm):
    """Title and places of an award and, for an award without ranking, a line for each winner."""

    title = AwardForm.base_fields["title"]
    places = AwardForm.base_fields["places"]

    def __init__(self, award: Award, data: Any) -> None:
        values: dict[str, Any] = {"title": award.title, "places": award.places, "winners": []}
        values["winners"] = [] if award.ranked else plain_winners(award)
        super().__init__(data, initial={"title": award.title, "places": award.places})
        self.carry(values)
        self.lines = 0
        if not award.ranked:
            self._add_lines(award, values["winners"], data)

    def _add_lines(self, award: Award, winners: list[dict[str, Any]], data: Any) -> None:
        submitted = sum(name.startswith("number-") for name in data or ())
        self.lines = max(len(winners) + SPARE, submitted)
        names = award.event.entries.exclude(kind="filler").values_list("number", "name").order_by("number")
        players = [("", "–"), *((str(number), f"{number} {name}") for number, name in names)]
        for line in range(1, self.lines + 1):
            winner = winners[line - 1] if line <= len(winners) else {}
            self.fields[f"place-{line}"] = WholeNumberField(
                label=_("Place of winner %(number)d") % {"number": line}, initial=winner.get("place", 1), min_value=1
            )
            self.fields[f"number-{line}"] = forms.ChoiceField(
                label=_("Player of winner %(number)d") % {"number": line},
                choices=players,
                initial=str(winner.get("number", "")),
                required=False,
            )
            self.fields[f"note-{line}"] = forms.CharField(
                label=_("What for, winner %(number)d") % {"number": line},
                initial=winner.get("note", ""),
                max_length=200,
                required=False,
            )

    @property
    def winner_lines(self) -> list[tuple[BoundField, ...]]:
        """The fields of each winner line."""
        names = ("place", "number", "note")
        return [tuple(self[f"{name}-{line}"] for name in names) for line in range(1, self.lines + 1)]

    def clean(self) -> dict[str, Any]:
        """Collect the winners as plain data; ignore lines without a player."""
        data: dict[str, Any] = super().clean() or {}
        winners = []
        for line in range(1, self.lines + 1):
            place = data.pop(f"place-{line}", None)
            number = data.pop(f"number-{line}", None)
            note = data.pop(f"note-{line}", None)
            if number:
                winners.append({"place": place, "number": int(number)} | ({"note": note} if note else {}))
        return {**data, "winners": sorted(winners, key=lambda winner: (winner["place"] or 0, winner["number"]))}

    def _value_label(self, name: str, value: Any) -> str:
        if name != "winners":
            return super()._value_label(name, value)
        lines = [f"{winner['place']}: {winner['number']} {winner.get('note', '')}".strip() for winner in value]
        return ", ".join(lines) or "–"


@signed_in
def award(request: HttpRequest, slug: str, award_id: int) -> HttpResponse:
    """Change an award and, if no ranking decides it, its winners."""
    desk = ceremony_desk(request, slug)
    chosen = _award(desk, award_id)
    form = ChangeForm(chosen, request.POST if request.method == "POST" else None)
    payload = dict(form.cleaned_data) if form.is_bound and form.is_valid() else {}
    if write(request, form, change_award, desk.actor, chosen, **payload).done:
        messages.success(request, _("Saved."))
        return redirect("desk:awards", slug)
    hands = best_hands(desk.event) if chosen.kind == Award.Kind.BEST_HAND else []
    return show(request, "desk/display/award.html", form, desk=desk, award=chosen, hands=hands)


@signed_in
def move(request: HttpRequest, slug: str, award_id: int) -> HttpResponse:
    """Move an award to another position in the ceremony."""
    position = number_in(request.POST.get("place", ""), least=1) or 1
    return _run_button(request, slug, award_id, move_award, place=position)


@signed_in
def remove(request: HttpRequest, slug: str, award_id: int) -> HttpResponse:
    return _run_button(request, slug, award_id, remove_award)


def _run_button(request: HttpRequest, slug: str, award_id: int, service: Service, **payload: Any) -> HttpResponse:
    desk = ceremony_desk(request, slug)
    if request.method == "POST":
        form = ButtonForm(request.POST)
        write(request, form, service, desk.actor, _award(desk, award_id), **payload)
        add_error_messages(request, form)
    return redirect("desk:awards", slug)


def _award(desk: EventAccess, award_id: int) -> Award:
    award = award_by_id(desk.event, award_id)
    if award is None:
        raise Http404
    return award
