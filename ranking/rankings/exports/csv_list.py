"""A ranking as CSV, with the names that the public sees."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from common.files.csv_files import csv_file
from ranking.rankings.selectors.lines import whole_ranking
from ranking.rankings.selectors.wording import points_text

if TYPE_CHECKING:
    from ranking.rankings.models import RankingSnapshot
    from ranking.rankings.selectors.lines import NamedLine


def ranking_csv(snapshot: "RankingSnapshot") -> bytes:
    """Return the whole ranking; parts are empty for an own formula."""
    headings = [
        _("Rank"),
        _("Name"),
        _("Name in Latin letters"),
        _("Country"),
        _("Part A"),
        _("Part B"),
        _("Points"),
        _("Results"),
    ]
    return csv_file(headings, _rows(snapshot))


def _rows(snapshot: "RankingSnapshot") -> Iterator[list[str | int | None]]:
    return (_cells(named) for named in whole_ranking(snapshot))


def _cells(named: "NamedLine") -> list[str | int | None]:
    line, name = named.line, named.name
    figures = [points_text(value).replace("−", "-") for value in (line.part_a, line.part_b, line.points)]
    return [line.rank, name.name, name.latin_name, line.country, *figures, line.results]
