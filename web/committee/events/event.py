"""One event of a body: every condition of its class, confirming it, and removing it from the record."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2 import Column

from common.forms import WholeNumberField
from common.templatetags.pinju import DASH, signed
from ranking.bodies.selectors.bodies import may_confirm, oversees
from ranking.pins.selectors.grounds import concerned_bodies, concerns
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.rules.classes import Classification
from ranking.record.selectors.closings import against_confirming
from ranking.record.selectors.official_results import Official, differences, digest_of, is_stale, official_result
from ranking.record.selectors.sanctions import entry_of, keeps_register, key_of_event
from ranking.record.services.classes import confirm_class, withdraw_class
from scoring.releases.selectors.releases import last_results_kept
from scoring.releases.selectors.waits import early_ends
from scoring.standings.selectors.standings import last_released
from tournament.events.models.events import Event
from tournament.events.selectors.events import event_by_slug
from web.committee.access import BodyDesk, body_desk
from web.committee.events.changes import changed_lines
from web.shared.access import signed_in
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write
from web.shared.record.labels import class_conditions, class_state, departure_words
from web.shared.scores import points
from web.shared.tables import FIGURE, NAMING, BaseTable, paginate

PER_PAGE = 25
#: The most changed lines that are shown.
MOST = 50


class ResultTable(BaseTable):
    """The official result of an event, frozen or to be frozen."""

    caption = gettext_lazy("Official result")

    individual_rank = Column(gettext_lazy("Rank"), attrs=FIGURE, default=DASH)
    name = Column(gettext_lazy("Name"), attrs=NAMING)
    table_points = Column(gettext_lazy("Table points"), attrs=FIGURE)
    competition_points = Column(gettext_lazy("Competition points"), attrs=FIGURE)
    team_rank = Column(gettext_lazy("Team"), attrs=FIGURE, default=DASH)
    group_rank = Column(gettext_lazy("Group"), attrs=FIGURE, default=DASH)
    sessions = Column(gettext_lazy("Sessions"), attrs=FIGURE)
    status = Column(gettext_lazy("State"))

    class Meta:
        orderable = False

    def render_table_points(self, value: int) -> Any:
        return points(value)

    def render_competition_points(self, value: int) -> str:
        return signed(value)

    def render_status(self, record: OfficialResult) -> str:
        return record.get_status_display()


class ConfirmClassForm(forms.Form):
    """The entry of the register and the digest of the result that were shown."""

    entry = WholeNumberField(required=False, widget=forms.HiddenInput())
    seen = forms.CharField(widget=forms.HiddenInput())


@dataclass(frozen=True)
class _ClassView:
    """The class of an event as its page shows it."""

    state: tuple[str, str]
    conditions: list[Any]
    departures: list[tuple[str, str, bool]]


@signed_in
def event(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Show one event with every condition of its class, and the form that confirms it.

    A body that may not confirm the event, but has decisions that rest on it, can only read.
    """
    desk = body_desk(request, slug)
    event_row = event_by_slug(event)
    recorded = (
        RecordedEvent.objects.select_related("body", "event__ledger", "register_entry").filter(slug=event).first()
    )
    if event_row is None:
        return _listed_event(request, desk, recorded)
    confirms = may_confirm(desk.body, event_row)
    if not confirms and (recorded is None or not concerns(desk.body, recorded)):
        raise Http404
    official = official_result(event_row, last_released(event_row) if last_results_kept(event_row) else None)
    against = against_confirming(event_row)
    form = _confirm_form(request, official)
    if confirms and not against:
        values = form.cleaned_data if form.is_valid() else {}
        if write(request, form, confirm_class, desk.actor, desk.body, event=event_row, **values).done:
            messages.success(request, _("The class is confirmed, and the official result frozen."))
            return redirect("committee:event", slug, event)
        if request.method == "POST":
            form = _form_again(form, official)
    context = _event_context(request, desk, event_row, recorded, official, against)
    return show(request, "committee/events/event.html", form, confirms=confirms and desk.may_confirm, **context)


def _confirm_form(request: HttpRequest, official: Official) -> ConfirmClassForm:
    return ConfirmClassForm(request.POST if request.method == "POST" else None, initial=_shown_now(official))


def _shown_now(official: Official) -> dict[str, Any]:
    entry = entry_of(key_of_event(official.event))
    return {"entry": entry.pk if entry else None, "seen": digest_of(official)}


def _form_again(form: ConfirmClassForm, official: Official) -> ConfirmClassForm:
    """Return a refused form for the result and the register as they are now."""
    current = _shown_now(official)
    again = ConfirmClassForm(current, initial=current)
    again.full_clean()
    for message in [*form.non_field_errors(), *form.errors.get("seen", [])]:
        again.add_error(None, message)
    return again


def _event_context(
    request: HttpRequest,
    desk: BodyDesk,
    event: Event,
    recorded: RecordedEvent | None,
    official: Official,
    against: str,
) -> dict[str, Any]:
    stale = recorded is not None and is_stale(recorded)
    entry = entry_of(key_of_event(event))
    classification = official.classification(sanctioned=entry is not None)
    table = ResultTable(official.lines)
    paginate(request, table, per_page=PER_PAGE)
    return {
        "desk": desk,
        "event": event,
        "recorded": recorded,
        "entry": entry,
        "keeps_register": keeps_register(desk.body) and desk.may_confirm,
        "may_remove": recorded is not None and oversees(desk.body, recorded.body) and desk.may_confirm,
        "stale": stale,
        "against": against,
        "ends": early_ends(event),
        "official": official,
        "shown": _class_view(classification, official),
        "kept": class_state(recorded.letter or None, sanctioned=recorded.sanctioned) if recorded else None,
        "differences": changed_lines(differences(recorded, official)[:MOST]) if recorded and stale else [],
        "resting": concerned_bodies(recorded) if recorded and stale else [],
        "table": table,
    }


def _class_view(classification: Classification, official: Official) -> _ClassView:
    return _ClassView(
        class_state(classification.reached, sanctioned=classification.sanctioned),
        class_conditions([condition.plain() for condition in classification.conditions]),
        departure_words(official.departures),
    )


def _listed_event(request: HttpRequest, desk: BodyDesk, recorded: RecordedEvent | None) -> HttpResponse:
    """Show an event that came from a list of results."""
    if recorded is None or not concerns(desk.body, recorded):
        raise Http404
    table = ResultTable(recorded.results.select_related("person"))
    paginate(request, table, per_page=PER_PAGE)
    context = {
        "desk": desk,
        "recorded": recorded,
        "own": recorded.body_id == desk.body.pk and desk.may_confirm,
        "entry": recorded.register_entry,
        "keeps_register": keeps_register(desk.body) and desk.may_confirm,
        "may_remove": oversees(desk.body, recorded.body) and desk.may_confirm,
        "shown": _ClassView(
            class_state(recorded.letter or None, sanctioned=recorded.sanctioned),
            class_conditions(recorded.conditions),
            [],
        ),
        "table": table,
    }
    return render(request, "committee/events/event_listed.html", context)


@signed_in
def withdraw(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Remove an event from the record, with a reason."""
    desk = body_desk(request, slug)
    recorded = RecordedEvent.objects.select_related("body").filter(slug=event).first()
    if recorded is None or not oversees(desk.body, recorded.body):
        raise Http404
    form = ConfirmForm(request)
    if write(request, form, withdraw_class, desk.actor, desk.body, recorded=recorded).done:
        messages.success(request, _("%(event)s is no longer in the record.") % {"event": recorded.name})
        return redirect("committee:events", slug)
    return show(request, "committee/events/event_withdraw.html", form, desk=desk, recorded=recorded)
