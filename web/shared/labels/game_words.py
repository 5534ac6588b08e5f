"""Words that depend on the game of an event: competition points and table points, or mados and fans."""

from django.utils.translation import gettext as _

from common.templatetags.pinju import held, signed
from scoring.game.rules.game import Game
from scoring.game.rules.games import game_of
from scoring.game.rules.imj.chart import HALVES, mados_of
from scoring.settings.models.imj import ImjSettings
from scoring.settings.selectors import in_mados
from tournament.events.models.events import Event
from web.shared.fans.shown import fans_with_unit


def total_text(game: Game, value: int | None) -> str:
    """Return a total of a table: points won or lost with their sign, or the mados held without (IMJ 31)."""
    return held(value) if game.in_mados else signed(value)


def total(value: int | None, event: Event) -> str:
    """Return a total of a table of the event, as `total_text`."""
    return total_text(game_of(event.rules), value)


def score_heading(event: Event) -> str:
    """Return the name of a player's score of a session or an event: competition points, or mados."""
    return _("Mados won or lost") if in_mados(event) else _("Competition points")


def score_short(event: Event) -> str:
    """Return the same as `score_heading`, in short."""
    return _("mados") if in_mados(event) else _("CP")


def mean_heading(event: Event) -> str:
    """Return the name of the mean of won hands: points, or fans where hands are worth fans."""
    return _("Mean fans") if in_mados(event) else _("Mean points")


def worth_heading(event: Event) -> str:
    """Return the heading of what the won hands are worth."""
    return _("Fans of the won hands") if in_mados(event) else _("Points of the won hands")


def highest_heading(event: Event) -> str:
    """Return the heading of the hand that was worth most."""
    return _("Most fans") if in_mados(event) else _("Highest hand")


def worth(points: int, event: Event) -> str:
    """Return what a hand of the statistics is worth: points, or fans and mados (IMJ 7.2, 30.1)."""
    if not in_mados(event):
        return str(points)
    mados = mados_of(HALVES * points, event.imj_settings.highest_fans)
    return _("%(fans)s, %(mados)s mados") % {"fans": fans_with_unit(points), "mados": f"{mados:,}"}


def nobody_label(event: Event) -> str:
    """Return the choice of a hand that nobody won; under IMJ it is replayed (IMJ 23.10)."""
    return _("Wall empty, replayed") if in_mados(event) else _("Drawn hand")


def aborted_label(event: Event) -> str:
    """Return the choice of a hand that ended early; with cards also for a wrong number of them (IMJ 38.4)."""
    if in_mados(event) and event.imj_settings.equipment == ImjSettings.Equipment.CARDS:
        return _("Wrong number of cards, or ended by the referee")
    return _("Ended by the referee")


def drawn_heading(event: Event) -> str:
    """Return the name of hands without a winner: under IMJ they may be false wins or replayed (IMJ 23.10, 34.7)."""
    return _("No winner") if in_mados(event) else _("Drawn")
