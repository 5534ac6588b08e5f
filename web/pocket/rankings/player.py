"""A player in a ranking: every number explained event by event, and the way over the days."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ranking.rankings.models import RankingLine
from ranking.rankings.rules.formula import filled_up
from ranking.rankings.rules.rule import Kind
from ranking.rankings.selectors.explanation import ExplainedResult, explained, rating_steps
from ranking.rankings.selectors.lines import history_of, line_of
from ranking.rankings.selectors.wording import points_text, short_text
from web.pocket.plots.years import years
from web.pocket.rankings.access import Shown, shown_or_404, shown_person
from web.pocket.rankings.ranking import ranking_context
from web.shared.requests.methods import get_only


@get_only
def player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Explain the line of a player; a merged person leads to the kept one. 404 without a line."""
    shown = shown_or_404(request, slug)
    person = shown_person(pk)
    if person.pk != pk:
        return redirect(shown.address("player", person.pk))
    line = line_of(shown.snapshot, person)
    if line is None:
        raise Http404
    history = history_of(shown.ranking, person)
    context = {
        **ranking_context(shown),
        "person": person,
        "line": line,
        "figures": figures(line),
        **_explanation(shown, line),
        "mers": shown.rule.kind is Kind.MERS,
        "rating": shown.rule.kind is Kind.RATING,
        "filled": filled_up(shown.rule, line.results),
        "missing": max(0, shown.rule.least - line.results),
        "plot": years([(day.snapshot.day, day.rank, day.snapshot.size) for day in history if day.rank]),
        "links": {"what_if": shown.address("what-if", person.pk), "choose": shown.address("choose", person.pk)},
        "history": [(day.snapshot.day, day.rank, points_text(day.points)) for day in reversed(history)],
    }
    return render(request, "pocket/rankings/player.html", context)


def _explanation(shown: Shown, line: RankingLine) -> dict[str, object]:
    """Return where the points come from: the results, or of a rating the points after each event."""
    if shown.rule.kind is not Kind.RATING:
        return {"rows": [result_row(row) for row in explained(line, shown.rule)]}
    return {"steps": [(event, tables, points_text(points)) for event, tables, points in rating_steps(line)]}


def figures(line: RankingLine) -> dict[str, str]:
    """Return the figures of a line as text."""
    return {name: points_text(getattr(line, name)) for name in ("points", "part_a", "part_b")}


def result_row(row: ExplainedResult) -> dict[str, object]:
    """Return a result with its figures as text."""
    numbers = {"value": row.value, "weight": row.event.weight, "factor": row.event.factor, "counts_with": row.weight}
    texts = {name: short_text(number) for name, number in numbers.items()}
    return {"event": row.event, "place": row.place, "use": row.use, **texts, "product": points_text(row.product)}
