"""Idempotency keys: each form after a success has a new key, and one form may lead to several actions."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from common.actions.models.keys import ClientKey
from scoring.appeals.models.appeals import Appeal
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from tests.support.appeals import appeal_of
from tests.support.events import small_event
from tests.support.form_reading import form_with
from tests.support.sheets import at, empty_sheet, made_sheet
from tests.web.table.phone.phones import official, phone_at, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(settings: Any, tmp_path: Any) -> Sheet:
    settings.MEDIA_ROOT = tmp_path
    return made_sheet(small_event())


def sent_from(client: Client, page: str, field: str, /, **typed: Any) -> Any:
    """Return the page after sending its form with this ``field`` and the typed values."""
    form = form_with(client.get(page).content.decode(), field)
    return client.post(form.action or page, form.sent | typed, follow=True)


def test_consecutive_hands_without_script_are_all_saved() -> None:
    sheet = empty_sheet(small_event())
    phone = phone_at(sheet)
    page = phone.get(url(sheet))
    for winner in "ESW":
        form = form_with(page.content.decode(), "winner")
        page = phone.post(form.action, form.sent | {"winner": winner, "discarder": "N", "points": "8"}, follow=True)
        assert page.status_code == 200
    assert [hand.winner for hand in Hand.objects.current().order_by("no")] == list("ESW")


def test_consecutive_corrections_of_names_are_all_saved(sheet: Sheet) -> None:
    desk = official(sheet, "organizer")
    page = reverse("desk:checkin", args=[sheet.table.session.event.slug])
    for seat, name in (("E", "东风"), ("S", "南风")):
        entry = at(sheet, seat)
        assert sent_from(desk, f"{page}?person={entry.number}", "base", name=name).status_code == 200
        entry.refresh_from_db()
        assert entry.name == name


def test_consecutive_rulings_are_all_saved(sheet: Sheet) -> None:
    referee, session = official(sheet, "referee"), sheet.table.session
    page = reverse("floor:table-rulings", args=[session.event.slug, session.number, sheet.table.number])
    for decision in ("first", "second"):
        sent_from(referee, page, "decision", do="other", decision=decision, reason="x")
    assert list(Ruling.objects.order_by("number").values_list("decision", flat=True)) == ["first", "second"]


def test_consecutive_appeals_are_all_saved(sheet: Sheet) -> None:
    desk, event = official(sheet, "organizer"), sheet.table.session.event
    for seat in "ES":
        page = reverse("floor:appeal-new", args=[event.slug]) + f"?number={at(sheet, seat).number}"
        form = form_with(desk.get(page).content.decode(), "against")
        against_sheet = next(choice for choice in form.options["against"] if choice.startswith("sheet"))
        sent_from(desk, page, "against", against=against_sheet, text="x")
    assert Appeal.objects.count() == 2


def test_a_correction_sent_twice_is_linked_once(sheet: Sheet) -> None:
    """Reopening the sheet and linking it are two actions of one form."""
    Sheet.objects.filter(pk=sheet.pk).update(state="signed")
    appeal = appeal_of(sheet.table.session.event, "upheld", sheet=sheet)
    chief = official(sheet, "chief-referee")
    page = reverse("floor:appeal", args=[sheet.table.session.event.slug, appeal.number])
    correct = reverse("floor:appeal-correct", args=[sheet.table.session.event.slug, appeal.number])
    sent = form_with(chief.get(page).content.decode(), "key").sent | {"do": "reopen"}
    for _again in range(2):
        assert chief.post(correct, sent).status_code == 302
    sheet.refresh_from_db()
    assert (sheet.version, appeal.corrections.count(), ClientKey.objects.count()) == (2, 1, 2)
