"""The queue of tables that call a referee: waiting time, the referee on the way, the outcome."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.states import for_each
from scoring.fouls.services.recording import record_foul
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.referee_calls import answered, disputes, waiting
from scoring.sheets.services.referee_calls import answer_call, take_call
from web.floor.access import Floor, event_floor
from web.live.fragments import fragment, live
from web.shared.access import signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import show, write
from web.shared.requests.methods import get_only
from web.shared.seats_now import SeatNow, seats_now
from web.shared.viewer import ViewerContext


class OutcomeForm(forms.Form):
    outcome = forms.CharField(
        label=gettext_lazy("Outcome"),
        max_length=300,
        help_text=gettext_lazy("In a few words; officials of the event can read it."),
        error_messages={"required": gettext_lazy("Describe the outcome in a few words.")},
    )


#: What a table calls for -> the usual outcomes, one tap each; a dispute needs a ruling.
OUTCOMES = for_each(
    RefereeCall.About,
    {
        RefereeCall.About.DISPUTE: [],
        RefereeCall.About.FOUL: [gettext_lazy("No foul")],
        RefereeCall.About.QUESTION: [gettext_lazy("Rule explained")],
        RefereeCall.About.TABLE: [gettext_lazy("Put in order")],
        RefereeCall.About.PERSON: [gettext_lazy("Taken care of")],
    },
)


def _version(reader: ViewerContext) -> str:
    """Add the minute to the version: waiting times grow without a write."""
    return f"{reader.event.ledger.calls}.{reader.now:%H%M}"


@fragment("floor-calls", guard=lambda reader: reader.official, extra_version=_version)
def calls_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    rows = [(row, int((reader.now - row.called_at).total_seconds() // 60)) for row in waiting(reader.event)]
    context = {"event": reader.event, "waiting": rows, "answered": answered(reader.event)}
    return render_to_string("floor/calls/_calls.html", context | {"disputes": disputes(reader.event)})


def _judges(reader: ViewerContext) -> bool:
    return bool(reader.roles & record_foul.spec.roles)


def _bell_version(reader: ViewerContext) -> str:
    """Add who reads: officials without the right to record fouls get other links."""
    return f"{reader.event.ledger.calls}.{int(_judges(reader))}"


@fragment("floor-bell", guard=lambda reader: reader.official, extra_version=_bell_version)
def bell_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render the open calls for every page of the Floor."""
    rows = list(waiting(reader.event))
    newest = max((row.pk for row in rows), default=0)
    context = {"event": reader.event, "waiting": rows, "newest": newest, "judges": _judges(reader)}
    return render_to_string("floor/calls/_bell.html", context)


@get_only
@signed_in
def calls(request: HttpRequest, slug: str) -> HttpResponse:
    floor = event_floor(request, slug)
    return render(
        request, "floor/calls/calls.html", {"floor": floor, "calls": live(request, floor.reader, "floor-calls")}
    )


@signed_in
def call(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one call; take it, or record its outcome."""
    floor = event_floor(request, slug)
    row = RefereeCall.objects.filter(event=floor.event, pk=number).select_related("table__session").first()
    if row is None:
        raise Http404
    row.event = floor.event
    is_answer = request.POST.get("do") == "answer"
    form = OutcomeForm(request.POST if is_answer else None)
    if is_answer and _write_answer(request, floor, row, form):
        messages.success(request, _("The call is answered."))
        return redirect("floor:calls", slug)
    taking = ButtonForm(request.POST) if request.method == "POST" and not is_answer else None
    if taking and write(request, taking, take_call, floor.actor, row).done:
        return redirect("floor:call", slug, number)
    context = {"floor": floor, "call": row, "may": floor.may(take_call, floor.event.ledger), "taking": taking}
    context |= {"people": _people(row), "outcomes": OUTCOMES[RefereeCall.About(row.about)]}
    return show(request, "floor/calls/calls_detail.html", form, **context, mine=row.taken_ref == floor.actor.ref)


def _write_answer(request: HttpRequest, floor: Floor, row: RefereeCall, form: OutcomeForm) -> bool:
    outcome = form.cleaned_data["outcome"] if form.is_valid() else ""
    return write(request, form, answer_call, floor.actor, row, outcome=outcome).done


def _people(row: RefereeCall) -> list[SeatNow]:
    """Return who sits at the table in the hand of the call."""
    facts = sheet_facts(Sheet.objects.filter(table=row.table))
    return seats_now(facts[0], row.hand_no or None) if facts else []
