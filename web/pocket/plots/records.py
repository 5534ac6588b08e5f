"""The pictures of a person's record: how hands ended, and the way through a series."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ranking.opponents.selectors.bests import HandEnds
from ranking.series.selectors.progress import Step
from web.pocket.plots.columns import Bar, bars
from web.pocket.plots.curves import Curves
from web.pocket.plots.pictures import ranks_of


def hand_bars(ends: HandEnds) -> list[Bar]:
    """Return how the hands of a person ended: won, lost, and without the person."""
    return bars(
        [
            (_("Won by discard"), "", ends.won_by_discard),
            (_("Won self-drawn"), "", ends.won_self_drawn),
            (_("Discarded the winning tile"), "lost", ends.dealt_in),
            (_("Lost to a self-drawn win"), "lost", ends.lost_self_drawn),
            (_("Won between two others"), "other", ends.between_others),
            (_("No winner"), "other", ends.without_winner),
        ]
    )


def way_through(steps: Sequence[Step]) -> Curves | None:
    """Return the ranks after the events of a series; None below two ranks."""
    ranks = [step.rank for step in steps]
    return ranks_of(ranks, max((rank for rank in ranks if rank), default=1))
