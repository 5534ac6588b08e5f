"""Absolute addresses for the head of a page; the library is built in."""

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest

register = template.Library()


@register.simple_tag(takes_context=True)
def absolute(context: dict[str, Any], path: str) -> str:
    """Return the address of a path with host; empty where no reader asked, as in the pages of the static site."""
    request: HttpRequest | None = context.get("request")
    return request.build_absolute_uri(path) if request and "HTTP_HOST" in request.META else ""


@register.simple_tag
def poll_seconds() -> str:
    """Return the seconds between the polls of a visitor's page, as scripts read them."""
    return str(settings.POLL_SECONDS)


@register.simple_tag(takes_context=True)
def page_in_languages(context: dict[str, Any]) -> list[tuple[str, str]]:
    """Return each language with the address of this page in it."""
    request: HttpRequest | None = context.get("request")
    page = absolute(context, request.path) if request else ""
    return [(code, f"{page}?lang={code}") for code, _name in settings.LANGUAGES] if page else []
