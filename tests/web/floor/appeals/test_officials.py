"""Officials enter and decide appeals, and correct the sheet."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.appeals.models.additions import AppealCorrection
from scoring.appeals.models.appeals import Appeal
from scoring.releases.models.closings import Closing
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.referee_calls import call_referee
from tests.support.appeals import appeal_of, led
from tests.support.foul_examples import new_foul
from tests.support.sheets import at, made_sheet, with_settings, with_totals
from tests.web.floor.appeals.browsing import CHIEF, slug, text_of, words

pytestmark = pytest.mark.django_db


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
    assert "Session 1, table 1, version 2 of the sheet" in page_text.split("Under correction")[1]
    assert "What was corrected" not in page_text
    place = [slug(sheet), 1, 1]
    assert "Version 2 follows from appeal 1 , which was upheld." in words(chief.get(reverse("desk:sheet", args=place)))
    pdf = text_of(chief.get(reverse("floor:appeal-paper", args=[slug(sheet), 1, "appeal"])).content)
    assert "Three saw it." in pdf
    assert "version 2 of the sheet" in pdf


def test_the_totals_of_a_sheet_without_hands_are_corrected_where_they_are_typed(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    appeal_of(sheet.table.session.event, "upheld", sheet=sheet)
    chief, page = signed_in("chief-referee"), reverse("floor:appeal", args=[slug(sheet), 1])
    Sheet.objects.update(state="signed")
    chief.post(reverse("floor:appeal-correct", args=[slug(sheet), 1]), {"do": "reopen", "key": "a"})
    typing, phone = reverse("desk:typing", args=[slug(sheet), 1, 1]), reverse("table:page", args=[slug(sheet), 1, 1])
    with_hands = chief.get(page).content.decode()
    assert (f'href="{phone}">Correct the hands' in with_hands, "Correct the totals" in with_hands) == (True, False)
    sheet.hand_set.all().delete()
    without_hands = chief.get(page).content.decode()
    assert f'href="{typing}">Correct the totals' in without_hands
    assert "Correct the hands" not in without_hands


def test_a_corrected_sheet_is_signed_by_the_referee_with_a_reason(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    Sheet.objects.update(state="signed")
    appeal_of(sheet.table.session.event, "upheld", sheet=sheet)
    chief, place = signed_in("chief-referee"), [slug(sheet), 1]
    correct = reverse("floor:appeal-correct", args=place)
    chief.post(correct, {"do": "reopen", "key": "a"})
    refused = chief.post(correct, {"do": "sign", "seen": 2, "reason": " ", "key": "b"})
    assert (refused.status_code, "Write why the sheet is corrected." in words(refused)) == (400, True)
    outdated = chief.post(correct, {"do": "sign", "seen": 9, "reason": "x", "key": "c"})
    assert "This page does not belong to this sheet." in words(outdated)
    assert chief.post(correct, {"do": "sign", "seen": 2, "reason": "Hand 16", "key": "d"}).status_code == 302
    sheet.refresh_from_db()
    assert (sheet.state, sheet.versions.get(number=3).reason) == ("signed", "Hand 16")
    assert (
        "version 2 of the sheet" in words(chief.get(reverse("floor:appeal", args=place))).split("What was corrected")[1]
    )
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


def test_confirming_a_session_names_its_open_appeals(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    event = sheet.table.session.event
    appeal_of(event, "open", sheet=sheet)
    appeal_of(event, "rejected", sheet=sheet, decided=timezone.now() - timedelta(days=1))
    page = signed_in("chief-referee").get(reverse("desk:confirm-session", args=[slug(sheet), 1])).content.decode()
    assert "Appeals about this session are not decided" in page
    assert re.findall(r'/floor/appeals/(\d+)/"', page) == ["1"]
