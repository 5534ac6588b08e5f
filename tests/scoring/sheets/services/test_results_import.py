"""Import of results: all tables or none, beside another writer."""

import pytest

from common.actions.errors import Refused, WrongState
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from scoring.sheets.models.facts import SignedTotal
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.services.facts.results import ImportedTable, import_results
from scoring.sheets.services.facts.whole import TypedSheet, type_sheet
from tests.support.events import small_event
from tests.support.sheets import empty_sheet, made_sheet, sheet_at
from tests.support.threads import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
ACTOR = system_actor("test")
FIRST = {"E": 24, "S": -8, "W": -8, "N": -8}
SECOND = {"E": -8, "S": 24, "W": -8, "N": -8}


def imported(sheet: Sheet, totals: dict[str, int], seen: int = 0) -> ImportedTable:
    return ImportedTable(sheet.table.session.number, sheet.table.number, seen, TypedSheet(totals=totals))


def totals_of(sheet: Sheet) -> dict[str, int]:
    return dict(SignedTotal.objects.current().filter(sheet=sheet).values_list("seat", "points"))


@pytest.fixture
def sheets() -> list[Sheet]:
    first = empty_sheet(small_event())
    return [first, sheet_at(first.table.session, 2)]


def test_two_tables_are_written_with_one_audit_entry_and_counted(sheets: list[Sheet]) -> None:
    event = sheets[0].table.session.event
    tables = [imported(sheet, FIRST) for sheet in sheets]
    assert import_results(ACTOR, event, reason="Imported from a.xlsx", tables=tables) == {"tables": 2}
    assert [totals_of(sheet) for sheet in sheets] == [FIRST, FIRST]
    assert CountedResult.objects.filter(sheet__in=sheets).count() == 8
    [entry] = AuditEntry.objects.filter(action="sheet.import")
    assert (entry.after, entry.reason) == ({"tables": ["1/1", "1/2"]}, "Imported from a.xlsx")
    assert import_results(ACTOR, event, tables=[imported(sheet, FIRST, 1) for sheet in sheets]) == {"tables": 0}


def test_a_refused_table_keeps_the_others_from_being_written(sheets: list[Sheet]) -> None:
    event = sheets[0].table.session.event
    signed = made_sheet(event, "signed")
    with pytest.raises(WrongState, match="Session 2, table 1: Signed"):
        import_results(ACTOR, event, tables=[imported(sheets[0], FIRST), imported(signed, FIRST, 1)])
    wrong = ImportedTable(1, 2, 0, TypedSheet(table_points={"E": "x"}))
    with pytest.raises(Refused, match="Session 1, table 2: Write table points like"):
        import_results(ACTOR, event, tables=[imported(sheets[0], FIRST), wrong])
    assert totals_of(sheets[0]) == {}
    assert not SheetVersion.objects.exists()


def test_two_writers_of_one_table_lose_no_unseen_value(sheets: list[Sheet]) -> None:
    event = sheets[0].table.session.event
    tables = [imported(sheet, FIRST) for sheet in sheets]
    outcomes = together(
        lambda: import_results(ACTOR, event, tables=tables),
        lambda: type_sheet(ACTOR, sheets[0], seen=0, totals=SECOND),
    )
    [refused] = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert "changed the same value in the meantime" in str(refused)
    typed_first = refused is outcomes[0]
    assert [totals_of(sheet) for sheet in sheets] == ([SECOND, {}] if typed_first else [FIRST, FIRST])
