"""Labels of fouls: effects, penalties as one line, error messages of invalid penalties."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from common.i18n.texts import Texts, text_for
from common.i18n.wording import listed
from scoring.fouls.models import Foul
from scoring.fouls.rules.catalogue import POINTS, Outcome
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.rules.proposing import TARIFF, Penalty, Regime, propose
from scoring.sheets.rules.entering import EACH, NOBODY
from scoring.sheets.selectors.hand_names import with_hand_name
from tournament.events.models.tables import SeatChoices

EFFECT_WORDS: Mapping[str, Promise] = {
    "warning": gettext_lazy("warning"),
    "points": gettext_lazy("loss of points"),
    "dead-hand": gettext_lazy("dead hand"),
    "obligatory-discard": gettext_lazy("tiles to be discarded"),
    "claim-lost": gettext_lazy("this claim is lost"),
    "forfeit": gettext_lazy("the session is forfeited"),
    "suspension": gettext_lazy("suspension"),
    "rank-lost": gettext_lazy("loss of rank"),
    "disqualification": gettext_lazy("disqualification"),
    "notice": gettext_lazy("public notice"),
}
_FAULTS: Mapping[str, Promise] = {
    "unknown-effect": gettext_lazy("Choose what the penalty is."),
    "points-missing": gettext_lazy("Enter how many points are lost."),
    "points-without-effect": gettext_lazy("Enter lost points only if the penalty includes points."),
    "payee-missing": gettext_lazy("Choose who receives the points."),
    "points-of-event": gettext_lazy("Points belong to a hand or a session, not to the event."),
    "needs-hand": gettext_lazy("This penalty applies to a hand: choose which one."),
    "needs-session": gettext_lazy("This penalty applies to a session: choose which one."),
}


def fault_sentence(code: str) -> str:
    """Return the error message for a code of `scoring.fouls.rules.proposing.faults`."""
    return str(_FAULTS[code])


def translated(texts: Texts) -> str:
    """Return the text in the active language, else in English, else the first one; empty without any."""
    return text_for(texts, get_language() or "", second="en")[1]


def location_text(session: int, table: int = 0, seat: str = "", hand_no: int = 0, rules: str = "") -> str:
    """Describe the location of a foul by the numbers of session, table and hand (0: none) and the seat, if given.

    The seat is that of the sheet, which is not the wind of the hand: pages that name the player leave it out.
    ``rules``: those of the event; under the rules of 1998 the hand has its name after the number.
    """
    values: dict[str, Any] = {"session": session, "table": table, "hand": hand_no}
    if not table:
        return _("Session %(session)d") % values if session else _("the whole event")
    values["seat"] = SeatChoices(seat).label if seat else ""
    if hand_no:
        at_seat, text = (
            _("Session %(session)d, table %(table)d, hand %(hand)d, %(seat)s"),
            _("Session %(session)d, table %(table)d, hand %(hand)d"),
        )
    else:
        at_seat, text = (
            _("Session %(session)d, table %(table)d, between hands, %(seat)s"),
            _("Session %(session)d, table %(table)d, between hands"),
        )
    return with_hand_name((at_seat if seat else text) % values, hand_no, rules)


def kind_name(foul: Foul, kinds: Mapping[str, CatalogueEntry]) -> str:
    """Return the name of a foul's catalogue entry, or the title that an official wrote."""
    kind = kinds.get(foul.kind)
    return foul.title or (translated(kind.name) if kind else foul.kind)


def outcome_name(foul: Foul, kinds: Mapping[str, CatalogueEntry]) -> str:
    """Return the name of a foul's outcome; empty if it has none, or if it would only repeat the penalty."""
    kind = kinds.get(foul.kind)
    if kind is None or kind.by_penalty:
        return ""
    return next((translated(outcome.name) for outcome in kind.outcomes if outcome.code == foul.outcome), "")


def outcome_words(kind: CatalogueEntry, outcome: Outcome, regime: Regime) -> str:
    """Describe an outcome: "10 points to each of the others, dead hand", "tile put back: warning".

    Where the referee chooses the points, give their range (3.11.2.2).
    """
    penalty = propose(kind, outcome.code, regime=regime)
    text = _points_range() if kind.choice and penalty.effects == (POINTS,) else penalty_words(penalty)
    if kind.by_penalty or not translated(outcome.name):
        return text
    return _("%(outcome)s: %(penalty)s") % {"outcome": translated(outcome.name), "penalty": text}


def _points_range() -> str:
    return _("%(least)d to %(most)d points") % {"least": TARIFF[0], "most": TARIFF[-1]}


def penalty_of(foul: Foul) -> Penalty:
    """Return the penalty that was decided for a foul."""
    return Penalty(tuple(foul.effects), foul.points, foul.payee)


def penalty_words(penalty: Penalty, *, paid_to: str = "") -> str:
    """Describe a penalty in one line: "10 points to each of the others, dead hand", or "no penalty"."""
    parts = [_points(penalty, paid_to) if effect == POINTS else str(EFFECT_WORDS[effect]) for effect in penalty.effects]
    return listed(parts) if parts else _("no penalty")


def _points(penalty: Penalty, paid_to: str) -> str:
    lost = ngettext("%(points)d point", "%(points)d points", penalty.points) % {"points": penalty.points}
    if penalty.payee == EACH:
        return _("%(points)s to each of the others") % {"points": lost}
    if penalty.payee == NOBODY and not paid_to:
        return lost
    wind = dict(SeatChoices.choices).get(penalty.payee)
    if not (paid_to or wind):
        return lost
    return _("%(points)s to %(name)s") % {"points": lost, "name": paid_to or wind}
