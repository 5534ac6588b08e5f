"""The lots of a draw in display order, and the progress of showing them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.draws.models.draws import Draw
from tournament.draws.models.lot_shows import LotShow
from tournament.draws.selectors.chart import DrawnChart, Seat
from tournament.draws.selectors.draws import current_draw, numbers_of
from tournament.events.models.events import Event


@dataclass(frozen=True, slots=True)
class ShownLot:
    """One lot: the result (the typed lot, or table and wind of the first drawn session) and its entry.

    ``entry`` is the entry's number, None for an unnamed filler; ``drawn_by`` drew for an absent player.
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
    """Return every lot in display order: typed lots by number, else the seats table by table."""
    if draw.lots == Draw.Lots.TYPED:
        lines = [line for line in numbers_of(draw) if line.number is not None]
        return [
            ShownLot(line.number, None, "", line.entry.number, line.name, line.team, line.country, line.drawn_by)
            for line in lines
        ]
    seats = [seat for table in DrawnChart(draw).tables(draw.from_session) for seat in table]
    return [_seat_lot(seat) for seat in seats]


def _seat_lot(seat: Seat) -> ShownLot:
    holder = seat.holder
    return ShownLot(None, seat.table, seat.wind, holder.entry, holder.name, holder.team, holder.country)


def lot_count(draw: Draw) -> int:
    """Return the number of lots of :func:`shown_lots`, without a query."""
    return draw.players if draw.lots == Draw.Lots.TYPED else 4 * len(draw.chart[draw.from_session - 1])


def against_showing(draw: Draw) -> str:
    """Return the reason why the lots cannot be shown now; empty if they can.

    Lots from the seed are final with the approval, typed ones once the chart is drawn with them.
    """
    if draw.lots == Draw.Lots.SEED and draw.state not in (Draw.State.APPROVED, Draw.State.RELEASED):
        return _("The lots are shown once the chart is approved: until then it may change.")
    if not draw.chart:
        return _("The lots are shown once everybody has one and the chart is drawn.")
    return ""


def active_show(draw: Draw) -> LotShow | None:
    """Return the show of the draw's lots; None if there is none or a later change of the draw ended it."""
    show = LotShow.objects.filter(draw=draw).first()
    if show is None or against_showing(draw):
        return None
    decided = draw.made_at if draw.lots == Draw.Lots.TYPED else draw.approved_at
    return show if decided is None or show.begun_at >= decided else None


def current_show(event: Event) -> tuple[Draw | None, LotShow | None]:
    """Return the event's current draw and the show of its lots, if any."""
    draw = current_draw(event)
    return draw, active_show(draw) if draw else None
