"""Compare draws: every figure with its bound and, if the bound is not reached, the reason as a sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.draws.rules.figures import Figure, Reason

LABELS: Mapping[str, str | Promise] = {
    "apart": gettext_lazy("Meetings of two who must not meet"),
    "repeats": gettext_lazy("Repeated meetings, all pairs together"),
    "teams": gettext_lazy("Meetings of team-mates"),
    "countries": gettext_lazy("Meetings of players of one country"),
    "regions": gettext_lazy("Meetings of players of one group"),
    "winds": gettext_lazy("Starting winds: largest difference between a player's winds"),
    "tables": gettext_lazy("Avoidable returns to the same table"),
    "fillers": gettext_lazy("Meetings of two fillers"),
    "common": gettext_lazy("Fewest common opponents of two players who never meet"),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of one draw: the value, its tone, and why it is not at the bound (empty: it is)."""

    value: int | None
    tone: str
    why: str


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of all draws: its label, the bound, and why nothing beyond the bound is possible."""

    label: str | Promise
    bound: int | None
    because: str
    cells: list[Cell]


def compared(draws: Sequence[Sequence[Figure]]) -> list[Row]:
    """Return the figures of several draws of one list as rows; the bound is that of the first draw."""
    rows = []
    for figures in zip(*draws, strict=True):
        first = figures[0]
        rows.append(Row(LABELS[first.name], first.bound, because(first.because), [_cell(figure) for figure in figures]))
    return rows


def _cell(figure: Figure) -> Cell:
    if figure.reached:
        return Cell(figure.value, "ok", "")
    # A figure that the draw did not optimise is neither good nor bad.
    return Cell(figure.value, "" if figure.gap.code == "not_sought" else "warn", gap(figure.gap))


def because(reason: Reason) -> str:
    """Return the reason of the bound, as a sentence."""
    sentences = {
        "nothing": _("No condition requires more than 0."),
        "opponents": _("Everybody needs %(needed)d opponents, but there are only %(others)d other players."),
        "few_tables": _("With %(tables)d tables each session repeats some meetings of the first."),
        "exhausted": _("A complete search found no lower value."),
        "pools": _("In the smallest pool there are %(others)d others to meet; everybody needs %(needed)d opponents."),
        "pool_tables": _("The smallest pool has %(tables)d tables for %(sessions)d sessions."),
        "areas": _("%(sessions)d sessions, but only %(tables)d players to meet from each other area."),
        "larger_than_tables": _("%(groups)d of them have more members (up to %(most)d) than there are tables."),
        "all_meet": _("%(needed)d meetings, but only %(different)d pairs of players from different units."),
        "sessions": _("%(sessions)d sessions are not a multiple of four."),
        "own_tables": _("%(people)d players stay at one table in all sessions."),
        "strangers": _(
            "The opponents of opponents give at most %(paths)d links to the %(strangers)d players never met."
        ),
        "played": _("The played sessions already have %(repeats)d."),
        "left": _("The remaining players have not had all winds equally often."),
        "unknown": _("No limit is known."),
    }
    return sentences[reason.code] % reason.about


def gap(reason: Reason) -> str:
    """Return why the figure is not at its bound, as a sentence."""
    sentences = {
        "reached": "",
        "by_hand": _("The chart was changed by hand."),
        "search": _(
            "A search of %(steps)d steps found nothing better; it is not known whether anything better exists."
        ),
        "kept": _("The chart stays as it was drawn."),
        "not_sought": _("It is only counted; the draw gives up nothing else for it."),
    }
    return sentences[reason.code] % reason.about
