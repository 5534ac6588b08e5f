"""Who may change registrations."""

from django.http import HttpRequest

from web.shared.access import EventAccess, event_desk


def organizers_desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    return desk
