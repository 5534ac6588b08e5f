"""Who appeals on a phone: a player or a team's leader, identified by code."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.permissions import Actor
from common.forms import WholeNumberField
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.services.codes import identify
from scoring.sheets.models.codes import LeaderCode, PlayerCode
from scoring.sheets.selectors.codes.code_waits import wrong_code_text
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from web.shared.forms.writing import write
from web.shared.requests.client_address import address_key
from web.shared.requests.devices import device_of
from web.shared.requests.rate_limit import Tries

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
        help_text=gettext_lazy("Your code for signing. Team leaders get theirs from the organizer."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )


class NotIdentified(PermissionDenied):
    """No valid code was entered on this phone, or a new code was issued since."""


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


def identify_appellant(request: HttpRequest, event: Event, form: IdentifyForm) -> bool:
    """Check the code; keep the appellant in the browser's session if it is right."""
    data = form.cleaned_data
    tries = Tries("appellant", request)
    if tries.used_up:
        form.add_error("code", _("Too many wrong codes came from your network. Please wait a few minutes."))
        return False
    code: PlayerCode | LeaderCode | None
    if data["who"] == "player":
        code = PlayerCode.objects.filter(entry__event=event, entry__number=data["number"]).first()
        payload = {"entry": code.entry_id if code else None}
    else:
        code = LeaderCode.objects.filter(team__event=event, team__number=data["number"]).first()
        payload = {"team": code.team_id if code else 0}
    stranger = Actor("anonymous", "", device_of(request), shown=event)
    attempt = {"code": data["code"].strip(), "address": address_key(request)}
    written = write(request, form, identify, stranger, event, **attempt, **payload)
    if not written.done or code is None:
        return False
    if not written.answer["right"]:
        tries.count()
        form.add_error("code", wrong_code_text(written.answer))
        return False
    kept = {"event": event.pk, "who": data["who"], "id": next(iter(payload.values()))}
    request.session[KEPT] = kept | {"issued": written.answer.get("issued")}
    return True
