"""Check in everybody but those who are named."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from common.numbers import number_in
from scoring.progress.selectors.progress import session_to_play
from tournament.presence.selectors.presence import RollCall
from web.desk.checkin.roll_call import check_in_together
from web.shared.access import event_desk, signed_in


@signed_in
def everybody_but(request: HttpRequest, slug: str) -> HttpResponse:
    """List who is not here yet; check in all of them but those that are ticked."""
    desk = event_desk(request, slug)
    desk.require(desk.may_check_in)
    roll = RollCall(desk.event, session_to_play(desk.event))
    if request.method == "POST":
        listed = {number_in(number) for number in request.POST.getlist("listed")}
        absent = {number_in(number) for number in request.POST.getlist("absent")}
        # Only those who were on the page: a player registered meanwhile is not here because nobody looked.
        here = [entry.number for entry in roll.missing if entry.number in listed - absent]
        check_in_together(request, desk, here)
        return redirect("desk:checkin", slug)
    return render(request, "desk/checkin/everybody.html", {"desk": desk, "teams": roll.missing_by_team})
