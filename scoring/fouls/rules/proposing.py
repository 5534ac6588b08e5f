"""Propose the penalty of a foul, and check decided penalties (3.11; rulings: Penalties)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from scoring.fouls.rules.catalogue import (
    CLAIM_LOST,
    DEAD_HAND,
    DISCARD,
    EFFECTS,
    EVENT,
    FORFEIT,
    HAND,
    ONE,
    POINTS,
    WARNING,
    Foul,
    fouls,
)
from scoring.game.rules.games import game_of
from scoring.game.rules.seats import Seat
from scoring.sheets.rules.entering import EACH, NOBODY

FalseWins = Literal["paid", "burnt"]
#: The game that has these fouls.
TERMS = game_of("wmo-2014").terms
#: The points of 3.11.2.2. A repeated foul brings a warning first, then these points in order; 60 is the maximum.
TARIFF = TERMS.tariff
#: The total cost of a burnt false win, by the points that it pays to each other player otherwise.
BURNT = {10: 40, 20: 80}


@dataclass(frozen=True, slots=True)
class Regime:
    """An event's options for 3.11: false wins, the span in which fouls repeat, and the discard of flowers."""

    false_wins: FalseWins = "paid"
    repetition: Literal["hand", "session"] = "hand"
    flower_discard: Literal["allowed", "refused"] = "allowed"


@dataclass(frozen=True, slots=True)
class Penalty:
    """The penalty of a foul: its effects in their order, the points lost, and their payee.

    ``payee``: "nobody", "each" (every other seat gets ``points``), "one" (the seat is not named yet), or a seat.
    """

    effects: tuple[str, ...] = ()
    points: int = 0
    payee: str = NOBODY


def repeated(times: int, first: int = 0) -> int:
    """Return the points of the ``times``-th foul (1 = first) of a kind: 0 (a warning), 5, 10, 20, … 60, 60.

    ``first``: what the first one costs, in an event's own entry; the next ones cost more.
    """
    steps = (first, *(points for points in TARIFF if points > first))
    return steps[min(times, len(steps)) - 1]


def propose(foul: Foul, outcome: str = "", *, times: int = 1, regime: Regime = Regime()) -> Penalty:
    """Return the penalty of a foul with this outcome code (empty: the default); it is the ``times``-th of its kind.

    A burnt false win has no payee. A repeated foul of the event costs no points, which belong to a hand or a session.
    KeyError for an outcome that the foul does not have.
    """
    chosen = foul.outcome(outcome)
    penalty = Penalty(chosen.effects, chosen.points, chosen.payee)
    if foul.flower_discard and regime.flower_discard == "allowed":
        return Penalty()
    if foul.false_win and regime.false_wins == "burnt":
        return replace(penalty, points=BURNT[chosen.points], payee=NOBODY)
    if foul.counted and foul.scope != EVENT and times > 1:
        effects = {POINTS, *chosen.effects} - {WARNING}
        return replace(penalty, effects=in_order(effects), points=repeated(times, chosen.points))
    return penalty


def in_order(effects: Iterable[str]) -> tuple[str, ...]:
    """Return the effects without duplicates, in the order of display."""
    chosen = set(effects)
    return tuple(effect for effect in EFFECTS if effect in chosen)


def counted_over(foul: Foul, regime: Regime, hand_no: int) -> tuple[str, int] | None:
    """Return the key within which fouls of this kind repeat: the kind's code and the hand, 0 for the whole session.

    None if the kind is not counted. The kind is the item of the rules: all sorts of empty calls are one kind.
    """
    if not foul.counted:
        return None
    return foul.code, hand_no if regime.repetition == "hand" else 0


def faults(penalty: Penalty, scope: str, hand_no: int) -> list[str]:
    """Return the codes of everything that makes a decided penalty invalid; empty if it is valid.

    "unknown-effect"; "points-missing", "points-without-effect"; "payee-missing" (no payee was named);
    "points-of-event" (points belong to a hand or a session); "needs-hand" (a dead hand, a tile to discard or a lost
    claim outside a hand); "needs-session" (a forfeit).
    """
    effects = set(penalty.effects)
    within_hand = {DEAD_HAND, DISCARD, CLAIM_LOST} & effects
    findings = {
        "unknown-effect": not effects <= set(EFFECTS),
        "points-missing": POINTS in effects and penalty.points < 1,
        "points-without-effect": POINTS not in effects and penalty.points != 0,
        "payee-missing": POINTS in effects and penalty.payee == ONE,
        "points-of-event": POINTS in effects and scope == EVENT,
        "needs-hand": bool(within_hand) and (scope != HAND or not hand_no),
        "needs-session": FORFEIT in effects and scope == EVENT,
    }
    return [code for code, applies in findings.items() if applies]


def off_tariff(penalty: Penalty, regime: Regime) -> bool:
    """Whether the points are not in the rules (3.11.2.2, and burnt false wins where the event has them)."""
    burnt = regime.false_wins == "burnt"
    return POINTS in penalty.effects and TERMS.is_off_tariff(penalty.points, burnt=burnt)


def recorded_as(seat: Seat, moved: Mapping[Seat, int], article: str = "") -> tuple[str, Penalty] | None:
    """Return code and penalty of the foul that most likely explains penalty points on a sheet; None if no entry fits.

    ``moved``: points by seat; ``seat`` is the offender. 10 to each is a false win (3.11.6.6(1)), 20 to each a false
    win that was not ready (3.11.6.6(2)), 30 to each pushed tiles (3.11.6.7(2)). Burnt false wins cost 40 and 80.
    ``article``: what an official wrote beside the points (empty: nothing); an entry of another article does not fit.
    """
    received = [points for other, points in moved.items() if other != seat and points]
    lost = -moved.get(seat, 0)
    if lost <= 0:
        return None
    if not received:
        each = {total: paid for paid, total in BURNT.items()}.get(lost)
        payee, points = NOBODY, lost
    else:
        each = received[0] if len(set(received)) == 1 and lost == sum(received) and len(received) > 1 else None
        payee, points = EACH, each or 0
    code = {10: "false-win", 20: "false-win-not-ready", 30: "pushed-tiles"}.get(each or 0)
    if code is None or (article and _item(fouls()[code].article) not in article):
        return None
    effects = (POINTS,) if code == "pushed-tiles" else (POINTS, DEAD_HAND)
    return code, Penalty(effects, points, payee)


def _item(article: str) -> str:
    """Return an article without its paragraph: 3.11.6.6 of 3.11.6.6(1)."""
    return article.partition("(")[0]
