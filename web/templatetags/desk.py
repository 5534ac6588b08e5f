"""Tags of the pages of an event's Desk."""

from typing import Any

from django import template

from web.shared.desk.labels import event_path
from web.shared.desk.navigation import navigation

register = template.Library()


@register.inclusion_tag("desk/_navigation.html", takes_context=True)
def desk_navigation(context: dict[str, Any]) -> dict[str, Any]:
    """Show the navigation of the event's Desk.

    The page's context holds ``desk``, and ``page_path`` if the page belongs to that page of the Desk.
    """
    path = context.get("page_path") or context["request"].path
    return {"navigation": navigation(context["desk"], path), "event": context["desk"].event}


@register.inclusion_tag("desk/_next_step_line.html", takes_context=True)
def next_step_line(context: dict[str, Any]) -> dict[str, Any]:
    """Offer the next step of the event after an action."""
    return {"path": event_path(context["desk"]), "here": context["request"].get_full_path()}
