"""Read the list of a draw from a CSV file."""

import csv
from io import StringIO

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
        if None in row or not (row["number"] or "").strip().isdecimal():
            raise DrawError("row", line=reader.line_num)
        cells = {name: (row.get(name) or "").strip() for name in COLUMNS}
        apart, table = cells["apart"].split(), cells["table"]
        if not all(number.isdecimal() for number in [*apart, *filter(None, [table])]):
            raise DrawError("row", line=reader.line_num)
        names, wished = (cells["team"], cells["country"], cells["region"]), frozenset(map(int, apart))
        entrants.append(Entrant(int(cells["number"]), *names, wished, int(table) if table else None))
    return entrants, [heading for heading in headings if heading not in COLUMNS]
