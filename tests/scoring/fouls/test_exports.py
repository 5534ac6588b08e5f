"""The record of fouls (A6): every penalty of the event, with and without a foul."""

from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pypdf
import pytest
from openpyxl import load_workbook

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from scoring.fouls.models import Foul
from scoring.fouls.selectors.late import late_players
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.lateness import book_lateness
from scoring.fouls.services.recording import cancel_foul, record_foul
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import Choice, Papers
from scoring.sheets.models.facts import Adjustment, Forfeit
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.people.persons import unforfeit
from tests.support.events import small_event
from tests.support.pdf_reading import runs_of, texts_of
from tests.support.sheets import at, empty_sheet
from tournament.events.models.events import Event
from tournament.events.models.stages import Session

pytestmark = pytest.mark.django_db

ANNA = system_actor("Anna")
START = datetime(2026, 5, 1, 9, tzinfo=UTC)


@pytest.fixture
def sheet() -> Sheet:
    sheet = empty_sheet(small_event(), number=3)
    Session.objects.update(late_from=START)
    return Sheet.objects.select_related("table__session__event").get(pk=sheet.pk)


def came(sheet: Sheet, seat: str, minutes: int) -> dict:
    """Book the player of the seat as this many minutes late."""
    facts = {"entry": at(sheet, seat), "arrived": START + timedelta(minutes=minutes)}
    return book_lateness(ANNA, sheet.table.session, reason=f"came {minutes} minutes late", **facts)


def rows(event: Event, language: str = "en") -> list[tuple]:
    """Return the rows of the workbook below its headings."""
    choice = Choice(paper="fouls", language=language, ending="xlsx")
    paper = make_paper(event, choice, total=lambda units: None, step=lambda units=1: None)
    return list(load_workbook(BytesIO(paper.data)).active.iter_rows(min_row=4, values_only=True))


@pytest.mark.parametrize(("minutes", "outcome", "points"), [(8, "up-to-10", 10), (12, "up-to-15", 20), (16, "more", 0)])
def test_booked_lateness_is_a_foul_and_is_booked_once(sheet: Sheet, minutes: int, outcome: str, points: int) -> None:
    event, late = sheet.table.session.event, at(sheet, "W")
    came(sheet, "W", minutes)
    foul = Foul.objects.get()
    assert (foul.kind, foul.outcome, foul.points, foul.entry, foul.scope) == ("late", outcome, points, late, "session")
    assert [(row.entry, row.booked) for row in late_players(sheet.table.session) if row.booked] == [(late, True)]
    for way in (lambda: came(sheet, "W", minutes), lambda: _recorded(sheet)):
        with pytest.raises(Refused, match="already recorded"):
            way()
    cancel_foul(ANNA, foul, reason="the clock was wrong")
    assert not SessionPenalty.objects.exists()
    assert not Forfeit.objects.current().exists()
    came(sheet, "W", 8)
    assert event.fouls.count() == 2


def _recorded(sheet: Sheet) -> None:
    recorded = FoulReport(kind="late", outcome="up-to-10", sheet=sheet, seat="W", hand_no=0)
    record_foul(ANNA, sheet.table.session.event, foul=recorded)


def test_a_forfeit_by_lateness_is_removed_only_with_its_foul(sheet: Sheet) -> None:
    came(sheet, "W", 20)
    sheet.refresh_from_db()
    with pytest.raises(Refused, match="foul 1"):
        unforfeit(ANNA, sheet, seen=sheet.version, seat="W", reason="x")
    assert CountedResult.objects.filter(sheet=sheet, entry=at(sheet, "W")).count() <= 1


def test_the_record_lists_every_penalty_by_session_table_and_hand(sheet: Sheet) -> None:
    event, session = sheet.table.session.event, sheet.table.session
    record_foul(ANNA, event, foul=FoulReport(kind="grave", outcome="rank", entry=at(sheet, "S"), remark="sold a game"))
    record_foul(ANNA, event, foul=FoulReport(kind="false-win", sheet=sheet, seat="W", hand_no=2, remark="五分"))
    came(sheet, "E", 12)
    SessionPenalty.objects.create(
        session=session, entry=at(sheet, "N"), order=7, points=-10, article="3.11.2.1", reason="on paper"
    )
    Forfeit.objects.create(sheet=sheet, valid_from_version=1, seat="S", reason="not here")
    for seat, points in {"E": 20, "S": 20, "W": -60, "N": 20}.items():
        Adjustment.objects.create(
            sheet=sheet, valid_from_version=1, seat=seat, hand_no=5, points=points, article="3.11.6.6(2)"
        )
    Adjustment.objects.create(sheet=sheet, valid_from_version=1, seat="N", hand_no=6, points=-7, reason="talked on")
    number = {seat: at(sheet, seat).number for seat in "ESWN"}
    listed = [(row[2], row[3], row[4], row[5], row[6] or "") for row in rows(event)]
    place = "1 / {} / 3 / {}".format
    assert listed == [
        (number["S"], place("–", "S"), "not here", "the session is forfeited", ""),
        (number["N"], place("–", "N"), "Being late (3.11.2.1)", "10 points", "on paper"),
        (
            number["E"],
            place("–", "E"),
            "Being late; more than 10, up to 15 minutes (3.11.2.1)",
            "20 points",
            "came 12 minutes late",
        ),
        (
            number["W"],
            place(2, "W"),
            "False win: too few points or wrong tile (3.11.6.6(1))",
            "10 points to each of the others, dead hand",
            "五分",
        ),
        (number["W"], place(5, "W"), "False win: not ready (3.11.6.6(2))", "20 points to each of the others", ""),
        (number["N"], place(6, "N"), "talked on", "7 points", ""),
        (
            number["S"],
            "– / – / – / –",
            "Grave foul or unlawful gain (3.11.5)",
            "loss of rank",
            "sold a game; Loss of rank: proposed",
        ),
    ]


@pytest.mark.parametrize(
    ("setting", "points", "article", "reason", "nature"),
    [
        ("paid", {"N": -40}, "3.11.2.2", "smoked", "smoked (3.11.2.2)"),
        ("paid", {"N": -40}, "", "smoked", "smoked"),
        ("burnt", {"N": -40}, "3.11.2.2", "smoked", "smoked (3.11.2.2)"),
        ("burnt", {"N": -40}, "", "7 points", "False win: too few points or wrong tile"),
        ("paid", {"N": -40}, "", "", "False win: too few points or wrong tile"),
        ("paid", {"E": 10, "S": 10, "W": 10, "N": -30}, "3.11.6.11(2)", "winning tile", "winning tile (3.11.6.11(2))"),
        ("paid", {"E": 10, "S": 10, "W": 10, "N": -30}, "", "5 fans", "False win: too few points or wrong tile"),
    ],
)
def test_points_are_called_a_false_win_only_if_the_sheet_says_nothing_else(
    sheet: Sheet, setting: str, points: dict[str, int], article: str, reason: str, nature: str
) -> None:
    settings = sheet.table.session.event.penalties_settings
    settings.false_win = setting
    settings.save()
    for seat, moved in points.items():
        Adjustment.objects.create(
            sheet=sheet, valid_from_version=1, seat=seat, hand_no=6, points=moved, article=article, reason=reason
        )
    assert [row[4] for row in rows(Event.objects.get())] == [nature]


@pytest.mark.parametrize(
    ("language", "title", "words"),
    [
        ("zh-hans", "竞赛处罚记录表", "迟到；10至15分钟"),
        ("en", "Record of fouls", "Being late; more than 10, up to 15 minutes"),
        ("ja", "罰則の記録表", "遅刻；10分を超え15分以内"),
    ],
)
def test_the_record_has_three_languages(sheet: Sheet, language: str, title: str, words: str) -> None:
    came(sheet, "E", 12)
    event = sheet.table.session.event
    event.officials.create(order=1, function="裁判长", name="赵敏", qualification="国际裁判", qualification_number="12")
    choice = Choice(paper="fouls", language=language, ending="xlsx")
    paper = make_paper(event, choice, total=lambda units: None, step=lambda units=1: None)
    page, officials = load_workbook(BytesIO(paper.data)).worksheets
    assert title in str(page["A1"].value)
    assert "赵敏" in str(list(officials.values)[-1])  # the officials' list (2.3.4)
    assert words in str([row[4] for row in rows(event, language)])


def test_each_table_has_its_own_record_with_session_group_and_table_in_the_head(sheet: Sheet) -> None:
    """A6: "Game __ Group __ Table __"."""
    came(sheet, "E", 12)
    event = sheet.table.session.event
    session, table = sheet.table.session.number, sheet.table.number
    choice = Choice(paper="table-fouls", language="en", sessions=[session])
    papers = Papers(event)
    assert len(papers.chosen(choice) or []) == event.sessions.get(number=session).tables.count()
    own = Choice(paper="table-fouls", language="en", which="numbers", numbers=[table], sessions=[session])
    data = make_paper(event, own, total=lambda _units: None, step=lambda units=1: None).data
    [page] = texts_of(data)
    assert f"Session {session} · Group ______ · Table {table}" in page
    assert "Being late; more than 10, up to 15 minutes" in page
    whole = make_paper(event, Choice(paper="fouls", language="en"), total=lambda _units: None, step=lambda u=1: None)
    assert "All sessions and tables" in " ".join(texts_of(whole.data))


@pytest.mark.parametrize("paper", ["fouls", "table-fouls"])
def test_a_record_has_lines_to_write_on_below_the_last_foul(sheet: Sheet, paper: str) -> None:
    came(sheet, "E", 12)
    numbers: dict[str, Any] = {
        "which": "numbers",
        "numbers": [sheet.table.number],
        "sessions": [sheet.table.session.number],
    }
    choice = Choice(paper=paper, language="en", **(numbers if paper == "table-fouls" else {}))
    data = make_paper(sheet.table.session.event, choice, total=lambda _units: None, step=lambda units=1: None).data
    runs = runs_of(pypdf.PdfReader(BytesIO(data)).pages[0])
    [signed] = [run for run in runs if run.text.startswith("Referee: ____")]
    last = min(run.baseline for run in runs if run.baseline > signed.baseline)
    assert last - signed.baseline > 4 * 20
