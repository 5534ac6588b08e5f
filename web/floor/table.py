"""One table on the Floor: who sits there, and what a referee puts right, its effect shown first."""

import json
from collections.abc import Callable, Collection
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from common.files.json_files.errors import FileErrors
from common.files.json_files.reading import load
from scoring.game.rules.seats import SEATS, sitting
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.codes.code_waits import player_waits
from scoring.sheets.selectors.facts.records import SheetFacts, sheet_facts
from scoring.sheets.selectors.people.substitution import suspended_seats
from scoring.sheets.services.codes.code_tries import lift_wait
from scoring.sheets.services.people.exchanging import exchange_seats, move_table, seat_round, take_exchange_back
from scoring.sheets.services.people.persons import forfeit, seat_person
from tournament.events.models.tables import Table
from web.floor.access import Floor, event_floor
from web.floor.effects import SURE, Trial
from web.floor.table_forms import BackForm, ExchangeForm, ForfeitForm, LeaveForm, MoveForm, RoundForm, seen_versions
from web.live.fragments import live
from web.shared.access import signed_in
from web.shared.forms.writing import show
from web.shared.table_rows import called

#: What a form does, by its name.
SERVICES: dict[str, Service] = {
    "exchange": exchange_seats,
    "back": take_exchange_back,
    "round": seat_round,
    "move": move_table,
    "leave": seat_person,
    "forfeit": forfeit,
}
#: What is said once it is done.
SAID: dict[str, Any] = {
    "exchange": gettext_lazy("The exchanged seats are entered."),
    "back": gettext_lazy("The exchange is taken back."),
    "round": gettext_lazy("The seats of the round are entered; dealer and winds follow."),
    "move": gettext_lazy("Table %(table)d is moved."),
    "leave": gettext_lazy("Who sits there is entered."),
    "forfeit": gettext_lazy("The session is forfeited."),
}
#: Those that act on the sheet; the others on the session.
OF_SHEET = {"round", "leave", "forfeit"}


@signed_in
def table(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the table and its forms; try what one says, and write it once its effect was seen."""
    floor = event_floor(request, slug)
    found = floor.table(session, number)
    facts = _facts(found)
    asked = request.POST.get("do", "") if request.method == "POST" else ""
    if request.method == "POST" and asked not in SERVICES:
        raise Http404
    suspended = suspended_seats(found)
    made = _forms(found, facts, asked, request.POST, suspended)
    trial = _tried(request, floor, found, facts, asked, made[asked]) if asked else None
    if trial and trial.done is not None:
        messages.success(request, str(SAID[asked]) % {"table": number})
        return redirect("floor:table", slug, session, number)
    form = made[asked] if asked else forms.Form()
    context = _context(request, floor, found, facts, made, trial, asked or ("leave" if suspended else ""))
    return show(request, "floor/table.html", form, **context, suspended=suspended)


def _facts(found: Table) -> SheetFacts:
    facts = sheet_facts(Sheet.objects.filter(table=found))
    if not facts:
        raise Http404
    facts[0].sheet.table.session = found.session
    return facts[0]


def _forms(found: Table, facts: SheetFacts, asked: str, data: Any, suspended: Collection[str]) -> dict[str, forms.Form]:
    makers: dict[str, Callable[[Any], forms.Form]] = {
        "exchange": lambda sent: ExchangeForm(found, facts, sent),
        "back": lambda sent: BackForm(found, facts, sent),
        "round": lambda sent: RoundForm(facts, sent),
        "move": lambda sent: MoveForm(found, sent),
        "leave": lambda sent: LeaveForm(facts, sent, suspended),
        "forfeit": lambda sent: ForfeitForm(facts, sent),
    }
    return {name: make(data if name == asked else None) for name, make in makers.items()}


def _tried(request: HttpRequest, floor: Floor, found: Table, facts: SheetFacts, asked: str, form: Any) -> Trial:
    given = form.facts if form.is_valid() else {}
    if asked in OF_SHEET:
        given |= {"seen": _seen(request, facts)}
    elif asked == "move":
        given |= {"table": found.number}
    else:
        given |= {"seen": _versions(request)}
    subject = facts.sheet if asked in OF_SHEET else found.session
    session = found.session.number
    return Trial(request, form, SERVICES[asked], floor.actor, subject, event=floor.event, session=session, **given)


def _seen(request: HttpRequest, facts: SheetFacts) -> int:
    return _versions(request).get(str(facts.sheet.table.number), facts.sheet.version)


def _versions(request: HttpRequest) -> dict[str, int]:
    """The versions that the page showed; none of a page that sends none."""
    try:
        sent = load(request.POST.get("seen", "{}").encode())
    except FileErrors:
        return {}
    return {key: value for key, value in sent.items() if isinstance(value, int)} if isinstance(sent, dict) else {}


def _context(
    request: HttpRequest,
    floor: Floor,
    found: Table,
    facts: SheetFacts,
    made: dict[str, forms.Form],
    trial: Trial | None,
    asked: str,
) -> dict[str, Any]:
    head = floor.event.head
    people = sorted(facts.sittings, key=lambda one: ("ESWN".index(one.seat), one.from_hand))
    seats = [(seat, [(one, called(one)) for one in people if one.seat == seat]) for seat in facts.seats]
    players = {one.entry_id: one.entry for one in people if one.entry_id}
    waits = player_waits(players)
    names = {seat: line[-1][1] for seat, line in seats}
    return {
        "floor": floor,
        "table": found,
        "sheet": facts.sheet,
        "seats": seats,
        "forfeited": facts.forfeited,
        "exchanged": any(one.exchanged for one in people),
        "rounds": [
            (number, [names.get(seat, "–") for seat in sitting(number, facts.real_places)], number in facts.real_places)
            for number in range(1, len(SEATS) + 1)
        ],
        "forms": made,
        "trial": trial,
        "asked": asked,
        "sure": SURE,
        "seen": request.POST.get("seen") if trial else json.dumps(seen_versions(found.session)),
        "open": facts.sheet.state not in Sheet.COUNTED,
        "waits": [(entry, waits[pk]) for pk, entry in players.items() if pk in waits],
        "may_lift": floor.may(lift_wait, head),
        "may": {name: floor.may(service, head) for name, service in SERVICES.items()},
        "clock": live(request, floor.reader, "clock", str(found.number)),
    }
