"""The sheet as plain data: what the phone needs to go on without network, and what the page shows at first."""

from collections import defaultdict
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from common.i18n.wording import clauses
from scoring.fouls.selectors.fouls import catalogue_of, fouls_at, standing
from scoring.game.rules.hands import LARGEST_FAN, MINIMUM_POINTS
from scoring.game.rules.seats import HANDS_PER_SESSION, ROUNDS, dealer_of, hand_numbers, round_of, seating, sitting
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.selectors.facts.slots import hand_value
from tournament.events.models.settings import PlaySettings
from tournament.wording import WIND_NAMES, WINDS
from web.shared.at_table import AtTable, people
from web.shared.foul_labels import FoulLine, foul_lines
from web.shared.scores import ROUND_NAMES
from web.shared.table_rows import called


def state_of(at: AtTable) -> dict[str, Any]:
    """Everything about the sheet that changes: version, hands as in the event file, penalties, who writes."""
    facts = at.facts.facts
    within: dict[int, dict[str, int]] = defaultdict(dict)
    # What an exchange of seats at this table moved stands beside the penalties: no hand of the column shows it.
    penalties, moved = at.facts.penalties, at.facts.record.moved
    outside: dict[str, int] = {seat: penalties.get(seat, 0) + moved.get(seat, 0) for seat in {*penalties, *moved}}
    recorded = {hand.no for hand in facts.hands}
    for one in facts.adjustments:
        if one.hand_no in recorded:
            within[one.hand_no][one.seat] = within[one.hand_no].get(one.seat, 0) + one.points
    return {
        "marker": at.marker,
        "version": at.sheet.version,
        "state": at.sheet.state,
        "stateName": str(at.sheet.state_name),
        "open": at.open,
        "writes": at.writes,
        "pen": at.pen,
        "hands": [hand_value(hand) | {"disputed": hand.disputed} for hand in facts.hands],
        "within": {str(no): seats for no, seats in within.items()},
        "outside": outside,
        "dead": {str(no): sorted(dead) for no in range(1, HANDS_PER_SESSION + 1) if (dead := facts.dead(no))},
        "fouls": fouls_here(at),
        "totals": dict(facts.totals),
        "call": call_text(at),
        "due": list(hand_numbers(facts.played_seats)),
        "rounds": [f"{number}{''.join(places)}" for number, places in sorted(facts.real_places.items())],
        "seats": {seat: [[one.from_hand, called(one)] for one in people(at, seat)] for seat in facts.played_seats},
    }


def fouls_here(at: AtTable) -> list[dict[str, Any]]:
    """The standing fouls at the table, the newest first: hand, who, what, and all that it brought, not points alone."""
    rows = standing(fouls_at(at.sheet)).order_by("-hand_no", "-number")
    lines = foul_lines(rows, catalogue_of(at.event)) if at.fouls else []
    return [
        {"no": line.foul.hand_no or "", "who": line.who, "what": line.what, "penalty": _penalty(line)} for line in lines
    ]


def _penalty(line: FoulLine) -> str:
    return clauses(filter(None, [line.penalty, line.foul.tiles]))


def call_text(at: AtTable) -> str:
    """What the table's call for a referee is at; empty without one."""
    if at.call is None:
        return ""
    if at.call.state == RefereeCall.State.TAKEN:
        return _("%(name)s is coming.") % {"name": at.call.taken_by or _("A referee")}
    since = date_format(localtime(at.call.called_at), "TIME_FORMAT")
    return _("A referee is called since %(time)s.") % {"time": since}


def plan_of(at: AtTable) -> dict[str, Any]:
    """What the page is loaded with: who sits where in which hand (A4), words of winds and rounds, addresses."""
    numbers = range(1, HANDS_PER_SESSION + 1)
    real = at.facts.facts.real_places
    return {
        "sheet": reverse("table:page", args=[at.event.slug, at.session, at.number]),
        "where": _("Session %(session)s · Table %(number)s") % {"session": at.session, "number": at.number},
        "winds": {str(no): seating(no, real) for no in numbers},
        "dealers": {str(no): dealer_of(no, real) for no in numbers},
        "rounds": {str(no): round_of(no) for no in numbers},
        "places": {str(number): sitting(number, real) for number in range(1, ROUNDS + 1)},
        "windSigns": {seat: str(word) for seat, word in WINDS.items()},
        "windNames": {seat: str(word) for seat, word in WIND_NAMES.items()},
        "roundNames": {str(number): str(word) for number, word in ROUND_NAMES.items()},
        "minimum": MINIMUM_POINTS,
        "largest": LARGEST_FAN,
    }


def times_of(at: AtTable) -> str:
    """When the session starts and ends by the timetable; empty where that is not planned."""
    starts = at.sheet.table.session.starts
    if starts is None:
        return ""
    ends = starts + timedelta(minutes=at.event.play_settings.session_minutes)
    return "–".join(date_format(localtime(moment), "TIME_FORMAT") for moment in (starts, ends))


def replays(at: AtTable) -> bool:
    """Whether aborted hands are replayed, so that none is entered."""
    return at.event.play_settings.aborted_hand == PlaySettings.AbortedHand.REPLAYED
