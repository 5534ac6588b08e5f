"""Sheets in every state, and an example of every action on them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from scoring.settings.models.groups import SETTINGS_GROUPS
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.codes import CodeTries, LeaderCode, PlayerCode, TableCode, TablePhone
from scoring.sheets.models.desk_work import DeskWork
from scoring.sheets.models.facts import Adjustment, Forfeit, Hand, Signature, SignedTotal
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.photos import SheetPhoto
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.rules.codes import TableAccess, new_player_codes, new_table_access
from scoring.sheets.selectors.codes.table_codes import code_digest, player_code_digest
from scoring.sheets.services.facts.hands import HandFacts
from scoring.sheets.services.facts.penalties import TablePenalty
from scoring.sheets.services.facts.results import ImportedTable
from scoring.sheets.services.facts.whole import TypedSheet
from tournament.access.rules import token_hash
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting, Table
from tournament.people.models.persons import Person

CODE = "4711"
_numbers = count(1)


def with_settings(event: Event) -> Event:
    """Create every group of settings of the event."""
    for group in SETTINGS_GROUPS.values():
        group.objects.get_or_create(event=event)
    return event


def player(event: Event, **columns: Any) -> Entry:
    """Create an entry of the event."""
    number = 1_000 + next(_numbers)
    columns = {"name": f"选手{number}"} | columns
    person = Person.objects.create(name=columns["name"])
    return Entry.objects.create(event=event, person=person, number=number, **columns)


def empty_sheet(event: Event, *, number: int = 1, starts: datetime | None = None, seats: str = "ESWN") -> Sheet:
    """Create a new last session with table ``number``, a player on each of the seats, and its open sheet."""
    session = Session.objects.create(event=with_settings(event), number=event.sessions.count() + 1, starts=starts)
    return sheet_at(session, number, seats)


def sheet_at(session: Session, number: int, seats: str = "ESWN") -> Sheet:
    """Create another table of the session with its open sheet."""
    table = Table.objects.create(session=session, number=number)
    for seat in seats:
        Sitting.objects.create(table=table, seat=seat, entry=player(session.event))
    return Sheet.objects.create(table=table)


def made_sheet(event: Event, state: str = "open", hands: int = 16, **columns: Any) -> Sheet:
    """Create a sheet as an import does, at version 1: in each hand East wins 8 points from South."""
    sheet = empty_sheet(event, **columns)
    Hand.objects.bulk_create(
        Hand(sheet=sheet, valid_from_version=1, no=no, result="won", winner="E", discarder="S", points=8)
        for no in range(1, hands + 1)
    )
    steps = [Signature.Step.CHECK, Signature.Step.SIGN][: Sheet.State.values.index(state)]
    Signature.objects.bulk_create(
        Signature(sheet=sheet, valid_from_version=1, step=step, signer=seat, how="paper")
        for step in steps
        for seat in "ESWN"
    )
    if state in Sheet.COUNTED:
        Signature.objects.create(
            sheet=sheet, valid_from_version=1, step="sign", signer="referee", how="paper", name="赵敏"
        )
    Sheet.objects.filter(pk=sheet.pk).update(version=1, state=state)
    sheet.refresh_from_db()
    return sheet


def with_totals(sheet: Sheet, *points: int) -> Sheet:
    """Add these signed totals to the sheet, East first."""
    for seat, total in zip("ESWN", points, strict=True):
        SignedTotal.objects.create(sheet=sheet, valid_from_version=1, seat=seat, points=total)
    return sheet


def new_card(event: Event, number: int = 1, **columns: Any) -> tuple[TableCode, TableAccess]:
    """Create a valid card of a table; return it with the printed token and code."""
    [access] = new_table_access([number]).values()
    columns = {"made_at": timezone.now(), "expires": timezone.now() + timedelta(days=1)} | columns
    digests = {"token_hash": token_hash(access.token), "code_hash": code_digest(access.code)}
    return TableCode.objects.create(event=event, number=number, **digests, **columns), access


def new_phone(code: TableCode, *, writes: bool = True) -> TablePhone:
    """Register a phone with the card; ``writes`` gives it the pen."""
    phone = TablePhone.objects.create(code=code, number=code.phones.count() + 1, opened_at=timezone.now())
    if writes:
        code.pen = phone
        code.save()
    return phone


def give_code(entry: Entry, code: str = CODE) -> PlayerCode:
    """Give the player this personal code."""
    digest = player_code_digest(entry.pk, code)
    return PlayerCode.objects.create(entry=entry, digest=digest, issued_at=datetime(2026, 5, 1, tzinfo=UTC))


def failed_tries(code: PlayerCode | LeaderCode, wrong: int, use: str = "signing", **columns: Any) -> CodeTries:
    """Create this many failed attempts with the code, the last one now."""
    owner = {"player_code": code} if isinstance(code, PlayerCode) else {"leader_code": code}
    now = timezone.now()
    columns = {"first_at": now, "last_at": now} | owner | columns
    return CodeTries.objects.create(use=use, wrong=wrong, **columns)


def at(sheet: Sheet, seat: str) -> Entry:
    """Return the player of the seat on the chart."""
    return sheet.table.sittings.get(seat=seat, from_hand=0).entry


def photographed(sheet: Sheet, **columns: Any) -> SheetPhoto:
    """Create a photo of the sheet without a file."""
    columns = {"kind": "jpeg", "name": f"none-{next(_numbers)}", "digest": "0" * 64, "size": 1} | columns
    return SheetPhoto.objects.create(sheet=sheet, added_at=timezone.now(), added_by="赵敏", **columns)


def _photo(event: Event, state: str) -> tuple[Sheet, dict[str, Any]]:
    return made_sheet(event, state or "open"), {"kind": "jpeg", "data": b"x", "digest": "0" * 64}


def _photographed(event: Event, state: str) -> tuple[Sheet, dict[str, Any]]:
    sheet = made_sheet(event, state or "signed")
    return sheet, {"photo": photographed(sheet).pk}


def _expired_photo(event: Event, state: str) -> tuple[None, dict[str, Any]]:
    Event.objects.filter(pk=event.pk).update(ends="2020-01-01")
    photographed(made_sheet(event))
    return None, {}


def _card_in(event: Event, state: str) -> TableCode:
    now = timezone.now()
    columns = {"expired": {"expires": now - timedelta(hours=1)}, "revoked": {"revoked_at": now}}
    return new_card(event, **columns.get(state, {}))[0]


def _signing(event: Event, state: str) -> tuple[Sheet, dict[str, Any]]:
    sheet = made_sheet(event, state or "checked")
    give_code(at(sheet, "S"))
    return sheet, {"seen": 1, "seat": "S", "code": CODE}


def _waiting_code(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    entry = at(made_sheet(event), "S")
    failed_tries(give_code(entry), 6)
    return event, {"entry": entry}


def _reopened(event: Event, state: str) -> tuple[Sheet, dict[str, Any]]:
    sheet = made_sheet(event, state or "open")
    sheet.versions.create(number=1, at=timezone.now(), action="sheet.reopen", state="open")
    return sheet, {"seen": 1}


def _disputed(event: Event, state: str) -> tuple[Sheet, dict[str, Any]]:
    sheet = made_sheet(event, state or "open")
    Hand.objects.filter(sheet=sheet, no=3).update(disputed=True)
    return sheet, {"seen": 1, "no": 3}


def _punished(event: Event, state: str) -> tuple[Sheet, dict[str, Any]]:
    sheet = made_sheet(event, state or "open")
    Adjustment.objects.create(sheet=sheet, valid_from_version=1, seat="W", hand_no=2, points=-10)
    return sheet, {"seen": 1, "hand_no": 2, "order": 0}


def _contradicting(event: Event, state: str) -> tuple[Sheet, dict[str, Any]]:
    sheet = with_totals(made_sheet(event, state or "signed"), 1, 2, 3, -6)
    Comparison.objects.create(sheet=sheet, kinds=["hands-totals"], contradicts=True, cause={"code": "unknown"})
    return sheet, {"seen": 1, "way": "take-hands", "order_changes": False}


def _replaced(event: Event, state: str) -> tuple[Sheet, dict[str, Any]]:
    sheet = made_sheet(event, state or "open")
    Sitting.objects.create(table=sheet.table, seat="W", from_hand=9, name="路人甲")
    return sheet, {"seen": 1, "seat": "W", "from_hand": 9}


def _forfeited(event: Event, state: str) -> tuple[Sheet, dict[str, Any]]:
    sheet = made_sheet(event, state or "open")
    Forfeit.objects.create(sheet=sheet, valid_from_version=1, seat="W")
    return sheet, {"seen": 1, "seat": "W"}


def typed_sheet(event: Event, state: str = "open", by: str = "account:0") -> Sheet:
    """Create a sheet with totals from paper, typed by this account."""
    sheet = with_totals(made_sheet(event, state, 0), 40, -8, -24, -8)
    SheetVersion.objects.create(
        sheet=sheet, number=1, at=timezone.now(), action="sheet.type", by_ref=by, by_name="王", state=state
    )
    return sheet


def _in_hand(event: Event, state: str) -> tuple[Sheet, dict[str, Any]]:
    sheet = made_sheet(event, state or "open")
    DeskWork.objects.create(sheet=sheet, typist_ref="account:0", held_until=timezone.now() + timedelta(minutes=5))
    return sheet, {"of": "account:0"}


def _session_of(sheet: Sheet, state: str) -> Session:
    session = sheet.table.session
    session.released_at = "2024-05-01T13:00:00Z" if state == "released" else None
    session.save()
    session.refresh_from_db()
    return session


def _session_penalty(event: Event, state: str) -> tuple[Session, dict[str, Any]]:
    sheet = made_sheet(event)
    return _session_of(sheet, state), {"entry": at(sheet, "W"), "points": 10, "article": "3.11.2.1"}


def _session_penalty_there(event: Event, state: str) -> tuple[Session, dict[str, Any]]:
    session, facts = _session_penalty(event, state)
    SessionPenalty.objects.create(session=session, entry=facts["entry"], order=0, points=-10)
    return session, {"order": 0}


def _opened(event: Event, state: str) -> tuple[TableCode, dict[str, Any]]:
    card = _card_in(event, state)
    new_phone(card)
    return card, {"phone": new_phone(card, writes=False)}


def _recorded(event: Event, state: str) -> tuple[Sheet, dict[str, Any]]:
    sheet = made_sheet(event, state or "open", 10)
    hand = Hand.objects.get(sheet=sheet, no=3)
    record = {"fans": [{"id": "all-pungs", "count": 1}]}
    HandRecord.objects.create(sheet=sheet, valid_from_version=1, no=3, winner=hand.winner, record=record, calculated=6)
    return sheet, {"seen": 1, "no": 3}


def called(event: Event, state: str = "", sheet_state: str = "open") -> RefereeCall:
    """Create a table's call of the referee in a state: "waiting" (or empty), "taken" or "ended"."""
    sheet, now = made_sheet(event, sheet_state), timezone.now()
    columns = {"taken": {"taken_at": now, "taken_by": "赵敏"}, "ended": {"ended_at": now, "outcome": "x"}}
    return RefereeCall.objects.create(
        event=event, table=sheet.table, about="question", called_at=now, called_by="Table 1", **columns.get(state, {})
    )


def _sheet(
    facts: dict[str, Any], state: str = "open", *, seen: bool = True
) -> Callable[[Event, str], tuple[Any, dict[str, Any]]]:
    sent = ({"seen": 1} if seen else {}) | facts
    return lambda event, asked: (made_sheet(event, asked or state, 10), dict(sent))


def _imported(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    sheet = empty_sheet(event)
    typed = TypedSheet(totals={"E": 24, "S": -8, "W": -8, "N": -8})
    return event, {"tables": [ImportedTable(sheet.table.session.number, sheet.table.number, 0, typed)]}


EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "event.player_codes": lambda event, state: (event, {"codes": new_player_codes([player(event).number])}),
    "event.table_codes": lambda event, state: (event, {"codes": new_table_access([1, 2])}),
    "session.confirm": lambda event, state: (_session_of(made_sheet(event, "signed"), state), {}),
    "session.next_paper": lambda event, state: (_session_of(empty_sheet(event), state), {}),
    "session.penalty": _session_penalty,
    "session.remove_penalty": _session_penalty_there,
    "sheet.import": _imported,
    "sheet.arrive": lambda event, state: (made_sheet(event, state or "open"), {}),
    "sheet.add_photo": _photo,
    "sheet.remove_photo": _photographed,
    "photos.delete_expired": _expired_photo,
    "referee_call.answer": lambda event, state: (called(event, state), {"outcome": "解释了规则"}),
    "referee_call.take": lambda event, state: (called(event, state), {}),
    "sheet.all_here": _sheet({}, seen=False),
    "sheet.call_referee": _sheet({"for_what": "question"}, seen=False),
    "sheet.uncall_referee": lambda event, state: (called(event, "", state or "open").table.sheet, {}),
    "sheet.rule": _sheet({"decision": "指错张的牌收回", "article": "3.11.6.7"}, seen=False),
    "sheet.check": _sheet({"seats": ["E"], "acknowledged": ["short"]}),
    "sheet.confirm": _sheet({}, "signed"),
    "sheet.decide_hand": _disputed,
    "sheet.dispute_hand": _sheet({"no": 3}),
    "sheet.forfeit": lambda event, state: (made_sheet(event, state or "open"), {"seen": 1, "seat": "N"}),
    "sheet.hand": _sheet({"hand": HandFacts(11, winner="N", discarder="W", points=24)}),
    "sheet.drop_record": _recorded,
    "sheet.leave": _in_hand,
    "sheet.penalty": _sheet({"penalty": TablePenalty("W", 10, hand_no=2, payee="each")}),
    "sheet.record_fans": _sheet({"no": 3, "record": {"fans": [{"id": "all-pungs", "count": 1}]}}),
    "sheet.remove_hand": _sheet({"no": 10}),
    "sheet.remove_penalty": _punished,
    "sheet.reopen": lambda event, state: (made_sheet(event, state or "signed"), {}),
    "sheet.seat_person": _sheet({"seat": "W", "from_hand": 9, "name": "路人甲"}),
    "sheet.settle": _contradicting,
    "player_code.lift_wait": _waiting_code,
    "sheet.sign": _signing,
    "sheet.sign_corrected": _reopened,
    "sheet.sign_on_paper": _sheet({"referee": "赵敏", "acknowledged": ["short"]}),
    "sheet.sign_referee": _sheet({}, "checked"),
    "sheet.take": lambda event, state: (made_sheet(event, state or "open"), {}),
    "sheet.type": _sheet({"totals": {"E": 320, "S": -160, "W": -80, "N": -80}}),
    "sheet.type_again": lambda event, state: (
        typed_sheet(event, state or "open"),
        {"totals": {"E": 40, "S": -8, "W": -24, "N": -8}},
    ),
    "sheet.unforfeit": _forfeited,
    "sheet.unseat_person": _replaced,
    "table_code.open": lambda event, state: (_card_in(event, state), {}),
    "table_code.revoke": lambda event, state: (_card_in(event, state), {}),
    "table_code.take_pen": _opened,
}
