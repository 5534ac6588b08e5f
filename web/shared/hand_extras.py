"""What games other than MCR add to a hand, as text: a robbed kong, a binding, false wins; and points in their unit."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.i18n.wording import clauses, listed
from scoring.game.rules.game import Game
from scoring.game.rules.imj.game import IMJ
from scoring.sheets.selectors.facts.sheet_lines import HandLine
from tournament.events.models.tables import Sitting
from web.shared.fans.shown import fans_with_unit


def points_text(game: Game, declared: int | float) -> str:
    """Return the points of a hand, as `Game.declared` returns them, with their unit."""
    if game.key == IMJ.key:
        return fans_with_unit(declared)
    return ngettext("%(points)s point", "%(points)s points", int(declared)) % {"points": declared}


def ending_text(game: Game, *, aborted: bool) -> str:
    """Return how a hand without a winner and without a false win ended (IMJ 23.10: it is replayed)."""
    if game.key == IMJ.key:
        return _("aborted, replayed") if aborted else _("wall empty, replayed")
    return _("ended by the referee") if aborted else _("drawn hand")


def extra_text(false_wins: Iterable[str], bound: str, *, robbed: bool) -> str:
    """Return the extras of a hand by the names of its players; empty without any."""
    names = list(false_wins)
    parts = [
        _("robbed kong") if robbed else "",
        _("bound to lose: %(name)s") % {"name": bound} if bound else "",
        _("false win: %(names)s") % {"names": listed(names)} if names else "",
    ]
    return clauses(filter(None, parts))


def extras_text(line: HandLine, name_of: Callable[[Sitting], str]) -> str:
    """Return the extras of a hand of a sheet."""
    bound = name_of(line.bound) if line.bound else ""
    return extra_text(map(name_of, line.false_wins), bound, robbed=line.robbed)
