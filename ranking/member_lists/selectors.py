"""The registries of bodies, and what importing a list of members would change."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from ranking.bodies.models import Body
from ranking.bodies.selectors.roles import bodies_of
from ranking.member_lists.models import MemberList
from ranking.member_lists.rules.columns import columns_of
from ranking.member_lists.rules.rows import MemberRow, read_members
from tournament.people.models.accounts import Account
from tournament.registration.rules.headings import best_sheet
from tournament.registration.rules.notes import Note, Unreadable
from tournament.registration.rules.rows import Skipped
from tournament.registration.selectors.countries import country_names
from tournament.registration.selectors.entries import version_of
from tournament.registry.models import Registry
from tournament.registry.rules.comparing import Changes, compare_lists
from tournament.registry.rules.members import Member
from tournament.registry.selectors.members import list_of

#: How long a list that was read waits for its import.
KEPT = timedelta(days=7)


@dataclass(frozen=True)
class Columns:
    """The interpretation of a list: sheet, heading row, column -> index; ``guessed``: from the contents."""

    sheet: int
    heading: int | None
    mapping: dict[str, int]
    guessed: bool


@dataclass
class ListPlan:
    """Every row of a list, and what importing it changes; ``fault`` says why no row could be read.

    ``kept`` are members of the present list whose row in the new one is wrong: they stay as they are. ``before`` is the
    number of members, ``dated`` the day of the present list; None if there is none yet.
    """

    rows: list[MemberRow]
    skipped: list[Skipped]
    kept: list[Member]
    changes: Changes
    version: str
    dated: date | None
    before: int = 0
    fault: Note | None = None

    @property
    def wrong(self) -> list[MemberRow]:
        """Return the rows that are left out."""
        return [row for row in self.rows if row.problems]

    @cached_property
    def members(self) -> list[Member]:
        """Return the members after the import."""
        return [row.member for row in self.rows if not row.problems] + self.kept


def registry_of(body: Body) -> Registry | None:
    """Return the registry of the body; None before its first import."""
    return Registry.objects.filter(ledger=body.ledger).first()


def registries_for(account: Account) -> QuerySet[Registry]:
    """Return the registries of the bodies that the account works for, of all bodies for an administrator."""
    return Registry.objects.filter(ledger__body__in=[body.pk for body in bodies_of(account)])


def interpret(sheets: Sequence[dict[str, Any]], sheet: int | None = None) -> Columns:
    """Interpret a list by its headings, on the given or the best fitting sheet; without headings by its contents."""
    chosen = best_sheet([candidate["rows"] for candidate in sheets]) if sheet is None else sheet
    heading, mapping, guessed = columns_of(sheets[chosen]["rows"], country_names())
    return Columns(chosen, heading, mapping, guessed)


def sheets_of(kept: MemberList) -> list[dict[str, Any]]:
    """Return the sheets of a list, each with "name" and "rows"."""
    sheets: list[dict[str, Any]] = json.loads(kept.sheets)
    return sheets


def plan_of(kept: MemberList) -> ListPlan:
    """Return what importing the list would do now."""
    registry = registry_of(kept.body)
    present = list_of(registry) if registry else []
    of_registry = [kept.file_digest, registry.version if registry else 0]
    dated = registry.dated if registry else None
    try:
        rows, skipped = read_members(sheets_of(kept)[kept.sheet]["rows"], kept.heading, kept.mapping, country_names())
    except Unreadable as fault:
        return ListPlan([], [], [], Changes((), (), (), 0), version_of(of_registry), dated, fault=fault.note)
    good = [row.member for row in rows if not row.problems]
    taken = {key for member in good for key in member.number_keys}
    named = {key for row in rows if row.problems for key in row.member.number_keys} - taken
    stay = [member for member in present if member.number_keys & named and not member.number_keys & taken]
    changes = compare_lists(present, [*good, *stay])
    version = version_of([*of_registry, repr(good)])
    return ListPlan(rows, skipped, stay, changes, version, dated, len(present))


def waiting_list(body: Body, pk: int) -> MemberList | None:
    """Return the body's list with this id."""
    return MemberList.objects.select_related("body__ledger").filter(body=body, pk=pk).first()


def stale_lists() -> QuerySet[MemberList]:
    """Return the uploaded lists that are older than `KEPT` and were not imported."""
    return MemberList.objects.filter(made_at__lt=timezone.now() - KEPT)
