"""Every paper read back: it shows the data of the selectors, in three languages, inside its page."""

import io
import re
from dataclasses import asdict, fields
from typing import Any

import openpyxl
import pytest
from django.test import Client
from django.utils import translation

from common import jobs
from common.actions.permissions import system_actor
from common.jobs import Progress, kind_named
from common.jobs.models import Job
from common.paper import printable
from scoring.papers.exports.papers import CHANGED, NUMBERS, PAPERS, Choice
from scoring.sheets.models.codes import PlayerCode, TableCode
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.codes.table_codes import code_of_letters
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from scoring.sheets.services.people.substituting import substitute
from tests.support.draws import current, drawn, planned
from tests.support.pdf_reading import assert_clear, assert_enlarged, texts_of
from tests.web.desk.conftest import document, taken_in
from tournament.draws.exports import method_words
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.services.officials import add_official
from tournament.papers.exports.chart import layout_of
from tournament.papers.exports.order import wind
from tournament.papers.services import set_address
from tournament.presence.services.withdrawals import withdraw
from tournament.seating.selectors.seating import Seating, by_name, by_team, seating_of

ACTOR = system_actor("测试")
ADDRESS = "http://192.168.1.20:8000"
NAMES = {1: "髙橋 さくら", 2: "欧阳" * 20, 3: "Wolfeschlegelsteinhausenbergerdorff" * 4, 4: "=1+1", 5: "آلاء 👍"}
#: test_results reads the papers of results, test_event_report_paper the report, which needs them.
PDFS = [
    kind.name
    for kind in PAPERS.values()
    if kind.endings[0] == "pdf" and not kind.results and kind.name != "event-report"
]


@pytest.fixture(autouse=True)
def _media(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def event(db: None) -> Event:
    """Import sixteen players in three sessions, some with difficult names, and choose an address."""
    event = planned(fillers=1)
    for number, name in NAMES.items():
        event.entries.filter(number=number).update(name=name)
    drawn(event)
    set_address(ACTOR, event, address=ADDRESS)
    return event


def made(event: Event, paper: str, language: str = "en", **choice: Any) -> Job:
    """Make this paper and return its job."""
    chosen = asdict(Choice(paper, language, **choice))
    job = jobs.start(ACTOR, "papers.make", ledger=event.ledger, parameters={"event": event.slug, **chosen})
    jobs.run(job.pk)
    job.refresh_from_db()
    return job


def pages(job: Job) -> list[str]:
    """Return the text of each page with single spaces; check overlaps and edges."""
    assert job.state == Job.State.DONE, job.result
    with job.file.open("rb") as file:
        data = file.read()
    assert_clear(data)
    return [" ".join(text.split()) for text in texts_of(data)]


def seating(event: Event) -> Seating:
    stored_seating = seating_of(event)
    assert stored_seating is not None
    return stored_seating


def shown(text: str) -> str:
    """Return a text as it is found in a PDF: as printed, without spaces."""
    return re.sub(r"\s+", "", printable(text))


@pytest.mark.parametrize("language", ["zh-hans", "en", "ja"])
def test_every_paper_shows_the_data_of_the_selectors(event: Event, language: str) -> None:
    seats = seating(event)
    text = {name: " ".join(pages(made(event, name, language, size=PAPERS[name].sizes[0]))) for name in PDFS}
    with translation.override(language):
        for tables in seats.by_session.values():
            for table, four in tables.items():
                assert " ".join(map(str, [table, *(seat.sitter.number for seat in four)])) in text["chart"]
        for way in seats.ways:
            places = " ".join(f"{seat.table} {wind(seat.wind)}" for _session, seat in sorted(way.seats.items()))
            assert way.player.kind == "filler" or len(way.seats) == 3
            for paper in ("by-name", "by-team"):
                assert places in text[paper]
        cards = re.split(r"/seats/players/(\d+)/", shown(text["player-cards"]))
        assert [int(number) for number in cards[1::2]] == [way.player.number for way in seats.ways if way.seats]
        for way, card in zip([way for way in seats.ways if way.seats], cards[::2], strict=False):
            places = [f"{seat.table}{wind(seat.wind)}" for _session, seat in sorted(way.seats.items())]
            assert re.search(".*".join(places), card)
            assert f"{ADDRESS.removeprefix('http://')}/e/{event.slug}" in card
        for paper in ("by-name", "by-team", "player-cards", "table-seats", "oath", "player-codes"):
            shown_text = shown(text[paper])
            for number in range(6, 17):
                assert f"选手{number}" in shown_text
            assert "髙橋さくら" in shown_text
        for sign in "東品静" if language == "ja" else "东品静":
            assert sign in text["signs"]
    ways = [way for _section, listed in by_name(seats.ways) for way in listed]
    order = [text["by-name"].index(way.player.name) for way in ways if (way.player.number or 0) > 5]
    assert order == sorted(order)


@pytest.mark.parametrize("language", ["zh-hans", "en", "ja"])
def test_the_record_of_the_draw_shows_the_data_of_the_draw(event: Event, client: Client, language: str) -> None:
    draw = current(event)
    with translation.override(language):  # a request would reset the language at its end
        answer = client.get(f"/e/{event.slug}/draw/record.pdf", headers={"accept-language": language})
    with translation.override(language):
        method = method_words(draw.method)
    text = " ".join(" ".join(page.split()) for page in texts_of(answer.content))
    for value in (draw.seed, draw.list_hash, draw.commitment, draw.secret, draw.public_value, method):
        assert shown(value) in shown(text)
    for table, sessions in enumerate(zip(*draw.chart, strict=True), start=1):
        assert " ".join(map(str, [table, *(number for four in sessions for number in four)])) in text
    assert all(f"选手{number}" in text for number in range(6, 17))
    assert_clear(answer.content)


def test_every_edition_of_the_seats_by_name_has_each_script_in_a_section_of_its_own(event: Event) -> None:
    """Paper, workbook, public page and wall: Chinese names by pinyin, then Latin ones, then Japanese ones."""
    people = [("Weber Anna", "DE"), ("佐藤 翔太", "JP"), ("王伟", "CN"), ("艾米", "CN"), ("Åkesson Per", "SE")]
    for number, (name, country) in enumerate(people, 1):
        event.entries.filter(number=number).update(name=name, country=country)
    order = ["艾米", "王伟", "选手6", "Åkesson Per", "Weber Anna", "佐藤 翔太"]
    headings = ["Chinese names, by pinyin", "Names in Latin letters", "Japanese names, by Latin form"]
    paper = " ".join(pages(made(event, "by-name")))
    assert_in_order(paper, [headings[0], *order[:3], headings[1], *order[3:5], headings[2], order[5]])
    with made(event, "workbook").file.open("rb") as file:
        sheet = openpyxl.load_workbook(io.BytesIO(file.read())).worksheets[1]
    rows = [row for row in sheet.iter_rows(values_only=True) if row[1] in order]
    assert [row[1] for row in rows] == order
    sections = [row[-1] for row in rows]
    assert sections == [headings[0]] * 3 + [headings[1]] * 2 + [headings[2]]
    for page in ("seats/1/", "wall/seats/1/?page=1"):
        body = Client().get(f"/e/{event.slug}/{page}", follow=True).content.decode()
        assert_in_order(body, [headings[0], *order[:3], headings[1], *order[3:5], headings[2], order[5]])


def assert_in_order(text: str, parts: list[str]) -> None:
    places = [text.index(part) for part in parts]
    assert places == sorted(places), parts


def test_the_workbook_contains_the_same_lists(event: Event) -> None:
    seats = seating(event)
    with made(event, "workbook").file.open("rb") as file:
        chart, names, teams = openpyxl.load_workbook(io.BytesIO(file.read())).worksheets
    rows = list(chart.iter_rows(min_row=4, values_only=True))
    assert [(row[0], row[2], row[3::2]) for row in rows] == [
        (session, table, tuple(seat.sitter.number for seat in four))
        for session, tables in sorted(seats.by_session.items())
        for table, four in sorted(tables.items())
    ]
    listed = list(names.iter_rows(min_row=4, values_only=True))
    in_order = [way for _section, section_ways in by_name(seats.ways) for way in section_ways]
    assert [row[0] for row in listed] == [way.player.number for way in in_order]
    first = seats.ways[0]
    assert next(row for row in listed if row[0] == 1)[5:-1] == tuple(  # the last column is the section
        part for _session, seat in sorted(first.seats.items()) for part in (seat.table, wind(seat.wind))
    )
    assert [row[2] for row in teams.iter_rows(min_row=4, values_only=True)] == [
        way.player.number for _number, _name, members in by_team(seats.ways) for way in members
    ]
    formula = next(cell for row in names.iter_rows() for cell in row if cell.value == "=1+1")
    assert formula.data_type == "s"


def test_only_changed_cards_are_printed_again(event: Event) -> None:
    assert made(event, "player-cards", which=CHANGED).state == Job.State.FAILED
    assert len(pages(made(event, "player-cards"))) == 2
    for paper in ("table-seats", "by-name", "chart"):
        made(event, paper)
    session, holder = event.sessions.get(number=2), event.entries.get(number=7)
    filler = event.entries.get(kind=Entry.Kind.FILLER)
    table = next(seat.table for seat in seating(event).seats if (seat.session, seat.holder.number) == (2, 7))
    substitute(ACTOR, session, holder=holder, by=filler)
    [cards] = pages(made(event, "player-cards", which=CHANGED))
    assert "选手7" in cards
    assert "陪打1" in cards
    assert "选手8" not in cards
    [touched] = pages(made(event, "table-seats", which=CHANGED))
    assert touched.startswith(f"Table {table}")
    assert "Table" not in touched[5:]
    assert "陪打1" in touched
    assert made(event, "table-seats", which=CHANGED).state == Job.State.FAILED
    # A withdrawn player has no seat any more, so the tables of later sessions change.
    withdraw(ACTOR, holder, session=3, reason="病")
    [touched] = pages(made(event, "table-seats", which=CHANGED))
    assert "–" in touched
    assert [number for number in (1, 2, 3, 4) if f"Table {number}" in touched] == [
        next(seat.table for seat in seating(event).seats if (seat.session, seat.holder.number) == (3, 7))
    ]
    assert [event.printed.get(paper="chart").by, event.printed.count()] == ["测试", 4]


def test_cards_of_chosen_numbers_are_made(event: Event) -> None:
    [page] = pages(made(event, "player-cards", which=NUMBERS, numbers=[6, 8, 99]))
    assert [number for number in range(1, 18) if f"选手{number} " in page] == [6, 8]
    assert made(event, "player-cards", which=NUMBERS, numbers=[99]).state == Job.State.FAILED
    assert len(pages(made(event, "oath", which="blank"))) == 1


def test_the_line_for_the_team_stays_empty_without_a_team(event: Event) -> None:
    event.entries.update(team=None, country="CHN")
    [page] = pages(made(event, "oath", "en", which=NUMBERS, numbers=[6]))
    assert "选手6" in page
    assert "CHN" not in page
    assert "China" not in page


def test_the_oath_is_printed_in_the_text_of_its_language(event: Event) -> None:
    """A2: an event's own text needs no introduction; a language without one has the program's nine points."""
    event.registration_settings.oath = {"zh": "我郑重承诺。", "en": "I solemnly promise."}
    event.registration_settings.save()
    [chinese] = pages(made(event, "oath", "zh-hans", which="blank"))
    [english] = pages(made(event, "oath", "en", which="blank"))
    [japanese] = pages(made(event, "oath", "ja", which="blank"))
    assert "我郑重承诺。" in shown(chinese)
    assert "I solemnly promise." in english
    assert "For the whole time of this competition I promise" not in english
    assert [number for number in range(1, 10) if f"{number}．" in japanese] == list(range(1, 10))


NINE_POINTS = {
    "en": "laws and regulations of the host country · World Mahjong Organization · officials · never play for money"
    " · doctor · costs of my accidents and illnesses · name and photos · harm and loss · insurance · guarantor",
    "zh-hans": "主办国的法律 · 世界麻将组织 · 裁判 · 不赌博 · 医生 · 意外伤害、突发疾病"
    " · 姓名和照片 · 由我赔偿 · 保险 · 担保人",
    "ja": "開催国の法令 · 世界麻雀組織 · 役員の裁定 · 賭博を行いません · 医師 · 事故や急病"
    " · 氏名と写真 · 損害を賠償 · 保険 · 保証人",
}


@pytest.mark.parametrize("language", NINE_POINTS)
def test_the_oath_of_the_program_has_the_nine_points_of_a2(event: Event, language: str) -> None:
    """A2: nine points in this order, then that the guarantor answers for them too."""
    [page] = pages(made(event, "oath", language, which="blank"))
    found = [shown(page).find(shown(point)) for point in NINE_POINTS[language].split(" · ")]
    assert -1 not in found
    assert found == sorted(found)


def test_a_new_table_card_opens_its_table_and_revokes_the_old_one(event: Event) -> None:
    assert len(pages(made(event, "table-cards"))) == 2
    [page] = pages(made(event, "table-cards", which=NUMBERS, numbers=[2]))
    printed_code = re.search(r"([2-9A-Z]{3}) ([2-9A-Z]{3})$", page)
    assert printed_code
    code = code_of_letters(printed_code[0])
    assert (code.number, code.state) == (2, "valid")
    assert sorted(TableCode.objects.filter(revoked_at=None).values_list("number", flat=True)) == [1, 2, 3, 4]
    assert TableCode.objects.exclude(revoked_at=None).count() == 1
    assert len(pages(made(event, "player-codes"))) == 1
    assert PlayerCode.objects.count() == 17


def test_papers_of_drafts_and_rehearsals_are_marked(event: Event) -> None:
    draft = planned("draft")
    drawn(draft, "approved")
    assert all("Draft" in page for page in pages(made(draft, "chart")))
    nothing = planned("nothing")
    assert made(nothing, "chart").state == Job.State.FAILED
    assert made(nothing, "oath").state == Job.State.DONE
    assert made(draft, "player-cards").state == Job.State.FAILED  # no address is chosen
    Event.objects.filter(pk=event.pk).update(rehearsal=True)
    for name in PDFS:
        if name != "signs":
            assert all("Rehearsal" in page for page in pages(made(event, name)))


def test_the_cards_of_an_event_without_a_draw_lead_to_the_players_results(db: None) -> None:
    event = taken_in(document())
    set_address(ACTOR, event, address=ADDRESS)
    [first, *_others] = pages(made(event, "player-cards"))
    assert f"/e/{event.slug}/players/1/" in shown(first)
    assert "seats" not in shown(first).replace("Myseats", "")


def test_a_choice_has_these_fields() -> None:
    assert {field.name for field in fields(Choice)} == {
        "paper",
        "language",
        "size",
        "which",
        "numbers",
        "sessions",
        "ending",
        "view",
        "pages",
        "contents",
        "weight",
        "weight_column",
        "codes",
    }


def test_the_chart_has_legible_rows_for_every_size_of_event() -> None:
    for size, height in (("A3", 1077.0), ("A4", 728.0)):
        for tables in (1, 4, 16, 34, 50, 250):
            for sessions in (1, 3, 8, 16):
                layout = layout_of(tables, sessions, height)
                rows = -(-tables // layout.columns) + 1
                assert rows * layout.row * layout.down <= height
                assert layout.row >= (9 if (size, tables) != ("A4", 250) else 7)


def test_the_chart_is_laid_out_alike_on_both_sizes() -> None:
    """An event of 48 players has two columns of tables, so that larger paper has larger numbers."""
    assert [layout_of(12, 7, height).columns for height in (728.0, 1077.0)] == [2, 2]


@pytest.mark.parametrize("paper", ["by-name", "by-team"])
def test_a_list_of_seats_is_enlarged_for_larger_paper(event: Event, paper: str) -> None:
    files = []
    for size in ("A4", "A3"):
        with made(event, paper, size=size).file.open("rb") as file:
            files.append(file.read())
    assert_enlarged(*files)


def test_score_sheets_of_chosen_sessions_name_players_referee_and_table(event: Event) -> None:
    add_official(ACTOR, event, name="黄药师", function="裁判员", tables="1-2")
    printed = pages(made(event, "score-sheets", "zh-hans+en", sessions=[2, 3], which=NUMBERS, numbers=[2, 3]))
    assert len(printed) == 4
    four = [seat.sitter.name for seat in seating(event).by_session[2][2]]
    assert all(shown(name) in shown(printed[0]) for name in four if name.startswith("选手"))
    assert ["黄药师" in page for page in printed] == [True, False, True, False]
    assert "Competition points" in printed[0]
    assert "比赛分" in printed[0]
    with made(event, "score-sheets", "zh-hans+en", sessions=[2], ending="xlsx").file.open("rb") as file:
        assert openpyxl.load_workbook(io.BytesIO(file.read())).sheetnames == ["2-1", "2-2", "2-3", "2-4"]
    assert len(pages(made(event, "score-sheets", which="blank"))) == 1


def test_only_changed_sheets_are_printed_again(event: Event) -> None:
    """Session 3 was never printed, so none of its sheets is new; a filler changes one table of session 2."""
    made(event, "score-sheets", sessions=[1, 2])
    assert made(event, "score-sheets", which=CHANGED).state == Job.State.FAILED
    session, holder = event.sessions.get(number=2), event.entries.get(number=7)
    substitute(ACTOR, session, holder=holder, by=event.entries.get(kind=Entry.Kind.FILLER))
    [touched] = pages(made(event, "score-sheets", which=CHANGED))
    assert "陪打1" in touched
    made(event, "filled-sheets", sessions=[1])
    sheet = Sheet.objects.get(table__session__event=event, table__session__number=1, table__number=4)
    record_hand(ACTOR, sheet, seen=0, hand=HandFacts(no=1, winner="E", discarder="S", points=20))
    [touched] = pages(made(event, "filled-sheets", which=CHANGED))
    assert "−28" in touched


def test_a_session_pack_contains_chart_sheets_and_cards_in_table_order(event: Event) -> None:
    contents = ["chart", "sheets", "cards"]
    job = made(event, "session-pack", sessions=[2], contents=contents)
    chart, *other_pages = pages(job)
    seats = seating(event)
    for table, four in seats.by_session[2].items():
        assert f"{table} {four[0].sitter.number} " in chart
        for seat in four:
            named = seat.sitter.name.startswith("选手")
            assert f" {seat.sitter.number} {seat.sitter.name if named else ''}" in chart
    assert "Session 2" in chart
    sheets, cards = other_pages[:4], other_pages[4:]
    for table, sheet in enumerate(sheets, start=1):
        assert all(
            shown(seat.sitter.name) in shown(sheet)
            for seat in seats.by_session[2][table]
            if seat.sitter.name.startswith("选手")
        )
    assert [re.findall(r"Table (\d)", page) for page in cards] == [["1", "2"], ["3", "4"]]
    assert TableCode.objects.filter(revoked_at=None).count() == 4
    assert (job.done, job.total) == (9, 9)
    # Without cards no code is issued; chosen pages and tables are made again, unchanged ones are not.
    assert len(pages(made(event, "session-pack", sessions=[2], contents=["sheets"], pages=[2, 3]))) == 2
    assert len(pages(made(event, "session-pack", sessions=[2], which=NUMBERS, numbers=[3], contents=["sheets"]))) == 1
    assert TableCode.objects.count() == 4
    [rotation] = pages(made(event, "session-pack", sessions=[2], contents=["rotation"]))
    assert "Procedure for seat rotation" in rotation  # appendix 4
    # The chart was ticked, so it is printed with the sheets of the chosen tables.
    chart, third = pages(made(event, "session-pack", sessions=[2], which=NUMBERS, numbers=[3], contents=contents[:2]))
    assert "Session 2" in chart
    assert "Table 3" in third
    assert made(event, "session-pack", sessions=[2], contents=["chart"], pages=[7]).result["errors"] == [
        {"where": "", "message": "The file has 1 page only."}
    ]
    assert made(event, "session-pack", which=CHANGED, contents=contents).state == Job.State.FAILED
    session, holder = event.sessions.get(number=2), event.entries.get(number=7)
    substitute(ACTOR, session, holder=holder, by=event.entries.get(kind=Entry.Kind.FILLER))
    chart, touched = pages(made(event, "session-pack", which=CHANGED, contents=["chart", "sheets"]))
    assert "陪打1" in touched
    assert "17" in chart


def test_a_cancelled_paper_writes_nothing_and_old_codes_stay_valid(event: Event) -> None:
    made(event, "table-cards")
    before = set(TableCode.objects.filter(revoked_at=None).values_list("pk", flat=True))
    chosen = asdict(Choice("table-cards", "en"))
    job = jobs.start(ACTOR, "papers.make", ledger=event.ledger, parameters={"event": event.slug, **chosen})
    stop = Job.objects.filter(pk=job.pk)

    class Cancelling(Progress):
        """The owner cancels the job while the last part is drawn."""

        def step(self, units: int = 1) -> None:
            super().step(units)
            stop.update(cancel=True)

    jobs.claim(job.pk)
    job.refresh_from_db()
    with pytest.raises(jobs.Cancelled):
        kind_named("papers.make").run(Cancelling(job), **job.parameters)
    assert set(TableCode.objects.filter(revoked_at=None).values_list("pk", flat=True)) == before
    assert event.printed.get(paper="table-cards").parts.keys() == {"1", "2", "3", "4"}


def test_sheets_of_a_draft_are_marked(db: None) -> None:
    event = planned("draft")
    drawn(event, "approved")
    set_address(ACTOR, event, address=ADDRESS)
    printed = pages(made(event, "score-sheets", sessions=[2]))
    assert len(printed) == 4
    assert all("Draft" in page for page in printed)
    assert "选手" in printed[0]
