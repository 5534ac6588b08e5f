"""The table's page: seats, running totals, the next hand, the hands already written."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from common.actions.engine import may
from common.actions.errors import Conflict
from common.i18n.names import short_name
from common.numbers import number_in
from common.templatetags.pinju import signed
from scoring.game.rules.course import Deal
from scoring.settings.selectors import replays_aborted
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.selectors.hand_names import hand_names
from scoring.sheets.selectors.referee_calls import rulings_of
from scoring.sheets.services.codes.cards import issue_table_codes
from scoring.sheets.services.facts.disputes import decide_hand
from web.live.fragments import live
from web.shared.at_table import AtTable, at_table
from web.shared.fans.shown import fans_text
from web.shared.forms.periods import PeriodForm
from web.shared.hand_extras import ending_text, extras_text, points_text
from web.shared.labels.game_words import total_text
from web.shared.requests.methods import get_only
from web.shared.table_rows import sitter_name, sitter_number
from web.shared.viewer import ViewerContext
from web.table.forms import HandForm, hand_form
from web.table.labels import labels
from web.table.presence import missing_here
from web.table.state import call_text, plan_of, state_of, times_of

#: Key of a game -> the points with a key of their own: most won hands have so many.
USUAL_POINTS: dict[str, tuple[int | float, ...]] = {"mcr": tuple(range(8, 17)), "imj": (0.5, *range(1, 9))}


@get_only
@never_cache
def table_page(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the table; ``?hand=5`` opens hand 5 for correction."""
    table = at_table(request, slug, session, number)
    requested_hand = number_in(request.GET.get("hand", ""))
    no = requested_hand if requested_hand in table.facts.course.due else None
    return show_page(request, table, hand_form(table, no))


@get_only
@never_cache
def table_state(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Answer a poll with the sheet as data; 204 if it has not changed since the marker ``v``."""
    table = at_table(request, slug, session, number)
    if request.GET.get("v") == table.marker:
        return HttpResponse(status=204)
    return JsonResponse(state_of(table))


def show_page(
    request: HttpRequest, table: AtTable, form: HandForm, period_form: PeriodForm | None = None
) -> HttpResponse:
    """Render the page with its forms; status 400 if one has errors, 409 if it asks a question."""
    hand_number = form.no_shown or (max((hand.no for hand in table.facts.facts.hands), default=1))
    deal = table.facts.course.at(hand_number)
    hand = next((row for row in table.facts.facts.hands if row.no == form.no_shown), None)
    data = _script_data(request, table)
    context = {
        "table": table,
        "missing": missing_here(table),
        "fouls": data["state"]["fouls"],
        "disputable": table.writes and hand is not None and not hand.disputed,
        "decidable": hand is not None and hand.disputed,
        "may_issue": may(table.actor, issue_table_codes, table.event.ledger),
        "may_decide": table.writes and may(table.actor, decide_hand, table.event.ledger),
        "form": form,
        "call_kinds": RefereeCall.About.choices,
        "called": call_text(table),
        "rulings": rulings_of(table.sheet),
        "no": form.no_shown,
        "rows": _seat_rows(table, form, deal),
        "round": deal.round,
        "hand_name": hand_names(table.event.rules).get(deal.no, ""),
        "times": times_of(table),
        "hands": hand_rows(table),
        "replays": replays_aborted(table.event),
        "game": table.facts.game.key,
        "unseated": table.facts.course.unseated,
        "period": deal.period if table.facts.game.terms.periods > 1 else 0,
        "period_form": period_form or _period_form(table),
        "usual": [
            (fans_text(value), points_text(table.facts.game, value)) for value in USUAL_POINTS[table.facts.game.key]
        ],
        "data": data,
        "clock": _clock(request, table),
    }
    asks = form.choice or form.questions
    wrong = form.errors or (period_form is not None and period_form.errors)
    status = Conflict.status if asks else 400 if wrong else 200
    return render(request, "table/page.html", context, status=status)


def _period_form(table: AtTable) -> PeriodForm | None:
    return PeriodForm(table.facts.facts) if table.facts.game.terms.periods > 1 else None


def _clock(request: HttpRequest, table: AtTable) -> str:
    """Render the clock with this table's extra minutes; it goes on without network."""
    reader = ViewerContext(table.event, table.actor, table.actor.roles(table.event.ledger))
    return live(request, reader, "clock", str(table.number))


def _script_data(request: HttpRequest, table: AtTable) -> dict[str, Any]:
    return {
        "state": state_of(table),
        "plan": plan_of(table),
        "words": labels(table.facts.game.key),
        "csrf": get_token(request),
    }


def _seat_rows(table: AtTable, form: HandForm, deal: Deal) -> list[dict[str, Any]]:
    """Return the seats in the order of this hand's round, East first."""
    facts = table.facts
    scores = facts.record.hands_sum
    return [
        {
            "seat": seat,
            "wind": deal.winds[seat],
            "name": short_name(sitter_name(facts.sitter(seat, deal.no))),
            "number": sitter_number(facts.sitter(seat, deal.no)),
            "deals": deal.dealer == seat,
            "total": total_text(facts.game, facts.game.start + scores[seat] + facts.record.moved.get(seat, 0)),
            "wins": form.chosen("winner") == seat,
            "discards": form.chosen("discarder") == seat,
        }
        for seat in deal.order
        if seat in facts.record.seats
    ]


def hand_rows(table: AtTable) -> list[dict[str, Any]]:
    """Return the written hands, the newest first."""
    lines = [line for _round, lines in table.facts.rounds for line in lines if line.state not in ("missing", "skipped")]
    return [
        {
            "no": line.no,
            "state": line.state,
            "winner": sitter_name(line.winner) if line.winner else "",
            "discarder": sitter_name(line.discarder) if line.discarder else "",
            "ending": ending_text(table.facts.game, aborted=line.state == "aborted"),
            "points": "" if line.points is None else fans_text(line.points),
            "extras": extras_text(line, sitter_name),
            "penalties": [
                (sitter_name(table.facts.sitter(row.seat, line.no)), signed(row.points)) for row in line.adjustments
            ],
        }
        for line in reversed(lines)
    ]
