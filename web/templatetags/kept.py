"""Tags of the pages that show a refused form and keep its values."""

from typing import Any

from django import template

from web.shared.forms import kept as kept_forms
from web.shared.forms.kept import KeptForm

register = template.Library()


@register.simple_tag(takes_context=True)
def refused_form(context: dict[str, Any]) -> KeptForm | None:
    """Return the form that was just posted and refused, if there is something to keep."""
    request = context.get("request")
    return kept_forms.refused_form(request) if request else None


@register.simple_tag(takes_context=True)
def next_step(context: dict[str, Any], kept: KeptForm) -> str:
    """ "send", "sign-in" or "other" for the reader of the page (`KeptForm.step`)."""
    return kept.step(context["request"].user)
