"""Read where accounts are signed in, whether they have a second factor, and who has a number; search lists of names."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, TypeVar

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournament.people.models.accounts import Account
from tournament.people.models.identities import Identity
from tournament.people.models.numbers import PersonNumber
from tournament.people.models.passkeys import Passkey
from tournament.people.models.persons import Person
from tournament.people.models.sessions import AccountSession
from tournament.people.rules import NumberKind, number_key

#: Rows that are found by their ids; a list with more is read in its own order.
FEW = 2_000
Row = TypeVar("Row", bound=Model)


def named_by_id(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Return ``rows`` that a search found; if they are few, the query names their ids.

    PostgreSQL takes each word to be in one of a hundred names, and would read a whole list in its order to find the
    first rows. With the ids it reads only these.
    """
    ids = list(rows.order_by().values_list("pk", flat=True)[: FEW + 1])
    return rows.filter(pk__in=ids) if len(ids) <= FEW else rows


def live_sessions(account: Account) -> list[AccountSession]:
    """Return the browsers in which ``account`` is signed in, the one used last first."""
    listed = list(AccountSession.objects.filter(account=account))
    keys = [row.session_key for row in listed]
    unexpired = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    # A new password ends sessions by this hash; Django deletes their rows only when they are used again.
    hashes = {session.session_key: session.get_decoded().get(HASH_SESSION_KEY) for session in unexpired}
    current = {account.get_session_auth_hash(), *account.get_session_auth_fallback_hash()}
    return [row for row in listed if hashes.get(row.session_key) in current]


def ended_sessions() -> QuerySet[AccountSession]:
    """Return the rows whose browser has signed out, or whose session has expired."""
    unexpired = Session.objects.filter(expire_date__gt=timezone.now())
    return AccountSession.objects.exclude(session_key__in=unexpired.values("session_key"))


def has_app(account: Account) -> bool:
    """Return whether an app on a phone shows codes for ``account``."""
    return TOTPDevice.objects.filter(user=account, confirmed=True).exists()


def has_passkey(account: Account) -> bool:
    """Return whether a device signs ``account`` in with a passkey."""
    return Passkey.objects.filter(account=account).exists()


def has_second_factor(account: Account) -> bool:
    """Return whether the password alone does not sign ``account`` in: it has an app or a passkey."""
    return has_app(account) or has_passkey(account)


def recovery_codes_left(account: Account) -> int:
    """Return how many recovery codes of ``account`` are not used yet."""
    return StaticToken.objects.filter(device__user=account).count()


def identity_of(issuer: str, subject: str) -> Identity | None:
    """Return who signs in at the provider ``issuer`` as ``subject``, with the account; None before the first time."""
    return Identity.objects.select_related("account").filter(issuer=issuer, subject=subject).first()


def is_connected(account: Account, issuer: str) -> bool:
    """Return whether an account of the provider ``issuer`` opens ``account``."""
    return Identity.objects.filter(account=account, issuer=issuer).exists()


def with_merged(ids: Iterable[int]) -> QuerySet[Person, Any]:
    """Return the ids of kept persons and of those merged into them, for ``person__in``.

    As a condition on one table it lets both databases find the rows of a large table by index.
    """
    kept = list(ids)
    return Person.objects.filter(Q(pk__in=kept) | Q(merged_into__in=kept)).order_by().values("pk")


def merges() -> dict[int, int]:
    """Return each merged person (id) -> the one that it was merged into."""
    merged = Person.objects.filter(merged_into__isnull=False).order_by("pk")
    return dict(merged.values_list("pk", "merged_into_id"))


def numbers_of(persons: Iterable[Person]) -> dict[int, list[PersonNumber]]:
    """Return id -> numbers of kept persons who have any, those of merged persons too, by kind and country."""
    ids = {person.pk for person in persons}
    by_person: dict[int, list[PersonNumber]] = defaultdict(list)
    rows = PersonNumber.objects.filter(person__in=with_merged(ids)).select_related("person")
    for row in rows:
        by_person[row.person.merged_into_id or row.person_id].append(row)
    return dict(by_person)


def further_numbers(persons: Iterable[Person]) -> dict[int, set[str]]:
    """Return id -> the EMA and JMSA numbers of kept persons, and those under which merged persons were listed."""
    persons = list(persons)
    by_person: dict[int, set[str]] = defaultdict(set)
    for pk, rows in numbers_of(persons).items():
        by_person[pk] |= {row.number for row in rows if row.kind != NumberKind.NATIONAL}
    merged = Person.objects.filter(merged_into__in=persons).exclude(federation_number=None)
    for kept, number in merged.values_list("merged_into", "federation_number"):
        by_person[kept or 0].add(number or "")
    return dict(by_person)


def holders_of(numbers: Iterable[str]) -> dict[str, Person]:
    """Return number -> who has it, a merged person too: as the number that lists show, else as EMA or JMSA number.

    A national number does not identify a person by itself, since two federations may give the same one.
    """
    wanted = set(numbers) - {""}
    rows = PersonNumber.objects.filter(key__in=set(map(number_key, wanted))).exclude(kind=NumberKind.NATIONAL.value)
    # The EMA number comes last and so counts before a JMSA number with the same digits.
    by_key = {row.key: row.person for row in rows.order_by("-kind").select_related("person__merged_into")}
    of_kind = {number: by_key[number_key(number)] for number in wanted if number_key(number) in by_key}
    shown = Person.objects.filter(federation_number__in=wanted).select_related("merged_into")
    return of_kind | {person.federation_number or "": person for person in shown}


def holder_of(number: str) -> Person | None:
    """Return who has the number, as `holders_of`."""
    return holders_of([number]).get(number)


def persons_with_number(word: str) -> list[int]:
    """Return the ids of the kept persons who have this number, of whatever kind, or into whom its holder was merged."""
    rows = Person.objects.filter(
        Q(federation_number__iexact=word)
        | Q(pk__in=list(PersonNumber.objects.filter(key=number_key(word) or "-").values_list("person", flat=True)))
    )
    return [into or pk for pk, into in rows.values_list("pk", "merged_into")]
