"""A person's public record."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ranking.levels.selectors.person_records import Line, Record, person_by_id, record_of
from ranking.links.selectors import is_public, person_of
from ranking.opponents.selectors.bests import bests
from ranking.opponents.selectors.tables import opponents, stored_tables
from ranking.pins.selectors.applications import certificates_of
from ranking.rankings.selectors.lines import newest_lines
from ranking.rankings.selectors.wording import name_of
from ranking.rankings.selectors.wording import points_text as ranking_points
from ranking.series.selectors.table import series_of_person
from ranking.teams.rules import PODIUM, counts_of_places
from tournament.people.models.persons import Person
from web.pocket.lists.hands import shown_hands
from web.pocket.plots.climbs import climb_of
from web.pocket.plots.placings import placing_columns, placings
from web.pocket.plots.records import hand_bars, series_rows
from web.pocket.plots.years import ranked_lines, years
from web.pocket.record.head_to_head import OpponentForm
from web.pocket.sharing.of_record import person_text
from web.shared.fans.labels import fan_names
from web.shared.record.labels import pin_name
from web.shared.record.rows import record_context
from web.shared.requests.methods import get_only

#: The opponents and the events that the page lists.
SHOWN, EVENTS = 10, 6


class Career(NamedTuple):
    """Results at a glance: events, the year of the first, results with a rank, ranks 1 to 3, and the best result."""

    events: int
    since: int | None
    ranked: int
    podiums: int
    best: Line | None


@get_only
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Show every recorded event of a person; a merged person redirects to the kept one.

    404 if nothing may be shown: no event is in the record, or the person does not want it to be seen. The person always
    sees the page, as everybody else would.
    """
    owner = person_by_id(pk)
    if owner is None:
        raise Http404
    if owner.merged_into:
        return redirect("record:person", owner.merged_into.pk)
    own = request.user.is_authenticated and person_of(request.user) == owner
    record = record_of(owner, public=True)
    shown = is_public(owner)
    public = shown and bool(record.lines)
    if not public and not own:
        raise Http404
    certificates = [(row, pin_name(row.level, web=row.kind == "web")) for row in certificates_of(owner, public=True)]
    context: dict[str, Any] = {**record_context(record), "own": own, "public": public, "certificates": certificates}
    rows = context["rows"]
    context |= {"rows": rows[:EVENTS], "earlier": rows[EVENTS:]}
    context["preview_text"] = person_text(owner.country, len(record.lines))
    context["career"] = career_of(record)
    context["climb"] = climb_of(record)
    if shown:
        context |= _rankings_context(record)
    context |= _years_context(record) | _tables_context(owner, public)
    return render(request, "pocket/record/person.html", context)


def career_of(record: Record) -> Career:
    """Return what the events of a record add up to, without web events."""
    ranked = record.by_rank
    days = [line.recorded.starts for line in record.pin_lines if line.recorded.starts]
    return Career(
        events=len(record.pin_lines),
        since=min(days).year if days else None,
        ranked=len(ranked),
        podiums=sum((line.result.individual_rank or 0) <= PODIUM for line in ranked),
        best=ranked[0] if ranked else None,
    )


def _rankings_context(record: Record) -> dict[str, object]:
    """Return series and rankings of a person whose name everybody may see."""
    return {
        "series": series_rows(series_of_person(record.person, record.refused), record.person.pk),
        "rankings": [
            (line, name_of(line.snapshot.ranking), ranking_points(line.points)) for line in newest_lines(record)
        ],
    }


def _years_context(record: Record) -> dict[str, object]:
    """Return the pictures of the ranks over the years and of the placings, and their tables."""
    lines = ranked_lines(record.pin_lines)
    placed = placings(counts_of_places([line.result.individual_rank or 0 for line in lines]))
    dated = [(line.recorded.starts, line.result.individual_rank, line.recorded.players) for line in reversed(lines)]
    return {
        "ranked": lines,
        "years": years([(day, rank, players) for day, rank, players in dated if day and rank]),
        "placings": placed,
        "placed": placing_columns(placed),
    }


def _tables_context(owner: Person, public: bool) -> dict[str, object]:
    """Return the opponents and the records over the stored tables; a page that is not public links to no other."""
    tables = stored_tables(owner)
    if not tables:
        return {}
    best = bests(owner, tables)
    rows = opponents(tables) if public else []
    fans = fan_names(best.best.fans) if best.best else []
    drawn = shown_hands([best.best.record]) if best.best and best.best.record else []
    form = OpponentForm(opponents=rows)
    lists = {"opponents": rows[:SHOWN], "further": max(0, len(rows) - SHOWN), "form": form}
    return {
        "bests": best,
        "ends": hand_bars(best.ends),
        "fans": fans,
        "best_hand": drawn[0] if drawn else None,
        **lists,
    }
