"""The labels of the score sheet (A5) in each language, and in Chinese and English together."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext, override, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from common.i18n.texts import text_for
from scoring.sheets.selectors.hand_names import hand_name
from tournament.wording import WINDS

if TYPE_CHECKING:
    from tournament.events.models.events import Event

#: Chinese and English together, as on the form of the rule book (A5).
BILINGUAL = "zh-hans+en"

LABELS = {
    "title": _("Mahjong score sheet"),
    "session": _("Session"),
    "session_and_table": _("Session %(session)s · Table %(number)s"),
    "table": _("Table"),
    "date": _("Date"),
    "from": _("From"),
    "to": _("To"),
    "number": _("Player's number"),
    "name": _("Player's name"),
    "start": _("Seat at the start"),
    "seats": _("Seats by round"),
    "hand": _("Hand"),
    "winner": _("Winner"),
    "discarder": _("Discarder"),
    "points": _("Points"),
    "score": _("Score"),
    "total": _("Total"),
    "penalty": _("Penalties"),
    "remarks": _("Remarks"),
    "competition": _("Competition points"),
    "table_points": _("Table points"),
    "signature": _("Player's signature"),
    "referee": _("Referee"),
    "chief-referee": _("Chief referee"),
    "foot": _(
        "Add up and check before you sign: the four totals and the penalties must add up to 0. A signed sheet is final."
    ),
    "round": _("Round"),
    "dealer": _("Dealer"),
    "fans": pgettext_lazy("worth of a hand", "Fans"),
    "marks": _("Notes"),
    "period": _("Period %(period)s"),
    "turn": _("Seats from the starter on"),
    "mados": _("Mados held"),
    "imj_marks": _(
        "Notes: K robbed kong, paid three times; B who is bound to lose and pays for all; F who declared a false win; "
        "* aborted."
    ),
    "imj_owner": _("Fans and mados of the International Mahjong Rules v0702 by Cofa Tsui (IMJ 30.1)."),
    "scored": _(
        "Winner and discarder: the seat at the start. Self-drawn: a dash for the discarder; no winner: three dashes."
    ),
}


class Labels:
    """The sheet's labels in a language: "zh-hans", "en", "ja" or BILINGUAL."""

    def __init__(self, language: str) -> None:
        self.languages = ("zh-hans", "en") if language == BILINGUAL else (language,)
        # A cache: a pack of sheets uses the same few labels ten thousand times.
        self._known: dict[str, list[str]] = {}

    @property
    def main(self) -> str:
        """The language of the sheet's fonts and dates."""
        return self.languages[0]

    def __call__(self, name: str) -> list[str]:
        """Return a label of LABELS, one line for each language."""
        if name not in self._known:
            self._known[name] = self._translations(LABELS[name])
        return self._known[name]

    def with_values(self, name: str, **values: str | int) -> str:
        """Return a label of LABELS with its values, in all languages."""
        return " ".join(label % values for label in self(name))

    def _translations(self, text: object) -> list[str]:
        """Return a lazy text, one line for each language."""
        translations = []
        for language in self.languages:
            with override(language):
                translations.append(str(text))
        return translations

    def wind(self, seat: str) -> str:
        """Return the sign of a wind; in two languages both, such as 东 E."""
        if seat not in self._known:
            self._known[seat] = [" ".join(dict.fromkeys(self._translations(WINDS[seat])))]
        return self._known[seat][0]

    def hand_name(self, number: int, rules: str) -> str:
        """Return the name of a hand in the main language; empty under rules without names."""
        with override(self.main):
            return hand_name(number, rules)

    def agreed_terms(self, event: "Event") -> list[str]:
        """Describe what an event agreed on under the International Mahjong Rules (IMJ 3, 7), by language."""
        terms, lines = event.imj_settings, []
        for language in self.languages:
            with override(language):
                lowest = terms.lowest_fans
                chosen = {
                    "start": f"{terms.start_mados:,}",
                    "lowest": gettext("from %(fans)s fans") % {"fans": lowest}
                    if lowest
                    else gettext("any number of fans wins"),
                    "highest": terms.highest_fans,
                    "equipment": terms.get_equipment_display(),
                    "gong": event.play_settings.get_at_time_display(),
                }
                text = gettext(
                    "%(start)s mados at the start; %(lowest)s, at most %(highest)s fans are paid; %(equipment)s. "
                    "Time over: %(gong)s."
                )
                lines.append(text % chosen)
                _key, rules = text_for(terms.attachment_rules, language)
                if rules:
                    lines.append(gettext("Attachment rules (IMJ 3): %(rules)s") % {"rules": " ".join(rules.split())})
        return list(dict.fromkeys(lines))

    def house_rules(self, event: "Event") -> list[str]:
        """Describe the event's settings for the gong and for ties, one line for each language."""
        lines = []
        for language in self.languages:
            with override(language):
                gong = event.play_settings.get_at_time_display()
                ties = event.scoring_settings.get_ties_display()
                chosen = {"gong": gong, "ties": ties}
                lines.append(gettext("Time over: %(gong)s. Equal scores: %(ties)s.") % chosen)
        return lines
