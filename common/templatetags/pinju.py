"""Template tags and filters for every page; the library is a builtin, so no page loads it.

Cells of long lists use a plain filter or tag from here, never an include per cell.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from inspect import signature
from typing import Any

from django import template
from django.db.models import Model
from django.http import HttpRequest
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_countries import countries
from django_countries.ioc_data import IOC_TO_ISO
from django_tables2 import Table
from django_tables2.columns import BoundColumn
from django_tables2.rows import BoundRow
from django_tables2.utils import Accessor

register = template.Library()

MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"
#: The sign of a tone, shown next to its colour.
SIGNS = {"ok": "✓", "live": "●", "note": "i", "wait": "◐", "warn": "!", "stop": "✗", "idle": "○"}
_AFTER_WIDE_SIGN = re.compile(r"(?<=[、。，；：）])[ \n]+")


# Figures and articles


@register.filter
def appendix(article: str) -> str:
    """Return an article of the rules with its appendix as people write it: "3.5.3, A7" is "3.5.3, App. 7"."""
    return re.sub(r"\bA(\d+)", lambda match: _("App. %(number)s") % {"number": match[1]}, article)


@register.filter
def signed(value: int | None) -> str:
    """Return a figure with its sign: +86, −42 (a true minus), 0; a dash for None."""
    if value is None:
        return DASH
    return f"{value:+d}".replace("-", MINUS) if value else "0"


@register.filter
def held(value: int | None) -> str:
    """Return an amount that a player holds: 20000, −42 (a true minus), 0; a dash for None."""
    return DASH if value is None else str(value).replace("-", MINUS)


@register.filter
def clock_time(seconds: int) -> str:
    """Return seconds in the form of a clock: 1:05:00, 14:59."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


# Signs and words


@register.filter
def sign(tone: str) -> str:
    """Return the sign of a tone ("ok", "live", "note", "wait", "warn", "stop", "idle")."""
    return SIGNS[tone]


@register.filter(is_safe=True)
def tight(text: str) -> str:
    """Remove spaces between sentences after Chinese or Japanese punctuation, which includes its own space."""
    return _AFTER_WIDE_SIGN.sub("", text)


@register.simple_tag
def state_badge(tone: str, word: str) -> SafeString:
    """Return a state as sign and word, coloured by its tone (see SIGNS)."""
    return format_html(
        '<span class="state tone-{}"><span class="sign" aria-hidden="true">{}</span> {}</span>', tone, SIGNS[tone], word
    )


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return an icon of static/icons.svg; the control around it must have its own name."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>', static("icons.svg"), name)


@lru_cache(maxsize=1024)
def _country(code: str, _language: str | None) -> str:
    return countries.name(IOC_TO_ISO.get(code.upper(), code)) or countries.name(code) or code


@register.filter
def country(code: str) -> str:
    """Return the name, in the current language, of a country by ISO alpha-2, alpha-3 or IOC code; else the code."""
    return _country(str(code), get_language()) if code else ""


@register.filter
def country_code(code: str) -> SafeString | str:
    """Return the code as given, with the country's name as its title."""
    return _country_code(str(code), get_language()) if code else ""


@lru_cache(maxsize=1024)
def _country_code(code: str, language: str | None) -> SafeString:
    return format_html('<abbr title="{}">{}</abbr>', _country(code, language), code)


# Rows of lists


@register.simple_tag
def table_rows(table: Table) -> SafeString:
    """Return the rows of a django-tables2 list, with per-column work done only once.

    That covers a cell's attributes, and whether its rendering takes its value or its record; a ``render_…(self,
    record)`` is also called for empty values. A column whose cells have a ``scope`` names the rows. Unless the table
    sets ``labelled`` to False, each cell carries its column's name for phones, where rows are cards.
    """
    columns = [(_cell_of(table, column), *_cell_tags(table, column)) for column in table.columns]
    rows = []
    for row in table.paginated_rows:
        start_tag = f"<tr {row.attrs.as_html()}>" if table.row_attrs else "<tr>"
        cells = "".join(f"{start}{conditional_escape(cell(row))}{end}" for cell, start, end in columns)
        rows.append(f"{start_tag}{cells}</tr>")
    return mark_safe("".join(rows))


def _cell_of(table: Table, column: BoundColumn) -> Callable[[BoundRow], Any]:
    wanted = list(signature(column.render).parameters)
    if wanted == ["record"] and hasattr(table, f"render_{column.name}"):
        return lambda row: column.render(row.record)
    if column.link or not set(wanted) <= {"value", "record"}:
        return lambda row: row.get_cell(column.name)
    accessor, empty = Accessor(column.accessor), column.column.empty_values

    def cell(row: BoundRow) -> Any:
        # The library looks up the labels of choices of a model, and what it does without the attribute.
        if isinstance(row.record, Model):
            return row.get_cell(column.name)
        try:
            value = accessor.resolve(row.record)
        except ValueError:
            return row.get_cell(column.name)
        if value in empty:
            return column.default
        given = {"value": value, "record": row.record}
        return column.render(**{name: given[name] for name in wanted})

    return cell


def _cell_tags(table: Table, column: BoundColumn) -> tuple[str, str]:
    attrs = column.attrs["td"]
    name = "th" if attrs.get("scope") else "td"
    # Narrow screens hide the column headings and show this label before the cell.
    label = format_html(' data-label="{}"', strip_tags(str(column.header))) if getattr(table, "labelled", True) else ""
    return f"<{name} {attrs.as_html()}{label}>", f"</{name}>"


# Navigation


@register.simple_tag(takes_context=True)
def tab(context: Context, url: str, label: str, section: str = "") -> SafeString:
    """Return one item of a navigation, marked if the current page is it or lies below ``section`` (an address)."""
    path = getattr(context.get("request"), "path", "")
    current = ""
    if path == url:
        current = "page"
    elif section and path.startswith(section):
        current = "true"
    mark = format_html(' aria-current="{}"', current) if current else ""
    return format_html('<li><a href="{}"{}>{}</a></li>', url, mark, label)


@register.inclusion_tag("components/breadcrumbs.html")
def breadcrumbs(*parts: str) -> dict[str, Any]:
    """Return the breadcrumbs: label and address alternating, outermost first.

    A last label without address is the current page.
    """
    pairs = [(parts[i], parts[i + 1] if i + 1 < len(parts) else "") for i in range(0, len(parts), 2)]
    return {"crumbs": pairs}


# Forms


# The reader's choices

THEMES = ("light", "dark")
THEME_COOKIE = "theme"


def chosen_theme(request: HttpRequest | None) -> str:
    """Return the reader's theme, "light" or "dark"; empty: as the device does."""
    theme = request.COOKIES.get(THEME_COOKIE, "") if request else ""
    return theme if theme in THEMES else ""


@register.simple_tag(takes_context=True)
def theme_attribute(context: Context) -> SafeString | str:
    """Return the attribute of <html> for the chosen theme, so that the first paint is right."""
    theme = chosen_theme(context.get("request"))
    return format_html(' data-theme="{}"', theme) if theme else ""


@register.simple_tag(takes_context=True)
def themes(context: Context) -> list[tuple[str, str, str, bool]]:
    """Return value, icon, name and whether chosen, of light, dark and the device's theme."""
    chosen = chosen_theme(context.get("request"))
    offered = [("light", "light", _("Light")), ("dark", "dark", _("Dark")), ("", "auto", _("Device setting"))]
    return [(value, image, name, value == chosen) for value, image, name in offered]
