"""The sitters of a table with their first hands, now and at any version of its sheet."""

from typing import Any

from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Sitting


def persons_of(sheet: Sheet) -> list[dict[str, Any]]:
    """Return the sitters of the sheet's table as plain data, by seat and hand; ``plays``: the number, else the name."""
    rows = Sitting.objects.filter(table=sheet.table_id).select_related("entry").order_by("seat", "from_hand")
    return [
        {"seat": row.seat, "from_hand": row.from_hand, "plays": row.entry.number if row.entry else row.name}
        | ({"exchanged": True} if row.exchanged else {})
        for row in rows
    ]


def persons_at(sheet: Sheet, version: int) -> list[dict[str, Any]]:
    """Return the sitters at a version in the shape of ``persons_of``.

    Versions that changed the sitters store them before and after.
    """
    changes = sheet.versions.filter(details__has_key="persons").order_by("number")
    last = changes.filter(number__lte=version).last()
    if last:
        return list(last.details["persons"])
    first = changes.first()
    return list(first.details["persons_before"]) if first else persons_of(sheet)


def sittings_at(sheet: Sheet, version: int) -> list[Sitting]:
    """Return the sitters at a version as unsaved rows."""
    persons = persons_at(sheet, version)
    numbers = [row["plays"] for row in persons if isinstance(row["plays"], int)]
    rows = Entry.objects.filter(event=sheet.table.session.event, number__in=numbers)
    entries = {entry.number: entry for entry in rows}
    return [
        Sitting(
            table=sheet.table,
            seat=row["seat"],
            from_hand=row["from_hand"],
            entry=entries.get(row["plays"]),
            name=row["plays"] if isinstance(row["plays"], str) else "",
            exchanged=row.get("exchanged", False),
        )
        for row in persons
    ]
