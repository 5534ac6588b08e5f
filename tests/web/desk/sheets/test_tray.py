"""Tests of the tray and of typing sheets: rights, conflicts, penalties, signing, second entry."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from common.actions.permissions import system_actor
from scoring.settings.models.scoring import ScoringSettings
from scoring.sheets.models.desk_work import DeskWork, SecondEntry
from scoring.sheets.models.facts import Adjustment, Hand, SignedTotal
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tests.support.page_reading import visible_text
from tests.web.desk.conftest import half_played
from tournament.events.models.events import Event
from web.desk.sheets.tray import session_and_table_in

#: East won 24 from West, then a drawn hand.
TYPED = {"h1": "1324", "h2": "0"}
TOTALS = {"totalE": "48", "totalS": "-8", "totalW": "-32", "totalN": "-8"}


@pytest.fixture
def event(db) -> Event:
    return half_played()


@pytest.fixture
def client(event: Event, signed_in) -> Client:
    return signed_in("scorekeeper", event)


def sheet(event: Event, table: int = 1) -> Sheet:
    return Sheet.objects.get(table__session__event=event, table__session__number=2, table__number=table)


def page(table: int = 1, name: str = "typing") -> str:
    return reverse(f"desk:{name}", args=["event-1", 2, table])


def sent(client: Client, table: int = 1, do: str = "save", **values: str):
    """Submit the page's form with these values and return the response."""
    client.get(page(table))
    return client.post(page(table), {"mode": "words", "seen": "1", "do": do, "fine_payee": "nobody"} | values)


@pytest.mark.parametrize(
    ("scanned", "place"),
    [
        ("http://192.168.1.7:8000/e/event-1/tables/3/12/", (3, 12)),
        ("3/12", (3, 12)),
        ("3 12", (3, 12)),
        ("12", (2, 12)),
        ("twelve", None),
        ("", None),
    ],
)
def test_scanned_and_typed_texts_give_session_and_table(scanned: str, place: tuple[int, int] | None) -> None:
    assert session_and_table_in(scanned, 2) == place


def test_the_tray_opens_sheets_and_shows_who_has_one_in_hand(event: Event, client: Client, signed_in, queries) -> None:
    tray = reverse("desk:tray", args=["event-1"])
    assert "Session 2" in client.get(tray).content.decode()
    assert client.get(tray, {"sheet": "x/event-1/tables/2/3/"}).url == page(3)
    wrong = client.get(tray, {"sheet": "99"})
    assert wrong.status_code == 400
    assert "This table does not exist." in wrong.content.decode()
    act = reverse("desk:tray-act", args=["event-1"])
    assert 'name="in" value="4"' in client.get(tray).content.decode()
    client.post(act, {"session": "2", "in": "4"})
    assert 'name="out" value="4"' in client.get(tray).content.decode()
    assert client.post(act, {"session": "2", "next": "1"}).url == page(4)
    other = signed_in("referee", event)
    assert "being typed by scorekeeper" in other.get(tray).content.decode()
    assert "is typing this paper" in other.get(page(4)).content.decode()
    assert other.post(page(4, "typing-hold")).status_code == 409
    assert other.post(act, {"session": "2", "over": "4"}).url == page(4)
    assert client.post(page(4, "typing-hold")).status_code == 409
    other.post(page(4, "typing-leave"))
    assert not DeskWork.objects.exclude(typist_ref="").exists()
    assert client.get(reverse("desk:sessions", args=["event-1"])).content.decode().count(tray) == 2


@pytest.mark.parametrize("role", ["display", "nobody", "foreign"])
def test_other_roles_cannot_open_the_tray(event: Event, signed_in, role: str) -> None:
    for address in (reverse("desk:tray", args=["event-1"]), page(), page(1, "typing-check"), page(1, "typing-again")):
        assert signed_in(role, event).get(address).status_code == 403


def test_saving_and_signing_a_sheet_opens_the_next_paper(event: Event, client: Client) -> None:
    answer = sent(client, do="sign", referee="赵敏", acknowledged="short", **TYPED, **TOTALS)
    assert answer.url == page(2)
    saved_sheet = sheet(event)
    assert saved_sheet.state == "signed"
    assert Hand.objects.current().filter(sheet=saved_sheet).count() == 2
    assert "This sheet is signed" in client.get(page()).content.decode()
    # The referee's name is remembered; without one the sheet is not signed, and typed values stay.
    assert 'value="赵敏"' in client.get(page(2)).content.decode()
    answer = sent(client, 2, do="sign", **TYPED)
    assert answer.status_code == 400
    assert 'value="1324"' in answer.content.decode()
    assert sheet(event, 2).version == 1


def test_the_tray_offers_the_check_of_results_once_every_sheet_is_typed(event: Event, client: Client) -> None:
    tray = reverse("desk:tray", args=["event-1"])
    check = reverse("desk:contradictions", args=["event-1"])
    main_button = re.compile(r'<(?:a|button) class="btn btn-go"[^>]*>([^<]+)<')
    for table in range(1, 5):
        assert main_button.findall(client.get(tray).content.decode()) == ["Next sheet"]
        sent(client, table, do="sign", referee="赵敏", acknowledged="short", **TYPED, **TOTALS)
    page_of_typed_session = client.get(tray).content.decode()
    assert main_button.findall(page_of_typed_session) == ["Check results"]
    assert f'href="{check}?session=2"' in page_of_typed_session
    assert client.get(check, {"session": "2"}).status_code == 200


def test_errors_are_shown_at_their_fields_and_typed_values_stay(event: Event, client: Client) -> None:
    answer = sent(client, h1="1124", h2="137", h3="zzz", totalE="48", pointsE="4")
    text = answer.content.decode()
    assert answer.status_code == 400
    for words in (
        "The winner and the discarder cannot be the same player.",
        "A hand needs at least 8 points",
        "This is not a hand.",
    ):
        assert words in text
    assert '<span class="errors" id="e-h1" role="alert">The winner and the discarder cannot' in " ".join(text.split())
    assert all(f'value="{typed}"' in text for typed in ("1124", "137", "zzz", "48", "4"))
    assert sheet(event).version == 1
    assert "Nothing is typed yet." in sent(client).content.decode()


def test_switching_the_typing_mode_keeps_the_hands_and_is_remembered(event: Event, client: Client) -> None:
    text = sent(client, do="mode", h1="1324", h2="2", **TOTALS).content.decode()
    assert 'value="148332"' in text
    assert 'value="2"' in text
    assert 'value="-32"' in text
    assert 'name="mode" value="scores"' in client.get(page()).content.decode()


def test_a_conflict_shows_both_values_and_lets_the_typist_choose(event: Event, client: Client) -> None:
    client.get(page())
    record_hand(system_actor("Boris"), sheet(event), seen=1, hand=HandFacts(no=1, winner="N", points=8))
    answer = sent(client, **TYPED)
    text = answer.content.decode()
    assert answer.status_code == 409
    assert "North ← self-drawn, 8" in text
    assert "East ← West, 24" in text
    assert 'value="1324"' in text
    assert Hand.objects.current().get(sheet=sheet(event)).winner == "N"
    sent(client, overrule="2", **TYPED)
    assert Hand.objects.current().get(sheet=sheet(event), no=1).winner == "E"


def test_contradictions_are_shown_and_asked_before_signing(event: Event, client: Client) -> None:
    hands = {f"h{no}": text for no, text in enumerate(["1324", "2016", "4110", "3248"] * 4, 1)} | {"h6": "2021"}
    check = client.get(page(1, "typing-check"), {"mode": "words", "seen": "1", **hands}).json()
    sums = dict(zip("ESWN", check["rows"]["16"]["totals"], strict=True))
    exchanged = {"totalE": sums["S"], "totalS": sums["E"], "totalW": sums["W"], "totalN": sums["N"]}
    text = sent(client, do="sign", referee="赵", **hands, **exchanged).content.decode()
    people = {sitting.seat: sitting.entry for sitting in sheet(event).table.sittings.select_related("entry")}
    assert f"columns exchanged: {people['E']} and {people['S']}" in text
    assert "Is it typed exactly as on the signed paper sheet?" in text
    assert sheet(event).version == 1
    # A missing hand: the totals contain it, its number is free.
    totals = {f"total{seat}": points for seat, points in sums.items()}
    left_out = hands | {"h6": ""}
    checked = client.get(page(1, "typing-check"), {"mode": "words", "seen": "1", **left_out, **totals}).json()
    assert f"a hand was left out: {people['S']} won +21 self-drawn (hand 6)" in checked["findings"][0]


def test_penalties_stand_in_lines_with_names_and_sums_without_and_with_them(event: Event, client: Client) -> None:
    here = sheet(event)
    west = here.table.sittings.get(seat="W", from_hand=0).entry
    SessionPenalty.objects.create(session=here.table.session, entry=west, order=0, points=-10, article="3.11.2.1")
    fine = {"fine_no": "2", "fine_seat": "E", "fine_points": "20", "fine_payee": "nobody", "fine_reason": "诈和"}
    hands = {f"h{no}": text for no, text in enumerate(["1324", "2016", "4110", "3248"] * 4, 1)}
    assert f'<option value="W">W {west}</option>' in client.get(page()).content.decode()
    sent(client, do="penalty", **hands, **fine)
    lines = visible_text(client.get(page()).text.split("<tfoot>")[1].split("</tfoot>")[0])
    east = here.table.sittings.get(seat="E", from_hand=0).entry
    assert f"{east.name} Hand 2 · 诈和 −20" in lines
    assert f"{west.name} late · 3.11.2.1 −10" in lines
    checked = client.get(page(1, "typing-check"), {"mode": "words", "seen": "2", **hands}).json()
    without, everything = checked["sums"]["hands"], checked["sums"]["all"]
    assert sum(without) == 0
    assert [after - before for before, after in zip(without, everything, strict=True)] == [-20, 0, -10, 0]
    assert checked["agrees"] is False
    totals = {f"total{seat}": points for seat, points in zip("ESWN", everything, strict=True)}
    sums = {"mode": "words", "seen": "2", **hands, **totals}
    assert client.get(page(1, "typing-check"), sums).json()["agrees"] is True
    assert client.get(page(1, "typing-check"), sums | {"totalE": 999}).json()["agrees"] is False


def test_entering_a_penalty_keeps_the_other_typed_values(event: Event, client: Client) -> None:
    fine = {"fine_no": "2", "fine_seat": "W", "fine_points": "10", "fine_payee": "each", "fine_reason": "吃错"}
    text = sent(client, do="penalty", **TYPED, **fine).content.decode()
    assert 'value="1324"' in text
    assert "吃错" in text
    assert {adjustment.seat: adjustment.points for adjustment in Adjustment.objects.all()} == {
        "E": 10,
        "S": 10,
        "W": -30,
        "N": 10,
    }
    assert "Needed for a penalty." in sent(client, do="penalty", fine_no="2").content.decode()
    assert sent(client, **TYPED).status_code == 302
    assert sent(client, totalE="58", totalS="2", totalW="-62", totalN="2", **TYPED).status_code == 302


def test_a_missing_total_is_asked_and_filled(event: Event, client: Client) -> None:
    answer = sent(client, **(TOTALS | {"totalN": ""}))
    assert answer.status_code == 409
    assert "One total is missing" in answer.content.decode()
    assert sent(client, acknowledged="total-missing", **(TOTALS | {"totalN": ""})).status_code == 302
    assert SignedTotal.objects.current().get(sheet=sheet(event), seat="N").points == -8


def test_a_second_person_types_the_totals_again(event: Event, client: Client, signed_in) -> None:
    ScoringSettings.objects.filter(event=event).update(second_entry="totals")
    answer = sent(client, do="sign", referee="赵敏", **TOTALS)
    assert answer.url == page(2)
    assert "You typed this paper" in client.get(page(1, "typing-again")).content.decode()
    other = signed_in("referee", event)
    assert other.get(page()).url == page(1, "typing-again")
    hidden = r'name="(key|csrfmiddlewaretoken|form_account)"[^>]*'
    blind = re.sub(hidden, "", other.get(page(1, "typing-again")).content.decode())
    assert not {"48", "-32", "−32"} & set(re.findall(r"[+−-]?\d+", blind))
    wrong = {"totalE": "48", "totalS": "-8", "totalW": "-23", "totalN": "-17"}
    other.post(page(1, "typing-again"), wrong)
    differing = other.get(page(1, "typing-again")).content.decode()
    assert "The two entries differ" in differing
    assert "−23" in differing
    assert "−32" in differing
    other.post(page(1, "typing-again"), TOTALS)
    assert SecondEntry.objects.get().totals["W"] == -32
    assert "Both entries agree" in other.get(page(1, "typing-again")).content.decode()
    signed = other.post(page(1, "typing-sign"), {"referee": "赵敏", "seen": "2"})
    assert signed.url == page(3)  # the first typist has table 2 in hand
    assert sheet(event).state == "signed"


def test_the_officials_fill_in_the_referee_and_columns_have_the_numbers_of_the_players(
    event: Event, client: Client
) -> None:
    event.officials.all().delete()
    for order, (name, tables) in enumerate((("赵敏", "1-2"), ("Anna Kowalska", "3"), ("Li Wei", "")), 1):
        event.officials.create(order=order, name=name, function="Referee", tables=tables)
    referee = r'name="referee" value="([^"]*)"'
    text = client.get(page()).content.decode()
    assert re.findall(referee, text) == ["赵敏"]
    assert re.findall(referee, client.get(page(3)).content.decode()) == ["Anna Kowalska"]
    assert re.findall(r'<option value="([^"]+)"></option>', text) == ["赵敏", "Anna Kowalska", "Li Wei"]
    # No official covers table 4: the referee typed last.
    sent(client, 3, do="sign", referee="王五", acknowledged="short", **TYPED, **TOTALS)
    assert re.findall(referee, client.get(page(4)).content.decode()) == ["王五"]
    sittings = sheet(event).table.sittings.select_related("entry")
    seated = {sitting.seat: sitting.entry for sitting in sittings}
    heads = re.findall(r"<b>(\d+)</b> ([^<]+)</span>\s*</th>", text)
    assert heads == [(str(seated[seat].number), seated[seat].name) for seat in "ESWN"]
