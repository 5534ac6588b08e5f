"""Compare draws: every figure with its bound and, if the bound is not reached, the reason as a sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.draws.rules.figures import Figure, Reason

LABELS: Mapping[str, str | Promise] = {
    "apart": gettext_lazy("Meetings of two who must not meet"),
    "repeats": gettext_lazy("Meetings beyond the first, over all pairs"),
    "teams": gettext_lazy("Meetings of team-mates"),
    "countries": gettext_lazy("Meetings of players of one country"),
    "regions": gettext_lazy("Meetings of players of one group"),
    "winds": gettext_lazy("Starting winds: largest difference between a player's winds"),
    "tables": gettext_lazy("Needless visits to the same table"),
    "fillers": gettext_lazy("Meetings of two fillers"),
    "common": gettext_lazy("Fewest common opponents of two who never meet"),
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
        "nothing": _("Nothing forces more than 0."),
        "opponents": _("Everybody needs %(needed)d opponents, and there are only %(others)d others."),
        "few_tables": _("With %(tables)d tables each session repeats some meetings of the first."),
        "exhausted": _("A search through everything found none with less."),
        "areas": _("%(sessions)d sessions, and of each other area only %(tables)d players to meet."),
        "larger_than_tables": _("%(groups)d of them have more members (up to %(most)d) than there are tables."),
        "all_meet": _("%(needed)d meetings, and only %(different)d pairs of different ones."),
        "sessions": _("%(sessions)d sessions are no multiple of four."),
        "own_tables": _("%(people)d sit at a table of their own throughout."),
        "strangers": _("Opponents' opponents make at most %(paths)d ways to %(strangers)d strangers."),
        "played": _("The played sessions hold %(repeats)d already."),
        "left": _("Who remains has not had all winds equally often."),
        "unknown": _("No bound is known."),
    }
    return sentences[reason.code] % reason.about


def gap(reason: Reason) -> str:
    """Return why the figure is not at its bound, as a sentence."""
    sentences = {
        "reached": "",
        "by_hand": _("The chart was changed by hand."),
        "search": _("Nothing better was found in %(steps)d steps of search; nobody has proven that there is."),
        "kept": _("The chart stays as it was drawn."),
        "not_sought": _("It is counted; nothing is given up for it."),
    }
    return sentences[reason.code] % reason.about
