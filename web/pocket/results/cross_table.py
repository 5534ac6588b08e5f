"""The cross table as HTML, built in Python: a template needs seconds for ten thousand cells."""

from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _

from common.templatetags.pinju import DASH, signed
from scoring.settings.selectors import gives_table_points, in_mados
from scoring.standings.rules.standings import ResultRow
from scoring.standings.selectors.labels import why_unranked
from scoring.standings.selectors.lines import CrossLine
from tournament.events.models.events import Event
from web.shared.scores import competition, points


def cross_table_html(event: Event, sessions: int, lines: list[CrossLine]) -> str:
    """Return players x sessions: table points, if the game has them, above competition points; the sums at the end.

    Names and sums stay in view while the sessions scroll.
    """
    root = reverse("pocket:players", args=[event.slug])
    whole = gives_table_points(event)
    body = "".join([_row(line, root, whole) for line in lines])
    caption = _caption(event) if whole else _("Mados of every session")
    return (
        f'<div class="table-box" role="region" aria-label="{escape(caption)}" tabindex="0">'
        f'<table class="table cross"><caption>{escape(caption)}</caption>{_head(sessions)}'
        f"<tbody>{body}</tbody></table></div>"
    )


def _caption(event: Event) -> str:
    if in_mados(event):
        return _("Table points and mados of every session")
    return _("Table points and competition points of every session")


def _head(sessions: int) -> str:
    numbers = "".join(f'<th scope="col">{number}</th>' for number in range(1, sessions + 1))
    rank, player, total = map(escape, (_("Rank"), _("Player"), _("Sum")))
    return (
        f'<thead><tr><th scope="col">{rank}</th><th scope="col" class="keep">{player}</th>'
        f'{numbers}<th scope="col" class="keep-end">{total}</th></tr></thead>'
    )


def _row(line: CrossLine, root: str, whole: bool) -> str:
    standing, entry = line.standing, line.entry
    status = "" if standing.rank else f" <small>{escape(why_unranked(entry, standing.status))}</small>"
    cells = "".join([_cell(row, whole) for row in line.cells])
    table_points = f"<b>{points(standing.table_points)}</b>" if whole else ""
    return (
        f'<tr><td>{standing.rank or DASH}<th scope="row" class="keep">'
        f'<a href="{root}{entry.number}/">{escape(entry.name)}</a>{status}'
        f'{cells}<td class="keep-end">{table_points}'
        f"<small>{competition(standing.competition_points)}</small>"
    )


def _cell(row: ResultRow | None, whole: bool) -> str:
    """Return the result of a session; `whole`: with its table points."""
    if row is None:
        return "<td>–"
    return f"<td>{points(row.table_points) if whole else ''}<small>{signed(row.competition_points)}</small>"
