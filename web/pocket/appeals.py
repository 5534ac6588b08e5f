"""Appeals on a player's or leader's phone: filing, signing, following up."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.appeals.models.appeals import Appeal
from scoring.appeals.selectors.appeals import appeals_by, running_times
from scoring.appeals.selectors.targets import targets
from scoring.appeals.services.attaching import attach
from scoring.appeals.services.filing import AppealFiling, take_further, withdraw
from scoring.appeals.services.signing import sign_appeal
from scoring.notifications.selectors.subscriptions import offers_push_in
from tournament.events.models.events import Event
from web.live.fragments import fragment, live
from web.pocket.appellant import KEPT, Appellant, IdentifyForm, NotIdentified, appellant_of, identify_appellant
from web.shared.appeals import (
    AppealForm,
    FileForm,
    FurtherForm,
    appeal_context,
    attachment_response,
    paper_response,
    try_late,
)
from web.shared.forms.fields import ButtonForm
from web.shared.forms.kept import KeptForm, carried_form, refused_form, send_page
from web.shared.forms.writing import NOT_DONE, show, write
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context


def ask_for_code(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Ask an unidentified sender of a form for the code, and keep the typed data."""

    @wraps(view)
    def page(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, slug, *args, **kwargs)
        except NotIdentified:
            kept = refused_form(request)
            if kept is None:
                raise
            answer = _overview(request, viewer_context(request, slug), IdentifyForm(), None, kept)
            answer.status_code = 403
            return answer

    return page


def _version(reader: ViewerContext) -> str:
    return f"{reader.event.ledger.clock}.{reader.now:%d%H%M}"


@fragment("appeal-times", extra_version=_version)
def times_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """List the ended sessions whose appeal time runs, with the deadline."""
    context = {"times": running_times(reader.event), "minutes": reader.event.appeals_settings.appeal_minutes}
    return render_to_string("shared/appeals/_times.html", context)


@never_cache
def appeals(request: HttpRequest, slug: str) -> HttpResponse:
    """Explain how and until when to appeal; list the appellant's appeals once identified."""
    reader = viewer_context(request, slug)
    if request.POST.get("do") == "leave":
        request.session.pop(KEPT, None)
        return redirect("pocket:appeals", slug)
    appellant = appellant_of(request, reader.event)
    form = IdentifyForm(request.POST if request.method == "POST" and not appellant else None)
    kept = carried_form(request)
    if form.is_valid() and identify_appellant(request, reader.event, form):
        return send_page(request, kept) if kept else redirect("pocket:appeals", slug)
    return _overview(request, reader, form, appellant, kept)


def _overview(
    request: HttpRequest, reader: ViewerContext, form: IdentifyForm, appellant: Appellant | None, kept: KeptForm | None
) -> HttpResponse:
    """Render the overview; ``kept``: the form sent before identification, to be sent again afterwards."""
    context = {
        "kept": kept,
        "reader": reader,
        "appellant": appellant,
        "settings": reader.event.appeals_settings,
        "appeals": list(appeals_by(reader.event, appellant.entry, appellant.team)) if appellant else [],
        "times": live(request, reader, "appeal-times"),
        "notifies": appellant is not None and appellant.entry is not None and offers_push_in(reader.event),
    }
    return show(request, "pocket/appeals.html", form, **context)


@never_cache
@ask_for_code
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """File an appeal; a leader chooses the player first."""
    reader, appellant = _reader_and_appellant(request, slug)
    players = appellant.players()
    number = request.GET.get("number", "")
    entry = next((player for player in players if len(players) == 1 or str(player.number) == number), None)
    context = {"reader": reader, "appellant": appellant, "players": players, "entry": entry}
    context["times"] = live(request, reader, "appeal-times")
    if entry is None:
        return render(request, "pocket/appeals_new.html", context)
    form = AppealForm(entry, targets(entry), request.POST if request.method == "POST" else None)
    filed = NOT_DONE
    if form.is_valid():
        appeal = AppealFiling(entry=entry, by=appellant.by, **form.payload())
        filed = try_late(request, form, appellant.actor(request, reader.event), reader.event, appeal)
    if filed.done:
        messages.success(request, _("The appeal is filed."))
        return redirect("pocket:appeal", slug, filed.answer["appeal"])
    return show(request, "pocket/appeals_new.html", form, **context, settings=reader.event.appeals_settings)


@never_cache
@ask_for_code
def appeal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one of the appellant's appeals; sign it, attach files, withdraw it, take it further."""
    reader, appellant = _reader_and_appellant(request, slug)
    appeal = _appeal_or_404(reader.event, appellant, number)
    sent = request.POST.get("do", "")
    actor = appellant.actor(request, appeal)
    files = FileForm(request.POST, request.FILES) if sent == "attach" else FileForm()
    further = FurtherForm(request.POST if sent == "further" else None)
    tap = ButtonForm(request.POST) if sent in ("sign", "withdraw") else None
    payload = files.payload() if sent == "attach" else {}
    written = bool(payload) and write(request, files, attach, actor, appeal, **payload).done
    if further.is_valid():
        written = write(request, further, take_further, actor, appeal, text=further.cleaned_data["text"]).done
    if tap is not None:
        service = sign_appeal if sent == "sign" else withdraw
        signing = {"signer": appellant.by} if sent == "sign" else {}
        written = write(request, tap, service, actor, appeal, **signing).done
    if written:
        return redirect("pocket:appeal", slug, number)
    context = appeal_context(appeal, reads=True) | {"reader": reader, "appellant": appellant, "further": further}
    answer = show(request, "pocket/appeals_detail.html", files, **context, tap=tap)
    answer.status_code = 400 if sent else 200
    return answer


@get_only
@never_cache
def attachment(request: HttpRequest, slug: str, number: int, file: int) -> HttpResponseBase:
    """Return a file of one of the appellant's appeals."""
    reader, appellant = _reader_and_appellant(request, slug)
    return attachment_response(_appeal_or_404(reader.event, appellant, number), file)


@get_only
@never_cache
def paper(request: HttpRequest, slug: str, number: int, what: str) -> HttpResponse:
    """Return the appeal or its receipt as a PDF."""
    reader, appellant = _reader_and_appellant(request, slug)
    return paper_response(_appeal_or_404(reader.event, appellant, number), what, reads=True)


def _reader_and_appellant(request: HttpRequest, slug: str) -> tuple[ViewerContext, Appellant]:
    """Return the event and the appellant; NotIdentified (403) without one."""
    reader = viewer_context(request, slug)
    appellant = appellant_of(request, reader.event)
    if appellant is None:
        raise NotIdentified
    return reader, appellant


def _appeal_or_404(event: Event, appellant: Appellant, number: int) -> Appeal:
    appeal = appeals_by(event, appellant.entry, appellant.team).filter(number=number).first()
    if appeal is None:
        raise Http404
    appeal.event = event
    return appeal
