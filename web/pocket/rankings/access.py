"""The ranking and the snapshot that an address names."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.urls import reverse

from ranking.rankings.models import Ranking, RankingSnapshot
from ranking.rankings.rules.rule import Rule
from ranking.rankings.selectors.names import named_person
from ranking.rankings.selectors.rankings import ranking_by_slug, rule_of, snapshot_on
from ranking.rankings.selectors.wording import name_of
from tournament.people.models.persons import Person


@dataclass(frozen=True)
class Shown:
    """A ranking as of a day: its newest snapshot, or with ``day`` in the address the newest one until then."""

    ranking: Ranking
    snapshot: RankingSnapshot
    newest: bool

    @cached_property
    def rule(self) -> Rule:
        """The rule that the snapshot was computed by."""
        return rule_of(self.snapshot)

    @property
    def name(self) -> str:
        return name_of(self.ranking)

    @property
    def query(self) -> str:
        """What links to pages of the same snapshot end in."""
        return "" if self.newest else "?" + urlencode({"day": self.snapshot.day.isoformat()})

    def address(self, page: str, *of: object) -> str:
        """Return the address of a page of this snapshot."""
        return reverse(f"rankings:{page}", args=[self.ranking.slug, *of]) + self.query


def ranking_or_404(slug: str) -> Ranking:
    ranking = ranking_by_slug(slug)
    if ranking is None:
        raise Http404
    return ranking


def shown_or_404(request: HttpRequest, slug: str) -> Shown:
    """Return the ranking as of ``day`` in the address. Raises 404 if nothing was computed until then."""
    ranking = ranking_or_404(slug)
    day = _day(request.GET.get("day", ""))
    newest = snapshot_on(ranking)
    snapshot = snapshot_on(ranking, day) if day else newest
    if snapshot is None:
        raise Http404
    return Shown(ranking, snapshot, snapshot == newest)


def shown_person(pk: int) -> Person:
    """Return the kept person. Raises Http404 if there is none, or if the person asks not to be shown."""
    person = named_person(pk)
    if person is None:
        raise Http404
    return person


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
