"""The page that records a foul, at a table or of a player."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common.actions.errors import Refused, Unusual
from scoring.fouls.rules.proposing import propose
from scoring.fouls.selectors.fouls import fouls_at
from scoring.fouls.selectors.labels import penalty_words, translated
from scoring.fouls.services.recording import record_foul
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.referee_calls import open_call
from web.floor.access import event_floor
from web.floor.fouls.choices import Recording
from web.floor.fouls.forms import FoulForm, PlayerForm
from web.floor.fouls.locations import PlayerRecording, TableRecording
from web.shared.access import signed_in
from web.shared.forms.writing import key_of
from web.shared.labels.fouls import foul_lines


@signed_in
def at_table(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Record a foul at a table: player, kind and hand, then the penalty."""
    floor = event_floor(request, slug)
    table = floor.table(session, number)
    rows = sheet_facts(Sheet.objects.filter(table=table))
    if not rows:
        raise Http404
    facts = rows[0]
    facts.sheet.table = table
    return _record(request, TableRecording(floor, facts, request.GET))


@signed_in
def of_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Record a foul of a player in a session or in the whole event, without a table."""
    floor = event_floor(request, slug)
    form = PlayerForm(request.GET)
    entry = floor.event.entries.filter(number=form.cleaned_data["number"]).first() if form.is_valid() else None
    if entry is None:
        messages.error(request, _("There is no player with this number."))
        return redirect("floor:fouls", slug)
    return _record(request, PlayerRecording(floor, entry, request.GET))


def _record(request: HttpRequest, recording: Recording) -> HttpResponse:
    floor = recording.floor
    judges = bool(floor.reader.roles & record_foul.spec.roles)
    context: dict[str, Any] = {"floor": floor, "recording": recording, "judges": judges}
    status = 200
    if judges and recording.kind is not None and (recording.entry or recording.name):
        times = recording.times()
        proposal = propose(recording.kind, recording.outcome, times=times or 1, regime=recording.regime)
        data = request.POST if request.method == "POST" else None
        form = FoulForm(recording.kind, proposal, recording.payees(), times, data)
        if form.is_bound and form.is_valid():
            number = _write_foul(request, recording, form)
            if number:
                return redirect("floor:foul", floor.event.slug, number)
        if form.is_bound:
            status = 409 if form.questions else 400
        context |= {"form": form, "times": times, "proposal": penalty_words(proposal)}
        context["moves"] = recording.moves(proposal.points, proposal.payee)
        context |= {"kind": recording.kind, "what": translated(recording.kind.name)}
    if recording.sheet is not None:
        rows = fouls_at(recording.sheet).order_by("-hand_no", "-number")
        context["lines"] = foul_lines(rows, recording.kinds)
        context["call"] = open_call(recording.sheet.table)
    return render(request, "floor/fouls/recording.html", context, status=status)


def _write_foul(request: HttpRequest, recording: Recording, form: FoulForm) -> int:
    """Return the number of the new foul; 0 if the form now holds a refusal or a question."""
    changed = request.POST.get("do") == "change"
    if not changed:
        form.refuse_changes()
    if form.errors or form.ask_if_grave(changed):
        return 0
    try:
        answer = record_foul(
            recording.floor.actor,
            recording.event,
            key=key_of(request),
            reason=form.cleaned_data["reason"] if changed else "",
            foul=recording.report(form, changed),
            acknowledged=form.acknowledged,
        )
    except Unusual as unusual:
        form.questions = unusual.questions
        return 0
    except Refused as refused:
        form.add_error(refused.where if refused.where in form.fields else None, str(refused.message))
        return 0
    text = _("Foul %(number)d is recorded.") % {"number": answer["foul"]}
    if answer["changed"]:
        text += " " + _("Other fouls of this kind are counted again.")
    messages.success(request, text)
    return int(answer["foul"])
