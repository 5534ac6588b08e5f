"""Keyset paging: pages of a list that grows while people read it, each found by index.

A page begins after the last row of the one before. So every row is on exactly one page, whatever is added meanwhile,
and the last page costs what the first one does. Nobody counts the rows. The address of a page holds the values by which
its neighbour is sorted, signed with the order: after sorting otherwise, the list begins again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.core.signing import BadSignature, Signer
from django.db.models import F, Model, Q, QuerySet
from django.db.models.expressions import OrderBy
from django.http import HttpRequest
from django_tables2 import RequestConfig, Table
from django_tables2.rows import BoundRows

from common.numbers import number_in

AFTER, BEFORE, LAST = "after.", "before.", "last"


@dataclass(frozen=True)
class KeyPage:
    """The rows of a page, and what ``page`` is in the addresses of its neighbours (empty: there is none)."""

    object_list: Any
    previous: str = ""
    next: str = ""
    by_key: bool = field(default=True, init=False)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.object_list)

    def __len__(self) -> int:
        return len(self.object_list)

    @property
    def has_other_pages(self) -> bool:
        return bool(self.previous or self.next)


def paginate_by_key(request: HttpRequest, table: Table, *, per_page: int) -> None:
    """Sort the table, whose data is a query set, and select the requested page."""
    RequestConfig(request, paginate=False).configure(table)
    page = key_page(table.data.data, request.GET.get(table.prefixed_page_field, ""), per_page)
    table.page = replace(page, object_list=BoundRows(page.object_list, table))


def key_page(rows: QuerySet[Any], asked: str, per_page: int) -> KeyPage:
    """Return the page of ``rows`` that ``asked`` names: what a `KeyPage` offers, or a number as in older links.

    What is not there any more, or was never offered, is the first page, or the last one.
    """
    return _Pages(rows, per_page).page(asked)


@dataclass(frozen=True)
class _Sorted:
    """A column or annotation by which rows are sorted; null is greater than all values, as for PostgreSQL."""

    name: str
    descending: bool
    nullable: bool

    def order(self, *, backwards: bool) -> OrderBy:
        descending = self.descending is not backwards
        if not self.nullable:
            return F(self.name).desc() if descending else F(self.name).asc()
        return F(self.name).desc(nulls_first=True) if descending else F(self.name).asc(nulls_last=True)

    def equal(self, value: Any) -> Q:
        return Q(**{f"{self.name}__isnull": True} if value is None else {self.name: value})

    def beyond(self, value: Any, *, backwards: bool) -> Q | None:
        """Return the condition that a row comes later by this column alone; None if none does."""
        if self.descending is not backwards:
            return Q(**{f"{self.name}__isnull": False} if value is None else {f"{self.name}__lt": value})
        if value is None:
            return None
        later = Q(**{f"{self.name}__gt": value})
        return later | Q(**{f"{self.name}__isnull": True}) if self.nullable else later

    def not_before(self, value: Any, *, backwards: bool) -> Q:
        """Return a condition that every later row meets and that an index can begin with."""
        if value is None or (self.nullable and self.descending is backwards):
            return Q()
        return Q(**{f"{self.name}__{'lte' if self.descending is not backwards else 'gte'}": value})


class _Pages:
    """The pages of a list; its order ends with the primary key, so that no two rows are equal in it."""

    def __init__(self, rows: QuerySet[Any], per_page: int) -> None:
        self._rows, self._per_page = rows, per_page

    @cached_property
    def _columns(self) -> list[_Sorted]:
        given = [_named(term) for term in self._rows.query.order_by or self._rows.model._meta.ordering]
        names = [name for name, _descending in given]
        if not {"pk", "id"} & {*names}:
            # In the direction of the last column, so that one index has the order.
            given.append(("pk", bool(given) and given[-1][1]))
        return [_Sorted(name, descending, _nullable(self._rows.model, name)) for name, descending in given]

    @cached_property
    def _signer(self) -> Signer:
        order = " ".join(f"{'-' * column.descending}{column.name}" for column in self._columns)
        return Signer(salt=f"{self._rows.model._meta.label} by {order}", sep=".")

    def page(self, asked: str) -> KeyPage:
        number = number_in(asked, least=1)
        if number:
            return self._numbered(number)
        if asked == LAST:
            return self._backwards(None)
        for word, read in ((AFTER, self._forwards), (BEFORE, self._backwards)):
            values = self._read(asked.removeprefix(word)) if asked.startswith(word) else None
            if values is not None:
                return read(values)
        return self._forwards(None)

    def _forwards(self, values: Sequence[Any] | None) -> KeyPage:
        rows = self._beyond(values, backwards=False)
        if not rows and values:
            return self._backwards(None)
        return self._made(rows[: self._per_page], before=bool(values), after=len(rows) > self._per_page)

    def _backwards(self, values: Sequence[Any] | None) -> KeyPage:
        rows = self._beyond(values, backwards=True)
        if len(rows) <= self._per_page and values:
            # Rows were deleted: the first page is full, where there are enough.
            return self._forwards(None)
        return self._made(rows[: self._per_page][::-1], before=len(rows) > self._per_page, after=bool(values))

    def _numbered(self, number: int) -> KeyPage:
        start = (number - 1) * self._per_page
        rows = list(self._ordered(backwards=False)[start : start + self._per_page + 1])
        if not rows and start:
            return self._backwards(None)
        return self._made(rows[: self._per_page], before=bool(start), after=len(rows) > self._per_page)

    def _beyond(self, values: Sequence[Any] | None, *, backwards: bool) -> list[Any]:
        """Return the rows after those ``values`` (None: from the start), one more than a page has."""
        rows = self._ordered(backwards=backwards)
        if values is not None:
            rows = rows.filter(self._later(values, backwards=backwards))
        return list(rows[: self._per_page + 1])

    def _ordered(self, *, backwards: bool) -> QuerySet[Any]:
        return self._rows.order_by(*(column.order(backwards=backwards) for column in self._columns))

    def _later(self, values: Sequence[Any], *, backwards: bool) -> Q:
        later, equal = Q(pk__in=[]), Q()
        for column, value in zip(self._columns, values, strict=True):
            beyond = column.beyond(value, backwards=backwards)
            later |= equal & beyond if beyond is not None else Q(pk__in=[])
            equal &= column.equal(value)
        return self._columns[0].not_before(values[0], backwards=backwards) & later

    def _made(self, rows: list[Any], *, before: bool, after: bool) -> KeyPage:
        if not rows:
            return KeyPage(rows)
        return KeyPage(
            rows, self._mark(BEFORE, rows[0]) if before else "", self._mark(AFTER, rows[-1]) if after else ""
        )

    def _mark(self, word: str, row: Any) -> str:
        return word + self._signer.sign_object([_plain(row, column.name) for column in self._columns])

    def _read(self, mark: str) -> list[Any] | None:
        try:
            return self._signer.unsign_object(mark)
        except BadSignature:
            return None


def _named(term: Any) -> tuple[str, bool]:
    if isinstance(term, str):
        return term.removeprefix("-"), term.startswith("-")
    return term.expression.name, term.descending


def _nullable(model: type[Model], name: str) -> bool:
    """Return whether a sorted column may be null: annotations and columns of related rows may."""
    if name == "pk":
        return False
    try:
        return bool(getattr(model._meta.get_field(name), "null", True))
    except FieldDoesNotExist:
        return True


def _plain(row: Any, name: str) -> Any:
    for part in name.split("__"):
        row = getattr(row, part, None)
    if isinstance(row, Model):
        return row.pk
    return row.isoformat() if isinstance(row, date) else row
