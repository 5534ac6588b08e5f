"""Appeals on a player's or leader's phone: identification by code, filing, signing, following up."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from common.actions.permissions import Actor
from common.forms import WholeNumberField
from scoring.appeals.models import Appeal
from scoring.appeals.selectors.appeals import appeals_by, running_times, settings_of
from scoring.appeals.selectors.targets import targets
from scoring.appeals.services.attaching import attach
from scoring.appeals.services.filing import AppealFacts, identify, sign_appeal, take_further, withdraw
from scoring.sheets.models.codes import LeaderCode, PlayerCode
from scoring.sheets.selectors.codes.code_waits import wrong_code_text
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from web.live.fragments import fragment, live
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
from web.shared.forms.writing import show, write
from web.shared.requests.client_address import address_key
from web.shared.requests.methods import get_only
from web.shared.requests.rate_limit import Tries
from web.shared.viewer import ViewerContext, device_of, viewer_context

#: Key of the appellant in the browser's session.
KEPT = "appellant"


@dataclass(frozen=True)
class Appellant:
    """The person who identified on this phone by code: a player or the leader of a team."""

    event: Event
    entry: Entry | None
    team: Team | None

    @property
    def by(self) -> str:
        """Return the capacity in which the appellant appeals."""
        return Appeal.By.PLAYER if self.entry else Appeal.By.LEADER

    @property
    def name(self) -> str:
        return self.entry.name if self.entry else self.team.leader if self.team else ""

    def actor(self, request: HttpRequest, shown: Any) -> Actor:
        """Return the appellant as an actor towards the event or an appeal of the appellant's."""
        ref = f"player:{self.entry.pk}" if self.entry else f"leader:{self.team.pk if self.team else 0}"
        return Actor(ref, self.name, device_of(request), shown=shown)

    def players(self) -> list[Entry]:
        """Return the entries for which the appellant may appeal: the player, or the players of the team."""
        if self.entry:
            return [self.entry]
        return list(self.event.entries.filter(team=self.team).select_related("team").order_by("number"))


class IdentifyForm(forms.Form):
    """Identification by number (the player's, or the team's for a leader) and code."""

    who = forms.ChoiceField(
        label=gettext_lazy("I am"),
        choices=[("player", gettext_lazy("a player")), ("leader", gettext_lazy("a team's leader"))],
        widget=forms.RadioSelect,
        initial="player",
    )
    number = WholeNumberField(label=gettext_lazy("Number of the player, or of the team"), min_value=1)
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        help_text=gettext_lazy("The code with which you sign. Leaders ask the organizer for theirs."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )


class NotIdentified(PermissionDenied):
    """No valid code was entered on this phone, or a new code was issued since."""


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
    return f"{reader.event.head.clock}.{timezone.now():%H%M}"


@fragment("appeal-times", extra=_version, says_where=False)
def times_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """List the ended sessions whose time for appeals runs, with the deadline."""
    context = {"times": running_times(reader.event), "minutes": settings_of(reader.event).appeal_minutes}
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
    if form.is_valid() and _identify(request, reader.event, form):
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
        "settings": settings_of(reader.event),
        "appeals": list(appeals_by(reader.event, appellant.entry, appellant.team)) if appellant else [],
        "times": live(request, reader, "appeal-times"),
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
    answer = None
    if form.is_valid():
        appeal = AppealFacts(entry=entry, by=appellant.by, **form.facts())
        answer = try_late(request, form, appellant.actor(request, reader.event), reader.event, appeal)
    if answer:
        messages.success(request, _("The appeal is handed in."))
        return redirect("pocket:appeal", slug, answer["appeal"])
    return show(request, "pocket/appeals_new.html", form, **context, settings=settings_of(reader.event))


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
    facts = files.facts() if sent == "attach" else {}
    written = bool(facts) and write(request, files, attach, actor, appeal, **facts) is not None
    if further.is_valid():
        written = write(request, further, take_further, actor, appeal, text=further.cleaned_data["text"]) is not None
    if tap is not None:
        service = sign_appeal if sent == "sign" else withdraw
        signing = {"signer": appellant.by} if sent == "sign" else {}
        written = write(request, tap, service, actor, appeal, **signing) is not None
    if written:
        return redirect("pocket:appeal", slug, number)
    context = appeal_context(appeal, reads=True) | {"reader": reader, "appellant": appellant, "further": further}
    answer = show(request, "pocket/appeals_detail.html", files, **context, tap=tap)
    answer.status_code = 400 if sent else 200
    return answer


@get_only
@never_cache
def attachment(request: HttpRequest, slug: str, number: int, file: int) -> FileResponse:
    """Return a file of one of the appellant's appeals."""
    reader, appellant = _reader_and_appellant(request, slug)
    return attachment_response(_appeal_or_404(reader.event, appellant, number), file)


@get_only
@never_cache
def paper(request: HttpRequest, slug: str, number: int, what: str) -> HttpResponse:
    """Return the appeal or its receipt as a PDF."""
    reader, appellant = _reader_and_appellant(request, slug)
    return paper_response(_appeal_or_404(reader.event, appellant, number), what, reads=True)


def appellant_of(request: HttpRequest, event: Event) -> Appellant | None:
    """Return the appellant identified on this phone; None without one, or if the code was issued again since."""
    kept = request.session.get(KEPT) or {}
    if kept.get("event") != event.pk:
        return None
    if kept["who"] == "player":
        code = PlayerCode.objects.filter(entry=kept["id"], entry__event=event).select_related("entry__team").first()
        appellant = Appellant(event, code.entry, None) if code else None
        issued = code.issued_at if code else None
    else:
        leader = LeaderCode.objects.filter(team=kept["id"], team__event=event).select_related("team").first()
        appellant = Appellant(event, None, leader.team) if leader else None
        issued = leader.issued_at if leader else None
    return appellant if issued and issued.isoformat() == kept["issued"] else None


def _identify(request: HttpRequest, event: Event, form: IdentifyForm) -> bool:
    """Check the code; keep the appellant in the browser's session if it is right."""
    data = form.cleaned_data
    tries = Tries("appellant", request)
    if tries.used_up:
        form.add_error("code", _("Too many wrong codes came from your network. Please wait some minutes."))
        return False
    code: PlayerCode | LeaderCode | None
    if data["who"] == "player":
        code = PlayerCode.objects.filter(entry__event=event, entry__number=data["number"]).first()
        facts = {"entry": code.entry_id if code else None}
    else:
        code = LeaderCode.objects.filter(team__event=event, team__number=data["number"]).first()
        facts = {"team": code.team_id if code else 0}
    stranger = Actor("anonymous", "", device_of(request), shown=event)
    attempt = {"code": data["code"].strip(), "address": address_key(request)}
    answer = write(request, form, identify, stranger, event, **attempt, **facts)
    if answer is None or code is None:
        return False
    if not answer["right"]:
        tries.count()
        form.add_error("code", wrong_code_text(answer))
        return False
    kept = {"event": event.pk, "who": data["who"], "id": next(iter(facts.values()))}
    request.session[KEPT] = kept | {"issued": code.issued_at.isoformat()}
    return True


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
