"""What penalty follows from a foul, and what a penalty cannot be (3.11; rulings: Penalties)."""

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
)
from scoring.game.rules.seats import Seat
from scoring.sheets.rules.entering import EACH, NOBODY

FalseWins = Literal["paid", "burnt"]
#: The points of 3.11.2.2, and the steps of a repeated foul: a warning, then along the tariff, and 60 from there.
TARIFF = (5, 10, 20, 30, 40, 50, 60)
#: What a false win costs where its points go to nobody, by what it pays to each otherwise.
BURNT = {10: 40, 20: 80}


@dataclass(frozen=True, slots=True)
class Regime:
    """How an event reads 3.11: false wins paid or burnt, repetition over a hand or a session, flowers discarded."""

    false_wins: FalseWins = "paid"
    repetition: Literal["hand", "session"] = "hand"
    flower_discard: Literal["allowed", "refused"] = "allowed"


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a foul brings: effects in their order, points lost, and whose they are.

    ``payee``: "nobody", "each" (every other seat gets ``points``), "one" until it is said who, or that seat.
    """

    effects: tuple[str, ...] = ()
    points: int = 0
    payee: str = NOBODY

    @property
    def dead(self) -> bool:
        """Whether the player may not win the hand any more."""
        return DEAD_HAND in self.effects


def repeated(times: int) -> int:
    """The points of the ``times``-th foul of a kind: 0 (a warning), 5, 10, 20, 30, 40, 50, 60, and 60 from there."""
    return (0, *TARIFF)[min(times, len(TARIFF) + 1) - 1]


def propose(foul: Foul, outcome: str = "", *, times: int = 1, regime: Regime = Regime()) -> Penalty:
    """The penalty of a foul with this outcome (the default without one), the ``times``-th of its kind.

    A false win under the burnt regime pays nobody. KeyError for an outcome that the foul has not.
    """
    chosen = foul.outcome(outcome)
    found = Penalty(chosen.effects, chosen.points, chosen.payee)
    if foul.flower_discard and regime.flower_discard == "allowed":
        return Penalty()
    if foul.false_win and regime.false_wins == "burnt":
        return replace(found, points=BURNT[chosen.points], payee=NOBODY)
    if foul.counted and (lost := repeated(times)):
        effects = {POINTS, *chosen.effects} - {WARNING}
        return replace(found, effects=in_order(effects), points=lost)
    return found


def in_order(effects: Iterable[str]) -> tuple[str, ...]:
    """The effects once each, in the order they are said."""
    chosen = set(effects)
    return tuple(effect for effect in EFFECTS if effect in chosen)


def counted_over(foul: Foul, regime: Regime, hand_no: int) -> tuple[str, int] | None:
    """What repeated fouls of this kind are counted over: the kind and the hand, or the kind and 0 for the session.

    None for a foul that is not counted. The kind is the item: empty calls of any sort are one.
    """
    if not foul.counted:
        return None
    return foul.code, hand_no if regime.repetition == "hand" else 0


def faults(penalty: Penalty, scope: str, hand_no: int) -> list[str]:
    """Codes of why a decided penalty cannot be; empty if it can.

    "unknown-effect"; "points-missing", "points-without-effect"; "payee-missing" (it was not said who is paid);
    "points-of-event" (points belong to a hand or a session); "needs-hand" (a dead hand, a tile to discard, a lost claim
    outside a hand); "needs-session" (a forfeit).
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
    return [code for code, found in findings.items() if found]


def off_tariff(penalty: Penalty, regime: Regime) -> bool:
    """Whether the points are none that the rules know (3.11.2.2, and the false wins as the event has them)."""
    known = {*TARIFF, *(BURNT.values() if regime.false_wins == "burnt" else ())}
    return POINTS in penalty.effects and penalty.points not in known


def recorded_as(seat: Seat, moved: Mapping[Seat, int]) -> tuple[str, Penalty] | None:
    """The foul that penalty points on a sheet come from most likely: its code and penalty, None if no entry fits.

    ``moved``: points by seat, of which ``seat`` lost its own. 10 to each is a false win (3.11.6.6(1)), 20 to each one
    that was not ready (3.11.6.6(2)), 30 to each pushed tiles (3.11.6.7(2)); the same burnt: 40 and 80.
    """
    others = [points for other, points in moved.items() if other != seat and points]
    lost = -moved.get(seat, 0)
    if lost <= 0:
        return None
    if not others:
        each = {total: paid for paid, total in BURNT.items()}.get(lost)
        payee, points = NOBODY, lost
    else:
        each = others[0] if len(set(others)) == 1 and lost == sum(others) and len(others) > 1 else None
        payee, points = EACH, each or 0
    code = {10: "false-win", 20: "false-win-not-ready", 30: "pushed-tiles"}.get(each or 0)
    if code is None:
        return None
    effects = (POINTS,) if code == "pushed-tiles" else (POINTS, DEAD_HAND)
    return code, Penalty(effects, points, payee)
