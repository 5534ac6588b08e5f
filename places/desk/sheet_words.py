"""What stands on a sheet, in words: the name of a fact and its value, for comparing versions."""

from typing import Any

from django.utils.translation import gettext as _

from common.templatetags.pinju import DASH, signed
from common.wording import clauses
from scoring.models import Settlement, Signature
from tournament.wording import WIND_NAMES


def fact_name(kind: str, name: str) -> str:
    """What a fact of `scoring.selectors.sheet_versions.Change` is called."""
    if kind == "hand":
        return _("Hand %(no)s") % {"no": name}
    if kind == "penalty":
        hand, _order, seat = name.split("-")
        words = _("Penalty in hand %(no)s: %(seat)s") if hand != "0" else _("Penalty between hands: %(seat)s")
        return words % {"no": hand, "seat": WIND_NAMES[seat]}
    if kind == "signature":
        step, _dash, signer = name.partition("-")
        words = _("Checked: %(who)s") if step == Signature.Step.CHECK else _("Signature: %(who)s")
        return words % {"who": Signature.Signer(signer).label}
    if kind == "settlement":
        return _("Contradiction")
    words = {
        "total": _("Signed total: %(seat)s"),
        "stated": _("Stated table points: %(seat)s"),
        "forfeit": _("Forfeited: %(seat)s"),
    }[kind]
    return words % {"seat": WIND_NAMES[name]}


def fact_text(kind: str, value: Any) -> str:
    """A fact's value; a dash for None, which is nothing there."""
    if value is None:
        return DASH
    if kind == "hand":
        return _hand(value)
    if kind == "total":
        return signed(value)
    if kind == "penalty":
        parts = [signed(value["points"]), value.get("article"), value.get("reason")]
        parts.append(_("cannot win this hand") if value.get("dead") else "")
        return clauses(part for part in parts if part)
    if kind == "signature":
        how = Signature.How(value["how"]).label
        return _("%(name)s, %(how)s") % {"name": value["name"], "how": how} if value["name"] else str(how)
    if kind == "settlement":
        return clauses([Settlement.Way(value["way"]).label, value["reason"], value["name"]])
    return str(value or _("yes"))


def _hand(value: dict[str, Any]) -> str:
    """A hand: "East from South, 20", "South self-drawn, 33"."""
    if not value["winner"]:
        text = _("ended by the referee") if value.get("aborted") else _("drawn hand")
    else:
        words = (
            _("%(winner)s from %(discarder)s, %(points)s")
            if "discarder" in value
            else _("%(winner)s self-drawn, %(points)s")
        )
        who = {"winner": WIND_NAMES[value["winner"]], "points": value["points"]}
        text = words % (who | {"discarder": WIND_NAMES.get(value.get("discarder", ""), "")})
    return clauses([text, _("disputed")]) if value.get("disputed") else text
