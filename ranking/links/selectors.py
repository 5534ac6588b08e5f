"""Codes that link accounts to persons, and what is stored about a person, for that person."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet
from django.utils import timezone

from ranking.bodies.models import Body
from ranking.links.models import CorrectionRequest, LinkCode, PersonRecord
from ranking.links.rules import plain_code
from tournament.access.rules import token_hash
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person
from tournament.registration.models.applications import Application
from tournament.registration.selectors.applications import mark


def code_of(typed: str) -> LinkCode | None:
    """The code that was typed, as long as it still links somebody."""
    found = LinkCode.objects.select_related("person__merged_into", "application")
    code = found.filter(code_hash=token_hash(plain_code(typed))).first()
    return code if code and code.open else None


def person_of(account: Account) -> Person | None:
    """The person that the account is linked to: the kept one of merged persons."""
    person = Person.objects.select_related("merged_into").filter(accounts=account).first()
    return person.kept if person else None


def confirmed_application(mail: str) -> Application | None:
    """The newest approved application whose mail address was confirmed and is this one."""
    confirmed = Q(mail_confirmed_at__isnull=False, entry__isnull=False, private__isnull=False)
    rows = Application.objects.filter(confirmed, mail_mark=mark(mail)).select_related("entry__person")
    return rows.order_by("-mail_confirmed_at").first()


def codes_for(person: Person) -> list[LinkCode]:
    """The codes of the person that still link somebody, the newest first."""
    return list(LinkCode.objects.filter(person=person, used_at=None, expires__gt=timezone.now()))


def is_public(person: Person) -> bool:
    """Whether everybody may see the person's record; nobody said otherwise at first."""
    said = PersonRecord.objects.filter(person=person).values_list("public", flat=True).first()
    return said is not False


def requests_of(person: Person) -> list[CorrectionRequest]:
    """What the person asked to be corrected, the newest first."""
    return list(CorrectionRequest.objects.filter(person=person).select_related("body"))


def requests_to(bodies: Sequence[Body]) -> QuerySet[CorrectionRequest]:
    """The requests for corrections to these bodies: open ones first, then the newest."""
    found = CorrectionRequest.objects.filter(body__in=bodies).select_related("person", "body__head")
    return found.order_by("-state", "-made_at")


def expired_requests() -> QuerySet[CorrectionRequest]:
    """Requests for corrections that are kept no longer."""
    return CorrectionRequest.objects.filter(delete_after__lt=timezone.localdate())
