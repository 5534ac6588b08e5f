"""Results that web sites sent: tokens, the sites' players, waiting results, and corrections of the record."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from ranking.bodies.models import Body
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.models.sites import SitePlayer, SiteResults, SiteToken
from ranking.record.rules.result_lists import Row
from tournament.access.rules import token_hash
from tournament.people.models.persons import Person

#: The evidence for a person: the site's name for the player, or the row of the corrected event.
BY_SITE, BY_EARLIER = "site", "earlier"
FIGURES = ("status", "individual_rank", "web_points", "table_points", "competition_points")


@dataclass(frozen=True)
class Change:
    """A correction of one player's figures, before and after; None where there are none."""

    name: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


def token_by(text: str) -> SiteToken | None:
    """Return the open token with this text, with its body; None if there is none."""
    rows = SiteToken.objects.select_related("body__ledger").filter(token_hash=token_hash(text))
    token = rows.first()
    return token if token and token.open else None


def token_of(body: Body) -> SiteToken | None:
    """Return the newest token of the body, open or not."""
    return body.site_tokens.first()


def sent_to(body: Body) -> QuerySet[SiteResults]:
    """Return the results that the site sent, the newest first."""
    return SiteResults.objects.filter(body=body).select_related("recorded", "list")


def sent_results(body: Body, event: str) -> SiteResults | None:
    """Return the results that the site sent last for the event; None if there are none."""
    return sent_to(body).filter(event=event).first()


def waiting_results(body: Body) -> QuerySet[SiteResults]:
    """Return the results that the site sent and that wait for a decision."""
    return sent_to(body).filter(state=SiteResults.State.WAITING)


def corrected_by(body: Body, slug: str) -> RecordedEvent | None:
    """Return the recorded event that a web site's list with this id corrects: one that its body took in before."""
    if body.kind != Body.Kind.WEB:
        return None
    return RecordedEvent.objects.filter(slug=slug, body=body, event=None).first()


def known_players(body: Body, rows: Iterable[Row]) -> dict[str, Person]:
    """Return the site's name for a player -> the person, as decided before."""
    codes = {row.site_player for row in rows} - {""}
    players = SitePlayer.objects.filter(body=body, code__in=codes).select_related("person__merged_into")
    return {player.code: player.person.kept for player in players}


def earlier_persons(recorded: RecordedEvent | None) -> dict[tuple[str, str], Person]:
    """Return name and country in the corrected event -> the person; ambiguous names are left out."""
    if recorded is None:
        return {}
    persons: dict[tuple[str, str], Person] = {}
    twice = set()
    for line in recorded.results.select_related("person__merged_into"):
        key = (line.name, line.country)
        if key in persons:
            twice.add(key)
        persons[key] = line.person.kept
    return {key: person for key, person in persons.items() if key not in twice}


def changes_of(recorded: RecordedEvent, rows: Sequence[tuple[str, Row]]) -> list[Change]:
    """Return what the rows, each with the id of its person ("new": unknown), change in the record."""
    lines = recorded.results.select_related("person__merged_into")
    before = {str(line.person.kept.pk): line for line in lines}
    changes = []
    for person, row in rows:
        line = before.pop(person, None)
        old = _line_figures(line)
        new = _row_figures(row)
        if old != new:
            changes.append(Change(row.person.get("name", ""), old, new))
    return changes + [Change(line.name, _line_figures(line), None) for line in before.values()]


def _line_figures(line: OfficialResult | None) -> dict[str, Any] | None:
    return {name: getattr(line, name) for name in FIGURES} if line else None


def _row_figures(row: Row) -> dict[str, Any]:
    figures = {name: getattr(row, name) for name in FIGURES if name != "individual_rank"}
    return {"individual_rank": row.rank, **figures}
