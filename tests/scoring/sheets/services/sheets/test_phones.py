"""What a table's phone may write."""

import re
from typing import Any

import pytest

from common.actions.errors import Forbidden
from common.actions.permissions import Actor
from scoring.sheets.models.codes import TableCode
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import new_table_access
from scoring.sheets.selectors.codes.table_codes import code_of_letters, code_of_token, opened_by, phone_actor
from scoring.sheets.services.checking.confirming import confirm_sheet
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.codes.cards import issue_table_codes, open_table, revoke_table_code, take_pen
from scoring.sheets.services.facts.penalties import TablePenalty, give_penalty
from tests.scoring.sheets.services.sheets.writing import ANNA, write
from tests.support.events import small_event
from tests.support.sheets import empty_sheet, made_sheet, new_card, new_phone, sheet_at
from tests.support.snapshots import everything
from tournament.events.models.stages import Session

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def phone_of(sheet: Sheet, **columns: Any) -> Actor:
    code, _access = new_card(sheet.table.session.event, sheet.table.number, **columns)
    return phone_actor(new_phone(code), "phone", "test", opened_by(code).sheet)


def test_table_phone_writes_but_cannot_give_penalties_or_sign_on_paper(sheet: Sheet) -> None:
    phone = phone_of(sheet)
    assert write(sheet, 1, actor=phone)["version"] == 1
    sheet.refresh_from_db()
    with pytest.raises(Forbidden):
        give_penalty(phone, sheet, seen=1, penalty=TablePenalty(seat="E", points=10), reason="?")
    with pytest.raises(Forbidden):
        sign_on_paper(phone, sheet, seen=1, acknowledged=["short"])
    with pytest.raises(Forbidden):
        confirm_sheet(phone, sheet, seen=1)


def test_a_phone_writes_at_no_other_table_and_not_with_an_old_card(sheet: Sheet) -> None:
    other = sheet_at(sheet.table.session, 2)
    phone = phone_of(sheet)
    with pytest.raises(Forbidden):
        write(other, 1, actor=phone)
    TableCode.objects.update(expires="2024-05-01T00:00:00Z")
    with pytest.raises(Forbidden):
        write(sheet, 1, actor=phone)
    assert opened_by(TableCode.objects.get()).sheet is None


def test_only_the_phone_with_the_pen_writes(sheet: Sheet) -> None:
    event = sheet.table.session.event
    code, _access = new_card(event)
    bearer = Actor(ref="card", name="card", shown=code)
    first, second = (open_table(bearer, code)["phone"] for _phone in range(2))
    phones = {phone.pk: phone for phone in code.phones.all()}
    first_phone, second_phone = (phone_actor(phones[pk], "phone", "", sheet) for pk in (first, second))
    write(sheet, 1, actor=first_phone)
    with pytest.raises(Forbidden, match="Another device"):
        write(sheet, 2, actor=second_phone)
    take_pen(bearer, code, phone=phones[second])
    write(sheet, 2, actor=second_phone)
    with pytest.raises(Forbidden, match="Another device"):
        write(sheet, 3, actor=first_phone)
    code.refresh_from_db()
    revoke_table_code(ANNA, code)
    with pytest.raises(Forbidden, match="Another device"):
        write(sheet, 3, actor=second_phone)


def test_a_card_opens_the_running_session_until_it_is_signed() -> None:
    event = small_event()
    first = made_sheet(event, "open")
    second = empty_sheet(event, starts="2999-01-01T10:00:00Z")
    code, access = new_card(event)
    assert opened_by(code).sheet == first
    # It stays open until it is signed, even if the next session has begun by the timetable.
    Session.objects.filter(pk=second.table.session_id).update(starts="2024-01-01T10:00:00Z")
    assert (opened_by(code).sheets, opened_by(code).sheet) == ((first, second), second)
    Session.objects.filter(pk=second.table.session_id).update(starts="2999-01-01T10:00:00Z")
    Sheet.objects.filter(pk=first.pk).update(state="signed")
    waiting = opened_by(code)
    assert (waiting.sheet, waiting.waiting) == (None, second)
    assert code_of_token(access.token) == code == code_of_letters(f" {access.code[:3].lower()}-{access.code[3:]} ")


def test_new_cards_revoke_the_old_and_only_digests_are_kept(sheet: Sheet) -> None:
    event = sheet.table.session.event
    old = new_table_access([1, 2])
    issue_table_codes(ANNA, event, codes=old, key="first")
    issue_table_codes(ANNA, event, codes=(new := new_table_access([1])), key="second")
    states = [code_of_token(access.token).state for access in (old[1], old[2], new[1])]
    assert states == ["revoked", "valid", "valid"]
    held = str(everything())
    assert not any(re.search(rf"\b{secret}\b", held) for access in (*old.values(), *new.values()) for secret in access)
