"""Fill in a missing total, and divide the points of a penalty among the seats (3.11, A5)."""

from collections.abc import Collection, Mapping

from scoring.game.rules.seats import Seat

#: Receivers of penalty points in addition to a seat: none (3.11.2.2), or each other seat (3.11.6.6).
NOBODY, EACH = "nobody", "each"


def with_missing_total(totals: Mapping[Seat, int], seats: Collection[Seat], expected: int) -> dict[Seat, int]:
    """Return the totals with a missing one filled in so that they add up to the ``expected`` sum (A5).

    Raise ValueError if more than one is missing.
    """
    missing = [seat for seat in seats if seat not in totals]
    if len(missing) > 1:
        raise ValueError(f"totals of {', '.join(missing)} are missing")
    complete = dict(totals)
    for seat in missing:
        complete[seat] = expected - sum(totals.values())
    return {seat: complete[seat] for seat in seats}


def penalty_rows(seat: Seat, points: int, payee: str, seats: Collection[Seat]) -> dict[Seat, int]:
    """Return seat -> points moved by a penalty of ``points`` (0 or more) of ``seat``.

    ``payee``: NOBODY, EACH (every other seat gets ``points``, 3.11.6.6) or another seat; else raise ValueError.
    """
    other_seats = [other for other in seats if other != seat]
    if payee == NOBODY:
        return {seat: -points}
    if payee == EACH:
        return {seat: -points * len(other_seats), **dict.fromkeys(other_seats, points)}
    receiver = next((other for other in other_seats if other == payee), None)
    if receiver is None:
        raise ValueError(f"{payee} cannot receive a penalty of {seat}")
    return {seat: -points, receiver: points}
