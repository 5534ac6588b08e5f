"""About whom a phone may get notifications, and which it gets."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scoring.notifications.models import PushSubscription
from scoring.notifications.selectors.subscriptions import subscription_in
from tournament.events.models.entries import Entry
from tournament.registration.models.applications import Application
from web.pocket.appellant import appellant_of
from web.pocket.phone import KEPT, me_of
from web.pocket.registration.application import opened_key
from web.shared.viewer import ViewerContext

#: The signed cookie with the id of the phone's subscription in the event.
COOKIE = "notifications"


@dataclass(frozen=True)
class Recipient:
    """A player, or an application without one. ``proven``: the phone showed the player's code or the registration."""

    entry: Entry | None
    application: Application | None
    proven: bool

    @property
    def name(self) -> str:
        if self.entry:
            return f"{self.entry.number} {self.entry.public_name}"
        return self.application.name if self.application else ""

    @property
    def value(self) -> str:
        """The value of the button in the form."""
        return "application" if self.application else f"player-{self.entry.number if self.entry else 0}"


def recipients(request: HttpRequest, reader: ViewerContext) -> list[Recipient]:
    """Return about whom this phone may ask: its registration, the player of the code, and "This is me"."""
    by_entry: dict[int | None, Recipient] = {}
    key = opened_key(request, reader)
    if key and key.application.state not in (Application.State.WITHDRAWN, Application.State.UNCONFIRMED):
        entry = key.application.entry
        by_entry[entry.pk if entry else None] = Recipient(entry, key.application, True)
    appellant = appellant_of(request, reader.event)
    if appellant and appellant.entry:
        by_entry.setdefault(appellant.entry.pk, Recipient(appellant.entry, None, True))
    number = me_of(request, reader)
    entry = reader.event.entries.filter(number=number).first() if number else None
    if entry:
        by_entry.setdefault(entry.pk, Recipient(entry, None, False))
    return list(by_entry.values())


def own_subscription(request: HttpRequest, reader: ViewerContext) -> PushSubscription | None:
    """Return the subscription of this phone in the event; None without one, or if it has ended."""
    text = request.get_signed_cookie(COOKIE, default="", salt=reader.event.slug)
    return subscription_in(reader.event, int(text)) if text else None


def remember_subscription(answer: HttpResponse, reader: ViewerContext, number: int, *, secure: bool) -> None:
    """Let the phone keep which subscription is its own."""
    path = reverse("pocket:notifications", args=[reader.event.slug])
    kept = {"max_age": KEPT, "path": path, "secure": secure, "httponly": True, "samesite": "Lax"}
    answer.set_signed_cookie(COOKIE, str(number), salt=reader.event.slug, **kept)


def forget_subscription(answer: HttpResponse, reader: ViewerContext) -> None:
    """Delete what the phone keeps."""
    path = reverse("pocket:notifications", args=[reader.event.slug])
    answer.delete_cookie(COOKIE, path=path, samesite="Lax")
