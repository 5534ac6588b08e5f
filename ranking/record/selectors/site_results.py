"""What web sites sent and whom they mean by it: tokens, players, results that wait, corrections of the record."""

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

#: Why a row is known: by what the site calls the player, or as it was taken in before.
BY_SITE, BY_EARLIER = "site", "earlier"
FIGURES = ("status", "individual_rank", "web_points", "table_points", "competition_points")


@dataclass(frozen=True)
class Change:
    """What a correction changes of one player: the figures before and after, None where there are none."""

    name: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


def token_by(text: str) -> SiteToken | None:
    """The open token with this text, with its body."""
    rows = SiteToken.objects.select_related("body__head").filter(token_hash=token_hash(text))
    found = rows.first()
    return found if found and found.open else None


def token_of(body: Body) -> SiteToken | None:
    """The newest token of the body, open or not."""
    return body.site_tokens.first()


def sent_to(body: Body) -> QuerySet[SiteResults]:
    """What the site sent, the newest first."""
    return SiteResults.objects.filter(body=body).select_related("recorded", "list")


def sent_results(body: Body, event: str) -> SiteResults | None:
    """What the site sent last of the event."""
    return sent_to(body).filter(event=event).first()


def waiting_results(body: Body) -> QuerySet[SiteResults]:
    """What the site sent and nobody decided about."""
    return sent_to(body).filter(state=SiteResults.State.WAITING)


def corrected_by(body: Body, slug: str) -> RecordedEvent | None:
    """The event in the record that a list of a web site with this id corrects: one that its body took in before."""
    if body.kind != Body.Kind.WEB:
        return None
    return RecordedEvent.objects.filter(slug=slug, body=body, event=None).first()


def known_players(body: Body, rows: Iterable[Row]) -> dict[str, Person]:
    """What the site calls a player -> who that is, as far as it was decided before."""
    codes = {row.site_player for row in rows} - {""}
    found = SitePlayer.objects.filter(body=body, code__in=codes).select_related("person__merged_into")
    return {one.code: one.person.kept for one in found}


def earlier_persons(recorded: RecordedEvent | None) -> dict[tuple[str, str], Person]:
    """Name and country as they were taken in before -> who that is; names that stood there twice left out."""
    if recorded is None:
        return {}
    found: dict[tuple[str, str], Person] = {}
    twice = set()
    for line in recorded.results.select_related("person__merged_into"):
        named = (line.name, line.country)
        if named in found:
            twice.add(named)
        found[named] = line.person.kept
    return {named: person for named, person in found.items() if named not in twice}


def changes_of(recorded: RecordedEvent, rows: Sequence[tuple[str, Row]]) -> list[Change]:
    """What rows, each with the id of its person ("new": nobody known), change in the record."""
    lines = recorded.results.select_related("person__merged_into")
    before = {str(line.person.kept.pk): line for line in lines}
    found = []
    for person, row in rows:
        line = before.pop(person, None)
        old, new = _of_line(line), _of_row(row)
        if old != new:
            found.append(Change(row.person.get("name", ""), old, new))
    return found + [Change(line.name, _of_line(line), None) for line in before.values()]


def _of_line(line: OfficialResult | None) -> dict[str, Any] | None:
    return {name: getattr(line, name) for name in FIGURES} if line else None


def _of_row(row: Row) -> dict[str, Any]:
    figures = {name: getattr(row, name) for name in FIGURES if name != "individual_rank"}
    return {"individual_rank": row.rank, **figures}
