"""Results that a web site's program sent, decisions on them, and its token; for bodies of web sites."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from common.actions.errors import Refused
from common.states import for_each
from ranking.bodies.models import Body
from ranking.record.models.sites import SiteResults
from ranking.record.selectors.site_results import sent_to, token_of
from ranking.record.services.site_results import decline_results, end_token, make_token
from tournament.access.rules import new_token
from web.committee.access import BodyDesk, body_desk
from web.committee.pins import ReasonForm
from web.shared.access import signed_in
from web.shared.forms.writing import key_of, show, write
from web.shared.requests.methods import post_only

#: The most results that are listed.
MOST = 100
TONES = for_each(
    SiteResults.State,
    {
        SiteResults.State.WAITING: "wait",
        SiteResults.State.TAKEN: "ok",
        SiteResults.State.DECLINED: "stop",
        SiteResults.State.REPLACED: "idle",
        SiteResults.State.LAPSED: "warn",
    },
)


@signed_in
def sent(request: HttpRequest, slug: str) -> HttpResponse:
    """List the results that were sent, the newest first, and the token."""
    desk = _site_desk(request, slug)
    rows = [(row, TONES[SiteResults.State(row.state)]) for row in sent_to(desk.body)[:MOST]]
    return render(request, "committee/sites.html", {"desk": desk, "rows": rows, "token": token_of(desk.body)})


@signed_in
@never_cache
@post_only
def token(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a token, which replaces the earlier one, and show it once."""
    desk = _site_desk(request, slug)
    desk.require(desk.may_lead)
    made = new_token()
    try:
        make_token(desk.actor, desk.body, key=key_of(request), token=made)
    except Refused as refused:
        messages.error(request, str(refused.message))
        return redirect("committee:sent", slug)
    address = request.build_absolute_uri("/api/v1/web-events/")
    return render(request, "committee/sites_token.html", {"desk": desk, "made": made, "address": address})


@signed_in
@post_only
def end(request: HttpRequest, slug: str) -> HttpResponse:
    desk = _site_desk(request, slug)
    desk.require(desk.may_lead)
    end_token(desk.actor, desk.body, key=key_of(request))
    messages.success(request, _("The token is revoked: nothing sent with it is accepted any more."))
    return redirect("committee:sent", slug)


@signed_in
def decline(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Decline waiting results, with a reason for the site's program."""
    desk = _site_desk(request, slug)
    desk.require(desk.may_confirm)
    results = SiteResults.objects.filter(body=desk.body, pk=pk).first()
    if results is None:
        raise Http404
    form = ReasonForm(request.POST if request.method == "POST" else None)
    form.fields["reason"].help_text = _("The web site reads it, and it is kept with the change. Write nothing private.")
    if write(request, form, decline_results, desk.actor, desk.body, sent=pk).done:
        messages.success(request, _("Declined; the web site reads the reason."))
        return redirect("committee:sent", slug)
    return show(
        request,
        "committee/sites_decline.html",
        form,
        desk=desk,
        sent=results,
        back=reverse("committee:sent", args=[slug]),
    )


def _site_desk(request: HttpRequest, slug: str) -> BodyDesk:
    desk = body_desk(request, slug)
    if desk.body.kind != Body.Kind.WEB:
        raise Http404
    return desk
