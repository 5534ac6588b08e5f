"""Create and change accounts."""

import os
import secrets
from pathlib import Path
from typing import Any, TypedDict, Unpack

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.models.ledgers import Ledger
from common.actions.permissions import SELF
from tournament.people.models.accounts import PEOPLE, Account


class AccountChanges(TypedDict, total=False):
    """The attributes of an account that can be changed; omitted ones stay unchanged."""

    name: str
    is_active: bool
    is_staff: bool
    is_superuser: bool


@action("account.first", summary=_("Create the first administrator"), roles=[], subject="none")
def make_first_administrator(context: ActionContext, _subject: None, *, password_file: Path) -> Done:
    """Create the account ``admin`` with a random password unless an administrator exists.

    The answer holds the password, also written to ``password_file`` (mode 0600), or None if there was nothing to do.
    """
    ledger = lock_people(context)
    if Account.objects.filter(is_superuser=True).exists():
        return Done({"password": None}, "", changed=False)
    password = secrets.token_urlsafe(12)
    account = Account.objects.create_superuser("admin", password=password)
    descriptor = os.open(password_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(password + "\n")
    after = {"username": account.username, "is_superuser": True}
    return Done({"password": password}, audit_ref(account), after=after, raises=(), ledger=ledger)


@action("account.create", summary=_("Create an account"), roles=[], subject="none")
def create_account(
    context: ActionContext, _subject: None, *, username: str, password: str, name: str = "", is_staff: bool = False
) -> Done:
    """Create an account; ``is_staff`` lets it create events. The answer holds its id."""
    ledger = people_ledger(context)
    account = new_account(context, username=username, name=name, password=password, is_staff=is_staff)
    after = {"username": account.username, "name": account.name, "is_staff": account.is_staff}
    return Done({"account": account.pk}, audit_ref(account), after=after, raises=(), ledger=ledger)


def new_account(context: ActionContext, *, username: str, name: str, password: str, is_staff: bool = False) -> Account:
    """Save and return a new account. Refused: a taken username, also by a write at the same moment; a weak password."""
    account = Account(username=Account.normalize_username(username), name=name, is_staff=is_staff)
    if Account.objects.filter(username__iexact=account.username).exists():
        raise Refused(_("This user name already exists."), where="username")
    _set_password(account, password)
    _check_columns(account)
    save_new(context, account)
    return account


def save_new(_context: ActionContext, account: Account) -> None:
    """Insert the account. Raises Refused if another one got its name meanwhile."""
    try:
        with transaction.atomic():
            account.save(force_insert=True)
    except IntegrityError:
        raise Refused(_("This user name already exists."), where="username") from None


@action("account.change", summary=_("Change an account: name, active, rights"), roles=[], subject="account")
def change_account(context: ActionContext, account: Account, **changes: Unpack[AccountChanges]) -> Done:
    """Change the given attributes. Raises Refused if no active administrator would remain."""
    ledger = lock_people(context)
    current = {column: getattr(account, column) for column in changes}
    before = {column: current[column] for column, new in changes.items() if current[column] != new}
    for column, value in changes.items():
        setattr(account, column, value)
    _check_columns(account)
    if before.keys() & {"is_active", "is_superuser"}:
        _check_administrators(account)
    account.save(update_fields=list(before))
    after = {column: getattr(account, column) for column in before}
    return Done(
        {"account": account.pk}, audit_ref(account), before, after, raises=(), ledger=ledger, changed=bool(before)
    )


@action("account.set_password", summary=_("Give an account a new password"), roles=[SELF], subject="account")
def set_password(context: ActionContext, account: Account, *, password: str) -> Done:
    """Give the account a new password; its sessions end. The audit log holds no part of the password."""
    ledger = people_ledger(context)
    _set_password(account, password)
    account.save(update_fields=["password"])
    return Done({"account": account.pk}, audit_ref(account), raises=(), ledger=ledger)


def lock_people(_context: ActionContext) -> Ledger:
    """Lock the ledger of people and accounts: merging, imports and the program's own lists wait for each other.

    Registrations and accounts do not take it: they lock the rows that they write (`lock_person`), and the database's
    constraints refuse what two of them would make twice.
    """
    ledger = people_ledger(_context)
    return Ledger.objects.select_for_update().get(pk=ledger.pk)


def people_ledger(_context: ActionContext) -> Ledger:
    """Return the ledger whose audit chain has the changes of accounts; it is locked only when the entry is written."""
    return Ledger.objects.get_or_create(name=PEOPLE)[0]


def audit_ref(account: Account) -> str:
    """Return the account as the subject of an audit entry."""
    return f"account:{account.pk}"


def _set_password(account: Account, password: str) -> None:
    try:
        validate_password(password, account)
    except ValidationError as error:
        raise Refused(" ".join(error.messages), where="password") from None
    account.set_password(password)


def _check_columns(account: Account) -> None:
    """Raise Refused for the first column that does not accept its value."""
    try:
        account.full_clean()
    except ValidationError as error:
        columns: dict[str, Any] = error.message_dict
        where, messages = next(iter(columns.items()))
        raise Refused(" ".join(messages), where=where) from None


def _check_administrators(account: Account) -> None:
    other_administrators = Account.objects.filter(is_superuser=True, is_active=True).exclude(pk=account.pk)
    if not (account.is_superuser and account.is_active) and not other_administrators.exists():
        raise Refused(_("The last active administrator cannot be removed."))
