"""Weight, conditions and countries for the European federation as text."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_countries import countries

from common.i18n.wording import listed
from scoring.federation.rules import Check, Condition, Tournament, Weight

#: Signs before a condition: held, not held, not known yet.
SIGNS = {True: "✓", False: "✗", None: "–"}


def weight_text(weight: Weight) -> str:
    """Return the weight with what gives it: 3.5 = 2 (days) + 1 (players) + 0.5 (countries)."""
    parts: dict[str, Fraction | int] = {
        _("days"): weight.days,
        _("players"): weight.players,
        _("countries"): weight.countries,
        _("qualification"): weight.qualification,
    }
    sum_of = " + ".join(f"{float(value):g} ({name})" for name, value in parts.items() if value)
    return f"{float(weight.total):g} = {sum_of}"


def countries_text(tournament: Tournament) -> str:
    """Return the countries with their numbers of players, the largest first: Italy 12, France 3."""
    counted = Counter(code for code in tournament.countries if code)
    unknown = len(tournament.countries) - counted.total()
    parts = [f"{countries.name(code)} {count}" for code, count in counted.most_common()]
    return listed([*parts, *([_("not known: %(count)d") % {"count": unknown}] if unknown else [])])


def play_text(minutes: Sequence[int]) -> str:
    """Return the planned sessions: 8 sessions of 120 minutes."""
    words = ngettext(
        "%(count)d session of %(minutes)d minutes", "%(count)d sessions of %(minutes)d minutes", len(minutes)
    )
    return words % {"count": len(minutes), "minutes": min(minutes, default=0)}


def condition_text(check: Check) -> str:
    """Return a condition with what there is: “16 players of member countries: 12”."""
    words = {
        Condition.DAYS: _("The first and the last day are set"),
        Condition.PLAYERS: _("At least %(asked)d players of member countries: %(found)d"),
        Condition.SESSIONS: _("At least %(asked)d sessions for this number of days: %(found)d"),
        Condition.MINUTES: _("At least %(asked)d minutes a session for this number of days: %(found)d"),
        Condition.OBSERVER: _("The officials' list names an observer"),
    }
    return words[check.condition] % {"asked": check.asked, "found": check.found}


def marked(check: Check) -> str:
    """Return the condition after the sign of whether it is held."""
    return f"{SIGNS[check.held]} {condition_text(check)}"
