"""One table on the Floor: its players and the corrections by a referee, with their effect shown first."""

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from common.files.json_files.errors import FileErrors
from common.files.json_files.reading import load
from scoring.fouls.services.recording import record_foul
from scoring.game.rules.seats import Seat
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.codes.code_waits import player_waits
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.people.substitution import suspended_seats
from scoring.sheets.selectors.referee_calls import open_call
from scoring.sheets.services.codes.code_tries import lift_wait
from scoring.sheets.services.people.exchanging import exchange_seats, move_table, take_exchange_back
from scoring.sheets.services.people.periods import seat_period
from scoring.sheets.services.people.persons import forfeit, seat_person
from scoring.sheets.services.people.round_seating import seat_round
from tournament.clocks.models import SessionClock
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Table
from tournament.presence.models.presence import Arrival
from tournament.presence.selectors.tables import presence_at, uses_check_in
from web.floor.access import Floor, event_floor
from web.floor.effects import SURE, Trial
from web.floor.table_forms import BackForm, ExchangeForm, ForfeitForm, LeaveForm, MoveForm, RoundForm, seen_versions
from web.live.fragments import live
from web.shared.access import signed_in
from web.shared.forms.periods import PeriodForm
from web.shared.forms.writing import show
from web.shared.seats_now import seats_now
from web.shared.table_rows import sitter_name

#: Form -> its action.
SERVICES: dict[str, Service] = {
    "exchange": exchange_seats,
    "back": take_exchange_back,
    "round": seat_round,
    "period": seat_period,
    "move": move_table,
    "leave": seat_person,
    "forfeit": forfeit,
}
#: Form -> the message once it is written.
MESSAGES: dict[str, Any] = {
    "exchange": gettext_lazy("The exchanged seats are saved."),
    "back": gettext_lazy("The exchange is undone."),
    "round": gettext_lazy("The seats of the round are saved; dealer and winds change with them."),
    "period": gettext_lazy("The seats of the period are saved; dealers and rounds change with them."),
    "move": gettext_lazy("Table %(table)d is moved."),
    "leave": gettext_lazy("The player in this seat is saved."),
    "forfeit": gettext_lazy("The session is forfeited."),
}
#: Forms whose action is on the sheet; that of the others is on the session.
OF_SHEET = {"round", "period", "leave", "forfeit"}


@signed_in
def table(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the table and its forms; show the effect of the form that was sent, then write it."""
    floor = event_floor(request, slug)
    table_row = floor.table(session, number)
    facts = _facts(table_row)
    sent_form = request.POST.get("do", "") if request.method == "POST" else ""
    if request.method == "POST" and sent_form not in SERVICES:
        raise Http404
    suspended = suspended_seats(table_row)
    forms_by_name = _forms(table_row, facts, sent_form, request.POST, suspended)
    trial = _trial(request, floor, table_row, facts, sent_form, forms_by_name[sent_form]) if sent_form else None
    if trial and trial.written.done:
        messages.success(request, str(MESSAGES[sent_form]) % {"table": number})
        return redirect("floor:table", slug, session, number)
    form = forms_by_name[sent_form] if sent_form else forms.Form()
    open_form = sent_form or ("leave" if suspended else "")
    context = _context(request, floor, table_row, facts, forms_by_name, trial, open_form)
    return show(request, "floor/table.html", form, **context, suspended=suspended)


def _facts(table: Table) -> SheetFacts:
    facts = sheet_facts(Sheet.objects.filter(table=table))
    if not facts:
        raise Http404
    facts[0].sheet.table.session = table.session
    return facts[0]


def _forms(
    table: Table, facts: SheetFacts, sent_form: str, data: Any, suspended: Collection[str]
) -> dict[str, forms.Form]:
    makers: dict[str, Callable[[Any], forms.Form]] = {
        "exchange": lambda sent: ExchangeForm(table, facts, sent),
        "back": lambda sent: BackForm(table, facts, sent),
        "round": lambda sent: RoundForm(facts, sent),
        "period": lambda sent: PeriodForm(facts, sent),
        "move": lambda sent: MoveForm(table, sent),
        "leave": lambda sent: LeaveForm(facts, sent, suspended),
        "forfeit": lambda sent: ForfeitForm(facts, sent),
    }
    del makers["round" if facts.game.terms.periods > 1 else "period"]
    return {name: make(data if name == sent_form else None) for name, make in makers.items()}


def _trial(request: HttpRequest, floor: Floor, table: Table, facts: SheetFacts, name: str, form: Any) -> Trial:
    arguments = form.payload if form.is_valid() else {}
    if name in OF_SHEET:
        arguments |= {"seen": _sent_version(request, facts)}
    elif name == "move":
        arguments |= {"table": table.number}
    else:
        arguments |= {"seen": _sent_versions(request)}
    subject = facts.sheet if name in OF_SHEET else table.session
    session = table.session.number
    return Trial(request, form, SERVICES[name], floor.actor, subject, event=floor.event, session=session, **arguments)


def _sent_version(request: HttpRequest, facts: SheetFacts) -> int:
    return _sent_versions(request).get(str(facts.sheet.table.number), facts.sheet.version)


def _sent_versions(request: HttpRequest) -> dict[str, int]:
    """Return table -> version of its sheet as the page showed it; empty if the request holds none."""
    try:
        sent = load(request.POST.get("seen", "{}").encode())
    except FileErrors:
        return {}
    return {key: value for key, value in sent.items() if isinstance(value, int)} if isinstance(sent, dict) else {}


def _orders(facts: SheetFacts, names: Mapping[Seat, str]) -> list[tuple[int, list[str], bool]]:
    """Return each round, or each period where seats stay for it (IMJ 11): who sits in turn, and whether really so."""
    by_period = facts.game.terms.periods > 1
    orders = {
        period if by_period else number: deals[0].order for (period, number), deals in facts.course.rounds().items()
    }
    return [
        (number, [names.get(seat, "–") for seat in order], not by_period and number in facts.actual_seating)
        for number, order in orders.items()
    ]


def _presence(floor: Floor, table: Table, facts: SheetFacts) -> list[tuple[Entry, Arrival | None]]:
    """Return the players with their check-in, until the first hand; empty without check-in and seat check (3.5.7.2)."""
    ahead = facts.sheet.state == Sheet.State.OPEN and not facts.hands
    if not ahead or not floor.may_check_in:
        return []
    seat_check = SessionClock.objects.filter(session=table.session, checked_at__isnull=False, started_at=None)
    shown = uses_check_in(floor.event, table.session.number) or seat_check.exists()
    return presence_at(table) if shown else []


def _context(
    request: HttpRequest,
    floor: Floor,
    table: Table,
    facts: SheetFacts,
    forms_by_name: dict[str, forms.Form],
    trial: Trial | None,
    open_form: str,
) -> dict[str, Any]:
    ledger = floor.event.ledger
    presence = _presence(floor, table, facts)
    people = sorted(facts.sittings, key=lambda row: ("ESWN".index(row.seat), row.from_hand))
    seats = [
        (person, [(row, sitter_name(row)) for row in people if row.seat == person.seat]) for person in seats_now(facts)
    ]
    players = {row.entry_id: row.entry for row in people if row.entry_id}
    waits = player_waits(players)
    names = {person.seat: f"{person.number or ''} {line[-1][1]}".strip() for person, line in seats}
    return {
        "floor": floor,
        "table": table,
        "sheet": facts.sheet,
        "seats": seats,
        "presence": presence,
        "missing": sum(arrival is None for _entry, arrival in presence),
        "hand": facts.next_hand,
        "call": open_call(table),
        "judges": floor.may(record_foul, ledger),
        "forfeited": facts.forfeited,
        "exchanged": any(row.exchanged for row in people),
        "by_period": facts.game.terms.periods > 1,
        "orders": _orders(facts, names),
        "forms": forms_by_name,
        "trial": trial,
        "asked": open_form,
        "sure": SURE,
        "seen": request.POST.get("seen") if trial else json.dumps(seen_versions(table.session)),
        "open": facts.sheet.state not in Sheet.COUNTED,
        "waits": [(entry, waits[pk]) for pk, entry in players.items() if pk in waits],
        "may_lift": floor.may(lift_wait, ledger),
        "may": {name: floor.may(service, ledger) for name, service in SERVICES.items()},
        "clock": live(request, floor.reader, "clock", str(table.number)),
    }
