"""Labels of the payload of a sheet, for comparing versions."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from common.i18n.wording import clauses, listed
from common.templatetags.pinju import DASH, signed
from scoring.fans.rules import FANS, hand_from
from scoring.fans.rules.recorded import picked
from scoring.game.rules.game import Game
from scoring.sheets.models.facts import Settlement, Signature
from scoring.sheets.selectors.facts.hand_records import WonHand
from scoring.tiles.rules.tiles import tile_text, tiles_text
from tournament.wording import WIND_NAMES
from web.shared.fans.entry import entry_of, melds_text
from web.shared.fans.labels import fan_name
from web.shared.hand_extras import ending_text, extra_text, points_text
from web.shared.labels.game_words import total_text


def fact_name(kind: str, name: str, hands: Mapping[int, str], game: Game) -> str:
    """Return the label of a fact of `scoring.sheets.selectors.facts.versions.Change`; ``hands``: names of hands."""
    if kind == "hand":
        return _named(_("Hand %(no)s") % {"no": name}, name, hands)
    if kind == "penalty":
        hand, _order, seat = name.split("-")
        words = _("Penalty in hand %(no)s: %(seat)s") if hand != "0" else _("Penalty between hands: %(seat)s")
        return _named(words % {"no": hand, "seat": WIND_NAMES[seat]}, hand, hands)
    if kind == "signature":
        step, _dash, signer = name.partition("-")
        words = _("Checked: %(who)s") if step == Signature.Step.CHECK else _("Signature: %(who)s")
        return words % {"who": Signature.Signer(signer).label}
    if kind == "settlement":
        return _("Discrepancy")
    if kind == "record":
        return _named(_("Tiles or fans of hand %(no)s") % {"no": name}, name, hands)
    if kind == "round":
        if game.terms.periods > 1:
            return _("Seats of period %(no)s, from the starter on") % {"no": name}
        return _("Seats of round %(no)s, East to North") % {"no": name}
    words = {
        "total": _("Signed total: %(seat)s"),
        "stated": _("Written table points: %(seat)s"),
        "forfeit": _("Forfeited: %(seat)s"),
    }[kind]
    return words % {"seat": WIND_NAMES[name]}


def _named(text: str, no: int | str, hands: Mapping[int, str]) -> str:
    return f"{text} {hands.get(int(no), '')}".rstrip()


def fact_text(kind: str, value: Any, game: Game) -> str:
    """Return a fact's value as text; a dash for None (no such fact)."""
    if value is None:
        return DASH
    if kind == "hand":
        return hand_text(value, game)
    if kind == "total":
        return total_text(game, value)
    if kind == "penalty":
        parts = [signed(value["points"]), value.get("article"), value.get("reason")]
        parts.append(_("cannot win this hand") if value.get("dead") else "")
        return clauses(part for part in parts if part)
    if kind == "signature":
        how = Signature.How(value["how"]).label
        return _("%(name)s, %(how)s") % {"name": value["name"], "how": how} if value["name"] else str(how)
    if kind == "record":
        return record_text(value)
    if kind == "round":
        return listed(str(WIND_NAMES[seat]) for seat in value)
    if kind == "settlement":
        return clauses([Settlement.Way(value["way"]).label, value["reason"], value["name"]])
    return str(value or _("yes"))


def record_text(value: Mapping[str, Any]) -> str:
    """Return the recorded tiles or fans of a hand, with the calculated points."""
    points = value["calculated"]
    result = _("not a winning hand") if points is None else _("calculated: %(points)s") % {"points": points}
    return clauses([made_text(value), result])


def made_text(record: Mapping[str, Any]) -> str:
    """Return the tiles of a record, or the names of its fans."""
    if "fans" in record:
        chosen = picked(record["fans"]).items()
        return listed(f"{fan_name(FANS[no])} × {times}" if times > 1 else fan_name(FANS[no]) for no, times in chosen)
    entry = entry_of(hand_from(record["tiles"]))
    return f"{melds_text(entry.melds)} {tiles_text(entry.tiles)} + {tile_text(entry.win or 0)}".strip()


def difference_text(hand: WonHand, hands: Mapping[int, str]) -> str:
    """Return the sentence about a hand whose record differs from the declared points; ``hands``: names of hands."""
    figures = {"no": hand.no, "points": hand.points, "calculated": hand.calculated}
    if hand.calculated is None:
        words = _("Hand %(no)s: %(points)s points were declared, but the recorded tiles do not win.")
    else:
        words = _("Hand %(no)s: %(points)s points were declared, calculated are %(calculated)s.")
    return _named(words % figures, hand.no, hands)


def hand_text(value: dict[str, Any], game: Game) -> str:
    """Return a hand such as "East from South, 20" or "South self-drawn, ½ fans, robbed kong"."""
    named = [str(WIND_NAMES[seat]) for seat in value.get("false_wins", ())]
    bound = str(WIND_NAMES[value["bound"]]) if value.get("bound") else ""
    extras = extra_text(named, bound, robbed=value.get("robbed", False))
    parts = [_result_text(value, game, extras), extras, _("disputed") if value.get("disputed") else ""]
    return clauses(filter(None, parts))


def _result_text(value: dict[str, Any], game: Game, extras: str) -> str:
    if not value["winner"]:
        if extras:
            return ""
        return ending_text(game, aborted=value.get("aborted", False))
    points = points_text(game, game.declared(value["points"]) or 0) if game.in_mados else value["points"]
    values = {"winner": WIND_NAMES[value["winner"]], "points": points}
    if "discarder" not in value:
        return _("%(winner)s self-drawn, %(points)s") % values
    return _("%(winner)s from %(discarder)s, %(points)s") % (values | {"discarder": WIND_NAMES[value["discarder"]]})
