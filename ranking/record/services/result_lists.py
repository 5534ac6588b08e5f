"""Prepare a list of results: read it, map its columns, describe its event, match its persons."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE
from ranking.record.models.records import ResultList
from ranking.record.rules.result_lists import COLUMNS
from ranking.record.selectors.result_lists import detect_columns, sheets_of
from ranking.record.services.classes import ResultChanged
from ranking.record.services.hooks import list_read
from ranking.record.services.list_headers import ListedEvent, header_of
from tournament.registration.rules.headings import FIELDS
from tournament.registration.services.lists import check_position


@action("results.read", summary=_("Read a list of results for preview"), roles=COMMITTEE, subject="body")
def keep_list(
    context: ActionContext,
    body: Body,
    *,
    file_name: str,
    file_digest: str,
    sheets: list[dict[str, Any]],
    claim: int | None = None,
) -> Done:
    """Save the sheets of a file, with its columns detected, in place of the account's earlier list; answers its id.

    ``claim`` is the id of the missing result of an application to this body that the list enters.
    """
    body.result_lists.filter(actor_ref=context.actor.ref).delete()
    sheet, heading, mapping = detect_columns(sheets)
    kept = ResultList.objects.create(
        body=body,
        actor_ref=context.actor.ref,
        file_name=file_name[:200],
        file_digest=file_digest,
        sheets=json.dumps(sheets, ensure_ascii=False),
        sheet=sheet,
        heading=heading,
        mapping=mapping,
        claim_id=claim,
    )
    list_read(context, kept)
    after = {"file": file_digest[:16], "rows": len(sheets[sheet]["rows"])}
    return Done({"list": kept.pk}, f"list:{kept.pk}", after=after, raises=())


@action("results.map", summary=_("Set the columns of a list of results"), roles=COMMITTEE, subject="body")
def map_list(
    _context: ActionContext, body: Body, *, kept: int, sheet: int, heading: int | None, mapping: dict[str, int] | None
) -> Done:
    """Change the sheet, the heading row (both from 0) and the mapping of a list.

    Without ``mapping`` all are detected by the headings of the sheet.
    """
    row = waiting_list(body, kept)
    sheets = sheets_of(row)
    check_position(sheets, sheet, heading)
    if mapping is None:
        sheet, heading, mapping = detect_columns(sheets, sheet)
    row.sheet, row.heading = sheet, heading
    row.mapping = {name: column for name, column in mapping.items() if name in (*FIELDS, *COLUMNS)}
    row.people = {}
    row.save()
    return Done({"list": row.pk}, f"list:{row.pk}", after={"columns": sorted(row.mapping)}, raises=())


@action("results.header", summary=_("Set the event of a list of results"), roles=COMMITTEE, subject="body")
def describe_list(_context: ActionContext, body: Body, *, kept: int, event: ListedEvent) -> Done:
    """Keep the data of the list's event."""
    row = waiting_list(body, kept)
    row.header = header_of(body, event)
    row.save(update_fields=["header"])
    return Done({"list": row.pk}, f"list:{row.pk}", after={"event": event.slug}, raises=())


@action("results.match", summary=_("Match rows of a list of results to persons"), roles=COMMITTEE, subject="body")
def match_rows(_context: ActionContext, body: Body, *, kept: int, people: Mapping[str, str]) -> Done:
    """Keep for rows (their numbers as text) the id of a person or "new"; an empty value removes the decision."""
    row = waiting_list(body, kept)
    decisions = {**row.people, **people}
    row.people = {number: decision for number, decision in decisions.items() if decision}
    row.save(update_fields=["people"])
    return Done({"list": row.pk}, f"list:{row.pk}", after={"rows": len(people)}, raises=())


def waiting_list(body: Body, kept: int) -> ResultList:
    """Return the body's list with this id; raise ResultChanged if it is gone."""
    row = body.result_lists.filter(pk=kept).first()
    if row is None:
        raise ResultChanged(_("This list is no longer available. Another one was read in the meantime."))
    return row
