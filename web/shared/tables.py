"""Base class and helpers of lists (django-tables2), rendered by templates/components/table.html."""

from collections.abc import Callable
from functools import lru_cache

from django.core.paginator import EmptyPage
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_tables2 import RequestConfig, Table
from django_tables2.data import TableListData

from common.numbers import number_in
from common.templatetags.pinju import country_code
from scoring.standings.selectors.standings import NamedEntry

#: Attributes of a column of figures, aligned right.
FIGURE = {"th": {"class": "num"}, "td": {"class": "num"}, "tf": {"class": "num"}}
#: Attributes of a column of figures that only wide screens show.
WIDE = {"th": {"class": "num wide"}, "td": {"class": "num wide"}}
#: Attributes of the column that names the row: it stays visible when a wide table scrolls, and is the row header.
NAMING = {"th": {"class": "keep"}, "td": {"class": "keep", "scope": "row"}}


class BaseTable(Table):  # type: ignore[misc]  # django-tables2 has no types
    """The base class of every list."""


class LinesInOrder(TableListData):  # type: ignore[misc]  # django-tables2 has no types
    """Lines that are read by the page; their order never changes, whatever an address asks."""

    def order_by(self, aliases: object) -> None:
        """Keep the order."""


@lru_cache(maxsize=1024)
def numbered(page: str, *of: str | int) -> Callable[[int], str]:
    """Return a function from the number of a player, team, group or table to its URL, resolved once for a list.

    ``page`` is the URL name, ``of`` the event's slug and, for tables, the session.
    """
    start, _number, end = reverse(page, args=[*of, 0]).rpartition("0")
    return lambda number: f"{start}{number}{end}"


def named(entry: NamedEntry, page: str, words: str = "") -> SafeString:
    """Return the cell of an entry: a link to ``page`` with its name, Latin name, country and the note ``words``."""
    latin = format_html(' <span class="muted">{}</span>', entry.latin_name) if entry.latin_name else ""
    code = format_html(' <span class="muted note">{}</span>', country_code(entry.country)) if entry.country else ""
    note = format_html(' <span class="note">{}</span>', words) if words else ""
    return format_html('<a href="{}">{}</a>{}{}{}', page, entry.name, latin, code, note)


def person_cell(name: str, latin_name: str, address: str, country: str) -> SafeString:
    """Return the cell of a person: name (a link if there is an address), Latin name if it differs, country."""
    link = format_html('<a href="{}">{}</a>', address, name) if address else name
    latin = format_html(' <span class="muted">{}</span>', latin_name) if latin_name not in ("", name) else ""
    code = format_html(' <span class="muted note">{}</span>', country_code(country)) if country else ""
    return format_html("{}{}{}", link, latin, code)


def linked_with_body(address: str, name: str, body: str) -> SafeString:
    """Return the cell of a ranking or series: a link with its name, and below it the body that keeps it, if any."""
    below = format_html('<br><span class="note">{}</span>', body) if body else ""
    return format_html('<a href="{}">{}</a>{}', address, name, below)


def paginate(request: HttpRequest, table: Table, *, per_page: int) -> None:
    """Sort the table and select the requested page, or the last page if there are fewer.

    Unlike in django-tables2, the request cannot set the rows per page.
    """
    RequestConfig(request, paginate=False).configure(table)
    page = number_in(request.GET.get(table.prefixed_page_field, ""), least=1) or 1
    try:
        table.paginate(page=page, per_page=per_page)
    except EmptyPage:
        table.paginate(page=table.paginator.num_pages, per_page=per_page)
