"""The officials' list of an event (2.3.4): add, change, move and remove a line."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from common.number_lists import NumberListError, numbers_in
from tournament.events.models.events import Event, Official
from tournament.events.services.ordered_rows import move_row
from tournament.people.models.accounts import Role
from tournament.people.services.checking import check_row

EDITORS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE]
COLUMNS = ("name", "function", "qualification", "qualification_number", "tables")


@action("official.add", summary=_("Add a line to the officials' list"), roles=EDITORS, subject="event")
def add_official(
    _context: ActionContext,
    event: Event,
    *,
    name: str,
    function: str,
    qualification: str = "",
    qualification_number: str = "",
    tables: str = "",
) -> Done:
    """Add an official at the end of the list; ``tables`` as printed ("1-12"). The answer holds the line's id.

    Raises Refused if ``tables`` is no list of numbers.
    """
    _check_tables(tables)
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
    check_row(official)
    official.save()
    return _line_done(official, None, _line_values(official))


@action("official.copy", summary=_("Copy the officials of another event"), roles=EDITORS, subject="event")
def copy_officials(_context: ActionContext, event: Event, *, lines: Sequence[Official]) -> Done:
    """Add copies of other events' ``lines`` that are not on the list, at its end, without their tables.

    The answer holds how many were added.
    """
    known = {(line.name, line.function) for line in event.officials.all()}
    last = event.officials.aggregate(last=Max("order"))["last"] or 0
    missing = [line for line in lines if (line.name, line.function) not in known]
    copies = [
        Official(
            event=event,
            order=order,
            name=line.name,
            function=line.function,
            qualification=line.qualification,
            qualification_number=line.qualification_number,
        )
        for order, line in enumerate(missing, start=last + 1)
    ]
    Official.objects.bulk_create(copies)
    after = {"officials": [line.name for line in copies]}
    return Done({"added": len(copies)}, f"event:{event.slug}", None, after, (LIVE, PUBLIC), changed=bool(copies))


@action("official.change", summary=_("Change a line of the officials' list"), roles=EDITORS, subject="official")
def change_official(
    _context: ActionContext,
    official: Official,
    *,
    name: str,
    function: str,
    qualification: str = "",
    qualification_number: str = "",
    tables: str = "",
    base: Mapping[str, str] | None = None,
) -> Done:
    """Change the line; ``base`` holds the values that the form showed, to keep concurrent changes of other fields.

    A remark that came with a file as ``tables``, such as "hall B", may remain. Raises Refused if ``tables`` changes to
    what is no list of numbers, Conflict if another person changed the same field.
    """
    before = _line_values(official)
    mine = {"name": name, "function": function, "qualification": qualification, "tables": tables}
    mine |= {"qualification_number": qualification_number}
    theirs = {column: getattr(official, column) for column in COLUMNS}
    for column in fields_to_write(base or {}, mine, theirs):
        setattr(official, column, mine[column])
    if official.tables != theirs["tables"]:
        _check_tables(official.tables)
    check_row(official)
    official.save()
    return _line_done(official, before, _line_values(official))


@action("official.move", summary=_("Move a line of the officials' list"), roles=EDITORS, subject="official")
def move_official(context: ActionContext, official: Official, *, place: int) -> Done:
    """Move the line to a position of the list, from 1; a position beyond the end is the end."""
    before, after = move_row(context, official.event.officials.all(), official, place)
    return _line_done(official, {"place": before}, {"place": after})


@action("official.remove", summary=_("Remove a line of the officials' list"), roles=EDITORS, subject="official")
def remove_official(_context: ActionContext, official: Official) -> Done:
    before = _line_values(official)
    done = _line_done(official, before, None)
    official.delete()
    return done


def _check_tables(tables: str) -> None:
    try:
        numbers_in(tables)
    except NumberListError as error:
        message = _("Enter table numbers such as 1-12 or 3, 7. This is neither a number nor a range: %(part)s")
        raise Refused(message % {"part": error.part}, where="tables") from None


def _line_values(official: Official) -> dict[str, Any]:
    values = {column: getattr(official, column) for column in COLUMNS}
    return {column: value for column, value in values.items() if value}


def _line_done(official: Official, before: Any, after: Any) -> Done:
    answer = {"official": official.pk}
    return Done(answer, f"official:{official.pk}", before, after, (LIVE, PUBLIC), changed=before != after)
