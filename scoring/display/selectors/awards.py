"""The awards of an event and their chosen winners."""

from typing import Any

from django.db.models import Prefetch, QuerySet

from scoring.display.models.ceremonies import Award, AwardWinner
from tournament.events.models.events import Event


def awards_of(event: Event) -> QuerySet[Award]:
    """Return the event's awards in the order of the ceremony, with stored winners."""
    winners = AwardWinner.objects.select_related("entry__team", "team", "group")
    return event.awards.prefetch_related(Prefetch("winners", winners))


def award_by_id(event: Event, award_id: int) -> Award | None:
    """Return the event's award with this id; None if there is none."""
    award = awards_of(event).filter(pk=award_id).select_related("event__ledger").first()
    if award is not None:
        award.event = event
    return award


def plain_winners(award: Award) -> list[dict[str, Any]]:
    """Return the chosen winners of an award as plain data, for the form and the event file."""
    winners = []
    for row in award.winners.select_related("entry"):
        assert row.entry is not None  # teams and groups are never chosen by hand
        note = {"note": row.note} if row.note else {}
        winners.append({"place": row.place, "number": row.entry.number} | note)
    return sorted(winners, key=lambda winner: (winner["place"], winner["number"]))


def award_documents(event: Event) -> list[dict[str, Any]]:
    """Return the awards for the event file, with chosen winners; winners of rankings follow from the standings."""
    return [
        {"kind": award.kind, "places": award.places}
        | ({"title": award.title} if award.title else {})
        | ({} if award.ranked else {"winners": plain_winners(award)})
        for award in awards_of(event)
    ]
