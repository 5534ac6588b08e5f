"""Concurrent writers on one event: the chain stays complete, no version is lost, no rule is violated."""

from collections.abc import Iterator
from itertools import cycle

import pytest

from common.actions import audit
from common.actions.engine import LIVE, PUBLIC, REGISTRY, ActionContext, Done, Service, action
from common.actions.errors import Refused, WrongState
from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from scoring.releases.services.releasing import release_session, retract_session
from tests.support.action_examples import new_account, new_session
from tests.support.event_generator import make_event
from tests.support.events import small_event
from tests.support.sheets import with_settings
from tests.support.threads import together
from tournament.access.selectors.roles import actor_of
from tournament.access.services.roles import grant_role, revoke_role
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Table
from tournament.people.models.accounts import Account, Role
from tournament.people.services.accounts import change_account

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

TIMES = 50


def test_concurrent_writers_keep_the_chain_complete() -> None:
    event = small_event()
    accounts = [new_account(), new_account()]

    def write(account: Account) -> None:
        actor = system_actor("test")
        for service, _number in zip(cycle([grant_role, revoke_role]), range(TIMES), strict=False):
            service(actor, Event.objects.get(), account=account, name=Role.Name.REFEREE)

    assert together(*[lambda account=account: write(account) for account in accounts]) == [None, None]
    ledger = Ledger.objects.get(pk=event.ledger_id)
    assert list(audit.faults(ledger)) == []
    entries = ledger.audit_entries.order_by("seq")
    assert list(entries.values_list("seq", flat=True)) == list(range(1, 2 * TIMES + 1))
    assert {account.pk: entries.filter(about=f"account:{account.pk}").count() for account in accounts} == {
        account.pk: TIMES for account in accounts
    }


@pytest.fixture
def touch() -> Iterator[Service]:
    """Declare an action on a table, which locks only the table and, last, the ledger."""

    @action("test.touch", summary="Touch a table", roles=[], subject="table")
    def service(_context: ActionContext, table: Table) -> Done:
        return Done({}, f"table:{table.number}", raises=(PUBLIC, LIVE))

    yield service
    del REGISTRY["test.touch"]


def test_concurrent_writes_on_two_tables_share_one_chain_and_head(touch: Service) -> None:
    session = new_session(with_settings(small_event()))
    tables = [session.tables.get(), Table.objects.create(session=session, number=2)]

    def write(table: Table) -> None:
        for _number in range(TIMES):
            touch(system_actor("test"), table)

    assert together(*[lambda table=table: write(table) for table in tables]) == [None, None]
    ledger = Ledger.objects.get(pk=session.event.ledger_id)
    assert list(audit.faults(ledger)) == []
    assert (ledger.public, ledger.live, ledger.audit_seq) == (2 * TIMES,) * 3


def test_concurrent_writers_lose_no_version() -> None:
    session = new_session(with_settings(small_event()))

    def write() -> int:
        written = 0
        for service, _number in zip(cycle([release_session, retract_session]), range(TIMES), strict=False):
            try:
                service(system_actor("test"), Session.objects.get(), reason="again")
                written += 1
            except WrongState:
                continue
        return written

    written = sum(together(write, write))
    ledger = Ledger.objects.get(pk=session.event.ledger_id)
    assert written >= TIMES
    assert (ledger.public, ledger.live, ledger.audit_seq) == (written, written, written)
    assert (ledger.clock, ledger.calls) == (0, 0)
    assert list(audit.faults(ledger)) == []


def test_session_cannot_be_unreleased_while_the_next_is_released() -> None:
    event = with_settings(small_event())
    actor = system_actor("test")
    first, second = new_session(event), new_session(event)
    first.refresh_from_db()
    assert [first.state, second.state] == ["released", "unreleased"]
    answers = together(
        lambda: retract_session(actor, Session.objects.get(number=1), reason="wrong sheet"),
        lambda: release_session(actor, Session.objects.get(number=2)),
        holding=Event.objects.all(),
    )
    assert [isinstance(answer, Refused) for answer in answers].count(True) == 1
    states = [session.state for session in Session.objects.order_by("number")]
    assert states in (["released"] * 2, ["unreleased"] * 2)


def test_second_of_two_concurrent_imports_is_refused() -> None:
    document = make_event("twice", 4, 1)
    change_account(system_actor("test"), new_account(), name="王伟")

    def take_in() -> dict:
        return import_event(system_actor("test"), document=document)

    answers = together(take_in, take_in, holding=Ledger.objects.filter(name="people"))
    assert sorted(answers, key=str) == [{"event": "event-twice", "written": written} for written in (False, True)]
    assert Event.objects.count() == 1


def test_two_administrators_cannot_deactivate_each_other() -> None:
    accounts = [new_account(is_superuser=True) for _number in range(2)]
    change_account(system_actor("test"), accounts[0], name="王伟")

    def shut_out(mine: Account, other: Account) -> dict:
        return change_account(actor_of(mine), other, is_active=False)

    answers = together(
        lambda: shut_out(accounts[0], accounts[1]),
        lambda: shut_out(accounts[1], accounts[0]),
        holding=Ledger.objects.filter(name="people"),
    )
    assert [isinstance(answer, Refused) for answer in answers].count(True) == 1
    assert Account.objects.filter(is_superuser=True, is_active=True).count() == 1
