"""The cross-over from pools to a stage: which place of which pool sits at which table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.formats.selectors.cuts import cut_before
from scoring.formats.selectors.plans import format_columns
from scoring.formats.selectors.pools import in_pool_order, pools_now, table_crossing
from scoring.formats.selectors.refusing import CannotDraw
from scoring.formats.selectors.session_draws import last_seated
from scoring.formats.selectors.stage_order import stage_before
from scoring.formats.services.formats import set_format
from scoring.standings.rules.formats.crossing import PoolPlace, as_ranks, crossed, same_pool
from scoring.standings.selectors.standings import Standings, view_of
from tournament.events.models.stages import Stage
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import NOT_DONE, show, write


class CrossingForm(forms.Form):
    """A place of a pool for each seat, four of a table after the other."""

    def __init__(self, data: Any, *, places: Sequence[PoolPlace], crossing: Sequence[int]) -> None:
        super().__init__(data)
        self._places = places
        choices = [(rank, str(place)) for rank, place in enumerate(places, start=1)]
        for at, rank in enumerate(crossing):
            table, seat = divmod(at, 4)
            label = _("Table %(table)d, player %(seat)d") % {"table": table + 1, "seat": seat + 1}
            self.fields[f"place-{at}"] = forms.TypedChoiceField(label=label, choices=choices, coerce=int, initial=rank)

    def clean(self) -> dict[str, Any]:
        """Refuse a place at two tables, at each of its fields."""
        data = self.cleaned_data
        ranks = list(data.values())
        for name, rank in list(data.items()):
            if ranks.count(rank) > 1:
                self.add_error(name, _("%(place)s is chosen twice.") % {"place": self._places[rank - 1]})
        return data

    @property
    def ranks(self) -> list[int]:
        return [self.cleaned_data[name] for name in self.fields]

    @property
    def tables(self) -> list[list[forms.BoundField]]:
        fields = list(self)
        return [fields[first : first + 4] for first in range(0, len(fields), 4)]


@signed_in
def crossing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show who meets whom after the pools, with the names as they stand now, and change it until it is drawn."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    standings = Standings(desk.event, view_of(desk.event, live=True))
    stage = next((row for row in standings.stage_rows if row.number == number), None)
    before = stage_before(standings.stage_rows, stage) if stage else None
    if stage is None or stage.method != Stage.Method.CROSS or before is None or not before.pools:
        raise Http404
    if request.method == "POST":
        desk.require(desk.may_set_up)
    places, ranks = table_crossing(stage, before.pools)
    form = CrossingForm(request.POST if request.method == "POST" else None, places=places, crossing=ranks)
    written = NOT_DONE
    if form.is_valid():
        columns = format_columns(desk.event)
        usual = [place for table in crossed(places, 4) for place in table]
        columns[number - 1]["crossing"] = form.ranks if form.ranks != list(as_ranks(usual, places)) else []
        written = write(request, form, set_format, desk.actor, desk.event, stages=columns)
    if written.done:
        messages.success(request, _("The cross-over is saved."))
        return redirect("desk:format-crossing", slug, number)
    context = {"desk": desk, "stage": stage, "number": number, "changed": bool(stage.crossing)}
    context["may_change"] = desk.may_set_up and stage.first_session > last_seated(desk.event)
    context["tables"] = _tables(form, places, _now(standings, stage, before))
    return show(request, "desk/formats/crossing.html", form, **context)


def _now(standings: Standings, stage: Stage, before: Stage) -> dict[int, str]:
    """Return rank among the places -> name of who is there as it stands now; empty before the pools are dealt."""
    pools = pools_now(before)
    if not pools or not standings.last:
        return {}
    done = cut_before(standings, stage).cut
    try:
        order = in_pool_order(done.through, pools, before.pools or 1, stage.count or 1)
    except CannotDraw:
        return {}
    return {rank: standings.names[number].name for rank, number in enumerate(order, start=1)}


def _tables(form: CrossingForm, places: Sequence[PoolPlace], now: dict[int, str]) -> list[dict[str, Any]]:
    """Return each table with its fields, the places chosen, their names, and whether two of a pool meet there."""
    tables = []
    for fields in form.tables:
        seats = [(field, *_seat(field.value(), places, now)) for field in fields]
        chosen = [place for _field, place, _name in seats if place is not None]
        tables.append({"seats": seats, "same": same_pool(chosen)})
    return tables


def _seat(value: Any, places: Sequence[PoolPlace], now: dict[int, str]) -> tuple[PoolPlace | None, str]:
    """Return the place that is chosen at a seat, and who is there as it stands now."""
    rank = int(value) if str(value).isdecimal() else 0
    return (places[rank - 1], now.get(rank, "")) if 0 < rank <= len(places) else (None, "")
