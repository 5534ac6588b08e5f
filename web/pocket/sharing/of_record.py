"""The pictures of link previews of rankings, series, persons, countries and teams, as the public sees them."""

from collections.abc import Callable, Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from common.templatetags.pinju import country as country_name
from ranking.levels.selectors.person_records import person_by_id, record_of
from ranking.links.selectors import is_public
from ranking.opponents.rules import balance
from ranking.opponents.selectors.tables import shared_tables
from ranking.rankings.selectors.lines import RankedLines, line_of, newest_lines
from ranking.rankings.selectors.wording import name_of
from ranking.rankings.selectors.wording import points_text as ranking_points
from ranking.series.selectors.table import SeriesTable, series_table
from ranking.series.selectors.wording import points_text
from ranking.teams.rules import EventPlace, Results
from ranking.teams.selectors import country_codes, country_results, named_events, team_results
from tournament.people.models.persons import Person
from web.pocket.rankings.access import Shown, shown_or_404, shown_person
from web.pocket.record.head_to_head import shown_person as public_person
from web.pocket.series.series import series_or_404
from web.pocket.sharing.pictures import Card, PlayerCard, Winner, card_picture, player_picture_of
from web.shared.requests.methods import get_only

#: The rows of a card.
FIRST = 3
KEPT = {"Cache-Control": "public, max-age=300"}


@get_only
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the first three of a ranking, as of the day in the address."""
    shown = shown_or_404(request, slug)
    first = RankedLines(shown.snapshot)[:FIRST]
    rows = [Winner(str(line.line.rank), line.name.name, ranking_points(line.line.points)) for line in first]
    card = Card(shown.name, shown.ranking.body.name, _as_of(shown), rows)
    return _answer(lambda language: card_picture(card, language))


@get_only
def ranking_player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Draw a player of a ranking: rank and points."""
    shown = shown_or_404(request, slug)
    person = shown_person(pk)
    line = line_of(shown.snapshot, person)
    if line is None:
        raise Http404
    figures = [(_("Rank"), str(line.rank or "–")), (_("Points"), ranking_points(line.points) or "–")]
    note = " · ".join(filter(None, (shown.name, country_name(line.country))))
    card = PlayerCard(person.name, note, _as_of(shown), figures)
    return _answer(lambda language: player_picture_of(card, language))


@get_only
def ranking_pair(request: HttpRequest, slug: str, pk: int, other: int) -> HttpResponse:
    """Draw two players of a ranking with ranks and points, the better one first."""
    shown = shown_or_404(request, slug)
    persons = [shown_person(key) for key in (pk, other)]
    lines = [(line_of(shown.snapshot, person), person.name) for person in persons]
    sides = [(line, name) for line, name in lines if line]
    if len(sides) < len(lines):
        raise Http404
    sides.sort(key=lambda side: side[0].rank or shown.snapshot.size + 1)
    rows = [Winner(str(line.rank or "–"), name, ranking_points(line.points)) for line, name in sides]
    card = Card(both_names(*persons), shown.name, _as_of(shown), rows)
    return _answer(lambda language: card_picture(card, language))


@get_only
def series(_request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the first three of a series."""
    row = series_or_404(slug)
    table = series_table(row)
    first = [line for line in table.lines[:FIRST] if line.rank]
    rows = [Winner(str(line.rank), line.name, points_text(line.points)) for line in first]
    card = Card(row.name, row.body.name if row.body else "", after_events(table), rows)
    return _answer(lambda language: card_picture(card, language))


@get_only
def person(_request: HttpRequest, pk: int) -> HttpResponse:
    """Draw a person with ranks in rankings, then the best ones in events; 404 for a record that is not public."""
    owner = person_by_id(pk)
    record = record_of(owner.kept, public=True) if owner else None
    if record is None or not record.lines or not is_public(record.person):
        raise Http404
    lines = newest_lines(record)[:FIRST]
    rows = [Winner(str(line.rank), name_of(line.snapshot.ranking), ranking_points(line.points)) for line in lines]
    for line in record.by_rank[: FIRST - len(rows)]:
        year = str(line.recorded.starts.year) if line.recorded.starts else ""
        rows.append(Winner(str(line.result.individual_rank), line.recorded.name, year))
    card = Card(record.name, person_text(record.person.country, len(record.lines)), "", rows)
    return _answer(lambda language: card_picture(card, language))


@get_only
def head_to_head(_request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Draw two persons with the number of shared tables at which each was ahead."""
    first, second = public_person(pk), public_person(other)
    if first == second:
        raise Http404
    count = balance((own, other) for _table, own, other in shared_tables(first, second))
    rows = [Winner("", first.name, tables_ahead(count.ahead)), Winner("", second.name, tables_ahead(count.behind))]
    card = Card(both_names(first, second), _("Results at shared tables"), "", rows if count.tables else [])
    return _answer(lambda language: card_picture(card, language))


@get_only
def country(_request: HttpRequest, code: str) -> HttpResponse:
    """Draw a country with its best places."""
    return _best_places(country_name(code), country_results(country_codes(code)))


@get_only
def team(_request: HttpRequest, name: str) -> HttpResponse:
    """Draw a team with its best places."""
    return _best_places(name, team_results(name))


def person_text(country: str, results: int) -> str:
    """Return the country of a person and the number of official results."""
    number = ngettext("%(number)d official result", "%(number)d official results", results) % {"number": results}
    return " · ".join(filter(None, (country_name(country), number)))


def both_names(first: Person, second: Person) -> str:
    """Return two persons as a heading."""
    return _("%(first)s and %(second)s") % {"first": first.name, "second": second.name}


def tables_ahead(tables: int) -> str:
    """Return at how many tables a player was ahead."""
    return ngettext("ahead at %(number)d table", "ahead at %(number)d tables", tables) % {"number": tables}


def results_text(results: Results) -> str:
    """Return the numbers of events and members of a country or team."""
    events, members = len(results.events), len(results.members)
    of_events = ngettext("%(number)d event", "%(number)d events", events) % {"number": events}
    of_members = ngettext("%(number)d member", "%(number)d members", members) % {"number": members}
    return f"{of_events} · {of_members}"


def after_events(table: SeriesTable) -> str:
    """Return after how many events the ranking is."""
    return _("after event %(number)s of %(of)s") % {"number": table.after, "of": len(table.sources)}


def _best_places(title: str, results: Results) -> HttpResponse:
    if not results.events:
        raise Http404
    ranked = [event for event in results.events if event.rank]
    best = sorted(ranked, key=lambda event: (event.rank or 0, -event.field))[:FIRST]
    card = Card(title, results_text(results), "", list(_places(best)))
    return _answer(lambda language: card_picture(card, language))


def _places(events: list[EventPlace]) -> Iterable[Winner]:
    for event in named_events(events):
        year = str(event.recorded.starts.year) if event.recorded.starts else ""
        yield Winner(str(event.place.rank), event.recorded.name, year)


def _as_of(shown: Shown) -> str:
    return _("As of %(day)s") % {"day": date_format(shown.snapshot.day)}


def _answer(draw: Callable[[str], bytes]) -> HttpResponse:
    return HttpResponse(draw(get_language() or "en"), content_type="image/png", headers=KEPT)
