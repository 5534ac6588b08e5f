"""Template filters and tags for what is played; the library is built in."""

from django import template

from web.shared import scores

register = template.Library()
for show in (
    scores.points,
    scores.movement,
    scores.competition,
    scores.wind,
    scores.wind_name,
    scores.round_name,
    scores.tile,
    scores.decimal,
):
    register.filter(show.__name__, show)
for tag in (scores.seat_player, scores.opponent, scores.won_hand, scores.state_of):
    register.simple_tag(tag)
