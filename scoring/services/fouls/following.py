"""Fouls follow the person: who really sat on a seat is whose foul it was, also when that is found later."""

from collections.abc import Iterable

from common.actions import Call
from scoring.models import Foul, Sheet
from tournament.models import Sitting


def follow_seats(call: Call, sheets: Iterable[Sheet]) -> None:
    """Give every foul at these tables to who sits on its seat in its hand; the points stand on the seat and stay."""
    for sheet in sheets:
        sittings = list(Sitting.objects.filter(table=sheet.table).order_by("from_hand"))
        for foul in Foul.objects.filter(sheet=sheet):
            there = [one for one in sittings if one.seat == foul.seat and one.from_hand <= max(foul.hand_no, 1)]
            if there and (foul.entry_id, foul.name) != (there[-1].entry_id, there[-1].name):
                foul.entry_id, foul.name = there[-1].entry_id, there[-1].name
                foul.save(update_fields=["entry", "name"])
