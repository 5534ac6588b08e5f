"""Import a list of members as the registry of a body: read it, map its columns, replace the earlier list."""

import json
from collections.abc import Collection
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, ActionContext, Done, action
from common.actions.errors import Refused, Unusual
from common.actions.labels import AuditLabels, day_text, declare_labels
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE, HEAD_ONLY
from ranking.member_lists.models import MemberList
from ranking.member_lists.rules.columns import COLUMNS
from ranking.member_lists.selectors import ListPlan, interpret, plan_of, registry_of, sheets_of, stale_lists
from tournament.people.services.accounts import lock_people
from tournament.registration.services.lists import check_position
from tournament.registry.models import Registry
from tournament.registry.rules.members import MOST_MEMBERS
from tournament.registry.services.replacing import replace_members

#: A list in which more than this share of the members is missing is perhaps only a part.
MANY_GONE = 0.2

declare_labels(
    __name__,
    AuditLabels(
        keys={
            "columns": _("Columns"),
            "dated": _("Date of the list"),
            "members": _("Members"),
            "added": _("Added"),
            "changed": _("Changed"),
            "gone": _("No longer in the list"),
            "same": _("Unchanged"),
            "rows": _("Rows"),
            "left_out": _("Wrong rows left out"),
            "lists": _("Lists that were read"),
        },
        values={"dated": day_text},
        subjects={"body": _("Body %(name)s"), "member_list": _("List %(name)s"), "member_lists": _("Lists of members")},
    ),
)


class ListChanged(Refused):
    """The list or the registry has changed since the preview was shown."""

    status = 409


@action("members.read", summary=_("Read a list of members for a preview"), roles=COMMITTEE, subject="body")
def keep_list(
    context: ActionContext, body: Body, *, file_name: str, file_digest: str, sheets: list[dict[str, Any]]
) -> Done:
    """Keep the sheets of a file with its columns detected, in place of the account's earlier list; answers its id."""
    body.member_lists.filter(actor_ref=context.actor.ref).delete()
    columns = interpret(sheets)
    kept = MemberList.objects.create(
        body=body,
        actor_ref=context.actor.ref,
        file_name=file_name[:200],
        file_digest=file_digest,
        sheets=json.dumps(sheets, ensure_ascii=False),
        sheet=columns.sheet,
        heading=columns.heading,
        mapping=columns.mapping,
        guessed=columns.guessed,
    )
    after = {"file": file_digest[:16], "rows": len(sheets[columns.sheet]["rows"])}
    return Done({"list": kept.pk}, f"member_list:{kept.pk}", after=after, raises=())


@action("members.map", summary=_("Choose what the columns of a list of members mean"), roles=COMMITTEE, subject="body")
def map_list(
    _context: ActionContext, body: Body, *, kept: int, sheet: int, heading: int | None, mapping: dict[str, int] | None
) -> Done:
    """Change sheet, heading row (both from 0) and columns of a list; without ``mapping`` they are detected."""
    row = _list_of(body, kept)
    sheets = sheets_of(row)
    check_position(sheets, sheet, heading)
    if mapping is None:
        columns = interpret(sheets, sheet)
        row.heading, row.mapping, row.guessed = columns.heading, columns.mapping, columns.guessed
    else:
        row.heading, row.guessed = heading, False
        row.mapping = {name: column for name, column in mapping.items() if name in COLUMNS}
    row.sheet = sheet
    row.save()
    after = {"columns": sorted(row.mapping)}
    return Done({"list": row.pk}, f"member_list:{row.pk}", after=after, raises=())


@action("members.replace", summary=_("Import a list of members as the registry"), roles=COMMITTEE, subject="body")
def replace_registry(
    context: ActionContext, body: Body, *, kept: int, seen: str, dated: date, acknowledged: Collection[str] = ()
) -> Done:
    """Replace the body's registry by a list of the day ``dated``, all or nothing; wrong rows are left out.

    ``seen`` is the version of the plan that was shown (optimistic locking): if the list or the registry has changed
    since, ListChanged is raised. Asks "older" and "many-gone". The answer holds the counts of changes.
    """
    lock_people(context)
    row = _list_of(body, kept)
    row.body = body
    if row.guessed:
        raise Refused(_("Choose first what the columns mean."))
    plan = plan_of(row)
    if plan.version != seen:
        raise ListChanged(_("The list or the registry has changed since this preview. Nothing was imported yet."))
    if plan.fault or not plan.members:
        raise Refused(_("No row can be read."))
    if len(plan.members) > MOST_MEMBERS:
        raise Refused(_("A registry has at most %(most)d members.") % {"most": MOST_MEMBERS})
    if dated > timezone.localdate():
        raise Refused(_("The date of the list is in the future."), where="dated")
    unanswered = {code: text for code, text in questions_of(plan, dated).items() if code not in acknowledged}
    if unanswered:
        raise Unusual(unanswered)
    registry = registry_of(body) or Registry(ledger=body.ledger)
    registry.name = body.name
    registry.version += 1
    old = {"dated": registry.dated.isoformat()} if registry.pk else None
    changes = replace_members(context, registry, plan.members, dated)
    counts = changes.counts | {"left_out": len(plan.wrong)}
    after = {"dated": dated.isoformat(), "members": len(plan.members), **counts, "file": row.file_digest[:16]}
    row.delete()
    return Done(counts, f"body:{body.slug}", old, after, raises=(LIVE,))


def questions_of(plan: ListPlan, dated: date) -> dict[str, str]:
    """Return what a person must confirm before a list of the day ``dated`` is imported: code -> question."""
    questions = {}
    if plan.dated and dated < plan.dated:
        days = {"day": date_format(dated), "present": date_format(plan.dated)}
        question = _("This list is dated %(day)s, the current one %(present)s. Replace the newer one?")
        questions["older"] = str(question % days)
    gone = len(plan.changes.gone)
    if gone > MANY_GONE * plan.before:
        figures = {"gone": gone, "before": plan.before}
        question = _("%(gone)d of %(before)d members are not in this list. Is it the whole list?")
        questions["many-gone"] = str(question % figures)
    return questions


@action("members.remove", summary=_("Delete the registry of a body"), roles=HEAD_ONLY, subject="body")
def remove_registry(_context: ActionContext, body: Body) -> Done:
    """Delete all members of the body's registry, and lists that wait."""
    registry = registry_of(body)
    if registry is None:
        raise Refused(_("This body has no registry."))
    body.member_lists.all().delete()
    before = {"dated": registry.dated.isoformat(), "members": registry.members.count()}
    registry.delete()
    return Done({"body": body.slug}, f"body:{body.slug}", before, raises=(LIVE,))


@action("members.expire", summary=_("Delete lists of members that were not imported"), roles=[], subject="none")
def delete_stale_lists(_context: ActionContext, _subject: None) -> Done:
    """Delete the lists that wait too long; the answer holds their number. No person decides it: it is not audited."""
    deleted = stale_lists().delete()[0]
    return Done({"lists": deleted}, "", changed=False)


def _list_of(body: Body, kept: int) -> MemberList:
    row = body.member_lists.filter(pk=kept).first()
    if row is None:
        raise ListChanged(_("This list is no longer available. Another one was read in the meantime."))
    return row
