"""The results on paper and in workbooks, read back: they show the data of the selectors, in their cells."""

import csv
import hashlib
import io
import json
import random
import re
import zipfile
from datetime import date
from fractions import Fraction
from typing import Any

import openpyxl
import pytest
from django.utils import translation

from common.actions.permissions import system_actor
from common.files.csv_files import csv_file
from common.paper import A3, Box, landscape, printable
from scoring.event_file.exports import event_file
from scoring.event_file.services.importing import import_event
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import LIVE, PAPERS, RELEASED, Choice
from scoring.papers.exports.results.app7_pages import pages_of, parts_of
from scoring.papers.exports.results.lists import cross_list, group_list, standings_list, team_list
from scoring.papers.exports.results.parts import Brought, on_paper
from scoring.papers.exports.results.report import competition, individual_figures, session_figures, unit_figures
from scoring.papers.selectors.federation import federation_results
from scoring.papers.selectors.results_report import ResultsReport
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.standings.selectors.labels import note_of
from scoring.standings.selectors.lines import player_lines
from tests.support.cup import cup, taken_in
from tests.support.draws import planned
from tests.support.event_generator import make_event
from tests.support.pdf_reading import assert_clear, assert_enlarged, texts_of
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Table
from tournament.events.services.officials import add_official
from tournament.people.models.numbers import PersonNumber

pytestmark = pytest.mark.django_db
ACTOR = system_actor("测试")
LANGUAGES = ("zh-hans", "en", "ja")
LISTS = {"standings": standings_list, "cross-table": cross_list, "team-list": team_list, "group-list": group_list}
NAMES = {1: "髙橋 さくら" * 6, 2: "Wolfeschlegelsteinhausenbergerdorff" * 4, 3: "=1+1", 4: "آلاء 👍"}


@pytest.fixture
def event() -> Event:
    """Import the cup with difficult names; two of its three sessions are public."""
    event = taken_in(cup(), release=2)
    for number, name in NAMES.items():
        event.entries.filter(number=number).update(name=name)
    add_official(ACTOR, event, name="黄药师", function="裁判长", qualification="WMO A", qualification_number="A-12")
    return event


def made(event: Event, paper: str, language: str = "en", **choice: Any) -> bytes:
    choice = {"view": LIVE, **choice}
    return make_paper(event, Choice(paper, language, **choice), total=lambda _: None, step=lambda: None).data


def squeezed(text: str) -> str:
    """Return a text as printed, without spaces."""
    return re.sub(r"\s+", "", printable(text))


def texts(data: bytes) -> list[str]:
    return [squeezed(text) for text in texts_of(data)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_results_shows_the_data_of_the_selectors(event: Event, language: str) -> None:
    data = made(event, "results", language, size="A4")
    text = "".join(texts(data))
    assert_clear(data)
    report = ResultsReport(event, live=True)
    with translation.override(language):
        for group in report.groups:
            for team in group.teams:
                assert squeezed("".join(unit_figures(team.standing))) in text
                for line in team.lines:
                    figures = individual_figures(line.standing)
                    figures += [figure for cell in line.sessions for figure in session_figures(cell)]
                    assert squeezed("".join(figures)) in text
                    if line.entry.number > 4:
                        note = note_of(line.entry, line.standing.status)
                        name = f"{line.entry.name} ({note})" if note else line.entry.name
                        assert squeezed(f"{line.entry.number}{name}") in text
        assert squeezed("".join(unit_figures(report.groups[0].standing))) in text
    # Names too long for their cells are printed in full below the table.
    assert squeezed(NAMES[1]) in text
    assert squeezed(NAMES[2]) in text
    assert "=1+1" in text
    assert "黄药师" in text
    assert "WMOA" in text
    assert {"zh-hans": "标准分", "en": "Tablepoints", "ja": "標準点"}[language] in text
    # A missing glyph is replaced by a sign; no other text is missing.
    assert text.count("〓") == sum(squeezed(name).count("〓") for name in NAMES.values())


def csv_text(part: Any) -> str:
    """Return a value of a list as the CSV file has it."""
    if part is None:
        return ""
    return part if isinstance(part, str) else f"{round(float(part), 2):g}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_list_is_equal_on_paper_in_a_workbook_and_as_csv(event: Event, language: str) -> None:
    report = ResultsReport(event, live=True)
    for paper, list_of in LISTS.items():
        pdf = made(event, paper, language)
        assert_clear(pdf)
        text = "".join(texts(pdf))
        with translation.override(language):
            result_list = list_of(report)
        sheet = openpyxl.load_workbook(io.BytesIO(made(event, paper, language, ending="xlsx"))).worksheets[0]
        rows = list(csv.reader(io.StringIO(made(event, paper, language, ending="csv").decode("utf-8-sig"))))
        assert len(rows) == 1 + len(result_list.rows)
        width = sum(2 if column.pair else 1 for column in result_list.columns)
        assert {len(row) for row in rows} == {width} == {sheet.max_column}
        in_book = list(sheet.iter_rows(min_row=4, values_only=True))
        for row, cells, plain in zip(result_list.rows, in_book, rows[1:], strict=True):
            with_columns = zip(row.cells, result_list.columns, strict=True)
            figures = [on_paper(value, column) for value, column in with_columns if not isinstance(value, str)]
            assert all(squeezed("".join(figure)) in text for figure in figures)
            flat = [
                part
                for column, value in zip(result_list.columns, row.cells, strict=True)
                for part in parts(column, value)
            ]
            assert list(cells) == [part if part is None or isinstance(part, str) else float(part) for part in flat]
            assert [text_of_cell.removeprefix("'") for text_of_cell in plain] == [csv_text(part) for part in flat]
        assert sheet.freeze_panes is not None
        assert (
            sheet.print_area
            == f"'{sheet.title}'!$A$1:${sheet.cell(1, width).column_letter}${3 + len(result_list.rows)}"
        )
        assert sheet.page_setup.orientation == "landscape"


def parts(column: Any, value: Any) -> list[Any]:
    if isinstance(value, Brought):
        return [value.table_points, value.competition_points]
    return [None, None] if column.pair else [None if value == "" else value]


def test_the_printed_standings_equal_those_calculated_by_hand(event: Event) -> None:
    """The figures of the cup's docstring after session 2, as released."""
    rows = list(csv.reader(io.StringIO(made(event, "standings", view=RELEASED, ending="csv").decode("utf-8-sig"))))
    assert [(row[0], row[1], row[5], row[6]) for row in rows[1:]] == [
        ("1", "8", "6", "58"),
        ("2", "5", "5", "89"),
        ("3", "10", "4", "47"),
        ("4", "3", "4", "16"),
        ("5", "4", "3", "4"),
        ("6", "1", "1.5", "20"),
        ("7", "2", "0", "-120"),
        ("", "6", "3", "-48"),
        ("", "7", rows[9][5], rows[9][6]),
    ]
    assert rows[4][2] == "'=1+1"
    teams = list(csv.reader(io.StringIO(made(event, "team-list", view=RELEASED, ending="csv").decode("utf-8-sig"))))
    assert [row[:2] + row[4:6] for row in teams[1:] if not row[2]] == [
        ["1", "Tigers", "14", "99"],
        ["2", "龙队", "12.5", "-33"],
    ]


def test_in_csv_figures_stay_figures_and_formulas_become_text() -> None:
    rows = [["=HYPERLINK(1)", "@x", "+1", "-cmd", "-1.5", -3, None, "＝1", "a,b\n", "\tx"]]
    data = csv_file(["=h"], rows)
    assert data.startswith(b"\xef\xbb\xbf")
    lines = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    assert lines == [
        ["'=h"],
        ["'=HYPERLINK(1)", "'@x", "'+1", "'-cmd", "-1.5", "-3", "", "'＝1", "a,b\n", "'\tx"],
    ]


def test_the_workbook_of_results_has_figures_and_merged_cells(event: Event) -> None:
    book = openpyxl.load_workbook(io.BytesIO(made(event, "results", ending="xlsx")))
    assert book.sheetnames[0] == "Results"
    assert book.sheetnames[-1] == "Officials"
    sheet, report = book.worksheets[0], ResultsReport(event, live=True)
    lines = [(team, line) for group in report.groups for team in group.teams for line in team.lines]
    for row, (team, line) in enumerate(lines, start=4):
        values = [cell.value for cell in sheet[row]]
        assert values[0] == line.entry.number
        assert values[3:6] == [float(line.standing.table_points), line.standing.competition_points, line.standing.rank]
        for at, cell in enumerate(line.sessions):
            figures = (
                [float(Fraction(cell.table_points, 12)), float(Fraction(cell.table_points_so_far, 12))] if cell else []
            )
            figures += [cell.competition_points, cell.competition_points_so_far] if cell else [None] * 4
            assert values[12 + 4 * at : 16 + 4 * at] == figures
        if line is team.lines[0] and team.standing:
            assert values[1] == team.name
            assert values[9:12] == [
                float(team.standing.table_points),
                team.standing.competition_points,
                team.standing.rank,
            ]
    spans = {str(cell_range) for cell_range in sheet.merged_cells.ranges}
    first, second = (len(team.lines) for team in report.groups[0].teams)
    assert f"B4:B{3 + first}" in spans
    assert f"J{4 + first}:J{3 + first + second}" in spans
    assert f"G4:G{3 + first + second}" in spans
    assert sheet.freeze_panes == "D4"
    assert sheet.page_setup.paperSize == 8
    formula = next(cell for row in sheet.iter_rows() for cell in row if cell.value == "=1+1")
    assert formula.data_type == "s"


def large_event() -> Event:
    """Create 200 players with sixteen results each directly, because importing 800 sheets takes seconds."""
    event = planned("large", players=200, sessions=16)
    entries = list(event.entries.order_by("number"))
    for entry in entries[:8]:
        event.entries.filter(pk=entry.pk).update(name=NAMES[entry.number % 2 + 1])
    sessions = {session.number: session for session in event.sessions.all()}
    sessions |= {
        number: Session.objects.create(event=event, number=number) for number in range(1, 17) if number not in sessions
    }
    tables = Table.objects.bulk_create(
        Table(session=session, number=number) for session in sessions.values() for number in range(1, 51)
    )
    sheets = Sheet.objects.bulk_create(Sheet(table=table, state="confirmed") for table in tables)
    chance = random.Random(16)
    CountedResult.objects.bulk_create(
        CountedResult(
            sheet=sheet,
            session=sheet.table.session,
            entry=entries[((sheet.table.number - 1) * 4 + at + 7 * sheet.table.session.number) % 200],
            team_id=entries[((sheet.table.number - 1) * 4 + at + 7 * sheet.table.session.number) % 200].team_id,
            seat=seat,
            table_points=chance.choice([48, 28, 21, 18, 12, 0]),
            competition_points=chance.randint(-999, 999),
        )
        for sheet in sheets
        for at, seat in enumerate("ESWN")
    )
    return event


def test_two_hundred_players_and_sixteen_sessions_fit_their_cells() -> None:
    event = large_event()
    data = made(event, "results", "zh-hans", size="A3")
    assert_clear(made(event, "results", "zh-hans", size="A3", pages=[1, 2]))
    report = ResultsReport(event, live=True)
    lines = [line for group in report.groups for line in group.lines]
    assert len(lines) == 200
    whole = texts(data)
    text = "".join(whole)
    blocks = parts_of(Box(0, 0, *landscape(A3)).inset(34).width, 2, 16)
    for line in lines:
        for start, end in ((part.first - 1, part.end - 1) for part in blocks):
            figures = [figure for cell in line.sessions[start:end] for figure in session_figures(cell)]
            assert squeezed("".join(figures)) in text
    [third] = texts(made(event, "results", "zh-hans", size="A3", pages=[3]))
    assert third.partition("生成于")[0] == whole[2].partition("生成于")[0]
    assert "第3页，共" in third


def test_a_team_stays_on_one_page_and_sessions_are_split_evenly() -> None:
    event = Event.objects.get(
        slug=import_event(ACTOR, document=make_event(2, players=64, sessions=2, odd=False))["event"]
    )
    groups = ResultsReport(event, live=True).groups
    for rows in (3, 7, 10, 43):
        pages = list(pages_of(groups, rows))
        assert [line for page in pages for line in page.lines] == [line for group in groups for line in group.lines]
        assert all(len(page.lines) <= rows for page in pages)
        if rows > 4:
            assert all(span.length == 4 for page in pages for span in page.teams if span.standing)
    width = Box(0, 0, *landscape(A3)).inset(34).width
    for sessions in range(1, 17):
        for blocks in (1, 2, 3):
            shared = parts_of(width, blocks, sessions)
            assert [session for part in shared for session in range(part.first, part.end)] == list(
                range(1, sessions + 1)
            )
            assert [part.totals for part in shared] == [True] + [False] * (len(shared) - 1)


def test_the_federations_programs_read_nineteen_columns_by_index(event: Event) -> None:
    """Such a program takes columns 0 to 9, 11 to 13 and 15 to 17, and the event's facts from row 3."""
    event.entries.filter(number=5).update(family_name="García", given_name="Luis")
    person = event.entries.get(number=5).person
    person.federation_number = "10000123"
    person.save()
    book = openpyxl.load_workbook(io.BytesIO(made(event, "federation", view=RELEASED, ending="xlsx", weight="2.5")))
    assert book.sheetnames == ["MCR template"]
    page = book["MCR template"]
    rows = list(page.iter_rows(values_only=True))
    assert {len(row) for row in rows} == {19}
    assert rows[1][:10] == ("品局杯", 9, 1, "Eva", "MÜLLER", None, 6, 58, "NO", "GER")
    assert rows[2][:10] == ("品局杯", 9, 2, "Luis", "GARCÍA", "10000123", 5, 89, "YES", "ESP")
    assert (page["F3"].data_type, page["F3"].number_format) == ("s", "@")
    assert (rows[2][10].date().isoformat(), page["K3"].number_format) == ("2026-05-01", "d/m/yyyy")
    assert rows[2][11:14] == ("CHN", "成都", 2.5)
    assert rows[2][14:] == ("CUP", "Chinese official", "1-2 May 2026", 2, "NO")
    assert {(row[:2], row[10:]) for row in rows[1:]} == {(rows[2][:2], rows[2][10:])}
    PersonNumber.objects.create(person=person, kind="ema", number="10000777", key="10000777")
    other = openpyxl.load_workbook(io.BytesIO(made(event, "federation", view=RELEASED, ending="xlsx")))
    assert other["MCR template"]["F3"].value == "10000777"  # a number of which the federation is known comes first
    # Rows without a rank break those programs.
    assert [row[2] for row in rows[1:]] == [1, 2, 3, 4, 5, 6, 7]
    event.entries.filter(number=8).update(name_consent=False)
    again = openpyxl.load_workbook(io.BytesIO(made(event, "federation", view=RELEASED, ending="xlsx")))
    assert "Eva" not in [row[3] for row in again["MCR template"].iter_rows(values_only=True)]


def test_the_federations_programs_read_eighteen_columns_by_heading(event: Event) -> None:
    data = made(event, "federation", view=RELEASED, ending="xlsx", weight="2.5", weight_column=False)
    heads, first, *_others = openpyxl.load_workbook(io.BytesIO(data))["MCR template"].iter_rows(values_only=True)
    assert heads == (
        *("Tournament name", "Number of participants", "Place", "Player's first name", "Player's last name"),
        *("EMA number", "Table points", "Score", "EMA member", "Country", "Date", "Countrycourt", "city"),
        *("shortname", "rules", "period", "NbDays", "Extra"),
    )
    assert (first[heads.index("Place")], first[heads.index("city")], first[heads.index("NbDays")]) == (1, "成都", 2)


def test_what_to_check_names_guesses_and_players_left_out(event: Event) -> None:
    with translation.override("en"):
        doubts = federation_results(ResultsReport(event, live=False)).doubts
    [guessed] = [doubt for doubt in doubts if doubt.startswith("Family names that are guessed, here in capitals: ")]
    assert "3 =1+1" in guessed.removesuffix(".").split(": ")[1].split(", ")
    [left_out] = [doubt for doubt in doubts if doubt.startswith("Played but without a rank")]
    assert "6 " in left_out
    assert "7 " in left_out


@pytest.mark.parametrize(
    ("starts", "ends", "period"),
    [
        ("2025-02-01", "2025-02-02", "1-2 Feb. 2025"),
        ("2025-01-31", "2025-02-01", "31 Jan.-1 Feb. 2025"),
        ("2025-12-31", "2026-01-01", "31 Dec. 2025-1 Jan. 2026"),
        ("2025-02-01", None, "1 Feb. 2025"),
        (None, None, None),
    ],
)
def test_the_federations_period_is_short(event: Event, starts: str | None, ends: str | None, period: str) -> None:
    event.starts = date.fromisoformat(starts) if starts else None
    event.ends = date.fromisoformat(ends) if ends else None
    event.save()
    book = openpyxl.load_workbook(io.BytesIO(made(event, "federation", view=RELEASED, ending="xlsx")))
    assert book.active["Q2"].value == period


def test_the_dossier_contains_every_form_and_its_digests(event: Event) -> None:
    data = made(event, "dossier", ending="zip")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name.removeprefix("cup-dossier/") for name in archive.namelist()]
        files = {name: archive.read(f"cup-dossier/{name}") for name in names}
    expected = ["contents.txt", "App3-chart.pdf", "App5-sheets-01.pdf", "App5-sheets-02.pdf", "App5-sheets-03.pdf"]
    assert names[:5] == expected
    assert set(names[5:]) == {
        "App6-fouls.pdf",
        "App7-results.pdf",
        "App7-results.xlsx",
        "officials.xlsx",
        "equipment.pdf",
        "settings.xlsx",
        "event.json",
    }
    listed = dict(re.findall(r"^([0-9a-f]{64})  (\S+)$", files["contents.txt"].decode(), re.MULTILINE))
    assert {name: digest for digest, name in listed.items()} == {
        name: hashlib.sha256(content).hexdigest() for name, content in files.items() if name != "contents.txt"
    }
    assert files["event.json"] == event_file(event)
    assert json.loads(files["event.json"])["event"]["id"] == "cup"
    assert "−82" in "".join(texts(files["App5-sheets-01.pdf"]))
    # The event file would reveal more than the released results.
    with zipfile.ZipFile(io.BytesIO(made(event, "dossier", view=RELEASED, ending="zip"))) as archive:
        released = [name.removeprefix("cup-dossier/") for name in archive.namelist()]
    assert "event.json" not in released
    assert "App5-sheets-03.pdf" not in released


def test_the_dossier_lists_departing_settings_with_their_article(event: Event) -> None:
    scoring = event.scoring_settings
    scoring.ties = "higher"
    scoring.save()
    with zipfile.ZipFile(io.BytesIO(made(event, "dossier", "zh-hans", ending="zip"))) as archive:
        sheet = openpyxl.load_workbook(io.BytesIO(archive.read("cup-dossier/settings.xlsx"))).worksheets[0]
    rows = [row for row in sheet.iter_rows(min_row=4, values_only=True) if row[3] == "3.9.2"]
    field = scoring._meta.get_field("ties")
    with translation.override("zh-hans"):
        words = dict(field.flatchoices)
        expected = (str(words["higher"]), str(words[field.get_default()]), "3.9.2", "与原文不同")
        assert expected in [row[1:5] for row in rows]


def test_papers_of_results_are_refused_without_results() -> None:
    event = taken_in(cup() | {"sessions": []})
    for kind in PAPERS.values():
        if kind.results:
            with pytest.raises(Exception, match="no results yet"):
                made(event, kind.name, ending=kind.endings[0])


def test_papers_say_whether_results_are_official(event: Event) -> None:
    """The event is past and no clock gives an end of the appeal time, so the results are official (Publication)."""
    [first] = texts(made(event, "results", view=RELEASED))
    assert "Aftersession2of3·official" in first
    Event.objects.filter(pk=event.pk).update(starts=None, ends=None)
    [first] = texts(made(Event.objects.get(pk=event.pk), "results", view=RELEASED))
    assert "Aftersession2of3·provisional" in first
    [live] = texts(made(event, "results", view=LIVE))
    assert "provisional" not in live
    assert "Notreleased" in live


def test_competition_points_have_their_sign_in_the_standings(event: Event) -> None:
    [text, *_more] = texts(made(event, "standings", "en"))
    report = ResultsReport(event, live=True)
    points = [line.standing.competition_points for line in player_lines(report.standings)]
    assert any(value > 0 for value in points)
    assert all(competition(value) in text for value in points)
    assert [competition(value) for value in (86, -42, 0)] == ["+86", "−42", "0"]


@pytest.mark.parametrize("paper", ["standings", "cross-table", "team-list"])
def test_a_list_of_results_is_enlarged_for_larger_paper(event: Event, paper: str) -> None:
    assert_enlarged(*(made(event, paper, "en", size=size) for size in ("A4", "A3")))
