"""Who may open the pages of a series at the Desk."""

from functools import cached_property

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from common.actions.permissions import Actor
from ranking.bodies.models import Body
from ranking.bodies.selectors.roles import bodies_of
from ranking.series.models import Series
from ranking.series.selectors.series import organizes, series_by_slug
from ranking.series.services.series import change_series, create_series_of_body
from web.shared.access import AccountAccess, desk_of


class SeriesDesk(AccountAccess):
    """The pages of one series as an account that keeps it has them."""

    def __init__(self, actor: Actor, series: Series) -> None:
        super().__init__(actor)
        self.series = series


class SeriesHome(AccountAccess):
    """What an account may do with series: the bodies for which it makes them, and whether it organizes events."""

    @cached_property
    def bodies(self) -> list[Body]:
        return [body for body in bodies_of(self.actor.account) if self.may(create_series_of_body, body.ledger)]

    @cached_property
    def organizes(self) -> bool:
        account = self.actor.account
        return account.is_superuser or organizes(account)


def series_home(request: HttpRequest) -> SeriesHome:
    """Return what the account may do. Raises 403 if it has nothing to do with series."""
    home = SeriesHome(desk_of(request).actor)
    home.require(home.has_series)
    return home


def series_desk(request: HttpRequest, slug: str) -> SeriesDesk:
    """Return the pages of the series ``slug``. Raises 404 if there is none, 403 for others than its keepers."""
    series = series_by_slug(slug)
    if series is None:
        raise Http404
    desk = SeriesDesk(desk_of(request).actor, series)
    if not desk.may(change_series, series.ledger):
        raise PermissionDenied
    return desk
