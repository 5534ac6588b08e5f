"""Why the engine cannot make a draw, as a sentence."""

from django.utils.translation import gettext as _

from tournament.draws.rules.types import DrawError


def why_not(error: DrawError) -> str:
    """Return the reason why the engine cannot make a draw, as a sentence."""
    figures = error.figures
    sentences = {
        "players": _("A draw needs %(fewest)s to %(most)s players; there are %(count)s."),
        "sessions": _("A draw needs %(fewest)s to %(most)s sessions."),
        "session": _("There is no session %(session)s in this draw."),
        "number": _("There is no number %(number)s in this draw."),
        "areas": _(
            "One player of each group per table: this needs exactly four groups, and every player in one of them."
        ),
        "tables_shared": _("There are wishes for two players at the same table."),
        "tables_meet": _("Two players with a fixed table would have to meet."),
        "table": _("There is no table %(table)s in this draw."),
        "pool_teams": _(
            "Pools of whole teams need teams of equal size that fill the tables of every pool, and everybody in a team."
        ),
        "pools_few": _("There are too few players for so many pools. Change the format."),
        "table_pool": _("The table wished for number %(number)s, %(table)s, belongs to another pool."),
        "pools_mixed": _("These two play in different pools."),
        "pools_full": _("The pools have no filler whose seats are free. Draw again with the new player."),
    }
    return sentences.get(error.code, _("This draw is not possible.")) % figures
