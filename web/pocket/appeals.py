"""Appeals on the own phone: until when, who one is by the own code, handing in, signing, what became of it."""

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
from web.live.reading import Reading, device_of, reading
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

#: Where the browser's session keeps who appeals here.
KEPT = "appellant"


@dataclass(frozen=True)
class Appellant:
    """Who showed the own code on this phone: a player, or a team's leader."""

    event: Event
    entry: Entry | None
    team: Team | None

    @property
    def by(self) -> str:
        """As whom."""
        return Appeal.By.PLAYER if self.entry else Appeal.By.LEADER

    @property
    def name(self) -> str:
        """The name."""
        return self.entry.name if self.entry else self.team.leader if self.team else ""

    def actor(self, request: HttpRequest, shown: Any) -> Actor:
        """The appellant as an actor towards the event or an own appeal."""
        ref = f"player:{self.entry.pk}" if self.entry else f"leader:{self.team.pk if self.team else 0}"
        return Actor(ref, self.name, device_of(request), shown=shown)

    def players(self) -> list[Entry]:
        """For whom the appellant may appeal: oneself, or the team's players."""
        if self.entry:
            return [self.entry]
        return list(self.event.entries.filter(team=self.team).select_related("team").order_by("number"))


class IdentifyForm(forms.Form):
    """Who one is: the own number, or as a leader the team's, and the code."""

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
    """Nobody showed the own code on this phone, or the code was issued anew since."""


def asks_for_the_code(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Where somebody who is not known sends a form, ask for the code and keep what was typed."""

    @wraps(view)
    def page(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, slug, *args, **kwargs)
        except NotIdentified:
            kept = refused_form(request)
            if kept is None:
                raise
            answer = _overview(request, reading(request, slug), IdentifyForm(), None, kept)
            answer.status_code = 403
            return answer

    return page


def _version(reader: Reading) -> str:
    return f"{reader.event.head.clock}.{timezone.now():%H%M}"


@fragment("appeal-times", extra=_version, says_where=False)
def times_fragment(request: HttpRequest, reader: Reading) -> str:
    """For each ended session whose time for appeals runs, until when."""
    context = {"times": running_times(reader.event), "minutes": settings_of(reader.event).appeal_minutes}
    return render_to_string("shared/appeals/_times.html", context)


@never_cache
def appeals(request: HttpRequest, slug: str) -> HttpResponse:
    """How one appeals and until when; with the own code the own appeals."""
    reader = reading(request, slug)
    if request.POST.get("do") == "leave":
        request.session.pop(KEPT, None)
        return redirect("pocket:appeals", slug)
    appellant = appellant_of(request, reader.event)
    form = IdentifyForm(request.POST if request.method == "POST" and not appellant else None)
    kept = carried_form(request)
    if form.is_valid() and _identified(request, reader.event, form):
        return send_page(request, kept) if kept else redirect("pocket:appeals", slug)
    return _overview(request, reader, form, appellant, kept)


def _overview(
    request: HttpRequest, reader: Reading, form: IdentifyForm, appellant: Appellant | None, kept: KeptForm | None
) -> HttpResponse:
    """The page of the appeals; ``kept``: what was typed before the phone was unknown, to be sent afterwards."""
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
@asks_for_the_code
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """File an appeal; a leader chooses the player first."""
    reader, appellant = _here(request, slug)
    players = appellant.players()
    asked = request.GET.get("number", "")
    entry = next((one for one in players if len(players) == 1 or str(one.number) == asked), None)
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
@asks_for_the_code
def appeal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The own appeal: what became of it; signing, attaching, withdrawing, taking it further."""
    reader, appellant = _here(request, slug)
    found = _own(reader.event, appellant, number)
    sent = request.POST.get("do", "")
    actor = appellant.actor(request, found)
    files = FileForm(request.POST, request.FILES) if sent == "attach" else FileForm()
    further = FurtherForm(request.POST if sent == "further" else None)
    tap = ButtonForm(request.POST) if sent in ("sign", "withdraw") else None
    facts = files.facts() if sent == "attach" else {}
    done = bool(facts) and write(request, files, attach, actor, found, **facts) is not None
    if further.is_valid():
        done = write(request, further, take_further, actor, found, text=further.cleaned_data["text"]) is not None
    if tap is not None:
        service = sign_appeal if sent == "sign" else withdraw
        signing = {"signer": appellant.by} if sent == "sign" else {}
        done = write(request, tap, service, actor, found, **signing) is not None
    if done:
        return redirect("pocket:appeal", slug, number)
    context = appeal_context(found, reads=True) | {"reader": reader, "appellant": appellant, "further": further}
    answer = show(request, "pocket/appeals_detail.html", files, **context, tap=tap)
    answer.status_code = 400 if sent else 200
    return answer


@get_only
@never_cache
def attachment(request: HttpRequest, slug: str, number: int, file: int) -> FileResponse:
    """A file of the own appeal."""
    reader, appellant = _here(request, slug)
    return attachment_response(_own(reader.event, appellant, number), file)


@get_only
@never_cache
def paper(request: HttpRequest, slug: str, number: int, what: str) -> HttpResponse:
    """The own appeal or its receipt on paper."""
    reader, appellant = _here(request, slug)
    return paper_response(_own(reader.event, appellant, number), what, reads=True)


def appellant_of(request: HttpRequest, event: Event) -> Appellant | None:
    """Who showed the own code on this phone; None if nobody did, or the code was made anew since."""
    kept = request.session.get(KEPT) or {}
    if kept.get("event") != event.pk:
        return None
    if kept["who"] == "player":
        code = PlayerCode.objects.filter(entry=kept["id"], entry__event=event).select_related("entry__team").first()
        found = Appellant(event, code.entry, None) if code else None
        issued = code.issued_at if code else None
    else:
        leader = LeaderCode.objects.filter(team=kept["id"], team__event=event).select_related("team").first()
        found = Appellant(event, None, leader.team) if leader else None
        issued = leader.issued_at if leader else None
    return found if issued and issued.isoformat() == kept["issued"] else None


def _identified(request: HttpRequest, event: Event, form: IdentifyForm) -> bool:
    """Try the code; who is known from now on is kept in the browser's session."""
    asked, tries = form.cleaned_data, Tries("appellant", request)
    if tries.used_up:
        form.add_error("code", _("Too many wrong codes came from your network. Please wait some minutes."))
        return False
    code: PlayerCode | LeaderCode | None
    if asked["who"] == "player":
        code = PlayerCode.objects.filter(entry__event=event, entry__number=asked["number"]).first()
        facts = {"entry": code.entry_id if code else None}
    else:
        code = LeaderCode.objects.filter(team__event=event, team__number=asked["number"]).first()
        facts = {"team": code.team_id if code else 0}
    stranger = Actor("anonymous", "", device_of(request), shown=event)
    tried = {"code": asked["code"].strip(), "address": address_key(request)}
    answer = write(request, form, identify, stranger, event, **tried, **facts)
    if answer is None or code is None:
        return False
    if not answer["right"]:
        tries.count()
        form.add_error("code", wrong_code_text(answer))
        return False
    kept = {"event": event.pk, "who": asked["who"], "id": next(iter(facts.values()))}
    request.session[KEPT] = kept | {"issued": code.issued_at.isoformat()}
    return True


def _here(request: HttpRequest, slug: str) -> tuple[Reading, Appellant]:
    """The event and who appeals; 403 for whoever did not show the code."""
    reader = reading(request, slug)
    appellant = appellant_of(request, reader.event)
    if appellant is None:
        raise NotIdentified
    return reader, appellant


def _own(event: Event, appellant: Appellant, number: int) -> Appeal:
    found = appeals_by(event, appellant.entry, appellant.team).filter(number=number).first()
    if found is None:
        raise Http404
    found.event = event
    return found
