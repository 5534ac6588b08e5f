"""Questions and choices on the Floor: no answer and no typed value is lost."""

from itertools import permutations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.fouls.models import Foul
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from tests.support.appeals import appeal_of
from tests.support.events import small_event
from tests.support.form_reading import form_with
from tests.support.sheets import made_sheet
from tests.web.table.phone.phones import official

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(settings: Any, tmp_path: Any) -> Sheet:
    """Create a sheet where East wins every hand with 8 points from South; hand 3 is disputed."""
    settings.MEDIA_ROOT = tmp_path
    disputed_sheet = made_sheet(small_event())
    Hand.objects.filter(sheet=disputed_sheet, no=3).update(disputed=True)
    return disputed_sheet


@pytest.fixture
def referee(sheet: Sheet) -> Client:
    return official(sheet, "chief-referee")


def place(sheet: Sheet) -> list[Any]:
    return [sheet.table.session.event.slug, sheet.table.session.number, sheet.table.number]


def ruling(sheet: Sheet) -> str:
    return reverse("floor:table-rulings", args=place(sheet))


def ruled(client: Client, sheet: Sheet, **typed: str) -> Any:
    """Return the ruling's form as shown, with these values."""
    form = form_with(client.get(ruling(sheet)).content.decode(), "hand3-stands")
    sent = {f"hand3-{name}": value for name, value in ({"reason": "看过牌"} | typed).items()}
    return client.post(ruling(sheet), form.sent | sent | {"do": "3"})


def test_dispute_form_has_no_default_choice(sheet: Sheet, referee: Client) -> None:
    form = form_with(referee.get(ruling(sheet)).content.decode(), "hand3-stands")
    assert "hand3-stands" not in form.sent
    refused = ruled(referee, sheet)
    assert refused.status_code == 400
    assert "Choose whether the hand counts as written or as follows." in refused.content.decode()


@pytest.mark.parametrize("typed", [{"winner": "W"}, {"discarder": "N"}, {"points": "24"}, {"winner": "drawn"}])
def test_hand_as_written_refuses_changed_fields(sheet: Sheet, referee: Client, typed: dict[str, str]) -> None:
    refused = ruled(referee, sheet, stands="as-written", **typed)
    assert refused.status_code == 400
    text = refused.content.decode()
    assert "but the choice “counts as written” does not use it" in text
    form = form_with(text, "hand3-stands")
    assert {name: form.sent[f"hand3-{name}"] for name in typed} == {name: [value] for name, value in typed.items()}
    assert form.sent["hand3-reason"] == ["看过牌"]
    assert not Ruling.objects.exists()
    assert ruled(referee, sheet, stands="changed", decision="又判", **typed).status_code == 302


def test_hand_as_written_needs_no_fields(sheet: Sheet, referee: Client) -> None:
    assert ruled(referee, sheet, stands="as-written").status_code == 302
    assert not Hand.objects.current().get(sheet=sheet, no=3).disputed


def test_points_typed_for_a_drawn_hand_are_refused(sheet: Sheet, referee: Client) -> None:
    refused = ruled(referee, sheet, stands="changed", winner="drawn", points="24")
    assert "but the choice “Drawn hand” does not use it" in refused.content.decode()
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("order", list(permutations(("gap", "over-88"))), ids="+".join)
def test_ruling_keeps_the_answer_to_every_question(sheet: Sheet, referee: Client, order: tuple[str, ...]) -> None:
    Hand.objects.filter(sheet=sheet, no=2).delete()
    answer = ruled(referee, sheet, stands="changed", points="90", decision="九十分")
    for code in order:
        form = form_with(answer.content.decode(), "hand3-acknowledged")
        assert code in form.boxes["hand3-acknowledged"]
        form.sent.setdefault("hand3-acknowledged", []).append(code)
        answer = referee.post(ruling(sheet), form.sent | {"do": "3"})
    assert answer.status_code == 302
    assert Hand.objects.current().get(sheet=sheet, no=3).points == 90


# Fouls


def foul(sheet: Sheet) -> str:
    return reverse("floor:foul-table", args=place(sheet)) + "?seat=W&hand=3&kind=wrong-count"


def test_proposed_penalty_refuses_input_for_a_changed_one(sheet: Sheet, referee: Client) -> None:
    form = form_with(referee.get(foul(sheet)).content.decode(), "payee")
    for typed in ({"points": "15"}, {"payee": "each"}, {"reason": "轻微"}):
        refused = referee.post(foul(sheet), form.sent | typed | {"do": "take"})
        assert refused.status_code == 400
        assert "This belongs to another penalty" in refused.content.decode()
        name, value = next(iter(typed.items()))
        assert form_with(refused.content.decode(), "payee").sent[name] == [value]
    assert not Foul.objects.exists()
    assert referee.post(foul(sheet), form.sent | {"do": "take"}).status_code == 302


def test_unusual_penalty_is_confirmed_once_for_the_same_points(sheet: Sheet, referee: Client) -> None:
    form = form_with(referee.get(foul(sheet)).content.decode(), "payee")
    typed = form.sent | {"do": "change", "effects": ["points"], "points": "7", "reason": "轻微"}
    form = form_with(referee.post(foul(sheet), typed).content.decode(), "acknowledged")
    other = referee.post(foul(sheet), form.sent | {"do": "change", "points": "8"})
    assert other.status_code == 409
    form = form_with(other.content.decode(), "acknowledged")
    assert referee.post(foul(sheet), form.sent | {"do": "change"}).status_code == 302
    assert Foul.objects.get().points == 8


# Appeals


def test_department_typed_for_the_chief_referee_is_refused(sheet: Sheet, referee: Client) -> None:
    page = reverse("floor:appeal", args=[place(sheet)[0], appeal_of(sheet.table.session.event, "open").number])
    form = form_with(referee.get(page).content.decode(), "department")
    refused = referee.post(page, form.sent | {"do": "route", "matter": "rules", "department": "竞赛部"})
    assert refused.status_code == 400
    assert "but the choice “the rules or regulations” does not use it" in refused.content.decode()
    assert form_with(refused.content.decode(), "department").sent["department"] == ["竞赛部"]


def test_finding_typed_for_a_rejected_appeal_is_refused(sheet: Sheet, referee: Client) -> None:
    appeal = appeal_of(sheet.table.session.event, "open", instance="arbitration", fee_state="paid")
    committee = official(sheet, "arbitration")
    page = reverse("floor:appeal", args=[place(sheet)[0], appeal.number])
    form = form_with(committee.get(page).content.decode(), "finding")
    assert "outcome" not in form.sent
    typed = form.sent | {"outcome": "rejected", "finding": "none", "reason": "x", "names": "仲裁"}
    refused = committee.post(form.action, typed)
    assert refused.status_code == 400
    assert "but the choice “rejected” does not use it" in refused.content.decode()
    assert form_with(refused.content.decode(), "finding").sent["finding"] == ["none"]
