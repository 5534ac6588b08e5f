"""The real event of 2018: recorded false wins become fouls, missing ones settle contradictions; the record of fouls."""

import json
from io import BytesIO

import pytest
from openpyxl import load_workbook

from common.actions.permissions import system_actor
from common.files.json_files import dump
from scoring.event_file.exports import event_file
from scoring.event_file.rules import canonical
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.fouls.models import Foul
from scoring.fouls.selectors.proposals import missing_in_totals, recorded_points
from scoring.fouls.services.adopting import accept_missing, adopt_points
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import Choice
from scoring.sheets.selectors.checking.findings import contradictions
from scoring.standings.selectors.document import standings_document
from tests.support.paths import DATA
from tests.support.pdf_reading import assert_clear, texts_of
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db

REAL = DATA / "event_open_2018.json"
ANNA = system_actor("Anna")


def test_recorded_false_wins_become_fouls_and_missing_ones_settle_contradictions() -> None:
    document = json.loads(REAL.read_text())
    import_event(ANNA, document=read_event(dump(document)))
    event = Event.objects.select_related("ledger").get()
    assert canonical(json.loads(event_file(event))) == canonical(document)  # proposals change nothing by themselves
    before, results = len(list(contradictions(event))), standings_document(event, live=True)

    recorded = recorded_points(event)
    assert len(recorded) == 2
    for proposal in recorded:
        adopt_points(ANNA, event, sheet=proposal.sheet, hand_no=proposal.hand_no, order=proposal.order)
    assert (
        list(Foul.objects.values_list("kind", "points", "payee", "effects"))
        == [("false-win", 10, "each", ["points", "dead-hand"])] * 2
    )

    false_wins = {(4, 9), (6, 12), (6, 6)}
    missing = {(line.sheet.table.session.number, line.sheet.table.number): line for line in missing_in_totals(event)}
    assert false_wins <= missing.keys()
    for place in false_wins:
        sheet = missing[place].sheet
        accept_missing(ANNA, event, reason="四家证实", sheet=sheet, seen=sheet.version)
    left = {
        (comparison.sheet.table.session.number, comparison.sheet.table.number) for comparison in contradictions(event)
    }
    assert len(left) == before - 3
    assert not left & false_wins
    assert standings_document(event, live=True) == results  # the signed totals count

    once = event_file(event)
    again = json.loads(once)
    again["event"]["id"] = "again"
    import_event(ANNA, document=read_event(dump(again)))
    copy = event_file(Event.objects.select_related("ledger").get(slug="again"))
    assert canonical(json.loads(copy)) == canonical(again)


@pytest.mark.parametrize(("language", "word"), [("zh-hans", "错和"), ("en", "False win"), ("ja", "不十分なアガリ")])
def test_the_record_of_fouls_is_a_workbook_and_a_pdf(language: str, word: str) -> None:
    import_event(ANNA, document=read_event(dump(json.loads(REAL.read_text()))))
    event = Event.objects.select_related("ledger").get()
    for line in recorded_points(event):
        adopt_points(ANNA, event, sheet=line.sheet, hand_no=line.hand_no, order=line.order)
    made = {
        ending: make_paper(
            event,
            Choice(paper="fouls", language=language, ending=ending),
            total=lambda units: None,
            step=lambda units=1: None,
        )
        for ending in ("pdf", "xlsx")
    }
    assert_clear(made["pdf"].data)
    text = "".join(texts_of(made["pdf"].data))
    assert text.count(word) == 2
    rows = list(load_workbook(BytesIO(made["xlsx"].data)).active.iter_rows(values_only=True))
    assert len([row for row in rows if any(word in str(cell) for cell in row)]) == 2
    assert len(rows[2]) == 7
