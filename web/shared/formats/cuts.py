"""The words and signs of a cut: who goes on by the standings of now, and what a player needs."""

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.formats.selectors.coming_cuts import ComingCut
from scoring.standings.rules.formats.needs import Need
from tournament.events.models.stages import Stage

SIDES: dict[str, tuple[str, str | Promise]] = {
    "in": ("●", gettext_lazy("goes on")),
    "line": ("◐", gettext_lazy("on the line")),
    "out": ("○", gettext_lazy("out")),
}
VERDICTS: dict[str, tuple[str, str | Promise]] = {
    "sure": ("✓", gettext_lazy("sure")),
    "possible": ("?", gettext_lazy("possible")),
    "impossible": ("✗", gettext_lazy("impossible")),
}


def side_sign(side: str) -> SafeString | str:
    """Return the sign of a side of the cut, with its word for screen readers; empty for who cannot go on."""
    if side not in SIDES:
        return ""
    sign, word = SIDES[side]
    return format_html(
        '<span class="cut-sign cut-{}" title="{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>', side, word, sign, word,
    )  # fmt: skip


def verdict_sign(verdict: str) -> SafeString:
    """Return the sign of a verdict, with its word for screen readers."""
    sign, word = VERDICTS[verdict]
    return format_html(
        '<span class="need need-{}" title="{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>', verdict, word, sign, word,
    )  # fmt: skip


def stage_title(coming: ComingCut) -> str:
    """Return the name of the stage that the cut leads to."""
    return str(coming.cut.stage)


def rule_of(coming: ComingCut) -> str:
    """Return in a sentence who goes on."""
    who, title = coming.who, stage_title(coming)
    values = {"count": who.count, "most": who.most, "stage": title}
    if who.kind == "best-of-groups":
        return _("The best %(count)d of each group go on to “%(stage)s”.") % values
    if who.kind == "best-of-pools":
        return _("The best %(count)d of each pool go on to “%(stage)s”.") % values
    if who.kind == "best-of-countries":
        return _("The best %(count)d go on to “%(stage)s”, at most %(most)d of one country.") % values
    if who.kind == "table-winners":
        return _("The best %(count)d of each table go on to “%(stage)s”.") % values
    return _("The best %(count)d go on to “%(stage)s”.") % values


def team_rule(stage: Stage, places: int) -> str:
    """Return in a sentence which teams go on to a stage."""
    return _("The best %(count)d teams go on to “%(stage)s”.") % {"count": places, "stage": stage}


def left_until(sessions_left: int) -> str:
    """Return how many sessions are left before the cut."""
    if not sessions_left:
        return _("All sessions before the cut are played.")
    text = ngettext(
        "%(count)d session is left before the cut.", "%(count)d sessions are left before the cut.", sessions_left
    )
    return text % {"count": sessions_left}


def side_text(coming: ComingCut, number: int) -> str:
    """Return where a player stands at the cut, for the player; empty for who cannot go on."""
    values = {"stage": stage_title(coming)}
    side = coming.sides.get(number)
    if side == "in":
        return _("“%(stage)s”: you go on as it stands now.") % values
    if side == "line":
        return _("“%(stage)s”: you are on the line.") % values
    return _("“%(stage)s”: you are out as it stands now.") % values if side else ""


def need_text(need: Need | None) -> str:
    """Return what a player needs in the last session before the cut; empty without bounds."""
    if need is None:
        return ""
    if need.verdict == "sure":
        return _("Sure, whatever happens in this session.")
    if need.verdict == "impossible":
        return _("Out of reach, whatever happens in this session.")
    places = [
        _("place %(place)d: %(verdict)s") % {"place": place, "verdict": VERDICTS[verdict][1]}
        for place, verdict in enumerate(need.by_place, start=1)
    ]
    return _("At your table: %(places)s") % {"places": " · ".join(places)} if places else _("It depends on the others.")
