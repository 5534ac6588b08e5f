"""Template filters and tags for what is played; the library is built in."""

from django import template

from web.shared import scores
from web.shared.tables import numbered

register = template.Library()
for show in (
    scores.points,
    scores.movement,
    scores.competition,
    scores.wind,
    scores.wind_name,
    scores.round_name,
    scores.hand_name,
    scores.tile,
    scores.decimal,
    scores.gives_table_points,
    scores.score_heading,
    scores.score_short,
):
    register.filter(show.__name__, show)
for tag in (scores.seat_player, scores.opponent, scores.won_hand, scores.state_of, scores.session_bars):
    register.simple_tag(tag)


@register.simple_tag
def numbered_url(page: str, slug: str, number: int) -> str:
    """Return the URL of a player's page; the number may be a placeholder that a script fills."""
    return numbered(page, slug)(number)
