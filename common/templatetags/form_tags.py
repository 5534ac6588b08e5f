"""Template tags and filters of forms, for every page; the library is a builtin, so no page loads it."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from uuid import uuid4

from django import forms, template
from django.forms import BoundField
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.crypto import salted_hmac
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

#: Checkboxes and radio buttons.
BOXES = (forms.CheckboxInput, forms.RadioSelect, forms.CheckboxSelectMultiple)


@register.simple_tag
def control(field: BoundField) -> SafeString:
    """Return the widget of a form field with its CSS classes; Django links help and errors to it."""
    widget = field.field.widget
    if isinstance(widget, BOXES):
        return field.as_widget()
    kind = "form-select" if isinstance(widget, forms.Select) else "form-control"
    classes = [widget.attrs.get("class", ""), kind, "is-invalid" if field.errors else ""]
    return field.as_widget(attrs={"class": " ".join(filter(None, classes))})


@register.filter
def lost_files(form: forms.BaseForm) -> bool:
    """Whether files were sent with other fields: the browser does not keep them while those are corrected."""
    return bool(form.files) and len(form.fields) > 1


@register.simple_tag
def options(choices: Iterable[tuple[str, str]], chosen: str = "") -> SafeString:
    """Return the options of a select; hundreds of teams at once, without a template line for each."""
    rows = [
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(label)}</option>'
        for value, label in choices
    ]
    return mark_safe("".join(rows))


@register.filter
def is_checkbox(field: BoundField) -> bool:
    """Return whether the field is a single checkbox, whose label follows it."""
    return isinstance(field.field.widget, forms.CheckboxInput)


@register.filter
def is_optional(field: BoundField) -> bool:
    """Return whether the field may stay empty.

    ``aria-required`` marks one that only its form requires, and with "false" one of several of which one is needed.
    """
    return not field.field.required and "aria-required" not in field.field.widget.attrs


#: The hidden field with the mark of the account for which a form was rendered.
FORM_ACCOUNT = "form_account"


def account_mark(user: Any) -> str:
    """Return a short value that identifies this account's forms; empty for anonymous readers."""
    return _account_mark(user.pk) if user is not None and user.is_authenticated else ""


@lru_cache(maxsize=1024)
def _account_mark(key: int) -> str:
    return salted_hmac("form account", str(key)).hexdigest()[:16]


@register.simple_tag(takes_context=True)
def csrf_token(context: Context) -> SafeString:
    """Return Django's hidden field, and the mark of the account for which the form is rendered.

    It replaces Django's own tag: a form posted after the end of its session is resubmitted only by the same person
    (web/shared/forms/kept.py).
    """
    request = context.get("request")
    token = mark_safe(CsrfTokenNode().render(context))
    mark = account_mark(getattr(request, "user", None)) if token else ""
    return format_html('{}<input type="hidden" name="{}" value="{}">', token, FORM_ACCOUNT, mark) if mark else token


@register.simple_tag
def client_key() -> SafeString:
    """Return a hidden field with a new idempotency key: the form, sent twice, writes once."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid4())
