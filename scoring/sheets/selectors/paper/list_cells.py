"""Cells of a list of results: numbers, and the seats that words, numbers and names of players name."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scoring.game.rules.seats import Seat
from scoring.sheets.rules.result_files import FileRow, name_key, seat_of, whole_number
from scoring.sheets.selectors.facts.records import SheetFacts
from tournament.events.models.entries import Entry


class Wrong(Exception):
    """A cell that cannot be read; ``field`` names its column."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field, self.text = field, text


def number_of(row: FileRow, name: str) -> int | None:
    return required_number(row, name) if name in row.cells else None


def required_number(row: FileRow, name: str) -> int:
    number = whole_number(row.cells[name])
    if number is None:
        raise Wrong(name, _("“%(text)s” is not a whole number.") % {"text": row.cells[name][:60]})
    return number


def seat_named(facts: SheetFacts, text: str, where: str, *, words_too: bool = True) -> Seat:
    """Return the seat of the player with this number or name; ``words_too``: "East" names its seat."""
    seat = seat_of(text) if words_too else None
    if seat:
        return seat
    seats = seats_of(facts, text)
    if len(seats) == 1:
        return seats[0]
    figures = {"player": text[:60], "table": facts.sheet.table.number}
    if seats:
        raise Wrong(where, _("“%(player)s” fits several players at table %(table)d.") % figures)
    raise Wrong(where, _("“%(player)s” does not play at table %(table)d.") % figures)


def seats_of(facts: SheetFacts, text: str) -> list[Seat]:
    """Return the seats whose player has this number or name."""
    number = whole_number(text.removeprefix("#"))
    wanted = name_key(text)
    return [
        seat
        for seat in facts.seats
        if any(
            sitting.entry is not None
            and (sitting.entry.number == number if number is not None else wanted in _names(sitting.entry))
            for sitting in facts.sittings
            if sitting.seat == seat
        )
    ]


def _names(entry: Entry) -> Iterable[str]:
    texts = (entry.name, entry.latin_name, f"{entry.family_name} {entry.given_name}")
    return {name_key(text) for text in texts} - {""}
