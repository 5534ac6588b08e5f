"""A player's appeal on phones, and the limits of wrong codes."""

import io
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from scoring.appeals.models.appeals import Appeal
from scoring.appeals.services.deciding import decide_first
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.codes.cards import issue_player_codes
from tests.support.appeals import ended, give_leader_code, led
from tests.support.sheets import CODE, at, empty_sheet, give_code
from tests.web.floor.appeals.browsing import CHIEF, slug, text_of, words
from tournament.clocks.models import SessionClock

pytestmark = pytest.mark.django_db


def phone_of(sheet: Sheet, **identity: Any) -> Client:
    """Return a phone on which a player (or ``who="leader"``) entered the code."""
    client = Client(headers={"accept-language": "en"})
    page = client.post(reverse("pocket:appeals", args=[slug(sheet)]), {"code": CODE, **identity})
    assert page.status_code == 302, words(page)
    return client


def png() -> SimpleUploadedFile:
    data = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(data, "png")
    return SimpleUploadedFile("beweis.png", data.getvalue(), "image/png")


def test_visitor_without_code_sees_the_deadline_but_no_appeals(sheet: Sheet) -> None:
    ended(sheet, timezone.now() - timedelta(minutes=10))
    give_code(at(sheet, "E"))
    phone = Client(headers={"accept-language": "en"})
    page = reverse("pocket:appeals", args=[slug(sheet)])
    response = phone.get(page)
    assert "Appeals about session 1 until" in words(response)
    assert "data-until" in response.content.decode()  # counted down
    assert "200 USD" in words(response)
    assert "about another matter such as the draw or the standings" in words(response)
    wrong = phone.post(page, {"who": "player", "number": at(sheet, "E").number, "code": "0000"})
    assert "4 tries left" in words(wrong)
    assert "no personal code" in words(phone.post(page, {"who": "player", "number": 9, "code": "0000"}))
    for name in ("pocket:appeal-new", "pocket:appeal"):
        args = [slug(sheet), 1] if name == "pocket:appeal" else [slug(sheet)]
        assert phone.get(reverse(name, args=args)).status_code == 403


def test_a_repeated_request_does_not_identify_by_a_code_that_was_replaced(sheet: Sheet) -> None:
    entry = at(sheet, "E")
    give_code(entry)
    page, mine = (reverse(f"pocket:{name}", args=[slug(sheet)]) for name in ("appeals", "appeal-new"))
    sent = {"who": "player", "number": entry.number, "code": CODE, "key": "5c4b5a0e-0000-4000-8000-000000000001"}
    phone, again = Client(), Client()
    phone.post(page, sent)
    assert phone.get(mine).status_code == 200
    issue_player_codes(CHIEF, entry.event, codes={entry.number: "9173"})
    assert phone.get(mine).status_code == 403
    again.post(page, sent)
    assert again.get(mine).status_code == 403


def test_player_appeals_on_a_phone_and_the_leader_signs_on_another(sheet: Sheet) -> None:
    entry = at(sheet, "E")
    team = led(entry)
    give_code(entry)
    give_leader_code(team)
    player = phone_of(sheet, who="player", number=entry.number)
    new = reverse("pocket:appeal-new", args=[slug(sheet)])
    assert "the score sheet" in words(player.get(new))
    assert player.post(new, {"against": "sheet:1", "matter": "rules", "text": ""}).status_code == 400
    player.post(new, {"against": "sheet:1", "matter": "rules", "text": "Hand 3 is West's."})
    page = reverse("pocket:appeal", args=[slug(sheet), 1])
    assert "signatures missing" in words(player.get(page))
    assert player.post(page, {"do": "attach", "file": SimpleUploadedFile("x.png", b"x")}).status_code == 400
    assert player.post(page, {"do": "attach", "file": png()}).status_code == 302
    file = reverse("pocket:appeal-file", args=[slug(sheet), 1, Appeal.objects.get().attachments.get().pk])
    response = player.get(file)
    assert b"".join(response.streaming_content).startswith(b"\xff\xd8")  # re-encoded from its pixels
    leader = phone_of(sheet, who="leader", number=team.number)
    leader.post(page, {"do": "sign"})
    assert Appeal.objects.get().status == "open"
    pdf = text_of(leader.get(reverse("pocket:appeal-paper", args=[slug(sheet), 1, "appeal"])).content)
    assert "Hand 3 is West's." in pdf
    assert "周芷若" in pdf
    other = at(sheet, "S")
    give_code(other)
    stranger = phone_of(sheet, who="player", number=other.number)
    assert stranger.get(page).status_code == 404
    assert stranger.get(file).status_code == 404
    decide_first(CHIEF, Appeal.objects.get(), outcome="rejected", names="赵敏", reason="x", acknowledged=("unpaid",))
    player.post(page, {"do": "further", "text": "I do not accept it."})
    assert Appeal.objects.get().status == "unsigned"
    player.post(page, {"do": "withdraw"})
    assert Appeal.objects.get().status == "withdrawn"
    player.post(reverse("pocket:appeals", args=[slug(sheet)]), {"do": "leave"})
    assert player.get(page).status_code == 403


def test_a_player_appeals_against_the_draw_on_a_phone(sheet: Sheet) -> None:
    """3.12.2: other matters of the competition have a target of their own."""
    give_code(at(sheet, "E"))
    phone = phone_of(sheet, who="player", number=at(sheet, "E").number)
    address = reverse("pocket:appeal-new", args=[slug(sheet)])
    typed = {"against": "other:1", "matter": "other", "text": "编排有误。", "key": "1"}
    asked = phone.post(address, typed)
    assert asked.status_code == 400
    assert 'name="late"' not in asked.content.decode()
    assert "Choose what the appeal is about." in words(asked)
    assert "编排有误。" in asked.content.decode()
    sent = phone.post(address, typed | {"subject": "draw"})
    assert sent.status_code == 302
    assert "Session 1: the draw" in words(phone.get(sent["Location"]))


def test_late_appeal_must_be_confirmed(sheet: Sheet) -> None:
    ended(sheet, timezone.now() - timedelta(minutes=31))
    entry = at(sheet, "E")
    give_code(entry)
    player, new = phone_of(sheet, who="player", number=entry.number), reverse("pocket:appeal-new", args=[slug(sheet)])
    form = {"against": "sheet:1", "matter": "rules", "text": "Hand 3"}
    response = player.post(new, form)
    assert "only be recorded as inadmissible" in words(response)
    assert 'type="checkbox" name="late"' in response.content.decode()
    assert 'name="late"' not in player.get(new).content.decode()
    assert "Hand 3" in response.content.decode()
    assert not Appeal.objects.exists()
    player.post(new, form | {"late": "on"})
    assert Appeal.objects.get().status == "inadmissible"


def test_new_code_ends_the_identification_with_the_old_one(sheet: Sheet) -> None:
    entry = at(sheet, "E")
    code = give_code(entry)
    player = phone_of(sheet, who="player", number=entry.number)
    code.issued_at = timezone.now()
    code.save()
    assert player.get(reverse("pocket:appeal-new", args=[slug(sheet)])).status_code == 403


def test_appeal_offers_only_begun_sessions_and_no_default_choice(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    chief, entry = signed_in("chief-referee"), at(sheet, "E")
    later = empty_sheet(sheet.table.session.event)
    Sheet.objects.filter(pk=later.pk).update(version=3)  # seats were exchanged, but no hand was played
    later.table.sittings.filter(seat="E").update(entry=entry)
    new = f"{reverse('floor:appeal-new', args=[slug(sheet)])}?number={entry.number}"
    page = words(chief.get(new))
    assert "Session 1, table 1: the score sheet" in page
    assert "Session 2, table 1" not in page
    typed = {"by": "player", "against": "", "matter": "rules", "text": "Hand 3 is West's."}
    refused = chief.post(new, typed)
    assert refused.status_code == 400
    assert "Choose what the appeal is against." in words(refused)
    assert "Hand 3 is West's." in unescape(refused.content.decode())
    SessionClock.objects.create(session=later.table.session, started_at=timezone.now(), minutes=120)
    assert "Session 2, table 1: the score sheet" in words(chief.get(new))


def test_wrong_codes_from_another_network_do_not_lock_out_the_hall(sheet: Sheet) -> None:
    entry = at(sheet, "E")
    give_code(entry)
    page, typed = reverse("pocket:appeals", args=[slug(sheet)]), {"who": "player", "number": entry.number}
    outside = Client(REMOTE_ADDR="198.51.100.7", headers={"accept-language": "en"})
    for _ in range(5):
        wrong = outside.post(page, {**typed, "code": "0000"})
    assert "You can try again at" in words(wrong)
    assert "You can try again at" in words(outside.post(page, {**typed, "code": CODE}))
    assert Client().post(page, {**typed, "code": CODE}).status_code == 302


def test_wrong_codes_of_one_ipv6_network_share_a_limit(sheet: Sheet) -> None:
    """A provider gives each customer a network of 64 bits, in which the customer chooses the address."""
    entry = at(sheet, "E")
    give_code(entry)
    page, typed = reverse("pocket:appeals", args=[slug(sheet)]), {"who": "player", "number": entry.number}
    for last in range(1, 6):
        Client(REMOTE_ADDR=f"2001:db8:1:2::{last}").post(page, {**typed, "code": "0000"})
    same = Client(REMOTE_ADDR="2001:db8:1:2:3::9", headers={"accept-language": "en"})
    assert "You can try again at" in words(same.post(page, {**typed, "code": CODE}))
    other = Client(REMOTE_ADDR="2001:db8:1:3::9")
    assert other.post(page, {**typed, "code": CODE}).status_code == 302
