"""What every list (django-tables2) is made with, shown by templates/components/table.html."""

from collections.abc import Callable
from functools import lru_cache

from django.core.paginator import EmptyPage
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_tables2 import RequestConfig, Table

from common.numbers import number_in
from common.templatetags.pinju import country_code
from scoring.standings.selectors.standings import NamedEntry

#: Figures stand to the right.
FIGURE = {"th": {"class": "num"}, "td": {"class": "num"}, "tf": {"class": "num"}}
#: The column that names the row: it stays in sight when a wide table is scrolled, and readers hear it with each cell.
NAMING = {"th": {"class": "keep"}, "td": {"class": "keep", "scope": "row"}}


class BaseTable(Table):  # type: ignore[misc]  # django-tables2 has no types
    """The base class of every list."""


@lru_cache(maxsize=1024)
def numbered(page: str, *of: str | int) -> Callable[[int], str]:
    """The addresses of an event's players, teams, groups or tables by number; looked up once for a list.

    ``of``: the event's slug, and for tables the session.
    """
    start, _number, end = reverse(page, args=[*of, 0]).rpartition("0")
    return lambda number: f"{start}{number}{end}"


def named(entry: NamedEntry, page: str, words: str = "") -> SafeString:
    """An entry as a list names it, leading to its page: name, Latin form, country, and ``words`` on how it stands."""
    latin = format_html(' <span class="muted">{}</span>', entry.latin_name) if entry.latin_name else ""
    code = format_html(' <span class="muted note">{}</span>', country_code(entry.country)) if entry.country else ""
    note = format_html(' <span class="note">{}</span>', words) if words else ""
    return format_html('<a href="{}">{}</a>{}{}{}', page, entry.name, latin, code, note)


def paginate(request: HttpRequest, table: Table, *, per_page: int) -> None:
    """Sort the table and take the page of it that the address asks for; the last page if there are not so many.

    How many rows a page has is not the reader's choice, as in django-tables2.
    """
    RequestConfig(request, paginate=False).configure(table)
    asked = number_in(request.GET.get(table.prefixed_page_field, ""), least=1) or 1
    try:
        table.paginate(page=asked, per_page=per_page)
    except EmptyPage:
        table.paginate(page=table.paginator.num_pages, per_page=per_page)
