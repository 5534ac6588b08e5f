"""Questions on the phone, as data and without script: answers and input are kept."""

from itertools import permutations
from typing import Any

import pytest
from django.test import Client

from scoring.sheets.models.facts import Adjustment, Hand
from scoring.sheets.models.sheets import Sheet
from tests.support.events import small_event
from tests.support.form_reading import form_with
from tests.support.sheets import empty_sheet, made_sheet
from tests.web.table.phone.phones import official, phone_at, send, url

pytestmark = pytest.mark.django_db

ASKED = ("gap", "over-88")
#: Hand 2 before hand 1, and above the largest fan.
UNUSUAL = {"no": 2, "seen": 0, "winner": "E", "discarder": "S", "points": 90}


@pytest.fixture
def sheet() -> Sheet:
    return empty_sheet(small_event())


@pytest.mark.parametrize("order", list(permutations(ASKED)), ids="+".join)
def test_each_question_about_a_hand_is_asked_once_as_data(sheet: Sheet, order: tuple[str, ...]) -> None:
    phone = phone_at(sheet)
    acknowledged: list[str] = []
    for code in order:
        answer = send(phone, sheet, **UNUSUAL, acknowledged=acknowledged)
        assert (answer.status_code, answer.json()["kind"]) == (409, "unusual")
        assert set(answer.json()["questions"]) == set(ASKED) - set(acknowledged)
        acknowledged.append(code)
    assert send(phone, sheet, **UNUSUAL, acknowledged=acknowledged).status_code == 200


@pytest.mark.parametrize("order", list(permutations(ASKED)), ids="+".join)
def test_each_question_about_a_hand_is_asked_once_without_script(sheet: Sheet, order: tuple[str, ...]) -> None:
    phone = phone_at(sheet)
    answer = phone.post(url(sheet, "hand"), UNUSUAL)
    for code in order:
        assert answer.status_code == 409
        form = form_with(answer.content.decode(), "winner")
        assert code in form.boxes["acknowledged"]
        form.sent.setdefault("acknowledged", []).append(code)
        answer = phone.post(form.action, form.sent)
    assert answer.status_code == 302
    assert Hand.objects.current().get().points == 90


def test_points_changed_after_confirmation_are_asked_about_again(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    form = form_with(phone.post(url(sheet, "hand"), UNUSUAL).content.decode(), "winner")
    form.sent |= {"acknowledged": list(ASKED), "points": ["120"]}
    answer = phone.post(form.action, form.sent)
    assert answer.status_code == 409
    assert not Hand.objects.current().exists()


@pytest.mark.parametrize(("step", "more"), [("check", {"seat": "E"}), ("paper", {"referee": " 赵敏 "})])
def test_short_sheet_is_asked_about_once(step: str, more: dict[str, str]) -> None:
    sheet = made_sheet(small_event(), hands=12)
    clerk = official(sheet, "scorekeeper")
    response = clerk.post(url(sheet, "signing"), {"seen": 1, "step": step, **more})
    form = form_with(response.content.decode(), "acknowledged")
    assert form.sent["acknowledged"] == ["short"]
    assert clerk.post(url(sheet, "signing"), form.sent).status_code == 302
    sheet.refresh_from_db()
    assert sheet.version == 2


def test_penalty_unknown_to_the_rules_is_asked_about_once(sheet: Sheet) -> None:
    referee, page = official(sheet, "referee"), url(sheet, "rulings")
    form = form_with(referee.get(page).content.decode(), "penalty-points")
    typed = form.sent | {"penalty-points": "12", "penalty-payee": "each", "penalty-reason": "错和"}
    form = form_with(referee.post(page, typed).content.decode(), "penalty-acknowledged")
    changed = referee.post(page, form.sent | {"penalty-points": "13"})
    assert "have no penalty of this number of points" in changed.content.decode()
    form = form_with(changed.content.decode(), "penalty-acknowledged")
    assert referee.post(page, form.sent).status_code == 302
    assert Adjustment.objects.current().filter(points=-39).exists()


# Choices that make other fields unused


def drawn(phone: Client, sheet: Sheet, **typed: Any) -> Any:
    return phone.post(url(sheet, "hand"), {"no": 1, "seen": sheet.version, "winner": "drawn"} | typed)


def test_points_typed_for_a_drawn_hand_are_refused(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    for typed in ({"points": 24}, {"discarder": "S"}):
        refused = drawn(phone, sheet, **typed)
        assert refused.status_code == 400
        assert "You changed this, but the choice" in refused.content.decode()
        assert not Hand.objects.exists()
    assert 'value="24"' in drawn(phone, sheet, points=24).content.decode()
    assert drawn(phone, sheet, discarder="self").status_code == 302


def test_won_hand_is_corrected_to_a_drawn_one(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    send(phone, sheet)
    form = form_with(phone.get(url(sheet), {"hand": 1}).content.decode(), "winner")
    assert phone.post(form.action, form.sent | {"winner": "drawn"}).status_code == 302
    assert Hand.objects.current().get().result == "drawn"
