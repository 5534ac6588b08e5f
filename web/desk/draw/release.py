"""Pages that release and retract a draw, with the password."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.actions.engine import state_refusal
from scoring.draw_release.selectors.played import against_draw_retraction
from scoring.draw_release.services.releasing import release_draw, retract_draw
from tournament.draws.selectors.draws import against_releasing, current_draw, since_frozen
from web.desk.results.sessions import ReleaseForm
from web.shared.access import event_desk, signed_in
from web.shared.draws.labels import figures
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write


@signed_in
def release(request: HttpRequest, slug: str) -> HttpResponse:
    """Release the draw, after showing what becomes public."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    draw = current_draw(desk.event)
    if draw is None:
        return redirect("desk:draw", slug)
    form = ReleaseForm(request, ask_password=True)
    written = write(request, form, release_draw, desk.actor, draw)
    if written.done:
        messages.success(request, _("The draw is released. Everybody can see their seats."))
        for line_up in written.answer["line_ups_left"]:
            messages.warning(
                request, _("The line-up of number %(holder)d in session %(session)d no longer fits.") % line_up
            )
        return redirect("desk:draw", slug)
    against = state_refusal(release_draw, draw) or against_releasing(draw)
    context = {"desk": desk, "draw": draw, "against": against, "since": since_frozen(draw)}
    return show(
        request,
        "desk/draw/release.html",
        form,
        figures=figures(draw) if draw.chart else [],
        **context,
    )


@signed_in
def retract(request: HttpRequest, slug: str) -> HttpResponse:
    """Retract the draw while no session is played, for a reason."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    draw = current_draw(desk.event)
    if draw is None:
        return redirect("desk:draw", slug)
    form = ConfirmForm(request, ask_password=True)
    if write(request, form, retract_draw, desk.actor, draw).done:
        messages.success(request, _("The draw is withdrawn. The public can no longer see any seats."))
        return redirect("desk:draw", slug)
    against = state_refusal(retract_draw, draw) or against_draw_retraction(draw)
    return show(request, "desk/draw/release_retract.html", form, desk=desk, draw=draw, against=against)
