"""Who sat at a table from which hand on, now and at any version of its sheet."""

from typing import Any

from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Sitting


def persons_of(sheet: Sheet) -> list[dict[str, Any]]:
    """The sitters of the sheet's table as plain data, by seat and hand; ``plays``: the number, else the name."""
    rows = Sitting.objects.filter(table=sheet.table_id).select_related("entry").order_by("seat", "from_hand")
    return [
        {"seat": row.seat, "from_hand": row.from_hand, "plays": row.entry.number if row.entry else row.name}
        | ({"exchanged": True} if row.exchanged else {})
        for row in rows
    ]


def persons_at(sheet: Sheet, version: int) -> list[dict[str, Any]]:
    """The sitters as they were at a version, as ``persons_of`` gives them.

    Versions that changed them keep who sat there before and after; between two of those nobody changed.
    """
    changes = sheet.versions.filter(details__has_key="persons").order_by("number")
    if last := changes.filter(number__lte=version).last():
        return list(last.details["persons"])
    first = changes.first()
    return list(first.details["persons_before"]) if first else persons_of(sheet)


def sittings_at(sheet: Sheet, version: int) -> list[Sitting]:
    """The sitters at a version as rows that are stored nowhere."""
    persons = persons_at(sheet, version)
    numbers = [row["plays"] for row in persons if isinstance(row["plays"], int)]
    entries = {one.number: one for one in Entry.objects.filter(event=sheet.table.session.event, number__in=numbers)}
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
