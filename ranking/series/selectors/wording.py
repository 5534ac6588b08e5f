"""A rule of a series, the state of its events and the way to the final in words, for pages and papers."""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.i18n.wording import listed
from common.states import for_each
from ranking.series.rules.ranking import Chance, Exact, Qualification
from ranking.series.rules.rule import Counting, Points, Rule
from ranking.series.selectors.results import Source, SourceState
from ranking.series.selectors.values import COUNTINGS, LABELS, POINTS, SHARED, TIES, UNITS, Label
from scoring.game.rules.table_points import rounded

SOURCE_STATES: Mapping[SourceState, Label] = for_each(
    SourceState,
    {
        SourceState.OFFICIAL: gettext_lazy("Official"),
        SourceState.PROVISIONAL: gettext_lazy("Provisional"),
        SourceState.WAITING: gettext_lazy("Results awaited"),
        SourceState.GONE: gettext_lazy("No longer in the record"),
    },
)


def rule_lines(rule: Rule) -> list[tuple[Label, str]]:
    """Return label and text of each part of the rule that is used."""
    lines = [(LABELS["unit"], str(UNITS[rule.unit])), (LABELS["points"], str(POINTS[rule.points]))]
    if rule.points is Points.PLACING:
        lines.append((LABELS["placing"], values_text(rule.placing)))
    if rule.points is Points.PLACING or rule.place_bonus:
        lines.append((LABELS["shared"], str(SHARED[rule.shared])))
    lines.append((LABELS["counting"], counting_text(rule)))
    if rule.size_bonus:
        steps = [
            _("from %(players)s players %(points)s") % {"players": players, "points": points_text(points)}
            for players, points in rule.size_bonus
        ]
        lines.append((LABELS["size_bonus"], listed(steps)))
    if rule.place_bonus:
        lines.append((LABELS["place_bonus"], values_text(rule.place_bonus)))
    lines.append((LABELS["least"], str(rule.least)))
    if rule.ties:
        lines.append((LABELS["ties"], listed(str(TIES[tie]) for tie in rule.ties)))
    if rule.finalists:
        lines.append((LABELS["finalists"], str(rule.finalists)))
    return lines


def counting_text(rule: Rule) -> str:
    """Return which events count, with their numbers."""
    if rule.counting is Counting.BEST:
        return ngettext("The best event", "The best %(best)d events", rule.best) % {"best": rule.best}
    if rule.counting is Counting.BEST_WORST:
        return _("Best events: %(best)d; worst events: %(worst)d") % {"best": rule.best, "worst": rule.worst}
    return str(COUNTINGS[rule.counting])


def values_text(values: tuple[Fraction, ...]) -> str:
    return " ".join(points_text(value) for value in values)


def points_text(value: Exact) -> str:
    """Return points with at most two decimals, and a true minus."""
    return rounded(Fraction(value)).replace("-", "−")


def final_text(qualification: Qualification) -> str:
    """Return where a line is at the cut of the final, and by how much: In, +12; Out, −7; In, by the tie-break."""
    margin = qualification.margin
    if margin == 0 and qualification.chance is Chance.IN:
        return _("In, by the tie-break")
    if margin == 0 and qualification.chance is Chance.OUT:
        return _("Out, by the tie-break")
    if qualification.chance is Chance.IN:
        return _("In, +%(points)s") % {"points": points_text(margin)} if margin is not None else _("In")
    if qualification.chance is Chance.OUT:
        return _("Out, −%(points)s") % {"points": points_text(margin or 0)}
    return _("Equal at the cut") if qualification.chance is Chance.EQUAL else _("Too few events")


def event_name(source: Source) -> str:
    """Return the name of an event of a series, with the session if only one counts."""
    if not source.row.session:
        return source.name
    return _("%(event)s, session %(session)s") % {"event": source.name, "session": source.row.session}
