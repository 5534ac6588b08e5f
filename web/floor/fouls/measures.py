"""Measures: suspension, loss of rank and disqualification, with what each official may do about them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.actions.engine import Service
from common.i18n.wording import clauses
from scoring.fouls.models import Measure
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.selectors.fouls import catalogue_of, is_own_proposal, measures_of, own_refs
from scoring.fouls.selectors.labels import kind_name
from scoring.fouls.services.measures import confirm, lift, reject, suspend
from scoring.sheets.selectors.people.substitution import table_to_fill
from tournament.presence.selectors.presence import withdrew_before_suspension
from web.floor.access import Floor, event_floor
from web.floor.fouls.forms import LiftForm, ReasonForm, SuspendForm
from web.shared.access import signed_in
from web.shared.forms.writing import show, status_of, write
from web.shared.labels.fouls import measure_tone
from web.shared.requests.methods import get_only

SUSPENSION = Measure.Kind.SUSPENSION


@dataclass(frozen=True)
class MeasureLine:
    """A measure with its foul as text, its tone, and the decisions open to this official as (way, label)."""

    measure: Measure
    foul_text: str
    tone: str
    ways: list[tuple[str, str]]


def measure_lines(floor: Floor, measures: Iterable[Measure]) -> list[MeasureLine]:
    """Return the lines of the measures as this official may decide them."""
    rows = list(measures)
    own = own_refs([row.proposed_ref for row in rows], floor.actor.ref)
    kinds = catalogue_of(floor.event) if any(row.foul for row in rows) else {}
    return [
        MeasureLine(row, _foul_text(row, kinds), measure_tone(row), list(_ways(floor, row, row.proposed_ref in own)))
        for row in rows
    ]


def _foul_text(measure: Measure, kinds: Mapping[str, CatalogueEntry]) -> str:
    """Return the foul that the measure follows from, with its article and reason."""
    if measure.foul is None:
        return measure.reason
    foul = " ".join(filter(None, [kind_name(measure.foul, kinds), measure.foul.article]))
    return foul if measure.reason == measure.foul.article else clauses([foul, measure.reason])


def _ways(floor: Floor, measure: Measure, own: bool) -> Iterable[tuple[str, str]]:
    """Yield the decisions open to the official; ``own``: the same person proposed it, so another must confirm it."""
    roles = floor.reader.roles
    if measure.status == Measure.State.PROPOSED:
        if measure.kind == SUSPENSION and roles & suspend.spec.roles:
            yield "suspend", _("Suspend now")
        if measure.kind != SUSPENSION and roles & confirm.spec.roles and not own:
            yield "confirm", _("Confirm")
        if roles & reject.spec.roles:
            yield "reject", _("Do not confirm")
    elif measure.status == Measure.State.IN_FORCE and roles & lift.spec.roles:
        yield "lift", _("Lift")


@get_only
@signed_in
def measures(request: HttpRequest, slug: str) -> HttpResponse:
    """List every measure of the event, the open ones first."""
    floor = event_floor(request, slug)
    rows = sorted(measures_of(floor.event), key=lambda row: (row.status != Measure.State.PROPOSED, -row.number))
    return show(request, "floor/fouls/measures.html", ReasonForm(), floor=floor, measures=measure_lines(floor, rows))


@signed_in
def decide(request: HttpRequest, slug: str, number: int, way: str) -> HttpResponse:
    """Show the effect of a decision on a measure, then write it."""
    floor = event_floor(request, slug)
    measure = measures_of(floor.event).filter(number=number).first()
    if measure is None or way not in WAYS:
        raise Http404
    service, kind = WAYS[way]
    floor.require(floor.may(service, floor.event.ledger))
    form = _form(request, floor, measure, way, kind)
    payload: dict[str, Any] = {}
    if form.is_valid():
        payload = {name: form.cleaned_data[name] for name in ("session", "referee") if name in form.cleaned_data}
    if write(request, form, service, floor.actor, measure, **payload).done:
        return _redirect_decided(request, floor, measure, way)
    line = measure_lines(floor, [measure])[0]
    verb = dict(line.ways).get(way, "")
    context = {"floor": floor, "line": line, "way": way, "verb": verb, "effect": _effect(measure, way)}
    context["own"] = measure.status == Measure.State.PROPOSED
    answer = show(request, "floor/fouls/measures_detail.html", form, **context)
    answer.status_code = status_of(form)
    return answer


def _redirect_decided(request: HttpRequest, floor: Floor, measure: Measure, way: str) -> HttpResponse:
    """Redirect to the list, or after a suspension to the table where a filler has to take the seat."""
    table = table_to_fill(measure.entry) if way == "suspend" else None
    if table is None:
        messages.success(request, _("Done: it is in the list of measures."))
        return redirect("floor:measures", floor.event.slug)
    messages.success(request, _("The player is suspended. Enter here who plays at the table from the next hand."))
    return redirect("floor:table", floor.event.slug, table.session.number, table.number)


def _form(request: HttpRequest, floor: Floor, measure: Measure, way: str, kind: type[forms.Form]) -> forms.Form:
    data = request.POST if request.method == "POST" else None
    last = floor.event.planned_sessions
    session = measure.foul.session.number if measure.foul and measure.foul.session else floor.session_now
    form = kind(data, initial={"session": min(session + 1, last)})
    if way == "lift" and (measure.kind != SUSPENSION or _stays_out(measure)):
        del form.fields["session"]
    if way == "suspend" and not is_own_proposal(measure, floor.actor.ref):
        del form.fields["referee"]
    return form


def _stays_out(measure: Measure) -> bool:
    """Return whether the player is out by an own withdrawal in every session of the suspension."""
    withdrew_from = withdrew_before_suspension(measure.entry)
    return withdrew_from is not None and withdrew_from <= (measure.from_session or withdrew_from)


def _effect(measure: Measure, way: str) -> str:
    """Describe the effect of the decision."""
    if way == "reject":
        return _("The measure does not take effect; it stays in the record.")
    withdrew_from = withdrew_before_suspension(measure.entry) if measure.kind == SUSPENSION else None
    if way == "lift" and withdrew_from is not None:
        return _(
            "The measure ends. The player had withdrawn from session %(number)d on before the suspension; "
            "that withdrawal counts again."
        ) % {"number": withdrew_from}
    if way == "lift":
        return _(
            "The measure ends. Player, team and group are ranked as if there had been no measure; "
            "missed sessions stay missed."
        )
    if measure.kind == SUSPENSION:
        return _(
            "The player is out of the rest of the event and is removed from seats, lists and calls. "
            "At a table being played, a filler takes the seat from the next hand. The committee is "
            "told and may lift the suspension (3.11.4)."
        )
    if measure.kind == Measure.Kind.RANK_LOST:
        return _(
            "No rank, and nothing from the event counts for pins. The opponents' results do not change; team and "
            "group continue without the points. The player may continue to play (3.11.5)."
        )
    return _(
        "Out of the event without a rank, and nothing from it counts for pins. The opponents' results do not "
        "change; team and group continue without the points (3.11.5)."
    )


WAYS: dict[str, tuple[Service, type[forms.Form]]] = {
    "suspend": (suspend, SuspendForm),
    "confirm": (confirm, forms.Form),
    "reject": (reject, ReasonForm),
    "lift": (lift, LiftForm),
}
