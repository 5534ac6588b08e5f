"""The table's page: seats, running totals, the next hand, the hands already written."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from common.actions.engine import may
from common.actions.errors import Conflict
from common.numbers import number_in
from common.templatetags.pinju import signed
from scoring.game.rules.hands import session_scores
from scoring.game.rules.seats import SEATS, dealer_of, hand_numbers, round_of, seating, starter_at
from scoring.sheets.selectors.referee_calls import rulings_of
from scoring.sheets.services.codes.cards import issue_table_codes
from scoring.sheets.services.facts.disputes import decide_hand
from web.live.fragments import live
from web.shared.at_table import AtTable, at_table
from web.shared.requests.methods import get_only
from web.shared.table_rows import sitter_name
from web.shared.viewer import ViewerContext
from web.table.forms import CallForm, HandForm
from web.table.labels import labels
from web.table.state import call_text, plan_of, replays, state_of, times_of


@get_only
@never_cache
def table_page(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the table; ``?hand=5`` opens hand 5 for correction."""
    table = at_table(request, slug, session, number)
    requested_hand = number_in(request.GET.get("hand", ""))
    no = requested_hand if requested_hand in hand_numbers(table.facts.record.seats) else None
    return show_page(request, table, HandForm.of(table, no))


@get_only
@never_cache
def table_state(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Answer a poll with the sheet as data; 204 if it has not changed since the marker ``v``."""
    table = at_table(request, slug, session, number)
    if request.GET.get("v") == table.marker:
        return HttpResponse(status=204)
    return JsonResponse(state_of(table))


def show_page(request: HttpRequest, table: AtTable, form: HandForm) -> HttpResponse:
    """Render the page with its form; status 400 if the form has errors, 409 if it asks a question."""
    hand_number = form.no_shown or (max((hand.no for hand in table.facts.facts.hands), default=1))
    hand = next((row for row in table.facts.facts.hands if row.no == form.no_shown), None)
    data = _script_data(request, table)
    context = {
        "table": table,
        "fouls": data["state"]["fouls"],
        "disputable": table.writes and hand is not None and not hand.disputed,
        "decidable": hand is not None and hand.disputed,
        "may_issue": may(table.actor, issue_table_codes, table.event.ledger),
        "may_decide": table.writes and may(table.actor, decide_hand, table.event.ledger),
        "form": form,
        "call": CallForm(),
        "called": call_text(table),
        "rulings": rulings_of(table.sheet),
        "no": form.no_shown,
        "rows": _seat_rows(table, form, hand_number),
        "round": round_of(hand_number),
        "times": times_of(table),
        "hands": _hand_rows(table),
        "replays": replays(table),
        "data": data,
        "clock": _clock(request, table),
    }
    asks = form.choice or form.questions
    status = Conflict.status if asks else 400 if form.errors else 200
    return render(request, "table/page.html", context, status=status)


def _clock(request: HttpRequest, table: AtTable) -> str:
    """Render the clock with this table's extra minutes; it goes on without network."""
    reader = ViewerContext(table.event, table.actor, table.actor.roles(table.event.ledger))
    return live(request, reader, "clock", str(table.number))


def _script_data(request: HttpRequest, table: AtTable) -> dict[str, Any]:
    return {"state": state_of(table), "plan": plan_of(table), "words": labels(), "csrf": get_token(request)}


def _seat_rows(table: AtTable, form: HandForm, no: int) -> list[dict[str, Any]]:
    """Return the seats in the order of this hand's round, East first."""
    facts = table.facts
    scores = session_scores(facts.record.hands, facts.record.penalties, facts.record.seats)
    real = facts.facts.actual_seating
    seats = [starter_at(wind, round_of(no), real) for wind in SEATS]
    return [
        {
            "seat": seat,
            "wind": seating(no, real)[seat],
            "name": sitter_name(facts.sitter(seat, no)),
            "deals": dealer_of(no, real) == seat,
            "total": scores[seat] + facts.record.moved.get(seat, 0),
            "wins": form.chosen("winner") == seat,
            "discards": form.chosen("discarder") == seat,
        }
        for seat in seats
        if seat in facts.record.seats
    ]


def _hand_rows(table: AtTable) -> list[dict[str, Any]]:
    """Return the written hands, the newest first."""
    lines = [line for _round, lines in table.facts.rounds for line in lines if line.state not in ("missing", "skipped")]
    return [
        {
            "no": line.no,
            "state": line.state,
            "winner": sitter_name(line.winner) if line.winner else "",
            "discarder": sitter_name(line.discarder) if line.discarder else "",
            "points": line.points,
            "penalties": [
                (sitter_name(table.facts.sitter(row.seat, line.no)), signed(row.points)) for row in line.adjustments
            ],
        }
        for line in reversed(lines)
    ]
