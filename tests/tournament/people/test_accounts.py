"""Accounts: created, changed and given passwords by administrators only; the audit log holds no password."""

import stat
from pathlib import Path

import pytest

from common.actions import audit
from common.actions.errors import Forbidden, Refused
from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from tests.support.action_examples import PASSWORD, new_account
from tests.support.snapshots import everything
from tournament.access.selectors.roles import actor_of
from tournament.people.models.accounts import Account
from tournament.people.services.accounts import change_account, create_account, make_first_administrator, set_password

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator() -> Account:
    return Account.objects.create_superuser("root", name="管理员")


def last_entry() -> AuditEntry:
    ledger = Ledger.objects.get(name="people")
    assert list(audit.faults(ledger)) == []
    return ledger.audit_entries.latest("seq")


def test_first_administrator_is_created_once(tmp_path: Path) -> None:
    file = tmp_path / "password.txt"
    answer = make_first_administrator(system_actor("start"), password_file=file)
    assert file.read_text() == answer["password"] + "\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    account = Account.objects.get()
    assert account.is_superuser
    assert account.check_password(answer["password"])
    assert last_entry().after == {"username": "admin", "is_superuser": True}
    before = everything()
    assert make_first_administrator(system_actor("start"), password_file=file) == {"password": None}
    assert everything() == before


def test_created_account_can_sign_in(administrator: Account) -> None:
    answer = create_account(
        actor_of(administrator), username="\uff57ang", password=PASSWORD, name="王伟", is_staff=True, key="k"
    )
    account = Account.objects.get(pk=answer["account"])
    assert (account.username, str(account), account.is_staff, account.is_superuser) == ("wang", "王伟", True, False)
    assert account.check_password(PASSWORD)
    entry = last_entry()
    assert (entry.actor_name, entry.about) == ("管理员", f"account:{account.pk}")
    assert entry.after == {"username": "wang", "name": "王伟", "is_staff": True}
    assert PASSWORD not in str(everything())


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"username": "ROOT"}, "username"),
        ({"username": ""}, "username"),
        ({"username": "two words"}, "username"),
        ({"username": "x" * 151}, "username"),
        ({"name": "王" * 151}, "name"),
        ({"password": "12345"}, "password"),
        ({"password": "password"}, "password"),
        ({"username": "wangwei2024", "password": "wangwei2024"}, "password"),
    ],
)
def test_invalid_account_is_refused_with_its_field(administrator: Account, facts: dict, where: str) -> None:
    before = everything()
    with pytest.raises(Refused) as refused:
        create_account(actor_of(administrator), **{"username": "wang", "password": PASSWORD, **facts}, key="k")
    assert refused.value.where == where
    assert refused.value.message
    assert everything() == before


def test_only_different_values_are_changed_and_audited(administrator: Account) -> None:
    account = new_account(name="old")
    change_account(actor_of(administrator), account, name="新", is_staff=False, is_active=False)
    account.refresh_from_db()
    assert (account.name, account.is_active) == ("新", False)
    assert last_entry().before == {"name": "old", "is_active": True}
    assert last_entry().after == {"name": "新", "is_active": False}
    before = everything()
    change_account(actor_of(administrator), account, name="新")
    assert everything() == before


@pytest.mark.parametrize("change", [{"is_active": False}, {"is_superuser": False}])
def test_last_active_administrator_cannot_be_removed(administrator: Account, change: dict) -> None:
    actor = actor_of(administrator)
    other = new_account(is_superuser=True, is_active=False)
    with pytest.raises(Refused, match="last active administrator"):
        change_account(actor, administrator, **change)
    change_account(actor, other, is_active=True)
    change_account(actor, administrator, **change)
    with pytest.raises(Forbidden):
        change_account(actor_of(Account.objects.get(pk=administrator.pk)), other, name="x")


def test_new_password_ends_the_sessions(administrator: Account, client) -> None:
    account = new_account()
    client.force_login(account)
    set_password(actor_of(administrator), account, password=PASSWORD, reason="forgotten")
    account.refresh_from_db()
    assert account.check_password(PASSWORD)
    assert (last_entry().before, last_entry().after, last_entry().reason) == (None, None, "forgotten")
    assert PASSWORD not in str(everything())
    assert not client.get("/healthz").wsgi_request.user.is_authenticated


def test_account_may_change_only_its_own_password() -> None:
    account, other = new_account(), new_account()
    set_password(actor_of(account), Account.objects.get(pk=account.pk), password=PASSWORD)
    with pytest.raises(Forbidden):
        set_password(actor_of(account), other, password=PASSWORD)
    with pytest.raises(Forbidden):
        change_account(actor_of(account), account, is_superuser=True)
    account.is_active = False
    with pytest.raises(Forbidden):
        set_password(actor_of(account), account, password=PASSWORD)


def test_weak_password_is_refused(administrator: Account) -> None:
    before = everything()
    with pytest.raises(Refused, match="Too short: 3 of at least 8 characters.") as refused:
        set_password(actor_of(administrator), administrator, password="abc", key="k")
    assert refused.value.where == "password"
    assert everything() == before
