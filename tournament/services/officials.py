"""The officials' list of an event (2.3.4): adding a line, changing, moving and removing it."""

from typing import Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from common.actions import LIVE, PUBLIC, Call, Done, action
from tournament.models import Event, Official, Role
from tournament.services.checking import check_row

EDITORS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE]
COLUMNS = ("name", "function", "qualification", "qualification_number", "tables")


@action("official.add", summary=_("Add a line to the officials' list"), roles=EDITORS, subject="event")
def add_official(
    call: Call,
    event: Event,
    *,
    name: str,
    function: str,
    qualification: str = "",
    qualification_number: str = "",
    tables: str = "",
) -> Done:
    """Add an official at the end of the list; ``tables`` as printed ("1-12"). The answer holds the line's id."""
    last = event.officials.aggregate(last=Max("order"))["last"] or 0
    official = Official(
        event=event,
        order=last + 1,
        name=name,
        function=function,
        qualification=qualification,
        qualification_number=qualification_number,
        tables=tables,
    )
    check_row(call, official)
    official.save()
    return _done(official, None, _line(official))


@action("official.change", summary=_("Change a line of the officials' list"), roles=EDITORS, subject="official")
def change_official(
    call: Call,
    official: Official,
    *,
    name: str,
    function: str,
    qualification: str = "",
    qualification_number: str = "",
    tables: str = "",
) -> Done:
    """Write the line anew."""
    before = _line(official)
    official.name, official.function, official.tables = name, function, tables
    official.qualification, official.qualification_number = qualification, qualification_number
    check_row(call, official)
    official.save()
    return _done(official, before, _line(official))


@action("official.move", summary=_("Move a line of the officials' list up"), roles=EDITORS, subject="official")
def move_official(call: Call, official: Official) -> Done:
    """Put the line before the one above it; the first one stays."""
    above = official.event.officials.filter(order__lt=official.order).order_by("-order").first()
    if above is None:
        return _done(official, None, None)
    places, last = (above.order, official.order), official.event.officials.aggregate(last=Max("order"))["last"]
    # The list never has one place twice, not even for a moment.
    for row, place in ((above, last + 1), (official, places[0]), (above, places[1])):
        row.order = place
        row.save(update_fields=["order"])
    return _done(official, {"place": places[1]}, {"place": places[0]})


@action("official.remove", summary=_("Remove a line of the officials' list"), roles=EDITORS, subject="official")
def remove_official(call: Call, official: Official) -> Done:
    """Take the line away."""
    before = _line(official)
    done = _done(official, before, None)
    official.delete()
    return done


def _line(official: Official) -> dict[str, Any]:
    return {column: value for column in COLUMNS if (value := getattr(official, column))}


def _done(official: Official, before: Any, after: Any) -> Done:
    answer = {"official": official.pk}
    return Done(answer, f"official:{official.pk}", before, after, (LIVE, PUBLIC), changed=before != after)
