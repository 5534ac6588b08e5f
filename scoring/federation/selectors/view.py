"""An event as the European federation looks at it."""

from collections.abc import Collection
from dataclasses import dataclass

from scoring.federation.rules import SUBSTITUTES, Tournament, Weight
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.rules.officials import is_observer
from tournament.events.selectors.events import officials_of
from tournament.events.selectors.players import players_taking_part
from tournament.registration.rules.countries import country_code
from tournament.registration.selectors.countries import country_names


@dataclass(frozen=True)
class FederationView:
    """The tournament, its weight (None: not known yet), and the names of the observers."""

    tournament: Tournament
    weight: Weight | None
    observers: list[str]


def federation_view(event: Event, played: Collection[int] | None = None) -> FederationView:
    """Return the event for the federation; ``played``: the numbers with a result (None: all who take part)."""
    players = players_taking_part().filter(event=event)
    if played is not None:
        players = event.entries.filter(number__in=played)
    countries = [country_code(country, country_names()) or "" for country in players.values_list("country", flat=True)]
    fillers = event.entries.filter(kind=Entry.Kind.FILLER, status=Entry.Status.ENTERED).count()
    observers = [official.name for official in officials_of(event) if is_observer(official.function)]
    tournament = Tournament(
        days=(event.ends - event.starts).days + 1 if event.starts and event.ends else None,
        players=len(countries) + min(fillers, SUBSTITUTES) if countries else 0,
        countries=countries,
        minutes=[event.play_settings.session_minutes] * event.planned_sessions,
        observer=bool(observers),
    )
    settings = event.federation_settings
    return FederationView(
        tournament, tournament.weight(qualification=settings.entry == settings.Entry.QUALIFIED), observers
    )
