"""What browsers have to be told now: facts that are public, and decisions about the person's own matters."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.utils import timezone

from scoring.appeals.models.steps import AppealStep
from scoring.appeals.rules import State
from scoring.notifications.models import Digest, Notification, PushSubscription
from scoring.notifications.selectors.sources import JUST_BEGUN, HallPackage, Source, moment_text, source_of
from scoring.notifications.selectors.subscriptions import subscriptions_of
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.registration.models.applications import Application

Kind = Notification.Kind
#: A session is announced so long before its planned start.
AHEAD = timedelta(minutes=10)
#: How far back facts are told: a server that was off for longer does not tell old news.
LOOKED_BACK = timedelta(hours=12)
#: After this time a message of the kind is of no use.
KEPT = {
    Kind.SEAT: timedelta(hours=2),
    Kind.START: JUST_BEGUN,
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
            if self._source:
                yield from self._new_seat(self._source, subscription, player)
                yield from self._start(self._source, player)
                yield from self._calls(self._source, player)
            yield from self._results(subscription.made_at)
            if subscription.proven:
                yield from self._decisions(player, subscription.made_at)

    def of_the_day(self, digest: Digest) -> list[News]:
        """Return what the next daily mail tells: nothing that is over when it is read."""
        player, news = digest.application.entry, list(_of_application(digest.application, digest.application_state))
        if player is not None:
            news += [*self._results(digest.told_until), *self._decisions(player, digest.told_until)]
            source = self._source
            seat = source.seat_of(player) if source and not source.started_at else None
            news += [News(Kind.SEAT, "seat", seat)] if seat and seat != digest.seat else []
        return news

    @cached_property
    def _told(self) -> set[tuple[int, str]]:
        rows = Notification.objects.filter(subscription__event=self.event)
        return set(rows.values_list("subscription", "fact"))

    @cached_property
    def _source(self) -> Source | None:
        return source_of(self.event, self.now)

    @cached_property
    def _last_seats(self) -> dict[int, list[dict[str, Any]]]:
        """The seats of the coming session that each browser was told, oldest first."""
        session = self._source.session if self._source else None
        number = session.number if session else 0
        rows = Notification.objects.filter(subscription__event=self.event, kind=Kind.SEAT, figures__session=number)
        seats: dict[int, list[dict[str, Any]]] = {}
        for subscription, figures in rows.values_list("subscription", "figures"):
            seats.setdefault(subscription, []).append(figures)
        return seats

    def _new_seat(self, source: Source, subscription: PushSubscription, player: Entry) -> Iterator[News]:
        """Yield the seat in the coming session until it begins; again if it changed since it was told."""
        figures, before = source.seat_of(player), self._last_seats.get(subscription.pk, [])
        if figures and not source.started_at and (not before or before[-1] != figures):
            yield News(Kind.SEAT, f"seat {figures['session']} {len(before) + 1}", figures)

    def _start(self, source: Source, player: Entry) -> Iterator[News]:
        """Yield once that the coming session begins soon, or that it has begun."""
        session, started_at = source.session, source.started_at
        if session is None or not source.plays(player):
            return
        begun = started_at is not None and self.now - started_at < JUST_BEGUN
        soon = not started_at and session.starts and timedelta() <= session.starts - self.now <= AHEAD
        if begun or soon:
            figures = source.seat_of(player) or {"session": session.number, "starts": moment_text(session.starts)}
            yield News(Kind.START, f"start {session.number}", figures | {"begun": begun})

    def _calls(self, source: Source, player: Entry) -> Iterator[News]:
        called = source.calls().get(player.pk)
        if called and source.session and self.now - called[0] < KEPT[Kind.CALL]:
            number, (at, place) = source.session.number, called
            yield News(Kind.CALL, f"call {number} {at.isoformat()}", {"session": number} | place)

    @cached_property
    def _released(self) -> list[tuple[int, datetime]]:
        return self._source.released(self.now - self.looked_back) if self._source else []

    def _results(self, since: datetime) -> Iterator[News]:
        hall = {"hall": True} if isinstance(self._source, HallPackage) else {}
        for number, released_at in self._released:
            # A release is dated to the second.
            if released_at >= since.replace(microsecond=0):
                yield News(Kind.RESULT, f"result {number} {released_at.isoformat()}", {"session": number} | hall)

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


def untold_news(event: Event) -> Iterable[tuple[PushSubscription, News]]:
    """Return what the event's browsers were not told yet."""
    return list(EventNews(event, timezone.now(), LOOKED_BACK).untold())
