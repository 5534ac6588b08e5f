"""Choose the server that gets an event's packages, and stop sending."""

from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from scoring.publishing.models import Publication
from scoring.publishing.services.packages import add_package, start_sending
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from tournament.registry.rules.addresses import AddressError, source_address

ADDRESS_ERRORS = {
    "wrong": _("This is not the address of a server. Enter it like https://federation.example"),
    "not-encrypted": _("Use https: without it, everybody in the hall's network could read the token."),
}


@action("publishing.choose", summary=_("Choose where to publish online"), roles=[Role.Name.ORGANIZER], subject="event")
def choose_server(context: ActionContext, event: Event, *, address: str, token: str) -> Done:
    """Send the event's public data to the server at ``address`` from now on.

    An empty ``token`` keeps the one before. Refused: a wrong address, a missing token, a rehearsal.
    """
    if event.rehearsal:
        raise Refused(_("This is a rehearsal: nothing of it is public."))
    try:
        server = source_address(address)
    except AddressError as error:
        raise Refused(ADDRESS_ERRORS[error.code], where="address") from None
    add_package(context, event)
    row = Publication.objects.get(event=event)
    before = row.address
    if not token and before != server:
        raise Refused(_("Enter the token that was made on this server."), where="token")
    row.address, row.token = server, token or row.token
    row.tries, row.problem, row.tried_at, row.next_at = 0, "", None, None
    row.save()
    if before != server:
        event.own_packages.update(sent_at=None)
    start_sending(event)
    after = {"server": server} | ({"token": True} if token else {})
    return Done({"server": server}, f"event:{event.slug}", {"server": before}, after, raises=())


@action("publishing.stop", summary=_("Stop publishing online"), roles=[Role.Name.ORGANIZER], subject="event")
def stop_sending(_context: ActionContext, event: Event) -> Done:
    """Forget server and token; what the server has stays there."""
    row = Publication.objects.filter(event=event).exclude(address="").first()
    if row is None:
        raise Refused(_("This event is not published online."))
    before = row.address
    row.address = row.token = row.problem = ""
    row.save(update_fields=["address", "token", "problem"])
    return Done({}, f"event:{event.slug}", {"server": before}, {"server": ""}, raises=())
