"""Pages of the award ceremony: arrange the awards, choose winners, begin, step, end."""

from typing import Any

from django import forms
from django.contrib import messages
from django.forms.boundfield import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from common.forms import WholeNumberField
from common.numbers import number_in
from scoring.display.models.ceremonies import Award
from scoring.display.selectors.ceremony import (
    Winners,
    against_ending,
    award_by_id,
    best_hands,
    ceremony_of,
    last_session,
    plain_winners,
)
from scoring.display.services.ceremony import (
    MOVES,
    add_award,
    add_usual_awards,
    begin_ceremony,
    change_award,
    end_ceremony,
    move_award,
    remove_award,
    step_ceremony,
)
from web.desk.results.sessions import ReleaseForm
from web.live.fragments import live
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import show, write

#: Number of empty lines for further winners.
SPARE = 2


class AwardForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("Award"), choices=Award.Kind.choices)
    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=100,
        required=False,
        help_text=gettext_lazy("Empty: what the kind is called. An own award needs one, such as: best newcomer."),
    )
    places = WholeNumberField(label=gettext_lazy("Places"), min_value=1, max_value=Award.MOST_PLACES, initial=3)


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


class StepForm(forms.Form):
    """The direction of the step, and the number of steps shown when it was sent."""

    move = forms.ChoiceField(choices=[(move, move) for move in MOVES])
    seen = WholeNumberField(min_value=0)


@signed_in
def ceremony(request: HttpRequest, slug: str) -> HttpResponse:
    """Arrange, begin, step and end the ceremony.

    A step sent by the page's script gets the wall's current fragment; a refused step reloads the page, which says why.
    """
    desk = _desk(request, slug)
    form: forms.Form = AwardForm()
    begin = ReleaseForm(request, ask_password=True)
    if request.method == "POST":
        form, begin, done = _handle_post(request, desk)
        if "HX-Request" in request.headers:
            if not done:
                return HttpResponse(headers={"HX-Refresh": "true"})
            return HttpResponse(live(request, desk.reader, "wall-ceremony"))
        if done or "move" in request.POST:
            return redirect("desk:ceremony", slug)
    current = ceremony_of(desk.event)
    winners = Winners(desk.event)
    awards = winners.given()
    frozen_awards = winners.given(frozen=True)
    moved = current is not None and [award.winners for award in awards] != [award.winners for award in frozen_awards]
    last = last_session(desk.event)
    context: dict[str, Any] = {"desk": desk, "ceremony": current, "given": awards, "begin": begin, "moved": moved}
    context |= {"against": against_ending(desk.event, last), "held": last if last and not last.released_at else None}
    context |= {"live": live(request, desk.reader, "wall-ceremony")} if current else {}
    status_form = begin if begin.errors else form
    page = show(request, "desk/display/ceremony.html", form, **context)
    page.status_code = 400 if status_form.errors else page.status_code
    return page


def _handle_post(request: HttpRequest, desk: EventAccess) -> tuple[forms.Form, ReleaseForm, bool]:
    """Run the submitted action; return the page's two forms, with errors, and whether it worked."""
    form = AwardForm()
    begin = ReleaseForm(request, ask_password=True)
    if "move" in request.POST:
        return form, _unbound_begin_form(request), _step(request, desk)
    if "begin" in request.POST:
        done = write(request, begin, begin_ceremony, desk.actor, desk.event)
        if done:
            messages.success(request, _("The wall announces the ceremony. The first step shows the first name."))
        return form, begin, bool(done)
    if "end" in request.POST or "usual" in request.POST:
        button = ButtonForm(request.POST)
        service = end_ceremony if "end" in request.POST else add_usual_awards
        write(request, button, service, desk.actor, desk.event)
        _add_error_messages(request, button)
        return form, _unbound_begin_form(request), True
    form = AwardForm(request.POST)
    facts = dict(form.cleaned_data) if form.is_valid() else {}
    done = write(request, form, add_award, desk.actor, desk.event, **facts)
    return form, _unbound_begin_form(request), bool(done)


def _unbound_begin_form(request: HttpRequest) -> ReleaseForm:
    """Return the form that begins the ceremony, unbound."""
    form = ReleaseForm(request, ask_password=True)
    form.is_bound = False
    return form


def _step(request: HttpRequest, desk: EventAccess) -> bool:
    form = StepForm(request.POST)
    facts = dict(form.cleaned_data) if form.is_valid() else {}
    answer = write(request, form, step_ceremony, desk.actor, desk.event, **facts)
    if answer and answer["shown"] == answer["steps"] and "HX-Request" not in request.headers:
        messages.success(request, _("Everything is public now."))
    _add_error_messages(request, form)
    return answer is not None


@signed_in
def award(request: HttpRequest, slug: str, award_id: int) -> HttpResponse:
    """Change an award and, if no ranking decides it, its winners."""
    desk = _desk(request, slug)
    chosen = _award(desk, award_id)
    form = ChangeForm(chosen, request.POST if request.method == "POST" else None)
    facts = dict(form.cleaned_data) if form.is_bound and form.is_valid() else {}
    if write(request, form, change_award, desk.actor, chosen, **facts):
        messages.success(request, _("Saved."))
        return redirect("desk:ceremony", slug)
    hands = best_hands(desk.event) if chosen.kind == Award.Kind.BEST_HAND else []
    return show(request, "desk/display/ceremony_award.html", form, desk=desk, award=chosen, hands=hands)


@signed_in
def move(request: HttpRequest, slug: str, award_id: int) -> HttpResponse:
    """Move an award to another position in the ceremony."""
    position = number_in(request.POST.get("place", ""), least=1) or 1
    return _run_button(request, slug, award_id, move_award, place=position)


@signed_in
def remove(request: HttpRequest, slug: str, award_id: int) -> HttpResponse:
    return _run_button(request, slug, award_id, remove_award)


def _run_button(request: HttpRequest, slug: str, award_id: int, service: Service, **facts: Any) -> HttpResponse:
    desk = _desk(request, slug)
    if request.method == "POST":
        form = ButtonForm(request.POST)
        write(request, form, service, desk.actor, _award(desk, award_id), **facts)
        _add_error_messages(request, form)
    return redirect("desk:ceremony", slug)


def _add_error_messages(request: HttpRequest, form: forms.Form) -> None:
    for error in form.non_field_errors():
        messages.error(request, str(error))


def _desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may(begin_ceremony, desk.event.head))
    return desk


def _award(desk: EventAccess, award_id: int) -> Award:
    award = award_by_id(desk.event, award_id)
    if award is None:
        raise Http404
    return award
