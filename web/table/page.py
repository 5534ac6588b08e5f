"""The table's page: who sits where, the running totals, the next hand, what is written already."""

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
from scoring.sheets.services.facts.hands import decide_hand
from web.live.fragments import live
from web.live.reading import Reading
from web.shared.at_table import AtTable, at_table
from web.shared.requests.methods import get_only
from web.shared.table_rows import called
from web.table.forms import CallForm, HandForm
from web.table.state import call_text, plan_of, replays, state_of, times_of
from web.table.words import words


@get_only
@never_cache
def page(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the table; ``?hand=5`` opens that hand for correction."""
    at = at_table(request, slug, session, number)
    asked = number_in(request.GET.get("hand", ""))
    no = asked if asked in hand_numbers(at.facts.record.seats) else None
    return show_page(request, at, HandForm.of(at, no))


@get_only
@never_cache
def state(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Answer a poll: 204 while nothing has changed since ``v``, else the sheet as data."""
    at = at_table(request, slug, session, number)
    if request.GET.get("v") == at.marker:
        return HttpResponse(status=204)
    return JsonResponse(state_of(at))


def show_page(request: HttpRequest, at: AtTable, form: HandForm) -> HttpResponse:
    """The page with its form; status 400 if something in it is wrong, 409 if something is asked."""
    shown = form.no_shown or (max((hand.no for hand in at.facts.facts.hands), default=1))
    hand = next((one for one in at.facts.facts.hands if one.no == form.no_shown), None)
    data = _data(request, at)
    context = {
        "at": at,
        "fouls": data["state"]["fouls"],
        "disputable": at.writes and hand is not None and not hand.disputed,
        "decidable": hand is not None and hand.disputed,
        "may_issue": may(at.actor, issue_table_codes, at.event.head),
        "may_decide": at.writes and may(at.actor, decide_hand, at.event.head),
        "form": form,
        "call": CallForm(),
        "called": call_text(at),
        "rulings": rulings_of(at.sheet),
        "no": form.no_shown,
        "rows": _rows(at, form, shown),
        "round": round_of(shown),
        "times": times_of(at),
        "hands": _hands(at),
        "replays": replays(at),
        "data": data,
        "clock": _clock(request, at),
    }
    asks = form.choice or form.questions
    status = Conflict.status if asks else 400 if form.errors else 200
    return render(request, "table/page.html", context, status=status)


def _clock(request: HttpRequest, at: AtTable) -> str:
    """The time that is left, with this table's extra minutes; it goes on without network."""
    reader = Reading(at.event, at.actor, at.actor.roles(at.event.head))
    return live(request, reader, "clock", str(at.number))


def _data(request: HttpRequest, at: AtTable) -> dict[str, Any]:
    return {"state": state_of(at), "plan": plan_of(at), "words": words(), "csrf": get_token(request)}


def _rows(at: AtTable, form: HandForm, no: int) -> list[dict[str, Any]]:
    """The seats as the table sits in this hand's round, East's place first."""
    facts = at.facts
    scores = session_scores(facts.record.hands, facts.record.penalties, facts.record.seats)
    real = facts.facts.real_places
    places = [starter_at(wind, round_of(no), real) for wind in SEATS]
    return [
        {
            "seat": seat,
            "wind": seating(no, real)[seat],
            "name": called(facts.sitter(seat, no)),
            "deals": dealer_of(no, real) == seat,
            "total": scores[seat] + facts.record.moved.get(seat, 0),
            "wins": form.chosen("winner") == seat,
            "discards": form.chosen("discarder") == seat,
        }
        for seat in places
        if seat in facts.record.seats
    ]


def _hands(at: AtTable) -> list[dict[str, Any]]:
    """The hands that are written, the newest first."""
    lines = [line for _round, lines in at.facts.rounds for line in lines if line.state not in ("missing", "skipped")]
    return [
        {
            "no": line.no,
            "state": line.state,
            "winner": called(line.winner) if line.winner else "",
            "discarder": called(line.discarder) if line.discarder else "",
            "points": line.points,
            "penalties": [(called(at.facts.sitter(one.seat, line.no)), signed(one.points)) for one in line.adjustments],
        }
        for line in reversed(lines)
    ]
