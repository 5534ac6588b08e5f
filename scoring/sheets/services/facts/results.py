"""Import the results of many tables from a list in one write, with the checks of typing."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Conflict, Refused, Unusual, WrongState
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import Values
from scoring.sheets.selectors.paper.result_files import Problem, TableResults
from scoring.sheets.services.checking.signing import note_paper_signatures
from scoring.sheets.services.facts.counting import recount
from scoring.sheets.services.facts.whole import TypedSheet, changes_of, write_changes
from scoring.sheets.services.facts.writing import TYPISTS, UNLOCKED
from tournament.events.models.events import Event
from tournament.events.services.closed import refuse_if_closed


@dataclass(frozen=True)
class ImportedTable:
    """The results of one table, and the version of its sheet (``seen``) that the preview showed."""

    session: int
    table: int
    seen: int
    typed: TypedSheet


@dataclass
class TablePlan:
    """What the import would do with a table.

    ``state``: "new", "changed", "same", "wrong" or "locked"; ``questions``: code -> sentence.
    """

    results: TableResults
    state: str = "same"
    before: Values = field(default_factory=dict)
    after: Values = field(default_factory=dict)
    questions: dict[str, str] = field(default_factory=dict)

    @property
    def imported(self) -> ImportedTable:
        results = self.results
        return ImportedTable(results.session, results.table, results.facts.sheet.version, typed_of(results))

    @property
    def is_written(self) -> bool:
        return self.state in ("new", "changed")

    @property
    def can_be_signed(self) -> bool:
        """Whether the sheet is open and has the results of the list, now or after the import."""
        return self.is_written or self.state == "same"


def typed_of(results: TableResults) -> TypedSheet:
    """Return the results as typing takes them: what the list does not give stays as it is."""
    hands = [results.hands[no] for no in sorted(results.hands)] if results.hands else None
    totals: dict[str, int] = dict(results.totals.items())
    table_points: dict[str, str] = dict(results.table_points.items())
    return TypedSheet(hands, totals or None, table_points or None)


def plan_of(results: TableResults) -> TablePlan:
    """Return what importing these results would do now; all problems are added to ``results.problems``."""
    plan = TablePlan(results)
    sheet = results.facts.sheet
    if UNLOCKED[sheet.state] is Answer.REFUSED:
        plan.state = "locked"
        return plan
    if not results.problems:
        _find_changes(plan, results.facts)
    if results.problems:
        plan.state = "wrong"
    elif plan.after:
        plan.state = "changed" if any(value is not None for value in plan.before.values()) else "new"
    return plan


def _find_changes(plan: TablePlan, facts: SheetFacts) -> None:
    """Set the changes and every question of the plan, or add the refusal to the problems."""
    while True:
        try:
            plan.before, plan.after = changes_of(
                facts, typed_of(plan.results), facts.sheet.version, list(plan.questions)
            )
        except Unusual as unusual:
            plan.questions |= unusual.questions
            continue
        except Refused as refused:
            plan.results.problems.append(Problem(0, refused.where, str(refused.message)))
        return


@action(
    "sheet.import",
    summary=gettext_lazy("Import the results of tables from a list"),
    roles=TYPISTS,
    subject="event",
)
def import_results(
    context: ActionContext,
    event: Event,
    *,
    tables: Sequence[ImportedTable],
    referee: str = "",
    acknowledged: Collection[str] = (),
) -> Done:
    """Write the results of all ``tables``, or none: refuse and ask as `type_sheet` does, with the table named.

    With ``referee`` (the name on the paper) all sheets are signed too, by their players and the referee, also those
    whose results are the same; it then refuses and asks as `sign_on_paper` does. Refused for a signed sheet and in a
    closed event. The answer has the number of ``tables`` that changed.
    """
    refuse_if_closed(event)
    wanted = {(table.session, table.table): table for table in tables}
    locked = Sheet.objects.select_for_update(of=("self",)).filter(table__session__event=event).order_by("pk")
    locked = locked.filter(table__session__number__in={session for session, _table in wanted})
    sheets = {_place(sheet): sheet for sheet in locked.select_related(*Sheet.read_with) if _place(sheet) in wanted}
    if len(sheets) < len(wanted):
        raise Refused(_("A table in the list no longer exists. Read the list again."))
    facts = {
        of_sheet.sheet.pk: of_sheet
        for of_sheet in sheet_facts(Sheet.objects.filter(pk__in=[s.pk for s in sheets.values()]))
    }
    asked: dict[str, str] = {}
    written: list[Sheet] = []
    raises: set[str] = set()
    for place, sheet in sheets.items():
        facts[sheet.pk].sheet = sheet
        for done in _write(context, facts[sheet.pk], wanted[place], referee, acknowledged, asked):
            written.append(sheet)
            raises |= set(done.raises)
    if asked:
        raise Unusual(asked)
    recount(context, event, Sheet.objects.filter(pk__in=[sheet.pk for sheet in written]))
    names = [f"{session}/{table}" for session, table in sorted(set(map(_place, written)))]
    after = {"tables": names, **({"referee": referee} if referee else {})}
    answer = {"tables": len(names)}
    return Done(answer, f"event:{event.slug}", after=after, raises=tuple(sorted(raises)), changed=bool(written))


def _write(
    context: ActionContext,
    facts: SheetFacts,
    table: ImportedTable,
    referee: str,
    acknowledged: Collection[str],
    asked: dict[str, str],
) -> Iterator[Done]:
    """Write one table, and sign it with ``referee``; yield what changed. Questions are added to ``asked``."""
    sheet = facts.sheet
    where = {"session": table.session, "table": table.table}
    name = _("Session %(session)d, table %(table)d") % where
    if UNLOCKED[sheet.state] is Answer.REFUSED:
        raise WrongState(f"{name}: {sheet.state_name}")
    if not 0 <= table.seen <= sheet.version:
        raise Refused(_("This page does not belong to this sheet. Reload the page."))
    try:
        before, after = changes_of(facts, table.typed, table.seen, acknowledged)
        if after:
            yield write_changes(context, sheet, facts, before, after, recounts=False)
        if referee:
            yield note_paper_signatures(context, sheet, seen=sheet.version, referee=referee, acknowledged=acknowledged)
    except Unusual as unusual:
        asked |= {code: f"{asked.get(code, '')} {name}: {text}".strip() for code, text in unusual.questions.items()}
    except Conflict as conflict:
        raise Refused(f"{name}: {conflict.message}") from conflict
    except Refused as refused:
        raise Refused(f"{name}: {refused.message}", where=refused.where) from refused


def _place(sheet: Sheet) -> tuple[int, int]:
    return sheet.table.session.number, sheet.table.number


def merged_questions(plans: Sequence[TablePlan]) -> dict[str, str]:
    """Return the questions of all tables that the import writes: code -> sentences with their tables."""
    merged: dict[str, str] = {}
    for plan in plans:
        if plan.is_written:
            where: dict[str, Any] = {"session": plan.results.session, "table": plan.results.table}
            name = _("Session %(session)d, table %(table)d") % where
            for code, text in plan.questions.items():
                merged[code] = f"{merged.get(code, '')} {name}: {text}".strip()
    return merged
