"""Error messages for the problems of an event file."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.files.json_files.errors import path_text

_SENTENCES: Mapping[str, str | Promise] = {
    "twice": _("%(value)s appears twice; first at %(first)s"),
    "federation-number-twice": _("the federation number %(value)s appears twice; first at %(first)s"),
    "lot-twice": _("the lot number %(value)s appears twice; first at %(first)s"),
    "unknown-group": _("there is no group %(value)s"),
    "unknown-team": _("there is no team %(value)s"),
    "unknown-player": _("there is no player %(value)s"),
    "filler-in-team": _("%(number)s is a filler, and fillers have no team and no group"),
    "absences-overlap": _("the player is already out in session %(value)s"),
    "absence-backwards": _("the player plays again before being out: session %(value)s"),
    "absence-of-entered": _("%(number)s is out for the rest of the event, so the status cannot be “entered”"),
    "closes-before-opening": _("registration closes before it opens, or has no opening time"),
    "unknown-session": _("there is no session %(value)s"),
    "unknown-ruling": _("there is no ruling %(value)s"),
    "unknown-table": _("the session has no table %(value)s"),
    "appeal-against": _("the object of the appeal is missing: %(value)s"),
    "appeal-leader": _("appeal %(number)s is by a team leader, but the player has no team"),
    "appeal-late": _("appeal %(number)s was too late, so it must be inadmissible"),
    "appeal-steps": _("the steps of appeal %(number)s are not in order"),
    "appeal-state": _("the outcome of the last step is not %(value)s"),
    "correction-of-nothing": _("a correction must name a table with its session, or a foul"),
    "unknown-foul-kind": _("there is no kind of foul %(value)s"),
    "unknown-foul": _("there is no foul %(value)s"),
    "foul-of-nobody": _("a foul must name a player, or a person without a number"),
    "foul-without-place": _("a foul that belongs to a %(value)s must name it; a foul at a table must name the seat"),
    "foul-points": _("the points of foul %(number)s are not among the penalties"),
    "penalty-of-hand": _("hand %(value)s is recorded: its penalties belong there"),
    "measure-twice": _("this measure against the player appears twice; first at %(first)s"),
    "measure-against-status": _("%(number)s is disqualified, so the status must say so"),
    "ends-before-start": _("the event ends before it starts on %(starts)s"),
    "beyond-sessions": _("%(value)s is more than the event's %(sessions)s sessions"),
    "stage-number": _("this is stage %(value)s, but stage %(expected)s is expected"),
    "stage-start": _("the stage starts with session %(value)s, but session %(expected)s is expected"),
    "stage-backwards": _("the stage ends before it starts"),
    "stages-end": _("the last stage ends with session %(value)s, but the event has %(sessions)s"),
    "session-gap": _("session %(value)s is here, but the earlier session %(missing)s is not"),
    "released-early": _("session %(value)s is released, but the earlier session %(held)s is not"),
    "released-rehearsal": _("session %(value)s is released, but sessions of a rehearsal cannot be released"),
    "closed-rehearsal": _("this is a rehearsal, and a rehearsal is never closed"),
    "official-unreleased": _("session %(value)s is official, but not released"),
    "corrections-open": _("another correction of this table has not ended"),
    "correction-backwards": _("the correction ends before it begins on %(value)s"),
    "no-table-points": _("%(value)s is not a valid number of table points, such as 4, 7/3 or 0"),
    "starts-early": _("session %(value)s does not start after session %(before)s"),
    "off-the-plan": _("table %(value)s is outside the plan of the hall"),
    "place-twice": _("table %(value)s has the same place as table %(other)s"),
    "player-twice": _("player %(value)s sits twice in this session; first at %(first)s"),
    "not-in-stage": _("player %(value)s does not play in this stage"),
    "penalty-not-seated": _("player %(value)s does not sit in this session"),
    "penalty-without-points": _("a penalty of 0 points"),
    "penalty-gives": _("points that others receive must be negative in a penalty"),
    "penalty-to-self": _("player %(value)s cannot receive points of their own penalty"),
    "line-up-with-tables": _("session %(value)s has tables: who plays must be entered there"),
    "line-up-of-others": _("%(value)s is not a reserve of the team of player %(number)s"),
    "empty-seat": _("the seat %(value)s is empty at this table"),
    "seat-twice": _("the seat %(value)s appears twice; first at %(first)s"),
    "nobody-sat": _("the forfeited seat %(value)s had no player"),
    "totals-incomplete": _("the totals of %(seats)s are missing"),
    "penalties-adjustments": _("the penalties of the hand do not add up to its adjustments"),
    "penalty-twice": _("a seat appears twice in one penalty; first at %(first)s"),
    "person-without-name": _("a number or a name is missing"),
    "person-with-both": _("the number %(value)s and a name are both given; only one is allowed"),
    "person-hand-twice": _("two persons have the same seat from the same hand on; first at %(first)s"),
    "person-sits-already": _("%(value)s already sits on this seat"),
    "hand-twice": _("hand %(value)s appears twice; first at %(first)s"),
    "hand-number": _("%(value)s is not a hand from 1 to 16"),
    "winner-discards": _("winner and discarder are the same"),
    "winner-without-points": _("the points of the won hand are missing"),
    "below-minimum": _("%(value)s is less than 8"),
    "points-without-winner": _("points without a winner"),
    "discarder-without-winner": _("a discarder without a winner"),
    "recorded-without-winner": _("tiles or fans for a hand without a winner"),
    "recorded-one": _("a hand must be recorded with its tiles or with its fans, not both"),
    "recorded-wrong": _("the recorded tiles or fans cannot be a hand: %(error)s"),
    "screen-address": _("the word %(value)s is already used in another address"),
    "part-picture": _("a part that shows a picture must name it, and no other part may"),
    "award-title": _("a custom award needs a title"),
    "award-ranked": _("the winner of this award is decided by the standings"),
    "award-place": _("place %(value)s, but the award has %(places)s places"),
    "announcement-without-text": _("an announcement without a text"),
    "ends-before-it-begins": _("it ends before it begins"),
    "clock-minutes": _("a clock that was started must have a length, and no other clock may have one"),
    "clock-ends-early": _("the session ended before it was started"),
    "stop-outside": _("the clock was stopped before it was started, or continued before it was stopped"),
    "stops-open": _("the clock is stopped twice"),
    "table-taken": _("the place of table %(value)s is already used; first at %(first)s"),
    "round-not-four": _("%(value)s must name each starting seat once"),
    "round-empty-seat": _("%(value)s moves the empty seat, which must keep its place"),
    "exchanged-twice": _("player %(value)s sits on two seats in hand %(hand)s"),
    "exchanged-half": _("player %(value)s was exchanged, but no exchanged player has the former seat"),
    "draws-standing": _("two draws are valid at once; first at %(first)s"),
    "draw-without-chart": _("a draw in the state %(value)s must have a chart"),
    "draw-without-figures": _("the figures of the chart are missing"),
    "draw-list": _("list and holders must have the numbers 1 to %(players)s, each once"),
    "draw-chart": _("the chart must seat everybody exactly once: %(value)s"),
    "wish-of-one-kind": _("a wish must name a table or another player"),
    "aborted-with-winner": _("an aborted hand has no winner"),
}


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """Return the message for a code of `scoring.event_file.rules.problems` and its values; paths become text.

    KeyError for a code that the rules do not have.
    """
    written = {name: path_text(value) if _is_path(name, value) else value for name, value in params.items()}
    return str(_SENTENCES[code]) % written


def _is_path(name: str, value: object) -> bool:
    return name == "first" and isinstance(value, tuple)
