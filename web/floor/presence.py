"""Check in players at their table on the Floor."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.numbers import number_in
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.people.arriving import all_here
from tournament.presence.services.arrivals import arrive
from web.floor.access import event_floor
from web.shared.access import entry_of, signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, write
from web.shared.requests.methods import post_only


@post_only
@signed_in
def check_in(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Check in the player with the sent number, or all players at the table."""
    floor = event_floor(request, slug)
    table = floor.table(session, number)
    form = ButtonForm(request.POST)
    if "here" in request.POST:
        entry = entry_of(floor.event, number_in(request.POST["here"]))
        done = write(request, form, arrive, floor.actor, entry, session=session).done
        message = _("%(name)s is checked in.") % {"name": entry.name}
    else:
        done = write(request, form, all_here, floor.actor, Sheet.objects.get(table=table)).done
        message = _("All players at table %(number)d are checked in.") % {"number": number}
    if done:
        messages.success(request, message)
    add_error_messages(request, form)
    return redirect("floor:table", slug, session, number)
