"""Import of results at the Desk: preview, questions, differences, refusals, one write."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation
from openpyxl import Workbook

from scoring.sheets.models.facts import Hand, Signature, SignedTotal, StatedTablePoints
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.rules.result_files import is_heading, mapping_of
from tests.support.events import small_event
from tests.support.sheets import at, empty_sheet, made_sheet, sheet_at
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
PAGE = "/e/small/desk/tray/import/"


@pytest.fixture
def sheet(db) -> Sheet:
    return empty_sheet(small_event())


@pytest.fixture
def typist(sheet: Sheet, signed_in):
    return signed_in("scorekeeper", event_of(sheet))


def event_of(sheet: Sheet) -> Event:
    return sheet.table.session.event


def numbers(sheet: Sheet) -> list[int]:
    return [at(sheet, seat).number for seat in "ESWN"]


def by_player(sheet: Sheet, totals: list[int], points: list[str] | None = None) -> str:
    rows = [["Session", "Table", "Number", "Total", "Table points"]]
    for number, total, stated in zip(numbers(sheet), totals, points or [""] * 4, strict=True):
        rows.append([str(sheet.table.session.number), str(sheet.table.number), str(number), str(total), stated])
    return "\n".join("\t".join(row) for row in rows)


def save(client, page, **more):
    """Send the form of the preview with the button that saves, and follow."""
    form = page.context["form"]
    sent = {name: form[name].value() or "" for name in form.fields if name != "file"}
    sent |= {"seen": page.context["seen"], "columns": "1", "name": page.context["name"], "do": "save", **more}
    return client.post(PAGE, sent, follow=True)


def totals_of(sheet: Sheet) -> dict[str, int]:
    return dict(SignedTotal.objects.current().filter(sheet=sheet).values_list("seat", "points"))


def test_totals_are_previewed_and_saved_with_author_and_reason(typist, sheet):
    page = typist.post(PAGE, {"text": by_player(sheet, [40, -8, -24, -8], ["4", "1.5", "0", "1.5"])})
    assert page.status_code == 200
    [line] = page.context["lines"]
    assert (line["session"], line["table"], line["state"]) == (1, 1, "new")
    assert line["holds"] == "East +40 / South −8 / West −24 / North −8 · East 4 / South 1.5 / West 0 / North 1.5"
    assert not SheetVersion.objects.exists()
    answer = save(typist, page)
    assert "The results of 1 table are saved." in answer.content.decode()
    assert totals_of(sheet) == {"E": 40, "S": -8, "W": -24, "N": -8}
    assert dict(StatedTablePoints.objects.current().values_list("seat", "text"))["S"] == "1.5"
    [version] = SheetVersion.objects.all()
    assert (version.action, version.reason) == ("sheet.type", "Imported from Text")
    assert version.by_name
    again = typist.post(PAGE, {"text": by_player(sheet, [40, -8, -24, -8], ["4", "1.5", "0", "1.5"])})
    assert [line["state"] for line in again.context["lines"]] == ["same"]
    assert "These results are already saved." in again.content.decode()


def test_a_workbook_with_a_sheet_for_each_session_is_read(typist, sheet):
    other = empty_sheet(event_of(sheet), number=3)
    book = Workbook()
    book.active.title = "Notes"
    for one in (sheet, other):
        page = book.create_sheet(f"第{one.table.session.number}场")
        page.append(["桌号", "姓名", "比赛分"])
        for seat, points in zip("ESWN", (24, -8, -8, -8), strict=True):
            page.append([one.table.number, at(one, seat).name, points])
    out = io.BytesIO()
    book.save(out)
    page = typist.post(PAGE, {"file": SimpleUploadedFile("results.xlsx", out.getvalue())})
    assert [(line["session"], line["table"], line["state"]) for line in page.context["lines"]] == [
        (1, 1, "new"),
        (2, 3, "new"),
    ]
    save(typist, page)
    assert totals_of(other) == {"E": 24, "S": -8, "W": -8, "N": -8}
    assert {version.reason for version in SheetVersion.objects.all()} == {"Imported from results.xlsx"}


def test_a_csv_file_is_read_into_an_event_that_has_results(typist, sheet):
    """A file from a spreadsheet: semicolons and a byte order mark; the results of other tables stay."""
    kept = made_sheet(event_of(sheet))
    rows = ["Session;Table;East;South;West;North", "1;1;40;-8;-24;-8"]
    file = SimpleUploadedFile("results.csv", "\ufeff".encode() + "\r\n".join(rows).encode())
    page = typist.post(PAGE, {"file": file})
    assert [(line["session"], line["table"], line["state"]) for line in page.context["lines"]] == [(1, 1, "new")]
    assert "The results of 1 table are saved." in save(typist, page).content.decode()
    assert totals_of(sheet) == {"E": 40, "S": -8, "W": -24, "N": -8}
    assert {version.reason for version in SheetVersion.objects.filter(sheet=sheet)} == {"Imported from results.csv"}
    assert not SheetVersion.objects.filter(sheet=kept).exists()


def test_hands_are_read_by_seat_number_and_name(typist, sheet):
    south = at(sheet, "S")
    text = (
        "table,hand,winner,discarder,points\n"
        f"1,1,East,{south.number},24\n1,2,{south.name},self-drawn,8\n1,3,draw,,\n1,4,*,,\n"
    )
    page = typist.post(PAGE, {"text": text, "session": "1"})
    assert [(line["state"], line["holds"]) for line in page.context["lines"]] == [("new", "4 hands")]
    save(typist, page)
    assert list(Hand.objects.current().values_list("no", "result", "winner", "discarder", "points")) == [
        (1, "won", "E", "S", 24),
        (2, "won", "S", "", 8),
        (3, "drawn", "", "", None),
        (4, "aborted", "", "", None),
    ]


def test_totals_by_table_stand_in_columns_of_the_seats(typist, sheet):
    page = typist.post(PAGE, {"text": "Session;Table;East;South;West;North\n1;1;24;-8;−8;-8\n"})
    save(typist, page)
    assert totals_of(sheet) == {"E": 24, "S": -8, "W": -8, "N": -8}


def test_wrong_rows_are_named_with_row_and_column_and_the_other_tables_saved(typist, sheet):
    other = sheet_at(sheet.table.session, 2)
    lines = by_player(sheet, [24, -8, -8, -8]).splitlines()
    wrong = by_player(other, [24, -8, -8, -8]).splitlines()[1:]
    wrong[1] = wrong[1].replace("-8", "x")
    stranger = f"1\t1\t{numbers(other)[0]}\t5\t"
    page = typist.post(PAGE, {"text": "\n".join([*lines, *wrong, "1\t9\t5\t5\t", "7\t1\t5\t5\t"])})
    first, second = page.context["lines"]
    assert (first["state"], second["state"]) == ("new", "wrong")
    assert second["problems"] == ["Row 7, Total points: “x” is not a whole number."]
    assert page.context["problems"] == [
        "Row 10, Table: Session 1 has no table 9.",
        "Row 11, Session: Session 7 has no tables yet.",
    ]
    assert "1 table has mistakes and is left out." in page.content.decode()
    save(typist, page)
    assert (totals_of(sheet)["E"], totals_of(other)) == (24, {})
    page = typist.post(PAGE, {"text": f"{lines[0]}\n{stranger}"})
    [line] = page.context["lines"]
    number = numbers(other)[0]
    assert line["problems"] == [f"Row 2, Player's number: “{number}” does not play at table 1."]


def test_totals_that_do_not_add_up_are_asked_before_they_are_saved(typist, sheet):
    page = typist.post(PAGE, {"text": by_player(sheet, [40, -8, -8, -8])})
    question = "Session 1, table 1: The totals add up to 16 instead of 0. Is that what is written on paper?"
    assert question in page.content.decode()
    answer = save(typist, page)
    assert answer.status_code == 409
    assert totals_of(sheet) == {}
    asked = {"acknowledged": "totals-sum", "asked_about": page.context["form"].asked_about}
    # As a browser sends it: lines end with CR LF. A forgotten referee is not a reason to ask again.
    asked["text"] = page.context["form"]["text"].value().replace("\n", "\r\n")
    page = save(typist, page, do="sign", **asked)
    assert "Type the referee&#x27;s name" in page.content.decode()
    assert question not in page.content.decode()
    save(typist, page, do="sign", referee="赵敏", **asked)
    assert totals_of(sheet)["E"] == 40


def test_differences_from_saved_results_are_shown(typist, sheet):
    save(typist, typist.post(PAGE, {"text": by_player(sheet, [40, -8, -24, -8])}))
    page = typist.post(PAGE, {"text": by_player(sheet, [32, 0, -24, -8])})
    [line] = page.context["lines"]
    assert (line["state"], line["changes"]) == ("changed", ["East: 40 → 32", "South: -8 → 0"])


def test_a_preview_of_sheets_that_changed_meanwhile_is_shown_again(typist, sheet):
    first = typist.post(PAGE, {"text": by_player(sheet, [40, -8, -24, -8])})
    save(typist, typist.post(PAGE, {"text": by_player(sheet, [24, -8, -8, -8])}))
    answer = save(typist, first)
    assert answer.status_code == 400
    assert "Results were entered meanwhile. Nothing was saved." in answer.content.decode()
    assert [line["changes"] for line in answer.context["lines"]] == [["East: 24 → 40", "West: -8 → -24"]]
    assert totals_of(sheet)["E"] == 24


def test_signed_sheets_are_named_and_stay(typist, sheet):
    signed = made_sheet(event_of(sheet), "confirmed", number=5)
    page = typist.post(PAGE, {"text": by_player(signed, [24, -8, -8, -8])})
    text = re.sub(r"\s+", " ", page.content.decode())
    assert [line["state"] for line in page.context["lines"]] == ["locked"]
    assert "State of the sheet: Confirmed. It is not changed." in text
    assert f"/desk/tray/{signed.table.session.number}/5/versions/" in text
    assert "There is nothing to save." in text


def test_columns_are_chosen_when_headings_are_unknown(typist, sheet):
    rows = "\n".join(f"x,1,{number},{total}" for number, total in zip(numbers(sheet), (24, -8, -8, -8), strict=True))
    page = typist.post(PAGE, {"text": f"a,b,c,d\n{rows}\n", "session": "1"})
    assert "The columns are not recognised." in page.content.decode()
    assert '<option value="1">2: b</option>' in page.content.decode()
    chosen = {"column_table": "1", "column_number": "2", "column_total": "3", "columns": "1", "session": "1"}
    page = typist.post(PAGE, {"text": f"a,b,c,d\n{rows}\n", **chosen})
    [line] = page.context["lines"]
    assert line["holds"] == "East +24 / South −8 / West −8 / North −8"
    assert "These rows cannot be imported" not in page.content.decode()
    save(typist, page)
    assert totals_of(sheet)["E"] == 24


def test_an_empty_form_says_what_is_missing(typist):
    answer = typist.post(PAGE, {})
    assert answer.status_code == 400
    assert "Choose a file, or paste the results as text." in answer.content.decode()


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
@pytest.mark.parametrize(
    "headings",
    [
        "Session, Table, Number, Total, Table points",
        "Session, Table, East, South, West, North",
        "Session, Table, Hand, Winner, Discarder, Points",
        "Session, Table, Number, Mados held",
        "Session, Table, Hand, Winner, Discarder, Fans, Robbed kong, Bound to lose, False win",
    ],
)
def test_the_page_names_headings_that_are_recognised(language, headings):
    with translation.override(language):
        cells = re.split("[,、]", translation.gettext(headings))
    mapping = mapping_of(cells)
    assert is_heading(mapping)
    assert sorted(mapping.values()) == list(range(len(cells)))


def test_the_tray_links_to_the_import(typist):
    assert f'href="{PAGE}"' in typist.get("/e/small/desk/tray/").content.decode()


def test_importing_the_same_list_again_signs_the_sheets(typist, sheet):
    text = by_player(sheet, [24, -8, -8, -8])
    save(typist, typist.post(PAGE, {"text": text}))
    sheet.refresh_from_db()
    assert (sheet.state, sheet.version) == ("open", 1)
    page = typist.post(PAGE, {"text": text})
    assert [line["state"] for line in page.context["lines"]] == ["same"]
    assert "These results are already saved." in page.content.decode()
    nameless = save(typist, page, do="sign", referee=" ")
    assert "Type the referee&#x27;s name" in nameless.content.decode()
    answer = save(typist, page, do="sign", referee="赵敏")
    assert "1 sheet is saved and signed." in answer.content.decode()
    sheet.refresh_from_db()
    assert (sheet.state, sheet.version) == ("signed", 2)
    signed = Signature.objects.current().filter(sheet=sheet, step="sign").order_by("signer")
    assert {(one.signer, one.how) for one in signed} == {(seat, "paper") for seat in ["E", "N", "S", "W", "referee"]}
    assert signed.get(signer="referee").name == "赵敏"


def test_new_results_are_saved_and_signed_in_one_write(typist, sheet):
    page = typist.post(PAGE, {"text": by_player(sheet, [24, -8, -8, -8])})
    save(typist, page, do="sign", referee="赵敏")
    sheet.refresh_from_db()
    assert sheet.state == "signed"
    assert totals_of(sheet) == {"E": 24, "S": -8, "W": -8, "N": -8}


def test_signing_a_short_list_of_hands_asks_first(typist, sheet):
    rows = [f"{sheet.table.session.number}\t{sheet.table.number}\t1\tE\tS\t20"]
    page = typist.post(PAGE, {"text": "\n".join(["Session\tTable\tHand\tWinner\tDiscarder\tPoints", *rows])})
    asked = save(typist, page, do="sign", referee="赵敏")
    assert asked.status_code == 409
    assert "1 of 16 hands are entered. Was the time up?" in asked.content.decode()
    sheet.refresh_from_db()
    assert (sheet.state, sheet.version) == ("open", 0)
    assert save(typist, asked, do="sign", acknowledged=["short"]).status_code == 200
    sheet.refresh_from_db()
    assert sheet.state == "signed"
