"""Template filters and tags for what is played; the library is built in."""

from django import template
from django.utils.safestring import SafeString

from scoring.formats.selectors.coming_cuts import ComingCut
from scoring.formats.selectors.team_cuts import ComingTeamCut
from scoring.settings.selectors import gives_table_points, in_mados
from scoring.standings.selectors.labels import won_how
from web.shared import scores
from web.shared.formats import cuts
from web.shared.labels import game_words
from web.shared.tables import numbered

register = template.Library()
for show in (
    scores.points,
    scores.movement,
    scores.competition,
    scores.named_wind,
    scores.wind,
    scores.wind_name,
    scores.round_name,
    scores.hand_name,
    scores.tile,
    scores.decimal,
    gives_table_points,
    in_mados,
    game_words.drawn_heading,
    game_words.score_heading,
    game_words.total,
    game_words.score_short,
    game_words.mean_heading,
    game_words.worth_heading,
    game_words.highest_heading,
    game_words.nobody_label,
    game_words.aborted_label,
    game_words.worth,
    won_how,
):
    register.filter(show.__name__, show)
register.simple_tag(cuts.side_sign, name="cut_side")
register.simple_tag(cuts.verdict_sign, name="cut_verdict")
for tag in (scores.seat_player, scores.opponent, scores.won_hand, scores.state_of, scores.session_bars):
    register.simple_tag(tag)


@register.simple_tag
def cut_side_of(coming: ComingCut | ComingTeamCut, number: int) -> SafeString | str:
    """Return the sign of the side of a cut on which a player or team is."""
    return cuts.side_sign(coming.sides.get(number, ""))


@register.simple_tag
def numbered_url(page: str, slug: str, number: int) -> str:
    """Return the URL of the page of a player, team, group or table by its number."""
    return numbered(page, slug)(number)
