"""The sheet as plain data: what the phone needs to go on without network, and what the page shows first."""

from collections import defaultdict
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from common.i18n.names import short_name
from common.i18n.wording import clauses
from scoring.fouls.selectors.fouls import catalogue_of, fouls_at, standing
from scoring.game.rules.game import Game
from scoring.game.rules.imj.chart import HALVES
from scoring.game.rules.imj.game import ImjTerms
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.selectors.facts.slots import hand_value
from scoring.sheets.selectors.hand_names import hand_names
from tournament.clocks.selectors.clocks import clock_of
from tournament.events.models.tables import Sitting
from tournament.events.rules.timetable import end_of
from tournament.wording import WIND_NAMES, WINDS
from web.shared.at_table import AtTable, sitters_at
from web.shared.labels.fouls import FoulLine, foul_lines
from web.shared.scores import ROUND_NAMES
from web.shared.table_rows import sitter_name, sitter_number


def state_of(table: AtTable) -> dict[str, Any]:
    """Return everything of the sheet that changes: version, hands as in the event file, penalties, the writer."""
    facts = table.facts.facts
    within: dict[int, dict[str, int]] = defaultdict(dict)
    # Points moved by an exchange of seats are added to the penalties: no hand shows them.
    penalties = table.facts.penalties
    moved = table.facts.record.moved
    outside: dict[str, int] = {seat: penalties.get(seat, 0) + moved.get(seat, 0) for seat in {*penalties, *moved}}
    recorded = {hand.no for hand in facts.hands}
    for adjustment in facts.adjustments:
        if adjustment.hand_no in recorded:
            points = within[adjustment.hand_no]
            points[adjustment.seat] = points.get(adjustment.seat, 0) + adjustment.points
    dead = {str(no): sorted(facts.dead(no)) for no in table.facts.course.deals}
    return {
        "marker": table.marker,
        "version": table.sheet.version,
        "state": table.sheet.state,
        "open": table.open,
        "writes": table.writes,
        "pen": table.pen,
        "hands": [hand_value(hand) | {"disputed": hand.disputed} for hand in facts.hands],
        "within": {str(no): seats for no, seats in within.items()},
        "outside": outside,
        "dead": {no: seats for no, seats in dead.items() if seats},
        "fouls": fouls_here(table),
        "totals": dict(facts.totals),
        "call": call_text(table),
        "rounds": [f"{number}{''.join(order)}" for number, order in sorted(facts.actual_seating.items())],
        "seats": {seat: [_sitter(row) for row in sitters_at(table, seat)] for seat in facts.played_seats},
    }


def _sitter(row: Sitting) -> list[Any]:
    """Return the first hand, the name, the number and the short name of a sitter."""
    return [row.from_hand, sitter_name(row), sitter_number(row), short_name(sitter_name(row))]


def fouls_here(table: AtTable) -> list[dict[str, Any]]:
    """Return the valid fouls at the table, newest first: hand, name, kind, and the whole penalty."""
    rows = standing(fouls_at(table.sheet)).order_by("-hand_no", "-number")
    lines = foul_lines(rows, catalogue_of(table.event)) if table.fouls else []
    return [
        {"no": line.foul.hand_no or "", "who": line.player, "what": line.nature, "penalty": _penalty_text(line)}
        for line in lines
    ]


def _penalty_text(line: FoulLine) -> str:
    return clauses(filter(None, [line.penalty, line.foul.tiles]))


def call_text(table: AtTable) -> str:
    """Return the state of the table's call for a referee as text; empty without a call."""
    if table.call is None:
        return ""
    if table.call.state == RefereeCall.State.TAKEN:
        return _("%(name)s is coming.") % {"name": table.call.taken_by or _("A referee")}
    since = date_format(localtime(table.call.called_at), "TIME_FORMAT")
    return _("A referee was called at %(time)s.") % {"time": since}


def plan_of(table: AtTable) -> dict[str, Any]:
    """Return what the page loads once: the game, names of winds and rounds, URLs."""
    return {
        "sheet": reverse("table:page", args=[table.event.slug, table.session, table.number]),
        "where": _("Session %(session)s · Table %(number)s") % {"session": table.session, "number": table.number},
        "worker": reverse("table:worker"),
        "scope": f"/e/{table.event.slug}/table/",
        "game": table.facts.game.key,
        "terms": _terms(table.facts.game),
        "unseated": table.facts.course.unseated,
        "windSigns": {seat: str(word) for seat, word in WINDS.items()},
        "windNames": {seat: str(word) for seat, word in WIND_NAMES.items()},
        "handNames": hand_names(table.event.rules),
        "roundNames": {str(number): str(word) for number, word in ROUND_NAMES.items()},
    }


def _terms(game: Game) -> dict[str, int]:
    """Return what the event agreed on (IMJ 7): mados at the start, ranks in half fans; empty for other games."""
    terms = game.terms
    if not isinstance(terms, ImjTerms):
        return {}
    return {"start": terms.start, "lowest": terms.lowest, "highest": HALVES * terms.highest}


def times_of(table: AtTable) -> str:
    """Return the planned start and end of the session; empty if not planned, or once the clock says the time."""
    starts = table.sheet.table.session.starts
    if starts is None or clock_of(table.sheet.table.session).started:
        return ""
    play = table.event.play_settings
    ends = end_of(starts, play.session_minutes, play.break_minutes)
    return "–".join(date_format(localtime(moment), "TIME_FORMAT") for moment in (starts, ends))
