"""Registration by file at the Desk: preview, confirmation, and hostile input."""

import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from tests.support.events import small_event
from tests.support.registrations import LIST, listed, ugly_workbook
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.registration.models.lists import RegistrationPreview
from tournament.registration.selectors.entries import registered, values_of
from tournament.registration.services.entries import add_entry

pytestmark = pytest.mark.django_db
FILE = "/e/small/desk/registration/file/"


@pytest.fixture
def event(db) -> Event:
    return small_event()


@pytest.fixture
def organizer(event: Event, signed_in) -> Client:
    return signed_in("organizer", event)


def read(client: Client, content: bytes | str, name: str = "list.csv"):
    """Upload a list and return the following page."""
    if isinstance(content, str):
        return client.post(FILE, {"text": content}, follow=True)
    return client.post(FILE, {"file": SimpleUploadedFile(name, content)}, follow=True)


def confirm(client: Client, page, **more: str):
    """Confirm the preview of a page."""
    seen = page.context["plan"].version
    preview = page.context["kept"].pk
    return client.post(f"{FILE}{preview}/", {"seen": seen, **more}, follow=True)


def counts(page) -> dict[str, int]:
    return page.context["plan"].counts


def problems(page) -> list[tuple[int, str]]:
    return [(line.row, note.code) for line in page.context["plan"].lines for note in line.problems]


def people(event: Event) -> list[dict[str, str]]:
    return [values_of(entry) for entry in registered(event)]


def workbook(*rows: list) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_the_csv_and_the_untidy_workbook_give_the_same_entries(organizer, event, signed_in):
    page = read(organizer, LIST.read_bytes())
    assert counts(page) == {"new": 136, "changed": 0, "same": 0, "wrong": 0}
    assert event.entries.count() == 0
    confirm(organizer, page)
    first = people(event)
    assert (len(first), event.teams.count(), event.groups.count()) == (136, 34, 11)

    again = read(organizer, LIST.read_bytes())
    assert counts(again) == {"new": 0, "changed": 0, "same": 136, "wrong": 0}
    ugly = read(organizer, ugly_workbook(), "报名.xlsx")
    assert [
        (line.row, line.changes, line.problems) for line in ugly.context["plan"].lines if line.verdict != "same"
    ] == []
    assert counts(ugly)["same"] == 136

    other = small_event("other")
    client = signed_in("organizer", other)
    answer = client.post(
        "/e/other/desk/registration/file/", {"file": SimpleUploadedFile("a.xlsx", ugly_workbook())}, follow=True
    )
    plan = answer.context["plan"]
    assert {skipped_row.why for skipped_row in plan.skipped} == {"total", "heading", "remark"}
    client.post(answer.redirect_chain[-1][0], {"seen": plan.version})
    assert people(other) == first
    assert (other.teams.count(), other.groups.count()) == (34, 11)
    # The persons with a federation number are those of the first event.
    numbered = sum(bool(row["federation_number"]) for row in listed())
    assert Person.objects.count() == 136 + (136 - numbered)


def test_importing_the_same_list_again_adds_no_audit_entry(organizer, event):
    confirm(organizer, read(organizer, LIST.read_bytes()))
    entries = AuditEntry.objects.filter(action="registration.import")
    assert [entry.after["new"] for entry in entries] == [136]
    confirm(organizer, read(organizer, LIST.read_bytes()))
    assert entries.count() == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
def test_a_list_in_another_encoding_is_read(organizer, event, encoding):
    text = "姓名;国家;队伍\n王伟;中国;一队\n欧阳娜娜;中国;一队\n".encode(encoding)
    confirm(organizer, read(organizer, text))
    assert [(entry["name"], entry["family_name"], entry["country"], entry["team"]) for entry in people(event)] == [
        ("王伟", "王", "CN", "一队"),
        ("欧阳娜娜", "欧阳", "CN", "一队"),
    ]


def test_the_text_of_a_mail_is_read(organizer, event):
    page = read(organizer, "> 1. DE JONG Mattheu\n> 2. VAN DER VEGT Jose\n>\n> 3. 王伟\n")
    assert counts(page)["new"] == 3
    confirm(organizer, page)
    assert [entry["name"] for entry in people(event)] == ["DE JONG Mattheu", "VAN DER VEGT Jose", "王伟"]


def test_columns_are_chosen_by_hand(organizer, event):
    page = read(organizer, b"wer,woher,mit\nBAKKER Ans,Holland,Windmill\n")
    assert page.context["plan"].counts["new"] == 2  # the headings were not recognised
    address = page.redirect_chain[-1][0]
    mapping = {"sheet": 0, "heading": 1, "name": 0, "country": 1, "team": 2, "fill_down": ""}
    page = organizer.post(address, mapping, follow=True)
    assert counts(page) == {"new": 1, "changed": 0, "same": 0, "wrong": 0}
    confirm(organizer, page)
    assert [(entry["name"], entry["country"], entry["team"]) for entry in people(event)] == [
        ("BAKKER Ans", "NL", "Windmill")
    ]


def test_the_order_of_names_is_chosen_for_the_whole_list(organizer, event):
    page = read(organizer, "Name,Country\nBakker Ans,NL\nDubois Claire,FR\n王伟,CN\n")
    assert "Family and given names of 2 players are guessed." in page.text
    mapping = {"sheet": 0, "heading": 1, "name": 0, "country": 1, "fill_down": "", "name_order": "family"}
    page = organizer.post(page.redirect_chain[-1][0], mapping, follow=True)
    assert "are guessed" not in page.text
    confirm(organizer, page)
    persons = event.entries.order_by("number").values_list("name", "person__family_name", "person__given_name")
    assert list(persons) == [
        ("Bakker Ans", "Bakker", "Ans"),
        ("Dubois Claire", "Dubois", "Claire"),
        ("王伟", "王", "伟"),
    ]


def test_given_names_in_pinyin_are_imported(organizer, event):
    confirm(organizer, read(organizer, "姓,名,姓（拼音）,名（拼音）\n王,伟,WANG,Wei\n欧阳,娜娜,OUYANG,Nana\n"))
    assert [(entry["name"], entry["latin_name"]) for entry in people(event)] == [
        ("王伟", "WANG Wei"),
        ("欧阳娜娜", "OUYANG Nana"),
    ]


def test_a_list_with_family_names_only_is_asked_about_and_names_its_unused_columns(organizer, event):
    page = read(organizer, b"Family name,Called,Country,Mail\nBAKKER,Ans,NL,a@x.nl\nKOSTER,Annet,NL,\nEA,Felicia,FR,\n")
    text = page.content.decode()
    assert page.context["unused"] == [("2: Called", "Ans, Annet, Felicia"), ("4: Mail", "a@x.nl")]
    assert "2 columns are not imported:" in text
    assert "3 players have a family name but no given name." in text
    assert text.index('id="columns"') < text.index('name="acknowledged"') < text.index("Rows of the list")
    answer = confirm(organizer, page)
    assert answer.status_code == 409
    assert event.entries.count() == 0
    digest = {"acknowledged": "only-family-names", "asked_about": page.context["confirm"].asked_about}
    confirm(organizer, page, **digest)
    assert [entry["name"] for entry in people(event)] == ["BAKKER", "KOSTER", "EA"]


def test_one_row_without_given_name_needs_no_answer(organizer, event):
    confirm(organizer, read(organizer, b"Family name,Given name\nBAKKER,\nKOSTER,Annet\nEA,Felicia\n"))
    assert event.entries.count() == 3


def test_guessed_columns_must_be_checked_before_the_import(organizer, event):
    page = read(organizer, "王伟,中国,一队\n李芳,中国,一队\n佐藤翔太,日本,二队\n欧阳娜娜,中国,一队\n".encode())
    address = page.redirect_chain[-1][0]
    assert "The list has no headings" in page.content.decode()
    assert counts(page)["new"] == 4
    answer = confirm(organizer, page)
    assert "Choose first what the columns mean." in answer.content.decode()
    assert event.entries.count() == 0
    form = page.context["form"]
    shown = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "")}
    assert shown == {"sheet": 0, "heading": 0, "name": "0", "country": "1", "team": "2"}
    confirm(organizer, organizer.post(address, shown, follow=True))
    assert [(entry["name"], entry["country"], entry["team"]) for entry in people(event)][2] == (
        "佐藤翔太",
        "JP",
        "二队",
    )


def test_each_row_shows_its_effect_and_wrong_rows_are_left_out(organizer, event):
    confirm(organizer, read(organizer, b"name,country,team\nBAKKER Ans,NL,One\nKOSTER Annet,NL,One\n"))
    page = read(
        organizer,
        b"name,country,team,kind\nBAKKER Ans,NL,One,\nKOSTER Annet,NL,Two,\nGAO Jie,Atlantis,,\n"
        b"EA Felicia,FR,,reserve\n=HYPERLINK(1),FR,,\n,FR,Two,\nEA Felicia,FR,,\n",
    )
    assert counts(page) == {"new": 1, "changed": 1, "same": 1, "wrong": 4}
    assert problems(page) == [(4, "unknown_country"), (6, "formula"), (7, "no_name"), (8, "twice")]
    assert "No country is called “Atlantis”." in page.content.decode()
    confirm(organizer, page)
    assert [(entry["name"], entry["team"], entry["kind"]) for entry in people(event)] == [
        ("BAKKER Ans", "One", "player"),
        ("KOSTER Annet", "Two", "player"),
        ("EA Felicia", "", "reserve"),
    ]


def test_hostile_names_are_cleaned_kept_or_refused(organizer, event):
    names = ["王\x00伟".replace("\x00", "\u200f"), "محمد علي", "Ann\u202eeilrahC LEE", "Zoë 🀄 MÜLLER", "=1+1", "🀄🀄"]
    page = read(organizer, workbook(["姓名"], *([name] for name in names)), "x.xlsx")
    assert problems(page) == [(6, "formula"), (7, "name_without_letters")]
    confirm(organizer, page)
    assert [entry["name"] for entry in people(event)] == ["王伟", "محمد علي", "LEE AnneilrahC", "🀄 MÜLLER Zoë"]
    assert "fonts do not have: " in page.content.decode()


def bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"\0" * 101_000_000)
    return out.getvalue()


def many_parts() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(201):
            archive.writestr(str(number), b"")
    return out.getvalue()


def entities() -> bytes:
    """Return a workbook with the beginning of a "billion laughs" attack."""
    laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    source, out = zipfile.ZipFile(io.BytesIO(workbook(["name"], ["BAKKER Ans"]))), io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for part in source.namelist():
            content = source.read(part).decode()
            if part.endswith("sheet1.xml"):
                content = laughs + content.replace("BAKKER", "&b;")
            archive.writestr(part, content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (bomb(), "Unpacked, the file is larger than 100 MB"),
        (many_parts(), "It contains more than 200 parts"),
        (entities(), "This is not a workbook (XLSX), or it is damaged"),
        (b"PK\x03\x04 nothing", "This is not a workbook (XLSX), or it is damaged"),
        (b"x" * 10_000_001, "larger than 10 MB and was not read"),
        (b"name\n" + b"A\n" * 20_000, "more than 20000 rows"),
        (workbook(["name"], *(["A B"] for _ in range(20_000))), "more than 20000 rows"),
        (b"name\n" + b"x" * 3000, "Row 2: A cell is longer than 2000 characters"),
        (b"\xd0\xcf\x11\xe0old", "This is an old Excel file or a PDF"),
        (bytes(range(32)) * 20, "This is neither a text nor a workbook"),
        (b" \n \n", "It is empty"),
    ],
    ids=["bomb", "parts", "entities", "damaged", "large", "rows", "workbook-rows", "cell", "old", "binary", "empty"],
)
def test_a_file_without_a_list_is_refused_and_not_stored(organizer, event, content, words):
    answer = read(organizer, content, "list.xlsx")
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert RegistrationPreview.objects.count() == Entry.objects.count() == 0


def test_ten_thousand_rows_are_read_and_shown_page_by_page(organizer, event):
    rows = "\n".join(f"FAMILY{number} Given,NL" for number in range(10_000))
    page = read(organizer, f"name,country\n{rows}".encode())
    assert counts(page)["new"] == 10_000
    assert len(page.content) < 300_000


def test_a_changed_event_shows_the_preview_again(organizer, event):
    page = read(organizer, b"name,country\nBAKKER Ans,NL\n")
    add_entry(system_actor("test"), event, name="BAKKER Ans", country="NL", family_name="BAKKER", given_name="Ans")
    answer = confirm(organizer, page)
    assert answer.status_code == 409
    assert "The file or the event has changed since this preview." in answer.content.decode()
    assert counts(answer)["same"] == 1
    assert event.entries.count() == 1


def test_a_replaced_preview_cannot_be_confirmed(organizer, event):
    page = read(organizer, b"name,country\nBAKKER Ans,NL\n")
    other = read(organizer, b"name,country\nKOSTER Annet,NL\n")
    answer = confirm(organizer, page)
    assert "This preview no longer exists" in answer.content.decode()
    assert event.entries.count() == 0
    confirm(organizer, other)
    assert [entry["name"] for entry in people(event)] == ["KOSTER Annet"]


def test_the_preview_of_another_event_is_not_found(organizer, event, signed_in):
    page = read(organizer, b"name\nBAKKER Ans\n")
    other = small_event("other")
    stranger = signed_in("organizer", other)
    address = f"/e/other/desk/registration/file/{page.context['kept'].pk}/"
    assert stranger.get(address).status_code == 404
    stranger.post(address, {"seen": page.context["plan"].version})
    assert Entry.objects.count() == 0


def test_unknown_columns_of_a_list_are_stored_only_encrypted(organizer, event):
    read(organizer, b"name,passport\nBAKKER Ans,E12345678X\n")
    kept = RegistrationPreview.objects.get()
    assert "E12345678X" in kept.sheets
    raw = RegistrationPreview.objects.extra(select={"raw": "sheets || ''"}).values_list("raw", flat=True)
    assert "E12345678X" not in json.dumps([str(row) for row in raw])
    assert "E12345678X" not in json.dumps(list(AuditEntry.objects.values_list("after", flat=True)))
