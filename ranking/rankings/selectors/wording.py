"""Names, points and rules of rankings in words, for pages and files."""

from decimal import Decimal
from fractions import Fraction

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from common.i18n.texts import text_for
from common.i18n.wording import listed
from common.templatetags.pinju import country
from ranking.rankings.models import Ranking
from ranking.rankings.rules.rule import Kind, Rule, Value
from ranking.rankings.selectors.values import KINDS, LABELS, TOTALS, VALUES, YEARS, Label
from ranking.series.selectors.wording import values_text
from tournament.events.models.events import Event

Exact = Decimal | Fraction | int


def name_of(ranking: Ranking) -> str:
    """Return the name in the reader's language, else in another one."""
    return text_for(ranking.name, get_language() or "en")[1]


def points_text(value: Exact | None) -> str:
    """Return points with two decimals, rounded half to even, and a true minus; empty for None."""
    if value is None:
        return ""
    hundredths = round(Fraction(value) * 100)
    return f"{Decimal(hundredths) / 100:.2f}".replace("-", "−")


def part_names(rule: Rule) -> list[str]:
    """Return the names of the two parts of the points; none for an own formula."""
    if rule.kind is Kind.OWN:
        return []
    return [_("Estimate"), _("Deviation")] if rule.kind is Kind.RATING else [_("Part A"), _("Part B")]


def results_name(rule: Rule) -> str:
    """Return what a ranking counts of a player: results, or the tables of a rating."""
    return _("Tables") if rule.kind is Kind.RATING else _("Results")


def short_text(value: Exact) -> str:
    """Return a weight or a value of a result without needless decimals: 3.5, 938, 0.25."""
    thousandths = round(Fraction(value) * 1_000)
    text = f"{Decimal(thousandths) / 1_000:.3f}".rstrip("0").rstrip(".")
    return text.replace("-", "−")


def formula_lines(rule: Rule) -> list[tuple[Label, str]]:
    """Return label and text of each part of the formula."""
    if rule.kind is Kind.MERS:
        return [
            (LABELS["kind"], str(KINDS[rule.kind])),
            (LABELS["value"], str(VALUES[rule.value])),
            (_("Part A"), _("The weighted mean of the best five results and of 80 % of the further ones, rounded up")),
            (_("Part B"), _("The weighted mean of the best four results")),
            (
                LABELS["total"],
                _("The mean of part A and part B; fewer than five results are filled up with 0, weight 1"),
            ),
            *_ageing_lines(rule),
        ]
    if rule.kind is Kind.RATING:
        return [
            (LABELS["kind"], str(KINDS[rule.kind])),
            (LABELS["value"], _("Who is ahead of whom at each table, and how strong they were before it")),
            (LABELS["total"], _("The estimated strength less three deviations; everybody begins at 1500 ± 240")),
            (_("Tables that count"), _("Confirmed and released tables that are stored here, of all years")),
        ]
    lines = [(LABELS["kind"], str(KINDS[rule.kind])), (LABELS["value"], str(VALUES[rule.value]))]
    if rule.value is Value.PLACING:
        lines.append((LABELS["placing"], values_text(rule.placing)))
    lines.append((LABELS["total"], str(TOTALS[rule.total])))
    lines.append((LABELS["best"], str(rule.best) if rule.best else _("All")))
    return [*lines, *_ageing_lines(rule)]


def scope_lines(rule: Rule) -> list[tuple[Label, str]]:
    """Return label and text of each limit of the scope."""
    scopes, rule_sets = dict(Event.Scope.choices), dict(Event.Rules.choices)
    lines: list[tuple[Label, str]] = [
        (LABELS["letters"], listed(rule.letters)),
        (LABELS["scopes"], listed(str(scopes.get(code, code)) for code in rule.scopes)),
        (LABELS["rule_sets"], listed(str(rule_sets.get(code, code)) for code in rule.rule_sets)),
        (LABELS["countries"], listed(country(code) for code in rule.countries)),
        (LABELS["players_of"], listed(country(code) for code in rule.players_of)),
        (LABELS["first_year"], str(rule.first_year or "")),
        (LABELS["last_year"], str(rule.last_year or "")),
    ]
    return [(label, text) for label, text in lines if text]


def _ageing_lines(rule: Rule) -> list[tuple[Label, str]]:
    weight = (
        _("Days (at most 3) + 0.5 over 40 or 1 over 80 players + 0.5 from 6 or 1 from 10 countries + 1 if qualified")
        if rule.weighted
        else _("No")
    )
    least = ngettext("%(count)d result", "%(count)d results", rule.least) % {"count": rule.least}
    return [
        (LABELS["weighted"], weight),
        (LABELS["factors"], values_text(rule.factors)),
        (LABELS["years"], str(YEARS[rule.years])),
        (LABELS["least"], least),
    ]
