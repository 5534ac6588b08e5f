"""The lots of a draw in the order in which the Wall shows them, and how far it is."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.draws.models.draws import Draw
from tournament.draws.models.lot_shows import LotShow
from tournament.draws.selectors.chart import DrawnChart
from tournament.draws.selectors.draws import current_draw, numbers_of
from tournament.events.models.events import Event


@dataclass(frozen=True, slots=True)
class ShownLot:
    """One lot: what was drawn (the lot typed, or table and wind of the first drawn session) and for whom.

    ``entry`` is the entry's number, None for a filler nobody is named for; ``drawn_by`` who drew for somebody absent.
    """

    lot: int | None
    table: int | None
    wind: str
    entry: int | None
    name: str
    team: str
    country: str
    drawn_by: str = ""


def shown_lots(draw: Draw) -> list[ShownLot]:
    """Every lot, in the order in which they are shown: typed lots by their number, else the seats table by table."""
    if draw.lots == Draw.Lots.TYPED:
        lines = [line for line in numbers_of(draw) if line.number is not None]
        return [
            ShownLot(line.number, None, "", line.entry.number, line.name, line.team, line.country, line.drawn_by)
            for line in lines
        ]
    seats = (seat for table in DrawnChart(draw).tables(draw.from_session) for seat in table)
    return [
        ShownLot(None, seat.table, seat.wind, who.entry, who.name, who.team, who.country)
        for seat in seats
        if (who := seat.holder)
    ]


def lot_count(draw: Draw) -> int:
    """How many lots :func:`shown_lots` gives, without a query."""
    return draw.players if draw.lots == Draw.Lots.TYPED else 4 * len(draw.chart[draw.from_session - 1])


def against_showing(draw: Draw) -> str:
    """Why the lots cannot be shown now, as a sentence; empty if they can.

    Lots that come from the seed are decided with the approval, typed ones once the chart is drawn with them.
    """
    if draw.lots == Draw.Lots.SEED and draw.state not in (Draw.State.APPROVED, Draw.State.RELEASED):
        return _("The lots are shown once the chart is approved: until then it may change.")
    if not draw.chart:
        return _("The lots are shown once everybody has one and the chart is drawn.")
    return ""


def standing_show(draw: Draw) -> LotShow | None:
    """The show of the draw's lots, None without one; what was changed after it began has ended it."""
    show = LotShow.objects.filter(draw=draw).first()
    if show is None or against_showing(draw):
        return None
    decided = draw.made_at if draw.lots == Draw.Lots.TYPED else draw.approved_at
    return show if decided is None or show.begun_at >= decided else None


def current_show(event: Event) -> tuple[Draw | None, LotShow | None]:
    """The event's current draw and the show of its lots, as far as there are such."""
    draw = current_draw(event)
    return draw, standing_show(draw) if draw else None
