"""The page of a series for those who keep it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ranking.series.selectors.finals import final_places
from ranking.series.selectors.series import is_organizer, others_with
from ranking.series.selectors.table import series_table
from ranking.series.selectors.wording import rule_lines
from tournament.events.selectors.events import event_by_slug
from web.desk.series.access import series_desk
from web.shared.access import signed_in
from web.shared.requests.methods import get_only
from web.shared.series.rows import event_rows


@get_only
@signed_in
def series(request: HttpRequest, slug: str) -> HttpResponse:
    desk = series_desk(request, slug)
    table = series_table(desk.series)
    others = others_with(desk.series, {source.row.slug for source in table.sources})
    final = event_by_slug(desk.series.final) if desk.series.final else None
    account = desk.actor.account
    places = None
    if final and (account.is_superuser or is_organizer(account, final)):
        places = final_places(account, desk.series, final)
    context = {
        "desk": desk,
        "series": desk.series,
        "rows": event_rows(table, others),
        "rule": rule_lines(table.rule),
        "keepers": desk.series.keepers.select_related("account"),
        "final": final,
        "places": places,
    }
    return render(request, "desk/series/series.html", context)
