"""What browsers have to be told now: facts that are public, and decisions about the person's own matters."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.utils import timezone

from scoring.appeals.models.steps import AppealStep
from scoring.appeals.rules import State
from scoring.draw_release.selectors.played import coming_session
from scoring.notifications.models import Digest, Notification, PushSubscription
from scoring.notifications.selectors.subscriptions import subscriptions_of
from scoring.progress.selectors.progress import all_played, session_to_play
from tournament.clocks.models import SessionClock
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import released_draw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.presence.selectors.presence import plays_in
from tournament.registration.models.applications import Application
from tournament.seating.selectors.called import CalledPlayer, called_players
from tournament.seating.selectors.seats import PublicSeat, PublicStop, stops_of

Kind = Notification.Kind
#: A session is announced so long before its planned start.
AHEAD = timedelta(minutes=10)
#: How far back facts are told: a server that was off for longer does not tell old news.
LOOKED_BACK = timedelta(hours=12)
#: After this time a message of the kind is of no use.
KEPT = {
    Kind.SEAT: timedelta(hours=2),
    Kind.START: timedelta(minutes=15),
    Kind.CALL: timedelta(minutes=15),
    Kind.RESULT: timedelta(hours=12),
    Kind.DECISION: timedelta(days=2),
}
_DECIDED = (State.REJECTED, State.UPHELD, State.INADMISSIBLE)
_ANSWERED = (
    Application.State.ASKED,
    Application.State.WAITING,
    Application.State.APPROVED,
    Application.State.DECLINED,
)


@dataclass(frozen=True)
class News:
    """A fact for one browser: ``fact`` names it once, ``figures`` fill its sentence."""

    kind: str
    fact: str
    figures: dict[str, Any]


class EventNews:
    """The news of an event at a time, each part loaded on first use."""

    def __init__(self, event: Event, now: datetime, looked_back: timedelta) -> None:
        self.event, self.now, self.looked_back = event, now, looked_back

    @cached_property
    def subscriptions(self) -> list[PushSubscription]:
        return subscriptions_of(self.event)

    def untold(self) -> Iterator[tuple[PushSubscription, News]]:
        """Yield what each browser was not told yet."""
        for subscription in self.subscriptions:
            for news in self._news_for(subscription):
                if (subscription.pk, news.fact) not in self._told:
                    yield subscription, news

    def _news_for(self, subscription: PushSubscription) -> Iterator[News]:
        if subscription.application:
            yield from _of_application(subscription.application, subscription.application_state)
        player = subscription.player
        if player is not None:
            yield from self._new_seat(subscription, player)
            yield from self._start(player)
            yield from self._calls(player)
            yield from self._results(subscription.made_at)
            if subscription.proven:
                yield from self._decisions(player, subscription.made_at)

    def of_the_day(self, digest: Digest) -> list[News]:
        """Return what the next daily mail tells: nothing that is over when it is read."""
        player, found = digest.application.entry, list(_of_application(digest.application, digest.application_state))
        if player is not None:
            found += [*self._results(digest.told_until), *self._decisions(player, digest.told_until)]
            seat = self.seat_of(player)
            found += [News(Kind.SEAT, "seat", seat)] if seat and seat != digest.seat else []
        return found

    @cached_property
    def _told(self) -> set[tuple[int, str]]:
        rows = Notification.objects.filter(subscription__event=self.event)
        return set(rows.values_list("subscription", "fact"))

    @cached_property
    def _session(self) -> Session | None:
        """The session that is played or comes next; None after the last one."""
        if all_played(self.event):
            return None
        number = coming_session(self._draw) if self._draw else session_to_play(self.event)
        return self.event.sessions.filter(number=number, released_at=None).first()

    @cached_property
    def _draw(self) -> Draw | None:
        return released_draw(self.event)

    @cached_property
    def _started_at(self) -> datetime | None:
        clock = SessionClock.objects.filter(session=self._session).first() if self._session else None
        return clock.started_at if clock else None

    @cached_property
    def _stops(self) -> dict[int, PublicStop]:
        return stops_of(self._draw, self._session.number) if self._draw and self._session else {}

    def _stop_of(self, player: Entry) -> PublicStop | None:
        """Return the player's seat in the coming session; None for a player who does not play in it."""
        stop = self._stops.get(player.number)
        if stop is None or self._session is None or stop.seat.sitter.number != player.number:
            return None
        return stop if plays_in(player, self._session.number) else None

    @cached_property
    def _last_seats(self) -> dict[int, list[dict[str, Any]]]:
        """The seats of the coming session that each browser was told, oldest first."""
        number = self._session.number if self._session else 0
        rows = Notification.objects.filter(subscription__event=self.event, kind=Kind.SEAT, figures__session=number)
        seats: dict[int, list[dict[str, Any]]] = {}
        for subscription, figures in rows.values_list("subscription", "figures"):
            seats.setdefault(subscription, []).append(figures)
        return seats

    def seat_of(self, player: Entry) -> dict[str, Any] | None:
        """Return the figures of the player's seat in the coming session until it begins; None without one."""
        stop = self._stop_of(player)
        return None if stop is None or self._started_at else _figures_of(stop)

    def _new_seat(self, subscription: PushSubscription, player: Entry) -> Iterator[News]:
        """Yield the seat in the coming session; again if it changed since it was told."""
        figures, before = self.seat_of(player), self._last_seats.get(subscription.pk, [])
        if figures and (not before or before[-1] != figures):
            yield News(Kind.SEAT, f"seat {figures['session']} {len(before) + 1}", figures)

    def _start(self, player: Entry) -> Iterator[News]:
        """Yield once that the coming session begins soon, or that it has begun."""
        session = self._session
        if session is None or not plays_in(player, session.number):
            return
        stop = self._stop_of(player)
        if self._draw and stop is None:
            return
        begun = self._started_at is not None and self.now - self._started_at < KEPT[Kind.START]
        soon = not self._started_at and session.starts and timedelta() <= session.starts - self.now <= AHEAD
        if begun or soon:
            figures = _figures_of(stop) if stop else {"session": session.number, "starts": _text(session.starts)}
            yield News(Kind.START, f"start {session.number}", figures | {"begun": begun})

    @cached_property
    def _called(self) -> dict[int, News]:
        if self._session is None:
            return {}
        number = self._session.number
        called = [row for row in called_players(self.event, number) if self.now - row.at < KEPT[Kind.CALL]]
        return {row.entry.pk: _call(number, row) for row in called}

    def _calls(self, player: Entry) -> Iterator[News]:
        if player.pk in self._called:
            yield self._called[player.pk]

    @cached_property
    def _released(self) -> list[tuple[int, datetime]]:
        rows = self.event.sessions.filter(released_at__gte=self.now - self.looked_back)
        return [(row.number, row.released_at) for row in rows if row.released_at]

    def _results(self, since: datetime) -> Iterator[News]:
        for number, released_at in self._released:
            # A release is dated to the second.
            if released_at >= since.replace(microsecond=0):
                yield News(Kind.RESULT, f"result {number} {released_at.isoformat()}", {"session": number})

    @cached_property
    def _decided(self) -> list[AppealStep]:
        rows = AppealStep.objects.filter(appeal__event=self.event, decided_at__gte=self.now - self.looked_back)
        return list(rows.filter(outcome__in=_DECIDED).select_related("appeal"))

    def _decisions(self, player: Entry, since: datetime) -> Iterator[News]:
        for step in self._decided:
            assert step.decided_at is not None
            if step.appeal.entry_id == player.pk and step.decided_at >= since:
                yield News(Kind.DECISION, f"appeal {step.appeal.number} {step.order}", {"about": "appeal"})


def _of_application(application: Application, known: str) -> Iterator[News]:
    if application.state in _ANSWERED and application.state != known:
        yield News(Kind.DECISION, f"application {application.state}", {"about": "application"})


def _call(session: int, called: CalledPlayer) -> News:
    figures = {"session": session} | (_place_of(called.seat) if called.seat else {})
    return News(Kind.CALL, f"call {session} {called.at.isoformat()}", figures)


def _figures_of(stop: PublicStop) -> dict[str, Any]:
    return {"session": stop.seat.session, "starts": _text(stop.starts)} | _place_of(stop.seat)


def _place_of(seat: PublicSeat) -> dict[str, Any]:
    return {"table": seat.at, "wind": seat.wind, "room": seat.room}


def _text(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""


def untold_news(event: Event) -> Iterable[tuple[PushSubscription, News]]:
    """Return what the event's browsers were not told yet."""
    return list(EventNews(event, timezone.now(), LOOKED_BACK).untold())
