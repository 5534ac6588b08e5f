"""Calls, rulings and appeals on Floor, Table and Pocket: access and pages."""

import io
import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from pypdf import PdfReader

from common.actions.permissions import system_actor
from scoring.appeals.models.additions import AppealCorrection
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealStep
from scoring.appeals.services.deciding import decide_first
from scoring.releases.models.closings import Closing
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.hand_names import hand_name
from scoring.sheets.services.referee_calls import call_referee
from tests.support.appeals import appeal_of, ended, give_leader_code, led
from tests.support.events import small_event
from tests.support.foul_examples import new_foul
from tests.support.sheets import CODE, at, empty_sheet, give_code, made_sheet, new_card, with_settings, with_totals
from tournament.clocks.models import SessionClock
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

pytestmark = pytest.mark.django_db
CHIEF = system_actor("赵敏")


@pytest.fixture
def sheet(settings: Any, tmp_path: Any) -> Sheet:
    settings.MEDIA_ROOT = tmp_path
    return made_sheet(small_event())


@pytest.fixture
def signed_in(sheet: Sheet) -> Callable[[str], Client]:
    def sign_in(role: str) -> Client:
        account = Account.objects.create_user(f"{role}-{Account.objects.count()}", name=role)
        Role.objects.create(account=account, event=sheet.table.session.event, name=role)
        client = Client(headers={"accept-language": "en"})
        client.force_login(account)
        return client

    return sign_in


def slug(sheet: Sheet) -> str:
    return sheet.table.session.event.slug


def words(page: Any) -> str:
    text = re.sub(r"(?s)<(script|style|head).*?</\1>|<[^>]+>", " ", page.content.decode())
    return " ".join(unescape(text).split())


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages)


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


# Calls and rulings


def test_table_phone_calls_and_the_floor_answers(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    _card, access = new_card(sheet.table.session.event, sheet.table.number)
    phone = Client(headers={"accept-language": "en"})
    phone.get(reverse("table:opened", args=[access.token]))
    place = [slug(sheet), sheet.table.session.number, sheet.table.number]
    call = reverse("table:call", args=place)
    answer = phone.post(call, {"for_what": "foul", "key": "a"}, headers={"accept": "application/json"})
    assert answer.json()["state"]["call"].startswith("A referee was called at")
    phone.post(call, {"for_what": "foul", "key": "b"})
    row = RefereeCall.objects.get()
    referee = signed_in("referee")
    assert "A foul" in words(referee.get(reverse("floor:calls", args=[slug(sheet)])))
    page = reverse("floor:call", args=[slug(sheet), row.pk])
    assert referee.post(page, {"do": "take"}).status_code == 302
    assert "referee is coming." in words(phone.get(reverse("table:page", args=place)))
    assert referee.post(page, {"do": "answer", "outcome": ""}).status_code == 400
    referee.post(page, {"do": "answer", "outcome": "Explained the rule"})
    assert "Explained the rule" in words(referee.get(reverse("floor:calls", args=[slug(sheet)])))
    assert not words(phone.get(reverse("table:page", args=place))).count("is coming")
    phone.post(call, {"for_what": "person"})
    phone.post(reverse("table:uncall", args=place))
    assert RefereeCall.objects.filter(taken_back=True).count() == 1


def test_referee_rules_on_a_dispute_and_the_sheet_names_the_referee(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    Hand.objects.filter(sheet=sheet, no=3).update(disputed=True)
    url_args = [slug(sheet), sheet.table.session.number, sheet.table.number]
    referee, page = signed_in("referee"), reverse("floor:table-rulings", args=url_args)
    # By number and name: the wind of hand 3 is not the seat of the chart.
    assert f'<option value="W">{at(sheet, "W").number} {at(sheet, "W").name}</option>' in referee.get(page).text
    form = {"do": "3", "hand3-seen": 1, "hand3-no": 3, "hand3-stands": "changed", "hand3-winner": "W"}
    form |= {"hand3-discarder": "self", "hand3-points": 7, "hand3-article": "3.9.1.4", "hand3-decision": "West wins"}
    wrong = referee.post(page, form | {"hand3-reason": "tiles shown"})
    assert wrong.status_code == 400
    assert "West wins" in wrong.content.decode()  # the input is kept
    referee.post(page, form | {"hand3-reason": "tiles shown", "hand3-points": 24})
    hand = Hand.objects.current().get(sheet=sheet, no=3)
    assert (hand.winner, hand.points, hand.disputed) == ("W", 24, False)
    for where in ("desk:sheet", "table:page", "floor:table-rulings"):
        page_text = words(signed_in("chief-referee").get(reverse(where, args=url_args)))
        assert "West wins (3.9.1.4) tiles shown" in page_text
        assert "decided by referee" in page_text
    referee.post(page, {"do": "other", "decision": "A warning by word", "reason": "noise"})
    assert Ruling.objects.count() == 2
    assert "A warning by word" in words(referee.get(reverse("floor:rulings", args=[slug(sheet)])))
    scorekeeper = signed_in("scorekeeper")
    assert "Enter the ruling" not in words(scorekeeper.get(page))
    assert scorekeeper.post(page, {"do": "other", "decision": "x", "reason": "x"}).status_code == 403


# Appeals on a phone


def test_hands_of_1998_have_their_names_on_the_floor_and_the_public_page(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    event = sheet.table.session.event
    Event.objects.filter(pk=event.pk).update(rules=Event.Rules.GB_1998)
    event.refresh_from_db()
    played = Hand.objects.filter(sheet=sheet).latest("no").no
    call_referee(CHIEF, sheet, for_what="foul", no=played)
    new_foul(event, sheet=sheet, hand_no=played)
    name = hand_name(played, "gb-1998")
    assert (hand_name(15, "gb-1998"), hand_name(15, "wmo-2014"), hand_name(17, "gb-1998")) == ("N–W", "", "")
    chief = signed_in(Role.Name.CHIEF_REFEREE)
    pages = ["?session=1", "calls/", "tables/1/1/", "fouls/", f"fouls/new/1/1/?hand={played}"]
    found = {page: name in words(chief.get(f"/e/{event.slug}/floor/{page}")) for page in pages}
    assert found == dict.fromkeys(pages, True)
    table = chief.get(f"/e/{event.slug}/tables/1/1/", headers={"accept-language": "zh-hans"}).content.decode()
    assert "东风东局" in table


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


# Appeals on the Floor


def test_official_enters_an_appeal_decides_it_and_corrects_the_sheet(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    Sheet.objects.update(state="signed")
    chief, entry = signed_in("chief-referee"), at(sheet, "E")
    new = reverse("floor:appeal-new", args=[slug(sheet)])
    assert "No player has this number" in words(chief.get(new, {"number": "7"}))
    form = {"by": "player", "against": "sheet:1", "matter": "rules", "text": "Hand 3 is West's."}
    chief.post(f"{new}?number={entry.number}", form)
    page = reverse("floor:appeal", args=[slug(sheet), 1])
    for tap in ("sign-player", "pay", "hear"):
        assert chief.post(page, {"do": tap}).status_code == 302
    receipt = text_of(chief.get(reverse("floor:appeal-paper", args=[slug(sheet), 1, "receipt"])).content)
    assert "200 USD" in receipt
    decide = reverse("floor:appeal-decide", args=[slug(sheet), 1])
    assert chief.post(decide, {"outcome": "upheld", "names": "赵敏", "reason": ""}).status_code == 400
    chief.post(decide, {"outcome": "upheld", "names": "赵敏", "reason": "Three saw it."})
    assert "The fee is to be returned." in words(chief.get(page))
    chief.post(page, {"do": "settle"})
    chief.post(reverse("floor:appeal-correct", args=[slug(sheet), 1]), {"do": "reopen", "key": "k"})
    sheet.refresh_from_db()
    assert (sheet.state, Appeal.objects.get().fee_state) == ("open", "returned")
    page_text = words(chief.get(page))
    assert "Session 1, table 1, version 2 of the sheet" in page_text
    place = [slug(sheet), 1, 1]
    assert "Version 2 follows from appeal 1 , which was upheld." in words(chief.get(reverse("desk:sheet", args=place)))
    pdf = text_of(chief.get(reverse("floor:appeal-paper", args=[slug(sheet), 1, "appeal"])).content)
    assert "Three saw it." in pdf
    assert "version 2 of the sheet" in pdf


def test_a_corrected_sheet_is_signed_by_the_referee_with_a_reason(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    Sheet.objects.update(state="signed")
    appeal_of(sheet.table.session.event, "upheld", sheet=sheet)
    chief = signed_in("chief-referee")
    correct = reverse("floor:appeal-correct", args=[slug(sheet), 1])
    chief.post(correct, {"do": "reopen", "key": "a"})
    refused = chief.post(correct, {"do": "sign", "seen": 2, "reason": " ", "key": "b"})
    assert (refused.status_code, "Write why the sheet is corrected." in words(refused)) == (400, True)
    outdated = chief.post(correct, {"do": "sign", "seen": 9, "reason": "x", "key": "c"})
    assert "This page does not belong to this sheet." in words(outdated)
    assert chief.post(correct, {"do": "sign", "seen": 2, "reason": "Hand 16", "key": "d"}).status_code == 302
    sheet.refresh_from_db()
    assert (sheet.state, sheet.versions.get(number=3).reason) == ("signed", "Hand 16")
    assert chief.post(correct, {"do": "release", "seen": 3, "key": "e"}).status_code == 302
    sheet.refresh_from_db()
    assert (sheet.state, AppealCorrection.objects.last().version) == ("confirmed", 4)
    assert signed_in("referee").post(correct, {"do": "reopen", "key": "f"}).status_code == 403


def test_an_upheld_appeal_in_a_closed_event_leads_to_the_page_that_reopens_it(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    """An appeal in time is admissible after closing (3.12.2); its sheet is corrected once the event is open again."""
    Sheet.objects.update(state="signed")
    event = sheet.table.session.event
    appeal_of(event, "upheld", sheet=sheet)
    Closing.objects.create(event=event, closed_at=timezone.now(), by="赵敏")
    page, close = reverse("floor:appeal", args=[slug(sheet), 1]), reverse("desk:close", args=[slug(sheet)])
    shown = signed_in("chief-referee").get(page)
    assert "The event is closed: reopen it first." in words(shown)
    assert close in shown.text
    assert "Reopen the sheet</button>" not in shown.text
    assert close not in signed_in("arbitration").get(page).text
    Closing.objects.all().delete()
    assert "The event is closed" not in words(signed_in("chief-referee").get(page))


def test_signed_totals_that_hold_against_the_corrected_hands_are_resolved_first(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    """Totals count before hands: without this step the released result stays as it was."""
    with_totals(sheet, 1, 2, 3, -6)
    Sheet.objects.update(state="signed")
    appeal_of(sheet.table.session.event, "upheld", sheet=sheet)
    chief, page = signed_in("chief-referee"), reverse("floor:appeal", args=[slug(sheet), 1])
    settle = f"{reverse('desk:settle', args=[slug(sheet), 1, 1])}?appeal=1"
    assert settle not in chief.get(page).text  # the sheet is reopened first
    chief.post(reverse("floor:appeal-correct", args=[slug(sheet), 1]), {"do": "reopen", "key": "a"})
    assert settle in chief.get(page).text
    organizer = signed_in("organizer").get(page)
    assert "so the result would stay as it was. The chief referee does this." in words(organizer)
    assert settle not in organizer.text
    effect = {"seen": 2, "order_changes": Comparison.objects.get().order_changes}
    sent = chief.post(settle, {"way": "take-hands", "reason": "Appeal 1", "key": "b"} | effect)
    assert sent["Location"] == page
    assert "would stay as it was" not in words(chief.get(page))


@pytest.mark.parametrize(("state", "at_once"), [("confirmed", True), ("signed", False), ("open", False)])
def test_only_a_confirmed_sheet_is_public_as_soon_as_it_is_resolved(
    sheet: Sheet, signed_in: Callable[[str], Client], state: str, at_once: bool
) -> None:
    with_totals(sheet, 1, 2, 3, -6)
    Comparison.objects.create(sheet=sheet, kinds=["hands-totals"], contradicts=True, cause={"code": "unknown"})
    Sheet.objects.update(state=state)
    sheet.table.session.released_at = timezone.now()
    sheet.table.session.save()
    page = signed_in("chief-referee").get(reverse("desk:settle", args=[slug(sheet), 1, 1]))
    assert ("what changes here is public at once" in words(page)) is at_once


@pytest.mark.parametrize("against", ["foul", "sheet"])
def test_upheld_appeal_cancels_the_foul_it_was_against(
    sheet: Sheet, signed_in: Callable[[str], Client], against: str
) -> None:
    """The appeal is against the foul or against its sheet; a foul of another table is not offered."""
    event = with_settings(sheet.table.session.event)
    foul, other = new_foul(event, sheet=sheet), new_foul(event)
    new_foul(event, "cancelled", sheet=sheet)
    appeal_of(event, "upheld", sheet=sheet, against=against, foul=foul if against == "foul" else None)
    chief, page = signed_in("chief-referee"), reverse("floor:appeal", args=[slug(sheet), 1])
    offered = words(chief.get(page)).split("Consequences")[1]
    assert offered.count("Cancel the foul and link it") == 1
    assert "foul 1, " in offered
    correct = reverse("floor:appeal-correct", args=[slug(sheet), 1])
    assert chief.post(correct, {"do": "cancel", "foul": other.number, "key": "k1"}).status_code == 400
    assert chief.post(correct, {"do": "cancel", "foul": foul.number, "key": "k2"}).status_code == 302
    foul.refresh_from_db()
    other.refresh_from_db()
    assert (foul.state, other.state) == ("cancelled", "standing")
    linked, follows = words(chief.get(page)).split("Consequences")
    assert "Foul 1" in linked.split("What was corrected")[1]
    assert "Cancel the foul" not in follows


def test_committee_sees_the_article_and_states_its_finding(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    appeal_of(sheet.table.session.event, "open", instance="arbitration", fee_state="paid")
    committee = signed_in("arbitration")
    assert "3.13.3" in words(committee.get(reverse("floor:appeal", args=[slug(sheet), 1])))
    decide = reverse("floor:appeal-decide", args=[slug(sheet), 1])
    form = {"outcome": "upheld", "names": "张三丰", "reason": "x"}
    assert "Enter what the committee found" in words(committee.post(decide, form))
    assert committee.post(decide, form | {"finding": "none"}).status_code == 302


def test_the_decision_on_another_matter_asks_for_the_department(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    """3.13.2: players file such appeals without a department, so the one who decides names it in the same form."""
    appeal_of(
        sheet.table.session.event, "open", instance="department", against="other", subject="draw", fee_state="paid"
    )
    AppealStep.objects.update(department="")
    organizer, decide = signed_in("organizer"), reverse("floor:appeal-decide", args=[slug(sheet), 1])
    typed = {"outcome": "rejected", "names": "赵敏", "reason": "The draw is right."}
    asked = organizer.post(decide, typed)
    assert (asked.status_code, "Name the department that decides." in words(asked)) == (400, True)
    assert "The draw is right." in asked.text
    assert organizer.post(decide, typed | {"named_department": "场地部"}).status_code == 302
    assert AppealStep.objects.values_list("department", "outcome").get() == ("场地部", "rejected")


def test_deciding_an_unpaid_appeal_must_be_confirmed(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    appeal_of(sheet.table.session.event, "open")
    decide = reverse("floor:appeal-decide", args=[slug(sheet), 1])
    form = {"outcome": "rejected", "names": "赵敏", "reason": "x"}
    chief = signed_in("chief-referee")
    assert "The fee is not paid yet" in words(chief.post(decide, form))
    assert chief.post(decide, form | {"unpaid": "on"}).status_code == 302


@pytest.mark.parametrize("role", Role.Name.values)
def test_only_entitled_officials_read_the_text_of_an_appeal(
    sheet: Sheet, signed_in: Callable[[str], Client], role: str
) -> None:
    appeal = appeal_of(sheet.table.session.event)
    row = appeal.attachments.create(
        kind="jpeg", name="none", digest="0" * 64, size=1, added_at=timezone.now(), added_by="x"
    )
    page = signed_in(role).get(reverse("floor:appeal", args=[slug(sheet), 1]))
    entitled = role in ("organizer", "committee", "chief-referee", "arbitration")
    if role == "display":
        assert page.status_code == 403
        return
    assert ("第3盘和牌人记错" in words(page)) == entitled
    client = signed_in(role)
    pdf = text_of(client.get(reverse("floor:appeal-paper", args=[slug(sheet), 1, "appeal"])).content)
    assert ("记错" in pdf) == entitled
    # The row has no file; users without the right are refused before that matters.
    file = client.get(reverse("floor:appeal-file", args=[slug(sheet), 1, row.pk]))
    assert file.status_code == (404 if entitled else 403)


def test_leader_code_is_shown_once(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    team = led(at(sheet, "E"))
    organizer, page = signed_in("organizer"), reverse("floor:leader-codes", args=[slug(sheet)])
    shown = words(organizer.post(page, {"team": team.pk}))
    assert re.search(r"Code \d{4,}", shown)
    assert not re.search(r"Code \d{4,}", words(organizer.get(page)))


def test_queries_of_the_lists_do_not_grow_with_rows(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    event, chief = sheet.table.session.event, signed_in("chief-referee")
    appeal_of(event)
    call_referee(CHIEF, sheet)
    pages = [reverse(f"floor:{name}", args=[slug(sheet)]) for name in ("appeals", "calls", "rulings")]
    for page in pages:
        chief.get(page)
    counts = []
    for _more in range(2):
        appeal_of(event)
        call_referee(CHIEF, made_sheet(event))
        Ruling.objects.create(event=event, number=Ruling.objects.count() + 1, sheet=sheet, at=timezone.now())
        for page in pages:
            with CaptureQueriesContext(
                connection,
            ) as queries:
                chief.get(page)
            counts.append(len(queries))
    assert counts[:3] == counts[3:]


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


def test_confirming_a_session_names_its_open_appeals(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    event = sheet.table.session.event
    appeal_of(event, "open", sheet=sheet)
    appeal_of(event, "rejected", sheet=sheet, decided=timezone.now() - timedelta(days=1))
    page = signed_in("chief-referee").get(reverse("desk:confirm-session", args=[slug(sheet), 1])).content.decode()
    assert "Appeals about this session are not decided" in page
    assert re.findall(r'/floor/appeals/(\d+)/"', page) == ["1"]
