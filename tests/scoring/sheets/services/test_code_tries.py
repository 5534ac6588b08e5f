"""Wrong personal codes: what they block, for how long, and who lifts the delay."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from common.actions.errors import Forbidden, Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import Actor, system_actor
from scoring.appeals.services.codes import identify, issue_leader_code
from scoring.event_file.selectors.document import event_document
from scoring.sheets.models.codes import CodeTries, PlayerCode
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.codes.code_waits import leader_waits, player_waits
from scoring.sheets.services.checking.signing import sign_sheet
from scoring.sheets.services.codes.cards import issue_player_codes
from scoring.sheets.services.codes.code_tries import lift_wait
from tests.support.appeals import give_leader_code, led
from tests.support.events import small_event
from tests.support.sheets import CODE, at, failed_tries, give_code, made_sheet
from tests.support.threads import together
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

pytestmark = pytest.mark.django_db
DESK = system_actor("test")
HALL, OUTSIDE = "192.0.2.1", "198.51.100.7"


@pytest.fixture
def sheet() -> Sheet:
    return with_code()


def with_code() -> Sheet:
    sheet = made_sheet(small_event(), "checked")
    give_code(at(sheet, "S"))
    return sheet


def event_of(sheet: Sheet) -> Event:
    return sheet.table.session.event


def sign(sheet: Sheet, code: str) -> dict[str, Any]:
    sheet.refresh_from_db()
    return sign_sheet(DESK, sheet, seen=sheet.version, seat="S", code=code)


def appeal(sheet: Sheet, code: str, address: str = OUTSIDE) -> dict[str, Any]:
    event = event_of(sheet)
    stranger = Actor("anonymous", "", shown=event)
    return identify(stranger, event, entry=at(sheet, "S").pk, code=code, address=address)


def minutes_pass(minutes: float) -> None:
    """Move the failed attempts this many minutes into the past, as if time had passed."""
    CodeTries.objects.update(last_at=F("last_at") - timedelta(minutes=minutes))


def test_setting_clock_back_does_not_lengthen_wait(sheet: Sheet) -> None:
    for _ in range(5):
        assert not sign(sheet, "0000")["signed"]
    minutes_pass(-60)
    assert sign(sheet, CODE)["signed"]


def test_wrong_codes_at_appeals_do_not_stop_signing(sheet: Sheet) -> None:
    for _ in range(5):
        assert not appeal(sheet, "0000")["right"]
    assert sign(sheet, CODE)["signed"]


def test_wrong_codes_at_the_table_do_not_stop_appeals(sheet: Sheet) -> None:
    for _ in range(5):
        assert not sign(sheet, "0000")["signed"]
    assert appeal(sheet, CODE)["right"]


def test_the_wait_ends_automatically_and_grows_with_each_wrong_code(sheet: Sheet) -> None:
    for _ in range(4):
        assert sign(sheet, "0000")["next_at"] is None
    for minutes in (1, 2, 5, 10, 15, 15):
        before = timezone.now()
        answer = sign(sheet, "0000")
        assert answer["tries"] == 0
        until = CodeTries.objects.get().next_at
        assert until
        assert answer["next_at"] == until.isoformat()
        assert before + timedelta(minutes=minutes) <= until <= timezone.now() + timedelta(minutes=minutes)
        minutes_pass(minutes)
    assert sign(sheet, CODE)["signed"]
    assert not CodeTries.objects.exists()


def test_attempts_during_the_wait_are_ignored_even_with_the_right_code(sheet: Sheet) -> None:
    for _ in range(5):
        sign(sheet, "0000")
    for code in ("0000", CODE):
        with pytest.raises(Refused, match=r"You can try again at \d\d:\d\d:\d\d"):
            sign(sheet, code)
    assert CodeTries.objects.get().wrong == 5
    assert AuditEntry.objects.filter(action="sheet.sign").count() == 5


def test_wrong_codes_of_other_network_do_not_block_the_hall(sheet: Sheet) -> None:
    for _ in range(5):
        appeal(sheet, "0000", OUTSIDE)
    with pytest.raises(Refused, match="try again"):
        appeal(sheet, CODE, OUTSIDE)
    assert appeal(sheet, CODE, HALL)["right"]


def test_attempts_from_many_networks_wait_together(sheet: Sheet) -> None:
    for network in range(6):
        for _ in range(5):
            appeal(sheet, "0000", f"198.51.100.{network}")
    with pytest.raises(Refused, match="try again"):
        appeal(sheet, "0000", "203.0.113.9")
    assert sign(sheet, CODE)["signed"]


def test_no_address_is_stored(sheet: Sheet) -> None:
    appeal(sheet, "0000", OUTSIDE)
    assert {row.source for row in CodeTries.objects.all()} != {""}
    assert not CodeTries.objects.filter(source__contains=OUTSIDE).exists()


def test_official_lifts_wait_and_audit_log_has_it(sheet: Sheet) -> None:
    for _ in range(5):
        sign(sheet, "0000")
    appeal(sheet, "0000")
    entry = at(sheet, "S")
    lift_wait(DESK, event_of(sheet), entry=entry)
    assert sign(sheet, CODE)["signed"]
    row = AuditEntry.objects.get(action="player_code.lift_wait")
    assert (row.about, row.before) == (f"entry:{entry.number}", {"wrong_signing": 5, "wrong_appeals": 1})
    lift_wait(DESK, event_of(sheet), entry=entry)
    assert AuditEntry.objects.filter(action="player_code.lift_wait").count() == 1


@pytest.mark.parametrize(
    ("role", "lifts"), [("organizer", True), ("chief-referee", True), ("referee", True), ("scorekeeper", False)]
)
def test_roles_that_may_lift_a_wait(sheet: Sheet, role: str, lifts: bool) -> None:
    account = Account.objects.create_user(role)
    Role.objects.create(account=account, event=event_of(sheet), name=role)
    failed_tries(PlayerCode.objects.get(), 5)
    if not lifts:
        with pytest.raises(Forbidden):
            lift_wait(actor_of(account), event_of(sheet), entry=at(sheet, "S"))
    else:
        lift_wait(actor_of(account), event_of(sheet), entry=at(sheet, "S"))
    assert CodeTries.objects.exists() is not lifts


def test_new_codes_of_players_and_leaders_lift_the_wait(sheet: Sheet) -> None:
    entry = at(sheet, "S")
    failed_tries(PlayerCode.objects.get(), 9)
    issue_player_codes(DESK, event_of(sheet), codes={entry.number: "0815"})
    assert sign(sheet, "0815")["signed"]
    team = led(at(sheet, "E"))
    failed_tries(give_leader_code(team), 9, "appeals", source="x")
    assert leader_waits([team.pk])[team.pk][0].wrong == 9
    issue_leader_code(DESK, event_of(sheet), team=team, code="8888")
    assert leader_waits([team.pk]) == {}
    stranger = Actor("anonymous", "", shown=event_of(sheet))
    assert identify(stranger, event_of(sheet), team=team.pk, code="8888")["right"]


def test_officials_see_how_many_wrong_codes_since_when_and_until_when(sheet: Sheet) -> None:
    for _ in range(5):
        sign(sheet, "0000")
    for _ in range(4):
        appeal(sheet, "0000")
    row, entry = CodeTries.objects.get(use="signing"), at(sheet, "S")
    [wait] = player_waits([entry.pk, at(sheet, "E").pk])[entry.pk]
    assert (wait.use, wait.wrong, wait.first_at, wait.ends_at) == ("signing", 5, row.first_at, row.next_at)
    assert wait.waits
    minutes_pass(2)
    [wait] = player_waits([entry.pk])[entry.pk]
    assert not wait.waits


def test_event_file_has_no_codes_and_attempts(sheet: Sheet) -> None:
    failed_tries(PlayerCode.objects.get(), 5)
    document = str(event_document(event_of(sheet)))
    assert PlayerCode.objects.get().digest not in document
    assert "tries" not in document


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_concurrent_wrong_codes_are_all_counted() -> None:
    sheet = with_code()
    sheet.refresh_from_db()
    code = PlayerCode.objects.all()
    answers = together(*[lambda: appeal(sheet, "0000", HALL)] * 4, holding=code)
    assert sorted(answer["tries"] for answer in answers) == [1, 2, 3, 4]
    assert [row.wrong for row in CodeTries.objects.all()] == [4, 4]
