"""Labels of typing errors, steps of a paper, conflicts, and lists of results."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.i18n.wording import listed
from common.states import for_each
from common.templatetags.pinju import signed
from scoring.game.rules.game import Game
from scoring.game.rules.seats import Seat
from scoring.sheets.selectors.paper.result_files import Problem, TableResults
from scoring.sheets.selectors.paper.tray import Step
from tournament.events.models.tables import SeatChoices
from web.desk.sheets.version_labels import hand_text
from web.shared.labels.game_words import total_text

UNREADABLE: Mapping[str, str | Promise] = {
    "unread": gettext_lazy("This is not a hand."),
    "scores-do-not-fit": gettext_lazy("These two scores cannot be in one hand."),
    "other-loser": gettext_lazy("Type the score of the player who paid the most: −8 is not enough."),
    "winner-discards": gettext_lazy("The winner and the discarder cannot be the same player."),
}
#: Step -> tone and label.
STEPS = for_each(
    Step,
    {
        Step.AWAITED: ("idle", gettext_lazy("not received")),
        Step.IN: ("live", gettext_lazy("received")),
        Step.SECOND: ("warn", gettext_lazy("to be checked again")),
        Step.TYPED: ("wait", gettext_lazy("typed")),
        Step.SIGNED: ("wait", gettext_lazy("signed")),
        Step.CONFIRMED: ("ok", gettext_lazy("confirmed")),
    },
)
WHY: Mapping[str, str | Promise] = {
    "missing": gettext_lazy("another person must type the totals again"),
    "differs": gettext_lazy("the totals were typed twice and differ"),
    "contradiction": gettext_lazy("the hands and the signed results do not agree"),
    "disputed": gettext_lazy("a hand is disputed"),
}


def seat_name(seat: Seat | str) -> str:
    """Return the name of a seat: East, South, West or North."""
    return str(SeatChoices(seat).label)


def deviation_text(no: int, differences: Mapping[Seat, int]) -> str:
    """Return at which hand the written running totals differ from the hands, and by how much."""
    by = listed(f"{seat_name(seat)} {signed(points)}" for seat, points in differences.items())
    return _("The written running totals differ from the hands from hand %(no)s on: %(by)s.") % {"no": no, "by": by}


def conflict_text(kind: str, value: Any, game: Game) -> str:
    """Return a fact of an edit conflict as text."""
    if value is None:
        return _("nothing")
    if kind != "hand":
        return str(value)
    if game.in_mados:
        return hand_text(value, game)
    if value["winner"] is None:
        return _("aborted") if value.get("aborted") else _("drawn")
    source = seat_name(value["discarder"]) if value.get("discarder") else _("self-drawn")
    return f"{seat_name(value['winner'])} ← {source}, {value['points']}"


#: Columns of a list of results.
IMPORT_FIELDS: Mapping[str, str | Promise] = {
    "session": gettext_lazy("Session"),
    "table": gettext_lazy("Table"),
    "number": gettext_lazy("Player's number"),
    "name": gettext_lazy("Player's name"),
    "seat": gettext_lazy("Seat"),
    "total": gettext_lazy("Total points"),
    "table_points": gettext_lazy("Table points"),
    "hand": gettext_lazy("Hand"),
    "winner": gettext_lazy("Winner"),
    "discarder": gettext_lazy("Discarder"),
    "points": gettext_lazy("Points of the hand"),
    "robbed": gettext_lazy("Robbed kong"),
    "bound": gettext_lazy("Bound to lose"),
    "false_wins": gettext_lazy("False wins"),
    "E": gettext_lazy("Total of East"),
    "S": gettext_lazy("Total of South"),
    "W": gettext_lazy("Total of West"),
    "N": gettext_lazy("Total of North"),
}
#: Columns that only one of the games has.
OF_IMJ, OF_MCR = frozenset({"robbed", "bound", "false_wins"}), frozenset({"table_points"})


def import_fields(game: Game) -> dict[str, str]:
    """Return the columns of a list of results of this game with their labels."""
    if not game.in_mados:
        return {name: str(label) for name, label in IMPORT_FIELDS.items() if name not in OF_IMJ}
    of_game = {name: str(label) for name, label in IMPORT_FIELDS.items() if name not in OF_MCR}
    return of_game | {"total": _("Mados held"), "points": _("Fans of the hand")}


#: State of a table in the preview of a list of results -> tone and label.
IMPORT_STATES: Mapping[str, tuple[str, str | Promise]] = {
    "new": ("live", gettext_lazy("new")),
    "changed": ("wait", gettext_lazy("changed")),
    "same": ("ok", gettext_lazy("the same")),
    "wrong": ("stop", gettext_lazy("wrong")),
    "locked": ("idle", gettext_lazy("signed")),
}


def contents_text(results: TableResults) -> str:
    """Return what the list gives for a table in short: its totals, its table points, or the number of hands."""
    parts = []
    if results.hands:
        words = ngettext("%(count)d hand", "%(count)d hands", len(results.hands))
        parts.append(words % {"count": len(results.hands)})
    texts: list[dict[Seat, str]] = [
        {seat: total_text(results.facts.game, total) for seat, total in results.totals.items()},
        dict(results.table_points),
    ]
    for by_seat in texts:
        seats = [seat for seat in results.facts.seats if seat in by_seat]
        if seats:
            parts.append(" / ".join(f"{seat_name(seat)} {by_seat[seat]}" for seat in seats))
    return " · ".join(parts)


def change_text(slot: tuple[str, int | str], before: Any, after: Any, game: Game) -> str:
    """Return how a fact changes."""
    kind, name = slot
    label = _("Hand %(no)s") % {"no": name} if kind == "hand" else seat_name(str(name))
    if kind == "stated":
        label = f"{label}, {IMPORT_FIELDS['table_points']}"
    texts = {"before": conflict_text(kind, before, game), "after": conflict_text(kind, after, game)}
    return _("%(field)s: %(before)s → %(after)s") % {"field": label, **texts}


def problem_text(problem: Problem, game: Game) -> str:
    """Return a problem with its row and column."""
    fields = import_fields(game)
    kind, _dash, rest = problem.field.partition("-")
    parts = []
    if problem.row:
        parts.append(_("Row %(row)d") % {"row": problem.row})
    if kind == "hands":
        parts.append(_("Hand %(no)s") % {"no": rest.partition("-")[0]})
    elif problem.field in fields:
        parts.append(fields[problem.field])
    return _("%(place)s: %(said)s") % {"place": listed(parts), "said": problem.text} if parts else problem.text
