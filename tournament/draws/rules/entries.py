"""Read the list of a draw from a CSV file."""

import csv
from io import StringIO

from common.numbers import number_in
from tournament.draws.rules.types import DrawError, Entrant

COLUMNS = ("number", "name", "team", "country", "region", "apart", "table")


def entrants_from_csv(text: str) -> tuple[list[Entrant], list[str]]:
    """Return the entrants of a CSV text with the columns COLUMNS, and the ignored columns.

    Only ``number`` is required. ``apart`` are numbers separated by blanks. DrawError: no_numbers (no such column), row
    (the number is invalid, there are more cells than headings, or ``apart`` or ``table`` hold something other than
    numbers).
    """
    reader = csv.DictReader(StringIO(text.removeprefix("\ufeff"), newline=None), strict=True)
    headings = [heading.strip().lower() for heading in reader.fieldnames or ()]
    if "number" not in headings or len(set(headings)) < len(headings):
        raise DrawError("no_numbers", headings=", ".join(headings))
    reader.fieldnames = headings
    entrants = []
    for row in reader:
        cells = {name: (row.get(name) or "").strip() for name in COLUMNS}
        number, table = number_in(cells["number"]), number_in(cells["table"])
        apart = [number_in(other) for other in cells["apart"].split()]
        if None in row or number is None or None in apart or (cells["table"] and table is None):
            raise DrawError("row", line=reader.line_num)
        wished = frozenset(other for other in apart if other is not None)
        entrants.append(Entrant(number, cells["team"], cells["country"], cells["region"], wished, table))
    return entrants, [heading for heading in headings if heading not in COLUMNS]
