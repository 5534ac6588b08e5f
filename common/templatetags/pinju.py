"""Template tags and filters that every page may use; the library is built in, no page loads it.

What stands in the rows of long lists is a plain filter or tag here, never an include per cell.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from inspect import signature
from typing import Any
from uuid import uuid4

from django import forms, template
from django.forms import BoundField
from django.http import HttpRequest
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.templatetags.static import static
from django.utils.crypto import salted_hmac
from django.utils.html import conditional_escape, escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_countries import countries
from django_countries.ioc_data import IOC_TO_ISO
from django_tables2 import Table
from django_tables2.columns import BoundColumn
from django_tables2.rows import BoundRow

register = template.Library()

MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"
#: The sign that stands beside a tone's colour.
SIGNS = {"ok": "✓", "live": "●", "note": "i", "wait": "◐", "warn": "!", "stop": "✗", "idle": "○"}
_AFTER_WIDE_SIGN = re.compile(r"(?<=[、。，；：）])[ \n]+")


# Figures


@register.filter
def signed(value: int | None) -> str:
    """A figure with its sign: +86, −42 (a true minus), 0; a dash for None."""
    if value is None:
        return DASH
    return f"{value:+d}".replace("-", MINUS) if value else "0"


@register.filter
def clock_time(seconds: int) -> str:
    """Seconds as a clock shows them: 1:05:00, 14:59."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


# Signs and words


@register.filter
def sign(tone: str) -> str:
    """The sign of a tone ("ok", "live", "note", "wait", "warn", "stop", "idle")."""
    return SIGNS[tone]


@register.filter(is_safe=True)
def tight(text: str) -> str:
    """Without the spaces between sentences where they end with a Chinese or Japanese sign, which has its own."""
    return _AFTER_WIDE_SIGN.sub("", text)


@register.simple_tag
def state_badge(tone: str, word: str) -> SafeString:
    """A state as a sign and a word, coloured by its tone (see SIGNS)."""
    return format_html(
        '<span class="state tone-{}"><span class="sign" aria-hidden="true">{}</span> {}</span>', tone, SIGNS[tone], word
    )


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawn sign of static/icons.svg; the control it stands in names itself."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>', static("icons.svg"), name)


@lru_cache(maxsize=1024)
def _country(code: str, language: str | None) -> str:
    return countries.name(IOC_TO_ISO.get(code.upper(), code)) or countries.name(code) or code


@register.filter
def country(code: str) -> str:
    """The name, in the reader's language, of a country given as ISO alpha-2, alpha-3 or IOC code; else the code."""
    return _country(str(code), get_language()) if code else ""


@register.filter
def country_code(code: str) -> SafeString | str:
    """The code as it is written, with the country's name for those who ask."""
    return _country_code(str(code), get_language()) if code else ""


@lru_cache(maxsize=1024)
def _country_code(code: str, language: str | None) -> SafeString:
    return format_html('<abbr title="{}">{}</abbr>', _country(code, language), code)


# Rows of lists


@register.simple_tag
def table_rows(table: Table) -> SafeString:
    """The rows of a django-tables2 list, with what is the same for a whole column worked out once.

    Those are a cell's attributes, and how it is rendered: a ``render_…(self, record)`` that takes nothing but the
    record is called straight away. A column whose cells have a ``scope`` names the rows. A cell says its column's name
    for a phone, where rows may be cards, unless the list is not ``labelled``.
    """
    columns = [(_cell_of(table, column), *_cell_tags(table, column)) for column in table.columns]
    rows = [
        (f"<tr {row.attrs.as_html()}>" if table.row_attrs else "<tr>")
        + "".join(f"{start}{conditional_escape(cell(row))}{end}" for cell, start, end in columns)
        + "</tr>"
        for row in table.paginated_rows
    ]
    return mark_safe("".join(rows))


def _cell_of(table: Table, column: BoundColumn) -> Callable[[BoundRow], Any]:
    render = getattr(table, f"render_{column.name}", None)
    if render and list(signature(render).parameters) == ["record"]:
        return lambda row: render(row.record)
    return lambda row: row.get_cell(column.name)


def _cell_tags(table: Table, column: BoundColumn) -> tuple[str, str]:
    attrs = column.attrs["td"]
    name = "th" if attrs.get("scope") else "td"
    # What a narrow screen writes before the cell, where the heads of the columns are gone.
    label = format_html(' data-label="{}"', strip_tags(str(column.header))) if getattr(table, "labelled", True) else ""
    return f"<{name} {attrs.as_html()}{label}>", f"</{name}>"


# Where one is


@register.simple_tag(takes_context=True)
def tab(context: Context, url: str, label: str, section: str = "") -> SafeString:
    """One item of a navigation: marked when this page is it, or lies below ``section`` (an address)."""
    path = getattr(context.get("request"), "path", "")
    current = "page" if path == url else "true" if section and path.startswith(section) else ""
    mark = format_html(' aria-current="{}"', current) if current else ""
    return format_html('<li><a href="{}"{}>{}</a></li>', url, mark, label)


@register.inclusion_tag("components/breadcrumbs.html")
def breadcrumbs(*parts: str) -> dict[str, Any]:
    """Where one is: label and address by turns, from the outermost; a label at the end without address is this page."""
    pairs = [(parts[at], parts[at + 1] if at + 1 < len(parts) else "") for at in range(0, len(parts), 2)]
    return {"crumbs": pairs}


# Forms

#: Controls that are boxes or circles to tick.
BOXES = (forms.CheckboxInput, forms.RadioSelect, forms.CheckboxSelectMultiple)


@register.simple_tag
def control(field: BoundField) -> SafeString:
    """The control of a form field with the classes of its kind; Django ties help and errors to it."""
    widget = field.field.widget
    if isinstance(widget, BOXES):
        return field.as_widget()
    kind = "form-select" if isinstance(widget, forms.Select) else "form-control"
    classes = [widget.attrs.get("class", ""), kind, "is-invalid" if field.errors else ""]
    return field.as_widget(attrs={"class": " ".join(filter(None, classes))})


@register.simple_tag
def options(choices: Iterable[tuple[str, str]], chosen: str = "") -> SafeString:
    """The options of a list to choose from: hundreds of teams in one go, where a template needs a line for each."""
    rows = [
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(label)}</option>'
        for value, label in choices
    ]
    return mark_safe("".join(rows))


@register.filter
def is_checkbox(field: BoundField) -> bool:
    """Whether the field is one box to tick, whose label stands behind it."""
    return isinstance(field.field.widget, forms.CheckboxInput)


#: The hidden field that says for which account a form was made.
FORM_ACCOUNT = "form_account"


def account_mark(user: Any) -> str:
    """A short value that tells this account's forms from those of others; empty for readers who are not signed in."""
    return _account_mark(user.pk) if user is not None and user.is_authenticated else ""


@lru_cache(maxsize=1024)
def _account_mark(key: int) -> str:
    return salted_hmac("form account", str(key)).hexdigest()[:16]


@register.simple_tag(takes_context=True)
def csrf_token(context: Context) -> SafeString:
    """Django's hidden field, and beside it the mark of the account for which the form is made.

    In place of Django's own tag: a form that was posted after its session ended is sent only by the same person
    (web/shared/forms/kept.py).
    """
    request = context.get("request")
    token = mark_safe(CsrfTokenNode().render(context))
    mark = account_mark(getattr(request, "user", None)) if token else ""
    return format_html('{}<input type="hidden" name="{}" value="{}">', token, FORM_ACCOUNT, mark) if mark else token


@register.simple_tag
def client_key() -> SafeString:
    """A hidden field with a new client key: the form, sent twice, writes once."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid4())


# The reader's choices

THEMES = ("light", "dark")
THEME_COOKIE = "theme"


def chosen_theme(request: HttpRequest | None) -> str:
    """What the reader chose, "light" or "dark"; empty: as the device does."""
    theme = request.COOKIES.get(THEME_COOKIE, "") if request else ""
    return theme if theme in THEMES else ""


@register.simple_tag(takes_context=True)
def theme_attribute(context: Context) -> SafeString | str:
    """The attribute of <html> for a chosen theme, so that the first paint is right."""
    theme = chosen_theme(context.get("request"))
    return format_html(' data-theme="{}"', theme) if theme else ""


@register.simple_tag(takes_context=True)
def themes(context: Context) -> list[tuple[str, str, str, bool]]:
    """Value, icon, name and whether chosen, of light, dark and as the device does."""
    chosen = chosen_theme(context.get("request"))
    offered = [("light", "light", _("Light")), ("dark", "dark", _("Dark")), ("", "auto", _("As the device"))]
    return [(value, image, name, value == chosen) for value, image, name in offered]
