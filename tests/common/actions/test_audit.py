"""The audit chain: append-only in the database, and every change to it is detected."""

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from common.actions import append_only, audit
from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from tests.support.events import small_event
from tournament.access.services.roles import grant_role, revoke_role
from tournament.people.models.accounts import Account, Role

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def chain() -> Ledger:
    event = small_event()
    account = Account.objects.create_user("referee")
    for name in (Role.Name.REFEREE, Role.Name.ORGANIZER):
        grant_role(system_actor("test"), event, account=account, name=name)
    revoke_role(system_actor("test"), event, account=account, name=Role.Name.REFEREE, reason="left 离开")
    return Ledger.objects.get(pk=event.ledger_id)


def test_chain_without_changes_has_no_faults_and_counts_its_entries(chain: Ledger) -> None:
    assert list(audit.faults(chain)) == []
    assert [entry.action for entry in chain.audit_entries.all()] == ["role.grant", "role.grant", "role.revoke"]
    assert chain.audit_seq == 3


@pytest.mark.parametrize("statement", ["UPDATE common_auditentry SET reason = 'x'", "DELETE FROM common_auditentry"])
def test_database_refuses_update_and_delete_of_an_entry(chain: Ledger, statement: str) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEntry.objects.count() == 3


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE common_auditentry SET reason = 'x' WHERE seq = 2", "entry 2 was changed"),
        ("DELETE FROM common_auditentry WHERE seq = 2", "entry 2 is missing"),
        ("DELETE FROM common_auditentry WHERE seq = 3", "the head of the chain names entry 3"),
    ],
)
def test_verify_audit_finds_direct_changes_in_the_database(chain: Ledger, statement: str, fault: str, capsys) -> None:
    append_only.remove(connection)
    with connection.cursor() as cursor:
        cursor.execute(statement)
    append_only.install(connection)
    assert fault in " ".join(audit.faults(chain))
    with pytest.raises(SystemExit):
        call_command("verify_audit", chain.name)
    assert fault in capsys.readouterr().err


def test_verify_audit_prints_every_chain(chain: Ledger, capsys) -> None:
    call_command("verify_audit")
    assert f"{chain.name}: 3 entries, whole" in capsys.readouterr().out
