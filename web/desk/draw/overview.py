"""The page of the draw: freeze the list, mix the seed, draw the chart, approve it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.draw_release.selectors.before_start import against_redraw_before_start
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
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.draws.labels import figures
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write


class FreezeForm(AlternativesForm):
    """The number of sessions and candidates, and the source of the lots."""

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
        areas = [f"area-{index}" for index in range(len(self.groups))]
        self.alternatives = (OnlyWith("scheme", [Draw.Scheme.AREAS], areas),)
        for index, name in enumerate(self.groups):
            self.fields[f"area-{index}"] = forms.TypedChoiceField(
                label=_("Area of %(group)s") % {"group": name},
                choices=[("", "–"), *((number, str(number)) for number in range(1, AREAS + 1))],
                coerce=int,
                empty_value=None,
                initial=index + 1 if len(self.groups) == AREAS else "",
                required=False,
            )
        self.mark_choices()

    def clean(self) -> dict[str, Any]:
        """Require an area for every group, and a group for each of the four areas, if areas are drawn."""
        data = super().clean()
        if data.get("scheme") == Draw.Scheme.AREAS:
            chosen = [data.get(f"area-{index}") for index in range(len(self.groups))]
            if None in chosen or len(set(chosen)) < AREAS:
                raise forms.ValidationError(_("Give every group its area; each of the four needs at least one."))
        return data

    @property
    def plain(self) -> list[forms.BoundField]:
        """The fields except the areas of the groups."""
        return [field for field in self if not field.name.startswith("area-")]

    @property
    def areas(self) -> list[forms.BoundField]:
        """The fields of the areas of the groups."""
        return [field for field in self if field.name.startswith("area-")]

    @property
    def facts(self) -> dict[str, Any]:
        """Return the arguments of `freeze_list`."""
        facts = {name: self.cleaned_data.get(name) for name in ("sessions", "lots", "count")}
        if self.cleaned_data.get("scheme") == Draw.Scheme.AREAS:
            facts["areas"] = self._area_names()
        return facts

    def _area_names(self) -> dict[str, str]:
        """Return group -> name of its area, which joins the names of the area's groups."""
        area_of = {name: self.cleaned_data[f"area-{index}"] for index, name in enumerate(self.groups)}
        groups_in: dict[int, list[str]] = {}
        for name in sorted(area_of):
            groups_in.setdefault(area_of[name], []).append(name)
        return {name: " / ".join(groups_in[area]) for name, area in area_of.items()}


class ValueForm(forms.Form):
    """The value that is named in public and mixed into the seed."""

    public_value = forms.CharField(
        label=gettext_lazy("Value named in public"),
        max_length=200,
        strip=True,
        help_text=gettext_lazy("Something nobody could know before: dice thrown before everybody, numbers called out."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DrawForm(forms.Form):
    """A button without fields."""


@signed_in
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the state of the draw and its next step."""
    return _draw_page(request, event_desk(request, slug))


@signed_in
def freeze(request: HttpRequest, slug: str) -> HttpResponse:
    """Freeze the list and commit to the secret."""
    desk = _draw_desk(request, slug)
    form = FreezeForm(desk.event, request.POST or None)
    facts = form.facts if form.is_valid() else {}
    answer = write(request, form, freeze_list, desk.actor, desk.event, **facts)
    if answer:
        messages.success(request, _("The list of %(players)d players is frozen.") % answer)
    return _redirect_or_errors(request, desk, form, answer)


@signed_in
def make(request: HttpRequest, slug: str) -> HttpResponse:
    """Mix the seed and draw the chart or the candidates."""
    desk = _draw_desk(request, slug)
    draw = current_draw(desk.event)
    typed = draw is not None and draw.lots == Draw.Lots.TYPED
    form: forms.Form = DrawForm(request.POST) if typed else ValueForm(request.POST or None)
    value = form.cleaned_data.get("public_value", "") if form.is_valid() else ""
    answer = write(request, form, make_chart, desk.actor, draw, public_value=value) if draw else None
    if answer and answer["candidates"] > 1:
        messages.success(request, _("The candidates are drawn. Nobody but the officials sees them."))
        return redirect("desk:draw-candidates", slug)
    if answer:
        messages.success(request, _("The chart is drawn. Nobody but the officials sees it yet."))
    return _redirect_or_errors(request, desk, form, answer)


@signed_in
def approve(request: HttpRequest, slug: str) -> HttpResponse:
    desk = _draw_desk(request, slug)
    draw = current_draw(desk.event)
    form = DrawForm(request.POST)
    answer = write(request, form, approve_draw, desk.actor, draw) if draw else None
    if answer:
        messages.success(request, _("The chart is approved. It can be released."))
    return _redirect_or_errors(request, desk, form, answer)


def _redirect_or_errors(request: HttpRequest, desk: EventAccess, form: forms.Form, answer: Any) -> HttpResponse:
    """Redirect to the draw's page, or show it with the form's errors."""
    if request.method == "POST" and answer is None and form.errors:
        return _draw_page(request, desk, form)
    return redirect("desk:draw", desk.event.slug)


@signed_in
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Reopen an approved draw, for a reason."""
    return _ask_reason(request, slug, "desk/draw/overview_reopen.html", reopen_draw, _("The chart is a draft again."))


@signed_in
def discard(request: HttpRequest, slug: str) -> HttpResponse:
    """Discard the draw, for a reason."""
    return _ask_reason(request, slug, "desk/draw/overview_discard.html", discard_draw, _("The draw is discarded."))


def _ask_reason(request: HttpRequest, slug: str, template: str, service: Any, message: str) -> HttpResponse:
    desk = _draw_desk(request, slug)
    draw = current_draw(desk.event)
    if draw is None:
        return redirect("desk:draw", slug)
    form = ConfirmForm(request)
    if write(request, form, service, desk.actor, draw):
        messages.success(request, message)
        return redirect("desk:draw", slug)
    return show(request, template, form, desk=desk, draw=draw)


def _draw_desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    return desk


def _draw_page(request: HttpRequest, desk: EventAccess, form: forms.Form | None = None) -> HttpResponse:
    draw = current_draw(desk.event)
    context: dict[str, Any] = {"desk": desk, "draw": draw, "earlier": earlier_draws(desk.event)}
    if draw is None:
        context |= _before_freezing(desk)
    else:
        lines = numbers_of(draw)
        context |= {
            "lines": lines,
            "missing_lots": sum(line.number is None for line in lines),
            "since": since_frozen(draw),
            "figures": figures(draw.quality, draw.chart) if draw.chart else [],
            "changes": [change_text(change) for change in draw.changes],
            "method": method_words(draw.method),
            "terms_hash": digest(draw.terms),
            "may_draw_again": not against_redraw_before_start(draw),
        }
    step = form or (FreezeForm(desk.event) if draw is None else ValueForm())
    return show(request, "desk/draw/overview.html", step, **context)


def _before_freezing(desk: EventAccess) -> dict[str, Any]:
    entries = list(drawable_entries(desk.event))
    return {
        "players": len(entries),
        "teams": len({entry.team_id for entry in entries} - {None}),
        "countries": len({entry.country for entry in entries} - {""}),
        "fillers": -len(entries) % 4,
        "wishes": len(seat_wishes(desk.event)),
        "against": against_freezing(desk.event, desk.event.planned_sessions),
    }
