"""Codes that link accounts to persons, public records, and requests for corrections."""

from collections.abc import Collection, Sequence

from django.db.models import Q, QuerySet
from django.utils import timezone

from ranking.bodies.models import Body
from ranking.links.models import CorrectionRequest, LinkCode, PersonRecord
from ranking.links.rules import plain_code
from tournament.access.rules import token_hash
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person
from tournament.people.selectors import with_merged
from tournament.registration.models.applications import Application
from tournament.registration.selectors.applications import mark


def code_of(typed: str) -> LinkCode | None:
    """Return the code that was typed if it can still be used, else None."""
    codes = LinkCode.objects.select_related("person__merged_into", "application")
    code = codes.filter(code_hash=token_hash(plain_code(typed))).first()
    return code if code and code.open else None


def person_of(account: Account) -> Person | None:
    """Return the person that the account is linked to, the kept one of merged persons."""
    person = Person.objects.select_related("merged_into").filter(accounts=account).first()
    return person.kept if person else None


def confirmed_application(mail: str) -> Application | None:
    """Return the newest approved application with this mail address, confirmed; None if there is none."""
    confirmed = Q(mail_confirmed_at__isnull=False, entry__isnull=False, private__isnull=False)
    rows = Application.objects.filter(confirmed, mail_mark=mark(mail)).select_related("entry__person")
    return rows.order_by("-mail_confirmed_at").first()


def codes_for(person: Person) -> list[LinkCode]:
    """Return the open codes of the person, the newest first."""
    return list(LinkCode.objects.filter(person=person, used_at=None, expires__gt=timezone.now()))


def is_public(person: Person) -> bool:
    """Return whether everybody may see the record of a kept person, which is the default."""
    return not private_persons([person.pk])


def private_persons(ids: Collection[int] | None = None) -> set[int]:
    """Return the kept persons whose record is not public, of these kept persons or of all.

    A merged person's choice counts for the kept one, until that one chooses (`record.show`).
    """
    own = Q() if ids is None else Q(person__in=with_merged(ids))
    rows = PersonRecord.objects.filter(own, public=False).values_list("person", "person__merged_into")
    return {kept or person for person, kept in rows}


def requests_of(person: Person) -> list[CorrectionRequest]:
    """Return the person's requests for corrections, the newest first."""
    return list(CorrectionRequest.objects.filter(person=person).select_related("body"))


def requests_to(bodies: Sequence[Body]) -> QuerySet[CorrectionRequest]:
    """Return the requests for corrections to these bodies: open ones first, then the newest."""
    rows = CorrectionRequest.objects.filter(body__in=bodies).select_related("person", "body__ledger")
    return rows.order_by("-state", "-made_at")


def expired_requests() -> QuerySet[CorrectionRequest]:
    """Return the requests for corrections whose storage period is over."""
    return CorrectionRequest.objects.filter(delete_after__lt=timezone.localdate())
