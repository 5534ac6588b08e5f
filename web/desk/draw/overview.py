"""The draw of an event at the Desk: freezing the list, mixing the seed, looking at the chart, approving it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.draw_release.selectors.before_start import against_drawing_again
from tournament.draws.exports import change_text, method_words
from tournament.draws.models.draws import Draw
from tournament.draws.rules.lots.areas import AREAS
from tournament.draws.rules.records import digest
from tournament.draws.rules.types import MOST_SESSIONS
from tournament.draws.selectors.draws import (
    against_freezing,
    current_draw,
    drawable_entries,
    drawn_groups,
    earlier_draws,
    numbers_of,
    seat_wishes,
    since_frozen,
)
from tournament.draws.services.draws import approve_draw, discard_draw, freeze_list, make_chart, reopen_draw
from tournament.events.models.events import Event
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.draws.labels import figures
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write


class FreezeForm(AlternativesForm):
    """How many sessions are drawn, and where the lots come from."""

    sessions = WholeNumberField(
        label=gettext_lazy("Sessions to draw"),
        validators=[MinValueValidator(1), MaxValueValidator(MOST_SESSIONS)],
        widget=forms.NumberInput(attrs={"min": 1, "max": MOST_SESSIONS}),
    )
    count = forms.TypedChoiceField(
        label=gettext_lazy("Candidates to choose from"),
        choices=[(number, str(number)) for number in range(1, Draw.MOST_CANDIDATES + 1)],
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]  # Django takes any value; the stubs only texts
        initial=1,
        required=False,
        help_text=gettext_lazy("All come from the one seed; which is chosen, by whom and why stands in the record."),
    )
    lots = forms.ChoiceField(
        label=gettext_lazy("Lots"), choices=Draw.Lots.choices, initial=Draw.Lots.SEED, widget=forms.RadioSelect
    )
    scheme = forms.ChoiceField(
        label=gettext_lazy("Way of drawing"),
        choices=Draw.Scheme.choices,
        initial=Draw.Scheme.APART,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, event: Event, data: Any = None) -> None:
        super().__init__(data, initial={"sessions": event.planned_sessions})
        self.groups = drawn_groups(event)
        if len(self.groups) < AREAS:
            del self.fields["scheme"]
            return
        areas = [f"area-{at}" for at in range(len(self.groups))]
        self.alternatives = (OnlyWith("scheme", [Draw.Scheme.AREAS], areas),)
        for at, name in enumerate(self.groups):
            self.fields[f"area-{at}"] = forms.TypedChoiceField(
                label=_("Area of %(group)s") % {"group": name},
                choices=[("", "–"), *((number, str(number)) for number in range(1, AREAS + 1))],
                coerce=int,
                empty_value=None,
                initial=at + 1 if len(self.groups) == AREAS else "",
                required=False,
            )
        self.mark_choices()

    def clean(self) -> dict[str, Any]:
        """With areas every group has one, and all four have a group."""
        found = super().clean()
        if found.get("scheme") == Draw.Scheme.AREAS:
            chosen = [found.get(f"area-{at}") for at in range(len(self.groups))]
            if None in chosen or len(set(chosen)) < AREAS:
                raise forms.ValidationError(_("Give every group its area; each of the four needs at least one."))
        return found

    @property
    def plain(self) -> list[forms.BoundField]:
        """The fields but the areas of the groups."""
        return [field for field in self if not field.name.startswith("area-")]

    @property
    def areas(self) -> list[forms.BoundField]:
        """The area of each group."""
        return [field for field in self if field.name.startswith("area-")]

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the action."""
        found = {name: self.cleaned_data.get(name) for name in ("sessions", "lots", "count")}
        if self.cleaned_data.get("scheme") == Draw.Scheme.AREAS:
            number = {name: self.cleaned_data[f"area-{at}"] for at, name in enumerate(self.groups)}
            names = {area: " / ".join(sorted(one for one in number if number[one] == area)) for area in number.values()}
            found["areas"] = {name: names[area] for name, area in number.items()}
        return found


class ValueForm(forms.Form):
    """The value named in public."""

    public_value = forms.CharField(
        label=gettext_lazy("Value named in public"),
        max_length=200,
        strip=True,
        help_text=gettext_lazy("Something nobody could know before: dice thrown before everybody, numbers called out."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DrawForm(forms.Form):
    """What a button alone sends."""


@signed_in
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the draw stands, and the next step."""
    return _page(request, event_desk(request, slug))


@signed_in
def freeze(request: HttpRequest, slug: str) -> HttpResponse:
    """Freeze the list and commit the secret."""
    desk = _drawing(request, slug)
    form = FreezeForm(desk.event, request.POST or None)
    facts = form.facts if form.is_valid() else {}
    answer = write(request, form, freeze_list, desk.actor, desk.event, **facts)
    if answer:
        messages.success(request, _("The list of %(players)d players is frozen.") % answer)
    return _again(request, desk, form, answer)


@signed_in
def make(request: HttpRequest, slug: str) -> HttpResponse:
    """Mix the seed and draw."""
    desk = _drawing(request, slug)
    found = current_draw(desk.event)
    typed = found is not None and found.lots == Draw.Lots.TYPED
    form: forms.Form = DrawForm(request.POST) if typed else ValueForm(request.POST or None)
    value = form.cleaned_data.get("public_value", "") if form.is_valid() else ""
    answer = write(request, form, make_chart, desk.actor, found, public_value=value) if found else None
    if answer and answer["candidates"] > 1:
        messages.success(request, _("The candidates are drawn. Nobody but the officials sees them."))
        return redirect("desk:draw-candidates", slug)
    if answer:
        messages.success(request, _("The chart is drawn. Nobody but the officials sees it yet."))
    return _again(request, desk, form, answer)


@signed_in
def approve(request: HttpRequest, slug: str) -> HttpResponse:
    """Approve the draft."""
    desk = _drawing(request, slug)
    found, form = current_draw(desk.event), DrawForm(request.POST)
    answer = write(request, form, approve_draw, desk.actor, found) if found else None
    if answer:
        messages.success(request, _("The chart is approved. It can be released."))
    return _again(request, desk, form, answer)


def _again(request: HttpRequest, desk: EventDesk, form: forms.Form, answer: Any) -> HttpResponse:
    """To the draw's page; with the form on it if something in it was refused."""
    if request.method == "POST" and answer is None and form.errors:
        return _page(request, desk, form)
    return redirect("desk:draw", desk.event.slug)


@signed_in
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the approval back, for a reason."""
    return _ask(request, slug, "desk/draw/overview_reopen.html", reopen_draw, _("The chart is a draft again."))


@signed_in
def discard(request: HttpRequest, slug: str) -> HttpResponse:
    """Put the draw away, for a reason."""
    return _ask(request, slug, "desk/draw/overview_discard.html", discard_draw, _("The draw is discarded."))


def _ask(request: HttpRequest, slug: str, template: str, service: Any, done: str) -> HttpResponse:
    desk = _drawing(request, slug)
    found = current_draw(desk.event)
    if found is None:
        return redirect("desk:draw", slug)
    form = ConfirmForm(request)
    if write(request, form, service, desk.actor, found):
        messages.success(request, done)
        return redirect("desk:draw", slug)
    return show(request, template, form, desk=desk, draw=found)


def _drawing(request: HttpRequest, slug: str) -> EventDesk:
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    return desk


def _page(request: HttpRequest, desk: EventDesk, form: forms.Form | None = None) -> HttpResponse:
    found = current_draw(desk.event)
    context: dict[str, Any] = {"desk": desk, "draw": found, "earlier": earlier_draws(desk.event)}
    if found is None:
        context |= _before(desk)
    else:
        lines = numbers_of(found)
        context |= {
            "lines": lines,
            "missing_lots": sum(line.number is None for line in lines),
            "since": since_frozen(found),
            "figures": figures(found.quality, found.chart) if found.chart else [],
            "changes": [change_text(change) for change in found.changes],
            "method": method_words(found.method),
            "terms_hash": digest(found.terms),
            "may_draw_again": not against_drawing_again(found),
        }
    step = form or (FreezeForm(desk.event) if found is None else ValueForm())
    return show(request, "desk/draw/overview.html", step, **context)


def _before(desk: EventDesk) -> dict[str, Any]:
    entries = list(drawable_entries(desk.event))
    return {
        "players": len(entries),
        "teams": len({entry.team_id for entry in entries} - {None}),
        "countries": len({entry.country for entry in entries} - {""}),
        "fillers": -len(entries) % 4,
        "wishes": len(seat_wishes(desk.event)),
        "against": against_freezing(desk.event, desk.event.planned_sessions),
    }
