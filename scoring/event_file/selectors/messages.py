"""Error messages for the problems of an event file."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.files.json_files.errors import path_text

_SENTENCES: Mapping[str, str | Promise] = {
    "twice": _("%(value)s stands twice; first at %(first)s"),
    "federation-number-twice": _("the federation number %(value)s stands twice; first at %(first)s"),
    "lot-twice": _("the lot number %(value)s stands twice; first at %(first)s"),
    "unknown-group": _("there is no group %(value)s"),
    "unknown-team": _("there is no team %(value)s"),
    "unknown-player": _("there is no player %(value)s"),
    "filler-in-team": _("%(number)s is a filler, and fillers have no team and no group"),
    "absences-overlap": _("the player is out in session %(value)s already"),
    "absence-backwards": _("the player plays again before being out: session %(value)s"),
    "absence-of-entered": _("%(number)s is out for good, so the status is not entered"),
    "closes-before-opening": _("registration closes before it opens, or never opens"),
    "unknown-session": _("there is no session %(value)s"),
    "unknown-ruling": _("there is no ruling %(value)s"),
    "unknown-table": _("the session has no table %(value)s"),
    "appeal-against": _("what the appeal is against is not named: %(value)s"),
    "appeal-leader": _("appeal %(number)s is a leader's, and the player has no team"),
    "appeal-late": _("appeal %(number)s came too late, so it is inadmissible"),
    "appeal-steps": _("the steps of appeal %(number)s do not follow each other"),
    "appeal-state": _("the outcome of the last step is not %(value)s"),
    "correction-of-nothing": _("a correction names a table with its session, or a foul"),
    "unknown-foul-kind": _("there is no kind of foul %(value)s"),
    "unknown-foul": _("there is no foul %(value)s"),
    "foul-of-nobody": _("a foul names a player, or somebody without a number"),
    "foul-without-place": _("a foul of a %(value)s stands where that is, at a table with its seat"),
    "foul-points": _("the points of foul %(number)s are not among the penalties"),
    "penalty-of-hand": _("hand %(value)s is recorded: its penalties stand there"),
    "measure-twice": _("this measure against the player stands twice; first at %(first)s"),
    "measure-against-status": _("%(number)s is disqualified, so the status says so"),
    "ends-before-start": _("the event ends before it starts on %(starts)s"),
    "beyond-sessions": _("%(value)s is more than the event's %(sessions)s sessions"),
    "stage-number": _("this is stage %(value)s where stage %(expected)s is expected"),
    "stage-start": _("the stage starts with session %(value)s where session %(expected)s is expected"),
    "stage-backwards": _("the stage ends before it starts"),
    "stages-end": _("the last stage ends with session %(value)s, the event has %(sessions)s"),
    "session-gap": _("session %(value)s is here, but session %(missing)s before it is not"),
    "released-early": _("session %(value)s is released, but session %(held)s before it is not"),
    "released-rehearsal": _("session %(value)s is released, but sessions of a rehearsal never are"),
    "closed-rehearsal": _("this is a rehearsal, and those are never closed"),
    "official-unreleased": _("session %(value)s is official, but not released"),
    "corrections-open": _("another correction of this table is not ended"),
    "correction-backwards": _("the correction ends before it begins on %(value)s"),
    "no-table-points": _("%(value)s is not what a table brings, such as 4, 7/3 or 0"),
    "starts-early": _("session %(value)s does not start after session %(before)s"),
    "off-the-plan": _("table %(value)s is off the plan of the hall"),
    "place-twice": _("table %(value)s stands where table %(other)s stands"),
    "player-twice": _("player %(value)s sits twice in this session; first at %(first)s"),
    "not-in-stage": _("player %(value)s does not play in this stage"),
    "penalty-not-seated": _("player %(value)s does not sit in this session"),
    "penalty-without-points": _("a penalty of 0 points"),
    "penalty-gives": _("what somebody receives has to be taken: the points must be negative"),
    "penalty-to-self": _("player %(value)s cannot receive the own penalty"),
    "line-up-with-tables": _("session %(value)s has tables: who plays stands there"),
    "line-up-of-others": _("%(value)s is no reserve of the team of player %(number)s"),
    "empty-seat": _("the seat %(value)s is empty at this table"),
    "seat-twice": _("the seat %(value)s stands twice; first at %(first)s"),
    "nobody-sat": _("nobody sat on the forfeited seat %(value)s"),
    "totals-incomplete": _("the totals lack %(seats)s"),
    "penalties-adjustments": _("the penalties of the hand do not add up to its adjustments"),
    "penalty-twice": _("a seat stands twice in one penalty; first at %(first)s"),
    "person-without-name": _("a number or a name is missing"),
    "person-with-both": _("a name beside the number %(value)s; only one of them can stand"),
    "person-hand-twice": _("two persons on one seat from the same hand; first at %(first)s"),
    "person-sits-already": _("%(value)s sits on this seat already"),
    "hand-twice": _("hand %(value)s stands twice; first at %(first)s"),
    "hand-number": _("%(value)s is not a hand from 1 to 16"),
    "winner-discards": _("the winner discards the winning tile"),
    "winner-without-points": _("the points of the won hand are missing"),
    "below-minimum": _("%(value)s is less than 8"),
    "points-without-winner": _("points without a winner"),
    "discarder-without-winner": _("a discarder without a winner"),
    "recorded-without-winner": _("tiles or fans of a hand that nobody won"),
    "recorded-one": _("a hand is recorded with its tiles or with its fans, one of them"),
    "recorded-wrong": _("what is recorded cannot be a hand: %(error)s"),
    "screen-address": _("the word %(value)s stands in another address already"),
    "part-picture": _("a part that shows a picture names it, and no other does"),
    "award-title": _("an own award needs a title"),
    "award-ranked": _("who has this award follows from the standings"),
    "award-place": _("place %(value)s of an award with %(places)s places"),
    "announcement-without-text": _("an announcement without a text"),
    "ends-before-it-begins": _("it ends before it begins"),
    "clock-minutes": _("a clock that was started has a length, and no other has"),
    "clock-ends-early": _("the session ended before it was started"),
    "stop-outside": _("the clock stood still before it was started, or went on before it stopped"),
    "stops-open": _("the clock stands still twice"),
    "table-taken": _("table %(value)s stands there already; first at %(first)s"),
    "round-not-four": _("%(value)s does not name each starting seat once"),
    "round-empty-seat": _("%(value)s moves the empty seat, which keeps its place"),
    "exchanged-twice": _("player %(value)s sits on two seats in hand %(hand)s"),
    "exchanged-half": _("player %(value)s was exchanged, but nobody took the former seat over so"),
    "draws-standing": _("two draws stand; first at %(first)s"),
    "draw-without-chart": _("a draw in the state %(value)s has a chart"),
    "draw-without-figures": _("the figures of the chart are missing"),
    "draw-list": _("list and holders do not have the numbers 1 to %(players)s, each once"),
    "draw-chart": _("the chart does not seat everybody once: %(value)s"),
    "wish-of-one-kind": _("a wish names a table, or another player"),
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
