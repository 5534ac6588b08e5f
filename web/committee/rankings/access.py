"""The ranking of an address, for those who keep it."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from ranking.rankings.models import Ranking
from ranking.rankings.selectors.rankings import ranking_by_slug
from web.committee.access import BodyDesk, body_desk


@dataclass(frozen=True)
class RankingDesk:
    """The pages of one ranking of a body."""

    desk: BodyDesk
    ranking: Ranking


def ranking_desk(request: HttpRequest, slug: str, ranking: str) -> RankingDesk:
    """Return the pages of a ranking. Raises 404 if the body has none with this id, 403 for others than its people."""
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    own = ranking_by_slug(ranking, desk.body)
    if own is None:
        raise Http404
    return RankingDesk(desk, own)
