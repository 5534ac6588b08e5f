"""The Table's pages: access, and what a phone may do, with and without script."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import record_foul
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.codes import CodeTries, TableCode
from scoring.sheets.models.facts import Hand, Signature
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from scoring.sheets.services.people.exchanging import SeatExchange, exchange_seats
from scoring.sheets.services.people.round_seating import seat_round
from tests.support.events import small_event
from tests.support.sheets import (
    at,
    empty_sheet,
    failed_tries,
    give_code,
    made_sheet,
    new_card,
    player,
    sheet_at,
    with_settings,
)
from tournament.events.models.entries import Entry
from tournament.people.models.accounts import Account, Role
from web.shared.requests.rate_limit import LIMITS, Limit

pytestmark = pytest.mark.django_db

WON = {"no": 1, "seen": 0, "winner": "E", "discarder": "S", "points": 24}
DATA = {"accept": "application/json"}
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def sheet() -> Sheet:
    return empty_sheet(small_event())


def phone_at(sheet: Sheet) -> Client:
    """Return a phone that opened the card of the sheet's table."""
    event = sheet.table.session.event
    code = TableCode.objects.filter(event=event, number=sheet.table.number)
    _card, access = (code.delete(), new_card(event, sheet.table.number))[1]
    client = Client()
    client.get(reverse("table:opened", args=[access.token]))
    return client


def url(sheet: Sheet, name: str = "page") -> str:
    session = sheet.table.session
    return reverse(f"table:{name}", args=[session.event.slug, session.number, sheet.table.number])


def official(sheet: Sheet, role: str) -> Client:
    account = Account.objects.create_user(f"{role}-{sheet.pk}", name="赵敏")
    Role.objects.create(account=account, event=sheet.table.session.event, name=role)
    client = Client()
    client.force_login(account)
    return client


def send(client: Client, sheet: Sheet, name: str = "hand", **facts: Any) -> Any:
    return client.post(url(sheet, name), facts or WON, headers=DATA)


# Opening a table


def test_card_url_redirects_to_the_sheet_without_the_token(sheet: Sheet) -> None:
    _card, access = new_card(sheet.table.session.event)
    client = Client()
    first = client.get(reverse("table:opened", args=[access.token]))
    assert (first.status_code, first.headers["Location"]) == (302, "/t/")
    page = client.get("/t/", follow=True)
    assert page.redirect_chain == [(url(sheet), 302)]
    assert access.token not in page.content.decode() + str(client.cookies) + str(dict(client.session))


@pytest.mark.parametrize("typed", ["{}", " {} ", "{} "])
def test_typed_code_may_have_spaces_and_small_letters(sheet: Sheet, typed: str) -> None:
    _card, access = new_card(sheet.table.session.event)
    client = Client()
    assert client.post("/t/", {"code": typed.format(access.code.lower())}, follow=True).redirect_chain[-1][0] == url(
        sheet
    )


def test_wrong_codes_are_refused_and_rate_limited(sheet: Sheet, monkeypatch) -> None:
    monkeypatch.setitem(LIMITS, "table", Limit(2, ""))
    _card, access = new_card(sheet.table.session.event)
    client = Client()
    pages = [client.post("/t/", {"code": f"WRONG{guess % 9}"}) for guess in range(3)]
    assert "No table has this code" in pages[0].content.decode()
    assert "Too many wrong codes" in client.post("/t/", {"code": access.code}).content.decode()
    assert client.get(reverse("table:opened", args=[access.token])).status_code == 302
    assert client.get("/t/", follow=True).redirect_chain[-1][0] == url(sheet)  # the rate limit does not apply to cards


def test_only_phones_with_card_and_officials_see_the_table(sheet: Sheet) -> None:
    assert Client().get(url(sheet)).status_code == 403
    phone = phone_at(sheet_at(sheet.table.session, 2))
    assert phone.get(url(sheet)).status_code == 403
    assert send(phone, sheet).status_code == 403
    assert official(sheet, "display").get(url(sheet)).status_code == 403
    assert not Hand.objects.exists()


def test_expired_and_revoked_cards_open_no_table(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    TableCode.objects.update(expires="2024-05-01T00:00:00Z")
    assert send(phone, sheet).status_code == 403
    assert "Score at a table" in phone.get("/t/").content.decode()


# Writing


def test_writing_a_hand_returns_the_sheet(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    answer = send(phone, sheet).json()
    assert answer["answer"] == {"version": 1, "state": "open"}
    assert answer["state"]["hands"] == [{"no": 1, "winner": "E", "discarder": "S", "points": 24, "disputed": False}]
    assert AuditEntry.objects.get(action="sheet.hand").actor_name == "Table 1, phone 1"
    marker = answer["state"]["marker"]
    assert phone.get(url(sheet, "state"), {"v": marker}).status_code == 204
    # The page offers no counting of a hand while it is played (2.3.3).
    shown = phone.get(url(sheet)).content.decode()
    assert not any(address in shown for address in (reverse("fans:count"), reverse("fans:reference"), "/fans/1/"))
    send(official(sheet, "referee"), sheet, no=2, seen=1, winner="drawn")
    assert phone.get(url(sheet, "state"), {"v": marker}).json()["version"] == 2


def test_warning_without_points_reaches_the_phone(sheet: Sheet) -> None:
    event = with_settings(sheet.table.session.event)
    phone = phone_at(sheet)
    marker = phone.get(url(sheet, "state")).json()["marker"]
    record_foul(system_actor("赵敏"), event, foul=FoulReport(kind="late-pung", sheet=sheet, seat="W", hand_no=1))
    known = phone.get(url(sheet, "state"), {"v": marker}).json()["fouls"]
    assert known == [{"no": 1, "who": str(at(sheet, "W")), "what": "Late pung", "penalty": "warning"}]
    assert "Late pung" in phone.get(url(sheet)).content.decode()


def test_refusals_conflicts_and_questions_are_returned_as_data(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    send(phone, sheet)
    conflict = send(phone, sheet, **WON | {"points": 30})
    assert (conflict.status_code, conflict.json()["kind"]) == (409, "conflict")
    assert conflict.json()["theirs"]["hand"]["1"]["points"] == 24
    response = send(phone, sheet, **WON | {"no": 2, "points": 100})
    assert (response.status_code, list(response.json()["questions"])) == (409, ["over-88"])
    few = send(phone, sheet, **WON | {"no": 2, "points": 7})
    assert (few.status_code, few.json()["where"]) == (400, "points")
    nobody = send(phone, sheet, no=2, seen=1)
    assert nobody.json()["message"] == "Choose the winner, or a drawn hand."


def pen_offer_hidden(phone: Client, sheet: Sheet) -> bool:
    """Return whether the page hides its note "Another phone writes at this table"."""
    [hidden] = re.findall(r'data-at="pen"( hidden)?>', phone.get(url(sheet)).content.decode())
    return bool(hidden)


def test_second_phone_takes_the_pen(sheet: Sheet) -> None:
    first = phone_at(sheet)
    second = Client()
    _card, access = (TableCode.objects.all().delete(), new_card(sheet.table.session.event))[1]
    first.get(reverse("table:opened", args=[access.token]))
    second.get(reverse("table:opened", args=[access.token]))
    assert not pen_offer_hidden(second, sheet)
    assert pen_offer_hidden(first, sheet)
    refused = send(second, sheet)
    assert (refused.status_code, refused.json()["kind"]) == (403, "pen")
    assert second.post(url(sheet, "pen")).status_code == 302
    assert send(second, sheet).status_code == 200
    assert not pen_offer_hidden(first, sheet)


def test_a_phone_without_the_pen_takes_over_on_the_page_of_the_signatures(sheet: Sheet) -> None:
    """It showed "not yet" for everybody, and nothing to press."""
    phone = phone_at(sheet)
    send(phone, sheet)
    TableCode.objects.update(pen=None)
    take_over, check = "Check and sign with this phone", "I have checked it: it is correct"
    page = phone.get(url(sheet, "signing"), headers=ENGLISH).text
    assert (take_over in page, check in page) == (True, False)
    page = phone.post(url(sheet, "pen"), {"then": "signing"}, headers=ENGLISH, follow=True)
    assert page.redirect_chain == [(url(sheet, "signing"), 302)]
    assert (take_over in page.text, check in page.text) == (False, True)


def test_signed_sheet_is_read_only_and_the_scanned_code_opens_the_next(sheet: Sheet) -> None:
    card, access = new_card(sheet.table.session.event)
    phone = Client()
    phone.get(reverse("table:opened", args=[access.token]))
    following = empty_sheet(sheet.table.session.event)
    Sheet.objects.filter(pk=sheet.pk).update(state="signed")
    page = phone.get(url(sheet)).content.decode()
    assert "This sheet is signed" in page
    assert re.search(r'data-at="save" disabled', page)
    assert send(phone, sheet).status_code == 403
    # Players change tables: in the next session the old card is scanned again, or another one.
    asked = phone.get("/t/")
    assert "The next session has begun. Open the table where you sit now." in asked.content.decode()
    assert send(phone, following).status_code == 403
    scanned = phone.get(reverse("table:opened", args=[access.token]), follow=True)
    assert scanned.redirect_chain[-1][0] == url(following)
    assert send(phone, following).status_code == 200
    assert card.phones.count() == 1


def test_new_card_or_characters_replace_the_old_table(sheet: Sheet) -> None:
    """At once, in the same session; the old table's sheet is closed to the phone."""
    event = sheet.table.session.event
    other = sheet_at(sheet.table.session, 2)
    phone = phone_at(sheet)
    page = phone.get(url(sheet)).content.decode()
    assert 'href="/t/?another=1"' in page
    assert "Code of the table" in phone.get("/t/?another=1").content.decode()
    _card, access = new_card(event, 2)
    assert phone.post("/t/", {"code": access.code}, follow=True).redirect_chain[-1][0] == url(other)
    closed = phone.get(url(sheet))
    assert closed.status_code == 403
    assert "Scan the card of the table where you sit" in closed.text
    assert 'href="/t/?another=1"' in closed.text
    assert send(phone, sheet).status_code == 403
    assert send(phone, other).status_code == 200
    # An old card shows no table: the player may have moved.
    voided = phone.get(reverse("table:opened", args=["an-old-token"]), follow=True)
    assert voided.redirect_chain[-1][0] == "/t/?another=1"
    assert "A new card makes the old one void: ask a referee." in voided.content.decode()


def test_a_phone_opened_between_sessions_waits_for_the_next(sheet: Sheet) -> None:
    Sheet.objects.filter(pk=sheet.pk).update(state="signed")
    phone = phone_at(sheet)
    assert "Nothing to enter at this table now" in phone.get("/t/").content.decode()
    following = empty_sheet(sheet.table.session.event)
    assert phone.get("/t/", follow=True).redirect_chain[-1][0] == url(following)


def test_call_names_the_hand_in_play(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    phone.post(url(sheet, "call"), {"for_what": "foul", "hand": "5"})
    assert RefereeCall.objects.values_list("about", "hand_no").get() == ("foul", 5)


def test_seats_show_number_family_name_and_current_wind(sheet: Sheet) -> None:
    Entry.objects.filter(pk=at(sheet, "W").pk).update(name="GARCÍA LÓPEZ Ana María", number=7)
    page = phone_at(sheet).get(url(sheet)).content.decode()
    row = re.sub(r"\s+", " ", page.split('data-seat="W"')[1].split("</label>")[0])
    assert '<b class="num" data-part="number">7</b> <span data-part="name">GARCÍA LÓPEZ</span>' in row
    assert re.search(r'data-part="wind"><abbr[^>]*>W</abbr>', row)


def test_a_hand_of_1998_has_its_name_beside_its_number(sheet: Sheet) -> None:
    event = sheet.table.session.event
    phone = phone_at(sheet)
    assert 'data-at="hand-name"' not in phone.get(url(sheet)).content.decode()
    event.rules = event.Rules.GB_1998
    event.save()
    page = phone.get(url(sheet), headers={"accept-language": "zh-hans"}).content.decode()
    assert '<span data-at="hand-name">东风东局</span>' in page
    data = json.loads(page.split('id="at-data" type="application/json">')[1].split("</script>")[0])
    assert (data["plan"]["handNames"]["15"], len(data["plan"]["handNames"])) == ("北风西局", 16)


def test_sheet_before_its_session_is_read_only() -> None:
    sheet = empty_sheet(small_event(), starts="2999-05-01T09:00:00Z")
    phone = phone_at(sheet)
    assert "opens when the session starts" in phone.get(url(sheet)).content.decode()
    assert send(phone, sheet).status_code == 403


def test_table_page_works_without_script(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    refused = phone.post(url(sheet, "hand"), WON | {"points": 5}).content.decode()
    assert "A hand needs at least 8 points to win." in refused
    assert 'value="5"' in refused
    page_text = phone.post(url(sheet, "hand"), WON | {"points": 90}).content.decode()
    assert 'name="acknowledged" value="over-88"' in page_text
    assert phone.post(url(sheet, "hand"), WON | {"points": 90, "acknowledged": "over-88"}).status_code == 302
    opened = phone.get(url(sheet), {"hand": 1}).content.decode()
    assert re.search(r'value="E" checked', opened)
    phone.post(url(sheet, "dispute"), {"no": 1, "seen": 1})
    assert Hand.objects.current().get().disputed
    phone.post(url(sheet, "undo"), {"no": 1, "seen": 2})
    assert not Hand.objects.current().exists()


def test_referee_decides_a_disputed_hand(sheet: Sheet) -> None:
    send(phone_at(sheet), sheet)
    referee = official(sheet, "referee")
    referee.post(url(sheet, "dispute"), {"no": 1, "seen": 1})
    assert "Decided: the hand counts as written" in referee.get(url(sheet), {"hand": 1}).content.decode()
    referee.post(url(sheet, "decide"), {"no": 1, "seen": 2})
    assert not Hand.objects.current().get().disputed


# Signing


def tap(client: Client, sheet: Sheet, **facts: Any) -> Any:
    sheet.refresh_from_db()
    return client.post(url(sheet, "signing"), {"seen": sheet.version} | facts)


def test_four_players_sign_on_one_phone_and_the_referee_on_another() -> None:
    sheet = made_sheet(small_event())
    phone = phone_at(sheet)
    for seat in "ESWN":
        give_code(at(sheet, seat), "4711")
        assert tap(phone, sheet, step="check", seat=seat).status_code == 302
    wrong = phone.post(url(sheet, "signing"), {"seen": 5, "step": "sign", "seat": "E", "code": "0000"}, follow=True)
    # It is said at the field of this player, which has the focus again.
    said = re.search(
        r'aria-describedby="wrong-code" autofocus.*?id="wrong-code" role="alert">(.*?)</p>', wrong.text, re.S
    )
    assert said is not None
    assert "4 tries left" in said[1]
    for seat in "ESWN":
        tap(phone, sheet, step="sign", seat=seat, code="4711")
    assert tap(phone, sheet, step="referee").status_code == 403
    referee = official(sheet, "referee")
    assert "Sign as the referee" in referee.get(url(sheet, "signing")).content.decode()
    tap(referee, sheet, step="referee")
    sheet.refresh_from_db()
    assert sheet.state == "signed"


def test_a_player_without_a_code_is_told_so_at_the_field() -> None:
    sheet = made_sheet(small_event(), "checked")
    refused = phone_at(sheet).post(url(sheet, "signing"), {"seen": 1, "step": "sign", "seat": "S", "code": "0000"})
    assert refused.status_code == 400
    said = re.search(r'id="code-S".*?id="wrong-code" role="alert">(.*?)</p>', refused.text, re.S)
    assert said is not None
    assert said[1] == "This player has no personal code: sign on paper."
    assert 'id="code-W"' not in said[0]


def test_short_sheet_is_asked_about_and_can_be_signed_on_paper() -> None:
    sheet = made_sheet(small_event(), hands=12)
    page_text = tap(phone_at(sheet), sheet, step="check", seat="E").content.decode()
    assert "12 of 16 hands are entered" in page_text
    clerk = official(sheet, "scorekeeper")
    tap(clerk, sheet, step="paper", referee="赵敏", acknowledged="short")
    sheet.refresh_from_db()
    assert sheet.state == "signed"
    assert Signature.objects.get(signer="referee").name == "赵敏"
    page = clerk.get(url(sheet, "signing")).content.decode()
    assert "on paper" in page
    assert "Confirm" not in page


# Officials at the table


def test_penalty_is_entered_confirmed_and_revoked(sheet: Sheet) -> None:
    send(phone_at(sheet), sheet)
    assert phone_at(sheet).get(url(sheet, "rulings")).status_code == 403
    referee, page = official(sheet, "referee"), url(sheet, "rulings")
    facts = {"seen": 1, "seat": "W", "points": 12, "payee": "each", "hand_no": 1, "reason": "错和", "dead": "on"}
    posted = {"do": "penalty"} | {f"penalty-{name}": value for name, value in facts.items()}
    page_text = referee.post(page, posted).content.decode()
    assert "have no penalty of this number of points" in page_text
    assert referee.post(page, posted | {"penalty-acknowledged": "off-tariff"}).status_code == 302
    shown = referee.get(page).content.decode()
    assert "错和" in shown
    assert "−36" in shown
    assert "+12" in shown
    back = {"do": "penalty-back", "back-seen": 2, "back-hand_no": 1, "back-order": 0}
    assert "Please give a reason" in referee.post(page, back).content.decode()
    assert referee.post(page, back | {"back-reason": "改判"}).status_code == 302
    assert "None at this table" in referee.get(page).content.decode()


def test_filler_takes_a_seat_and_leaves_again(sheet: Sheet) -> None:
    referee, page = official(sheet, "referee"), url(sheet, "rulings")
    filler = player(sheet.table.session.event, kind="filler", name="陪打")
    facts = {"seen": 0, "seat": "W", "from_hand": 5, "entry": filler.pk, "reason": "病了"}
    posted = {"do": "person"} | {f"person-{name}": value for name, value in facts.items()}
    assert "Choose a person" in referee.post(page, posted | {"person-entry": ""}).content.decode()
    assert referee.post(page, posted).status_code == 302
    assert "陪打" in referee.get(page).content.decode()
    back = {"do": "person-back", "back-seen": 1, "back-hand_no": 5, "back-seat": "W", "back-reason": "好了"}
    assert referee.post(page, back).status_code == 302
    forfeited = {"do": "forfeit", "forfeit-seen": 2, "forfeit-seat": "N", "forfeit-reason": "迟到"}
    assert referee.post(page, forfeited).status_code == 302
    assert "forfeited" in referee.get(page).content.decode()
    undone = {"do": "forfeit-back", "back-seen": 3, "back-seat": "N", "back-reason": "钟错了"}
    assert referee.post(page, undone).status_code == 302
    assert "Everybody sits where the chart says" in referee.get(page).content.decode()


def test_dealer_and_winds_follow_the_real_seats_of_a_round(sheet: Sheet) -> None:
    """Seats were not changed after round 1: in hand 5 East deals again, on the phone, without script, and in public."""
    phone = phone_at(sheet)
    hands = [{"no": no, "seen": no - 1, "winner": "E", "discarder": "S", "points": 8} for no in range(1, 6)]
    for hand in hands:
        send(phone, sheet, **hand)
    sheet.refresh_from_db()
    seat_round(system_actor("test"), sheet, seen=5, round_no=2, places="ESWN", reason="Enter who really sat")
    page = phone.get(url(sheet), {"no": 6}).content.decode()
    data = json.loads(re.search(r'<script id="at-data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]
    assert data["plan"]["game"] == "mcr"  # tests/data/tables.json has what its script makes of the rounds
    assert data["state"]["rounds"] == ["2ESWN"]
    shown = TableSheet(facts_of(sheet))
    fifth = shown.rounds[1][1][0]
    assert (fifth.no, fifth.dealer, fifth.winds["S"]) == (5, "E", "S")


def test_new_card_locks_out_phones_of_the_old_one(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    referee = official(sheet, "referee")
    assert "writes" in referee.get(url(sheet, "card")).content.decode()
    page = referee.post(url(sheet, "card"), {"do": "new"}).content.decode()
    letters = re.search(r'class="at-letters">(\w{3} \w{3})<', page)
    assert letters
    assert send(phone, sheet).status_code == 403
    assert phone.post("/t/", {"code": letters[1]}, follow=True).status_code == 200
    assert send(phone, sheet).status_code == 200
    referee.post(url(sheet, "card"), {"do": "revoke"})
    assert send(phone, sheet, **WON | {"no": 2}).status_code == 403
    assert official(sheet, "scorekeeper").get(url(sheet, "card")).status_code == 403


def test_referee_lifts_the_wait_of_a_code() -> None:
    sheet = made_sheet(small_event(), "checked")
    entry = at(sheet, "E")
    failed_tries(give_code(entry), 6)
    phone, referee, scorekeeper = phone_at(sheet), official(sheet, "referee"), official(sheet, "scorekeeper")
    refused = tap(phone, sheet, step="sign", seat="E", code="4711")
    assert refused.status_code == 400
    assert "You can try again at" in refused.content.decode()
    floor = reverse("floor:table", args=[sheet.table.session.event.slug, 1, sheet.table.number])
    for page in (floor, url(sheet, "signing")):
        shown = referee.get(page).content.decode()
        assert "6 wrong tries since" in shown
        assert f"Unblock the code of {entry.name}" in shown
        assert "Unblock the code of" not in scorekeeper.get(page).content.decode()
    assert "Unblock the code of" not in phone.get(url(sheet, "signing")).content.decode()
    lift = reverse("floor:lift-code", args=[sheet.table.session.event.slug, 1, sheet.table.number])
    sent = {"entry": entry.number, "back": "table:signing"}
    assert scorekeeper.post(lift, sent).status_code == 403
    assert referee.post(lift, {"entry": 9999}, follow=True).status_code == 200
    assert CodeTries.objects.exists()
    lifted = referee.post(lift, sent, follow=True)
    assert lifted.redirect_chain == [(url(sheet, "signing"), 302)]
    assert f"The code of {entry.name} can be tried again." in lifted.content.decode()
    assert tap(phone, sheet, step="sign", seat="E", code="4711").status_code == 302


def test_player_of_two_seats_is_listed_once_with_the_wait() -> None:
    sheet = made_sheet(small_event(), "open")
    entry, number = at(sheet, "E"), sheet.table.number
    failed_tries(give_code(entry), 6)
    swapped = {"table": number, "seat": "E", "other_table": number, "other_seat": "S", "first_hand": 2}
    exchange_seats(system_actor("test"), sheet.table.session, exchange=SeatExchange(**swapped), reason="wrong seats")
    floor = reverse("floor:table", args=[sheet.table.session.event.slug, 1, number])
    page = official(sheet, "referee").get(floor).content.decode()
    assert page.count(f"Unblock the code of {entry.name}") == 1


def test_player_with_a_waiting_code_signs_on_paper() -> None:
    sheet = made_sheet(small_event(), "checked")
    failed_tries(give_code(at(sheet, "E")), 9)
    tap(official(sheet, "referee"), sheet, step="paper", referee="赵敏", acknowledged="short")
    sheet.refresh_from_db()
    assert sheet.state == "signed"


# Conflicts between two writers


def test_conflict_names_the_version_of_the_other_value(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    send(phone, sheet)
    conflict = send(phone, sheet, **WON | {"points": 30}).json()
    assert (conflict["version"], conflict["theirs"]["hand"]["1"]["points"]) == (1, 24)
    assert send(phone, sheet, **WON | {"points": 30, "seen": conflict["version"]}).status_code == 200


def test_conflict_without_script_offers_both_values(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    send(official(sheet, "referee"), sheet)
    page = phone.post(url(sheet, "hand"), WON | {"points": 30})
    assert page.status_code == 409
    shown = page.content.decode()
    names = f"{at(sheet, 'E').name} ← {at(sheet, 'S').name}"
    assert [f"{names} · {points} points" in shown for points in (24, 30)] == [True, True]
    assert "Keep the saved entry" in shown
    assert Hand.objects.current().get().points == 24
    assert phone.post(url(sheet, "hand"), posted_by(shown)).status_code == 302
    assert Hand.objects.current().get().points == 30


def posted_by(page: str) -> dict[str, str]:
    """Return the fields that the choice on the page sends."""
    form = re.search(r'<form class="[^"]*at-choice-of.*?</form>', page, re.DOTALL)
    assert form
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))


def test_undo_of_a_changed_hand_without_script_offers_both_values(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    send(phone, sheet)
    send(official(sheet, "referee"), sheet, **WON | {"points": 30, "seen": 1})
    shown = phone.post(url(sheet, "undo"), {"no": 1, "seen": 1}).content.decode()
    assert "30 points" in shown
    assert "Remove it" in shown
    assert Hand.objects.current().exists()
    assert phone.post(url(sheet, "undo"), posted_by(shown)).status_code == 302
    assert not Hand.objects.current().exists()


@pytest.mark.parametrize("wrong", [{"points": 5}, {"points": 90}, {"winner": ""}])
def test_refused_form_keeps_the_version_it_was_based_on(sheet: Sheet, wrong: dict[str, Any]) -> None:
    phone = phone_at(sheet)
    send(official(sheet, "referee"), sheet)
    send(official(sheet, "chief_referee"), sheet, **WON | {"no": 2, "seen": 1})
    shown = phone.post(url(sheet, "hand"), WON | {"no": 3} | wrong).content.decode()
    form = shown[shown.index('id="hand"') :]
    assert re.search(r'name="seen" value="(\d+)"', form)[1] == "0"  # type: ignore[index]


def test_dispute_and_ruling_check_the_version_seen(sheet: Sheet) -> None:
    phone, referee = phone_at(sheet), official(sheet, "referee")
    send(phone, sheet)
    send(referee, sheet, **WON | {"points": 30, "seen": 1})
    assert send(phone, sheet, "dispute", no=1, seen=1).status_code == 400
    assert send(phone, sheet, "dispute", no=1, seen=2).status_code == 200
    send(phone, sheet, **WON | {"points": 40, "seen": 3})
    assert send(referee, sheet, "decide", no=1, seen=3).status_code == 400
    hand = Hand.objects.current().get()
    assert (hand.points, hand.disputed) == (40, True)


def test_phone_without_card_is_told_to_scan_it(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    TableCode.objects.all().delete()
    for name in ("hand", "undo", "call", "pen"):
        answer = send(phone, sheet, name)
        assert (answer.status_code, answer.json()["kind"]) == (403, "card")
    assert phone.post(url(sheet, "hand"), WON).headers["Content-Type"].startswith("text/html")
