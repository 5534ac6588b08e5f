"""The result of an event for the European federation, and doubts to check before it is sent.

Columns and numbers follow practice 6 (EMA): first and last name in two columns, numbers of eight digits that begin with
the country's two, countries as the three letters of sport. Members are the players with a number.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

from django.utils.translation import gettext as _
from django_countries import countries

from common.i18n.wording import listed
from scoring.federation.rules import Weight
from scoring.federation.selectors.view import federation_view
from scoring.papers.selectors.results_report import ResultsReport
from scoring.standings.rules.standings import PlayerStanding
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.rules import NumberKind, is_east_asian
from tournament.people.selectors import numbers_of
from tournament.registration.rules.countries import country_code
from tournament.registration.rules.federation import federation_number, of_another_country
from tournament.registration.rules.names import NameParts, split_name
from tournament.registration.selectors.countries import country_names

NUMBER = re.compile(r"\d{8}")


class Doubt(Enum):
    """What to check of a player's line, in the order in which the page says it."""

    GUESSED_NAME = auto()
    WRONG_NUMBER = auto()
    OTHER_COUNTRY = auto()
    NO_COUNTRY = auto()


@dataclass(frozen=True, slots=True)
class FederationLine:
    """A ranked player's line."""

    position: int
    first_name: str
    last_name: str
    number: str
    table_points: Fraction
    score: int | Fraction
    country: str

    @property
    def member(self) -> bool:
        """Whether the player has a number of the federation."""
        return bool(NUMBER.fullmatch(self.number))


@dataclass(frozen=True)
class FederationResults:
    """The counts for the head, the lines, the doubts as sentences, and what the event lacks, as sentences."""

    players: int
    days: int | None
    weight: Weight | None
    lines: list[FederationLine]
    doubts: list[str]
    missing: list[str]


def federation_results(report: ResultsReport) -> FederationResults:
    """Return the result in rank order, of the ranked players with at least one session; fillers are left out."""
    entries = report.event.entries.select_related("person__merged_into")
    by_number = {entry.number: entry for entry in entries}
    ema_numbers = _ema_numbers(entries)
    public = not report.standings.view.live
    played = [line for line in report.standings.individual() if line.results]
    lines = []
    doubtful: dict[Doubt, list[str]] = {doubt: [] for doubt in Doubt}
    for line in played:
        if line.rank is None:
            continue
        entry = by_number[line.number]
        made, doubts_of_line = _line(line, line.rank, entry, ema_numbers, public)
        lines.append(made)
        for doubt in doubts_of_line:
            doubtful[doubt].append(_person(entry, made, public, parts=doubt is Doubt.GUESSED_NAME))
    doubts = [_doubt_text(doubt, people) for doubt, people in doubtful.items() if people]
    doubts += _about_all(report, lines)
    view = federation_view(report.event, [line.number for line in played])
    missing = _missing(report.event)
    return FederationResults(len(played), view.tournament.days, view.weight, lines, doubts, missing)


def _missing(event: Event) -> list[str]:
    """Return which columns of the workbook stay empty because the event does not have their values."""
    sentences = {
        _("The days are missing: date, period, number of days and weight stay empty."): event.starts and event.ends,
        _("The venue is missing: the city stays empty."): event.venue,
        _("The country of the event is missing."): event.country,
    }
    return [sentence for sentence, value in sentences.items() if not value]


def federation_letters(event: Event, country: str) -> str:
    """Return the federation's letters of a country: those of the settings, else the three of sport (NED, SUI)."""
    iso = country_code(country, country_names()) or ""
    return event.federation_settings.letters.get(iso) or countries.ioc_code(iso)


def _ema_numbers(entries: Iterable[Entry]) -> dict[int, str]:
    """Return person -> EMA number, where it is known which federation gave the number."""
    numbers = numbers_of(entry.person.kept for entry in entries)
    return {pk: row.number for pk, rows in numbers.items() for row in rows if row.kind == NumberKind.EMA}


def _line(
    line: PlayerStanding, rank: int, entry: Entry, ema_numbers: Mapping[int, str], public: bool
) -> tuple[FederationLine, list[Doubt]]:
    hidden = _is_hidden(entry, public)
    parts = NameParts(entry.public_name, "", True) if hidden else _parts(entry)
    iso = country_code(entry.country, country_names()) or ""
    person = entry.person.kept
    number, _mended = federation_number(ema_numbers.get(person.pk) or person.federation_number or "", iso)
    made = FederationLine(
        position=rank,
        first_name=parts.given,
        last_name=parts.family,
        number=number,
        table_points=line.table_points,
        score=line.competition_points,
        country=federation_letters(entry.event, entry.country),
    )
    doubts = []
    if not parts.sure or not (parts.given or hidden):
        doubts.append(Doubt.GUESSED_NAME)
    if number and not made.member:
        doubts.append(Doubt.WRONG_NUMBER)
    elif of_another_country(number, iso):
        doubts.append(Doubt.OTHER_COUNTRY)
    if not made.country:
        doubts.append(Doubt.NO_COUNTRY)
    return made, doubts


def _is_hidden(entry: Entry, public: bool) -> bool:
    return public and entry.name_consent is False


def _person(entry: Entry, line: FederationLine, public: bool, *, parts: bool) -> str:
    """Return the player's number and name; ``parts``: with the family name in capitals, as in the file."""
    if parts:
        name = f"{line.first_name} {line.last_name.upper()}".strip()
    else:
        name = entry.public_name if _is_hidden(entry, public) else entry.name
    return f"{entry.number} {name}"


def _doubt_text(doubt: Doubt, people: list[str]) -> str:
    sentences = {
        Doubt.GUESSED_NAME: _("Family names that are guessed, here in capitals: %(people)s."),
        Doubt.WRONG_NUMBER: _("Numbers without the federation's eight digits: %(people)s."),
        Doubt.OTHER_COUNTRY: _("Federation numbers of another country: %(people)s."),
        Doubt.NO_COUNTRY: _("The country is missing or unknown: %(people)s."),
    }
    return sentences[doubt] % {"people": listed(people)}


def _parts(entry: Entry) -> NameParts:
    """Return family and given name, in Latin letters if they are known."""
    if entry.latin_name and is_east_asian(entry.name):
        return split_name(entry.latin_name)
    if entry.family_name and entry.given_name:
        return NameParts(entry.family_name, entry.given_name, True)
    return split_name(entry.latin_name or entry.name)


def _about_all(report: ResultsReport, lines: list[FederationLine]) -> list[str]:
    """Return doubts about the whole list: players left out of it, repeated numbers."""
    doubts = []
    names = report.standings.names
    missing = [
        names[line.number]
        for line in report.standings.individual()
        if not line.results and names[line.number].kind == "player"
    ]
    if missing:
        people = listed(f"{entry.number} {entry.name}" for entry in missing)
        doubts.append(_("Entered but without a result, so not in the list: %(people)s.") % {"people": people})
    unranked = [names[line.number] for line in report.standings.individual() if line.results and line.rank is None]
    if unranked:
        people = listed(f"{entry.number} {entry.name}" for entry in unranked)
        doubts.append(_("Played but without a rank, so not in the list: %(people)s.") % {"people": people})
    counted = Counter(line.number for line in lines if line.number)
    twice = [number for number, count in counted.items() if count > 1]
    if twice:
        doubts.append(_("These federation numbers appear more than once: %(numbers)s.") % {"numbers": listed(twice)})
    return doubts
