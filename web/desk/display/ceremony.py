"""The ceremony: arranging the awards, choosing who has those that no ranking decides, beginning, stepping, ending."""

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
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import show, write

#: Empty lines for more winners below those there are.
SPARE = 2


class AwardForm(forms.Form):
    """A new award."""

    kind = forms.ChoiceField(label=gettext_lazy("Award"), choices=Award.Kind.choices)
    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=100,
        required=False,
        help_text=gettext_lazy("Empty: what the kind is called. An own award needs one, such as: best newcomer."),
    )
    places = WholeNumberField(label=gettext_lazy("Places"), min_value=1, max_value=Award.MOST_PLACES, initial=3)


class ChangeForm(BasedForm):
    """An award that is there: its title and places, and of one that is chosen by hand a line for each winner."""

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
        sent = sum(name.startswith("number-") for name in data or ())
        self.lines = max(len(winners) + SPARE, sent)
        names = award.event.entries.exclude(kind="filler").values_list("number", "name").order_by("number")
        players = [("", "–"), *((str(number), f"{number} {name}") for number, name in names)]
        for at in range(1, self.lines + 1):
            one = winners[at - 1] if at <= len(winners) else {}
            self.fields[f"place-{at}"] = WholeNumberField(
                label=_("Place of winner %(number)d") % {"number": at}, initial=one.get("place", 1), min_value=1
            )
            self.fields[f"number-{at}"] = forms.ChoiceField(
                label=_("Player of winner %(number)d") % {"number": at},
                choices=players,
                initial=str(one.get("number", "")),
                required=False,
            )
            self.fields[f"note-{at}"] = forms.CharField(
                label=_("What for, winner %(number)d") % {"number": at},
                initial=one.get("note", ""),
                max_length=200,
                required=False,
            )

    @property
    def winner_lines(self) -> list[tuple[BoundField, ...]]:
        """The fields of each winner."""
        names = ("place", "number", "note")
        return [tuple(self[f"{name}-{at}"] for name in names) for at in range(1, self.lines + 1)]

    def clean(self) -> dict[str, Any]:
        """The winners as plain data; lines without a player are none."""
        found: dict[str, Any] = super().clean() or {}
        winners = []
        for at in range(1, self.lines + 1):
            place, number, note = (found.pop(f"{name}-{at}", None) for name in ("place", "number", "note"))
            if number:
                winners.append({"place": place, "number": int(number)} | ({"note": note} if note else {}))
        return {**found, "winners": sorted(winners, key=lambda one: (one["place"] or 0, one["number"]))}

    def _value_label(self, name: str, value: Any) -> str:
        if name != "winners":
            return super()._value_label(name, value)
        return ", ".join(f"{one['place']}: {one['number']} {one.get('note', '')}".strip() for one in value) or "–"


class StepForm(forms.Form):
    """Where to, and how many steps were shown when it was decided."""

    move = forms.ChoiceField(choices=[(move, move) for move in MOVES])
    seen = WholeNumberField(min_value=0)


@signed_in
def ceremony(request: HttpRequest, slug: str) -> HttpResponse:
    """Arrange, begin, step and end.

    A step sent by a script is answered with what the wall shows now; where it is refused the page comes anew and says
    why.
    """
    desk = _desk(request, slug)
    form: forms.Form = AwardForm()
    begin = ReleaseForm(request, ask_password=True)
    if request.method == "POST":
        form, begin, done = _sent(request, desk)
        if "HX-Request" in request.headers:
            shown = live(request, desk.reader, "wall-ceremony")
            return HttpResponse(shown) if done else HttpResponse(headers={"HX-Refresh": "true"})
        if done or "move" in request.POST:
            return redirect("desk:ceremony", slug)
    found = ceremony_of(desk.event)
    winners = Winners(desk.event)
    given = winners.given()
    moved = found is not None and [one.winners for one in given] != [one.winners for one in winners.given(frozen=True)]
    last = last_session(desk.event)
    context: dict[str, Any] = {"desk": desk, "ceremony": found, "given": given, "begin": begin, "moved": moved}
    context |= {"against": against_ending(desk.event, last), "held": last if last and not last.released_at else None}
    context |= {"live": live(request, desk.reader, "wall-ceremony")} if found else {}
    status_form = begin if begin.errors else form
    page = show(request, "desk/display/ceremony.html", form, **context)
    page.status_code = 400 if status_form.errors else page.status_code
    return page


def _sent(request: HttpRequest, desk: EventDesk) -> tuple[forms.Form, ReleaseForm, bool]:
    """Write what was sent; the forms of the page, with their faults, and whether it was done."""
    form, begin = AwardForm(), ReleaseForm(request, ask_password=True)
    if "move" in request.POST:
        return form, _unsent(request), _stepped(request, desk)
    if "begin" in request.POST:
        done = write(request, begin, begin_ceremony, desk.actor, desk.event)
        if done:
            messages.success(request, _("The wall announces the ceremony. The first step shows the first name."))
        return form, begin, bool(done)
    if "end" in request.POST or "usual" in request.POST:
        tap = ButtonForm(request.POST)
        service = end_ceremony if "end" in request.POST else add_usual_awards
        write(request, tap, service, desk.actor, desk.event)
        _say(request, tap)
        return form, _unsent(request), True
    form = AwardForm(request.POST)
    facts = dict(form.cleaned_data) if form.is_valid() else {}
    done = write(request, form, add_award, desk.actor, desk.event, **facts)
    return form, _unsent(request), bool(done)


def _unsent(request: HttpRequest) -> ReleaseForm:
    """The form of the beginning, as if nothing had been sent."""
    form = ReleaseForm(request, ask_password=True)
    form.is_bound = False
    return form


def _stepped(request: HttpRequest, desk: EventDesk) -> bool:
    form = StepForm(request.POST)
    facts = dict(form.cleaned_data) if form.is_valid() else {}
    answer = write(request, form, step_ceremony, desk.actor, desk.event, **facts)
    if answer and answer["shown"] == answer["steps"] and "HX-Request" not in request.headers:
        messages.success(request, _("Everything is public now."))
    _say(request, form)
    return answer is not None


@signed_in
def award(request: HttpRequest, slug: str, award_id: int) -> HttpResponse:
    """Change an award, and choose who has it where no ranking decides."""
    desk = _desk(request, slug)
    found = _award(desk, award_id)
    form = ChangeForm(found, request.POST if request.method == "POST" else None)
    facts = dict(form.cleaned_data) if form.is_bound and form.is_valid() else {}
    if write(request, form, change_award, desk.actor, found, **facts):
        messages.success(request, _("Saved."))
        return redirect("desk:ceremony", slug)
    hands = best_hands(desk.event) if found.kind == Award.Kind.BEST_HAND else []
    return show(request, "desk/display/ceremony_award.html", form, desk=desk, award=found, hands=hands)


@signed_in
def move(request: HttpRequest, slug: str, award_id: int) -> HttpResponse:
    """Move an award to another place of the ceremony."""
    place = number_in(request.POST.get("place", ""), least=1) or 1
    return _tapped(request, slug, award_id, move_award, place=place)


@signed_in
def remove(request: HttpRequest, slug: str, award_id: int) -> HttpResponse:
    """Take an award away."""
    return _tapped(request, slug, award_id, remove_award)


def _tapped(request: HttpRequest, slug: str, award_id: int, service: Service, **facts: Any) -> HttpResponse:
    desk = _desk(request, slug)
    if request.method == "POST":
        form = ButtonForm(request.POST)
        write(request, form, service, desk.actor, _award(desk, award_id), **facts)
        _say(request, form)
    return redirect("desk:ceremony", slug)


def _say(request: HttpRequest, form: forms.Form) -> None:
    for error in form.non_field_errors():
        messages.error(request, str(error))


def _desk(request: HttpRequest, slug: str) -> EventDesk:
    desk = event_desk(request, slug)
    desk.require(desk.may(begin_ceremony, desk.event.head))
    return desk


def _award(desk: EventDesk, award_id: int) -> Award:
    found = award_by_id(desk.event, award_id)
    if found is None:
        raise Http404
    return found
