"""Audit entries as people read them: the action's sentence, what it was about, values before and after."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.db.models import Model
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import REGISTRY, Action, load_services
from common.actions.models.audit import AuditEntry
from common.i18n.wording import clauses, listed
from common.numbers import MOST_KEY, number_in
from common.templatetags.pinju import DASH
from ranking.bodies.models import PinSettings
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.claims import MissingResult
from scoring.appeals.models import STATE_NAMES, Appeal, AppealStep
from scoring.appeals.rules import State
from scoring.display.models.ceremonies import Award
from scoring.display.models.screens import Screen, ScreenPart
from scoring.fouls.models import FoulKind, Measure, Scope
from scoring.fouls.rules.catalogue import Text, fouls
from scoring.fouls.selectors.labels import EFFECT_WORDS, place_words, said
from scoring.fouls.services.following import ELSEWHERE
from scoring.papers.exports.papers import PAPERS
from scoring.settings.models import SETTINGS_GROUPS
from scoring.sheets.models.calls import RefereeCall
from tournament.draws.models.draws import Draw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event, Official
from tournament.events.models.tables import SeatChoices
from tournament.people.models.accounts import Account, Role
from tournament.people.models.persons import Person
from tournament.presence.models.presence import Arrival
from tournament.registration.models.applications import Application, ApplicationMail
from web.shared.applications import ANSWERS

#: What the version of a sheet is called that no action of its own made.
FOLLOWING: Mapping[str, str | Promise] = {
    ELSEWHERE: gettext_lazy("Repeated fouls counted anew: whose they were changed elsewhere")
}
#: The columns of events and officials that people change.
COLUMNS = {"name", "country", "starts", "ends", "rules", "scope", "sanction_body", "sanction_number", "web_site"}
COLUMNS |= {"function", "qualification", "qualification_number"}
#: The models whose columns give their own names, and those whose columns hold codes or days.
NAMED: tuple[type[Model], ...] = (Event, Official, PinSettings, *SETTINGS_GROUPS.values())
CODED: tuple[type[Model], ...] = (Official, Entry, Event, Screen, PinSettings, *SETTINGS_GROUPS.values())
#: What the keys of values before and after are called.
NAMES: Mapping[str, str | Promise] = {
    "role": gettext_lazy("Role"),
    **ANSWERS,
    "state": gettext_lazy("State"),
    "pin_state": gettext_lazy("State"),
    "missing_result": gettext_lazy("A result that the record lacks"),
    "pin_kind": PinApplication._meta.get_field("kind").verbose_name,
    "level": gettext_lazy("Level"),
    "serial": gettext_lazy("Number of the certificate"),
    "fault": gettext_lazy("Fault"),
    "foul": gettext_lazy("Foul"),
    "fouls": gettext_lazy("Fouls"),
    "offence": gettext_lazy("Kind of foul"),
    "where": gettext_lazy("Place"),
    "effects": gettext_lazy("Penalty"),
    "payee": gettext_lazy("Paid to"),
    "cancelled": gettext_lazy("Cancelled"),
    "measure": gettext_lazy("Measure"),
    "against": gettext_lazy("Directed against"),
    "sort": gettext_lazy("Measure"),
    "counted": gettext_lazy("Counted when repeated"),
    "text": gettext_lazy("Text"),
    **{column.name: column.verbose_name for column in FoulKind._meta.fields if column.name.startswith("name_")},
    "players": gettext_lazy("Players"),
    "sessions": gettext_lazy("Sessions"),
    "organizer": gettext_lazy("Organizer"),
    "tables": gettext_lazy("Tables"),
    "session": gettext_lazy("Session"),
    "numbers": gettext_lazy("Numbers"),
    "list_hash": gettext_lazy("Hash of the list"),
    "commitment": gettext_lazy("Hash of the secret"),
    "public_value": gettext_lazy("Value named in public"),
    "seed": gettext_lazy("Seed"),
    "method": gettext_lazy("Method"),
    "draw": gettext_lazy("Draw"),
    "region": gettext_lazy("Group"),
    "rule": gettext_lazy("Way of drawing"),
    "candidates": gettext_lazy("Candidates"),
    "candidate": gettext_lazy("Candidate"),
    "left": gettext_lazy("Out of the event"),
    "fillers": gettext_lazy("Fillers"),
    "apart": gettext_lazy("Must not meet"),
    "here": gettext_lazy("Here"),
    "seats_checked": gettext_lazy("Seat check"),
    "started": gettext_lazy("Started"),
    "ended": gettext_lazy("Ended"),
    "pause": gettext_lazy("Pause"),
    "break": gettext_lazy("Break"),
    "silent": gettext_lazy("Without gong"),
    "minutes": gettext_lazy("Minutes"),
    "zh": gettext_lazy("Chinese"),
    "en": gettext_lazy("English"),
    "ja": gettext_lazy("Japanese"),
    "from": gettext_lazy("From"),
    "taken_back": gettext_lazy("Taken back"),
    "round": gettext_lazy("Round"),
    "arrived_at": gettext_lazy("Came at"),
    "places": gettext_lazy("East to North"),
    "award_places": gettext_lazy("Places awarded"),
    "to_table": gettext_lazy("Now at table"),
    "room": gettext_lazy("Room"),
    "called": gettext_lazy("Called"),
    "late_from": gettext_lazy("Lateness counts from"),
    "shown": gettext_lazy("Lots shown"),
    "step": gettext_lazy("Lots shown with one step"),
    **dict(Arrival.Mark.choices),
    "status": gettext_lazy("Status"),
    "from_session": gettext_lazy("From session"),
    "table": gettext_lazy("Table"),
    "holder": gettext_lazy("Number"),
    "plays": gettext_lazy("Played by number"),
    "template": gettext_lazy("Template"),
    "rehearsal": gettext_lazy("Rehearsal"),
    "account": gettext_lazy("Account"),
    "until": gettext_lazy("Until"),
    "hall": gettext_lazy("Hall"),
    "paper": gettext_lazy("Paper"),
    "parts": gettext_lazy("Parts"),
    "east": gettext_lazy("East is at"),
    "place": gettext_lazy("Place"),
    "hand": gettext_lazy("Hand"),
    "no": gettext_lazy("Hand"),
    "winner": gettext_lazy("Winner"),
    "discarder": gettext_lazy("Discarder"),
    "points": gettext_lazy("Points"),
    "aborted": gettext_lazy("Aborted by the referee"),
    "disputed": gettext_lazy("Disputed"),
    "late": gettext_lazy("Too late"),
    "matter": gettext_lazy("Matter"),
    "department": gettext_lazy("Department"),
    "instance": gettext_lazy("Instance"),
    "heard": gettext_lazy("Hearing"),
    "finding": gettext_lazy("Finding"),
    "fee": gettext_lazy("Fee"),
    "note": gettext_lazy("Note"),
    "files": gettext_lazy("Files"),
    "texts": gettext_lazy("Texts"),
    "player": gettext_lazy("Number"),
    "for_what": gettext_lazy("Called for"),
    "referee": gettext_lazy("Referee"),
    "outcome": gettext_lazy("Outcome"),
    "decision": gettext_lazy("Decision"),
    "record": gettext_lazy("Tiles or fans"),
    "tiles": gettext_lazy("Tiles"),
    "fans": gettext_lazy("Fans"),
    "calculated": gettext_lazy("Calculated"),
    "total": gettext_lazy("Signed totals"),
    "stated": gettext_lazy("Stated table points"),
    "penalties": gettext_lazy("Penalties"),
    "points_by_seat": gettext_lazy("Points"),
    "article": gettext_lazy("Article"),
    "dead": gettext_lazy("Cannot win this hand"),
    "number": gettext_lazy("Number"),
    "to": gettext_lazy("Paid to"),
    "seat": gettext_lazy("Seat"),
    "from_hand": gettext_lazy("From hand"),
    "checked": gettext_lazy("Checked"),
    "signed": gettext_lazy("Signed"),
    "tries": gettext_lazy("Tries left"),
    "wrong_signing": gettext_lazy("Wrong codes at signing"),
    "wrong_appeals": gettext_lazy("Wrong codes for appeals"),
    "typist": gettext_lazy("Typed by"),
    "arrived": gettext_lazy("Paper at the Desk"),
    "way": gettext_lazy("Settled"),
    "order_changes": gettext_lazy("The order at the table changes"),
    "kinds": gettext_lazy("Contradictions"),
    "difference": gettext_lazy("Difference"),
    "phone": gettext_lazy("Phone"),
    "photo": gettext_lazy("Photo"),
    "photos": gettext_lazy("Photos of the paper"),
    "language": gettext_lazy("Language"),
    "closed": gettext_lazy("Closed"),
    "answers": gettext_lazy("Answers for it"),
    "left_open": gettext_lazy("Left open"),
    "official": gettext_lazy("Official since"),
    "screen_parts": gettext_lazy("Parts"),
    "awards": gettext_lazy("Awards"),
    "award": gettext_lazy("Award"),
    "winners": gettext_lazy("Given to"),
    "steps_shown": gettext_lazy("Steps shown"),
    "digest": gettext_lazy("Hash of what was sent"),
    "by": gettext_lazy("Played by number"),
    "line_ups_left": gettext_lazy("Line-ups that did not fit"),
    "family_name": gettext_lazy("Family name"),
    "given_name": gettext_lazy("Given name"),
    "latin_name": gettext_lazy("Name in Latin letters"),
    "federation_number": gettext_lazy("Federation number"),
    "team": gettext_lazy("Team"),
    "group": gettext_lazy("Group"),
    "kind": gettext_lazy("Takes part as"),
    "leader": gettext_lazy("Leader"),
    "members": gettext_lazy("Numbers"),
    "into": gettext_lazy("Into"),
    "merged_into": gettext_lazy("Merged into"),
    "persons": gettext_lazy("Persons"),
    "two_persons": gettext_lazy("Two persons"),
    "document": gettext_lazy("ID document number"),
    "contact": gettext_lazy("Contact"),
    "birth_date": gettext_lazy("Date of birth"),
    "keep_until": gettext_lazy("Kept until"),
    "deleted": gettext_lazy("Deleted"),
    "kept": gettext_lazy("Kept"),
    "folder": gettext_lazy("Folder"),
    "keep": gettext_lazy("Keep the newest"),
    "private": gettext_lazy("Private data"),
    "previews": gettext_lazy("Lists that were read"),
    "invitations": gettext_lazy("Invitations"),
    "applications": gettext_lazy("Registrations by the players"),
    "file": gettext_lazy("File"),
    "countries": gettext_lazy("Countries"),
    "event": gettext_lazy("Event"),
    "public": gettext_lazy("Shown to everybody"),
    "class": gettext_lazy("Class"),
    "sanctioned": gettext_lazy("Registered with the WMCC"),
    "version": gettext_lazy("Version"),
    "columns": gettext_lazy("Columns"),
    "request": gettext_lazy("Request"),
    "evaluated": gettext_lazy("Evaluated"),
    "more": gettext_lazy("Reach more"),
    "less": gettext_lazy("Reach less"),
    "requests": gettext_lazy("Requests"),
    "lists": gettext_lazy("Lists that were read"),
    "rows": gettext_lazy("Rows"),
    "new": gettext_lazy("new"),
    "changed": gettext_lazy("changed"),
    "same": gettext_lazy("the same"),
    "wrong": gettext_lazy("wrong"),
    "left_out": gettext_lazy("Left out"),
    "sheet": gettext_lazy("Worksheet"),
    "heading": gettext_lazy("Heading row"),
    "mapping": gettext_lazy("Columns"),
    "fill_down": gettext_lazy("Cells filled down"),
    "guessed": gettext_lazy("Guessed"),
    **{seat.value: seat.label for seat in SeatChoices},
    **{
        column.name: column.verbose_name
        for model in NAMED
        for column in model._meta.fields
        if column.name in COLUMNS or hasattr(column, "article")
    },
}
#: The columns whose values are codes or days, by the key that they stand under.
VALUED: Mapping[str, Any] = {
    column.name: column
    for model in CODED
    for column in model._meta.fields
    if column.choices or column.get_internal_type() == "DateField"
} | {
    "pin_state": PinApplication._meta.get_field("status"),
    "pin_kind": PinApplication._meta.get_field("kind"),
    "missing_result": MissingResult._meta.get_field("status"),
    "for_what": RefereeCall._meta.get_field("about"),
    "fee": Appeal._meta.get_field("fee_state"),
    "against": Appeal._meta.get_field("against"),
    "matter": Appeal._meta.get_field("matter"),
    "instance": AppealStep._meta.get_field("instance"),
    "finding": AppealStep._meta.get_field("finding"),
}
#: What codes of fouls and measures are called, under the keys that hold them.
FOUL_CODES: Mapping[str, str | Promise] = {
    "nobody": gettext_lazy("nobody"),
    "each": gettext_lazy("each of the others"),
    "one": gettext_lazy("one player, said at the table"),
    **dict(Measure.Kind.choices),
    **dict(Scope.choices),
}
#: A private value's digest (common.privacy.fields.keyed_digest).
DIGEST = re.compile("[0-9a-f]{16}")
#: What the kinds of things are called that an entry is about.
KINDS: Mapping[str, str | Promise] = {
    "team": gettext_lazy("Team %(name)s"),
    "group": gettext_lazy("Group %(name)s"),
    "person": gettext_lazy("Person %(name)s"),
    "preview": gettext_lazy("List %(name)s"),
    "event": gettext_lazy("Event %(name)s"),
    "session": gettext_lazy("Session %(name)s"),
    "account": gettext_lazy("Account %(name)s"),
    "official": gettext_lazy("Official %(name)s"),
    "invitation": gettext_lazy("Invitation %(name)s"),
    "draw": gettext_lazy("Draw %(name)s"),
    "entry": gettext_lazy("Number %(name)s"),
    "application": gettext_lazy("Registration %(name)s"),
    "sheet": gettext_lazy("Sheet %(name)s"),
    "table_code": gettext_lazy("Card of table %(name)s"),
    "screen": gettext_lazy("Screen %(name)s"),
    "award": gettext_lazy("Award %(name)s"),
    "screen_picture": gettext_lazy("Picture %(name)s"),
    "announcement": gettext_lazy("Announcement %(name)s"),
    "appeal": gettext_lazy("Appeal %(name)s"),
    "foul": gettext_lazy("Foul %(name)s"),
    "foul_kind": gettext_lazy("Kind of foul %(name)s"),
    "measure": gettext_lazy("Measure %(name)s"),
    "body": gettext_lazy("Body %(name)s"),
    "list": gettext_lazy("List %(name)s"),
    "correction": gettext_lazy("Request %(name)s"),
    "pin_application": gettext_lazy("Application %(name)s for a pin"),
    "site_results": gettext_lazy("Results %(name)s of the web site"),
}


class AuditWords:
    """Words for ``entries``; the accounts and persons that they name are read at once."""

    def __init__(self, entries: Iterable[AuditEntry]) -> None:
        entries = list(entries)
        texts = [text for entry in entries for text in _texts(entry.about, entry.before, entry.after)]
        self.named = {
            f"{kind}:{pk}": str(row)
            for kind, model in (("account", Account), ("person", Person))
            for pk, row in model._default_manager.in_bulk(_ids(kind, texts)).items()
        }
        self.offences = {code: kind.name for code, kind in fouls().items()} | _own_kinds(entries)

    def action(self, entry: AuditEntry) -> str:
        """What was done, as the action says it."""
        known = _actions().get(entry.action)
        return str(known.summary if known else FOLLOWING.get(entry.action, entry.action))

    def actor(self, entry: AuditEntry) -> str:
        """Who did it; a player who registered has no name here, which could not be deleted."""
        return entry.actor_name or _("Registrant")

    def about(self, entry: AuditEntry) -> str:
        """What it was done to."""
        kind, _colon, name = entry.about.partition(":")
        if kind == "foul_kind" and name in self.offences:
            name = said(self.offences[name])
        return str(KINDS[kind]) % {"name": self.named.get(entry.about, name)} if kind in KINDS else entry.about

    def values(self, stored: Any) -> list[tuple[str, str]]:
        """A value before or after as (name, text) pairs; a plain value has no name, none at all gives no pair."""
        if stored is None:
            return []
        if isinstance(stored, dict):
            return [(_name(key, value), self._value(key, value)) for key, value in stored.items()]
        return [("", self._text(stored))]

    def _value(self, key: str, value: Any) -> str:
        """The value of a key: a code by its word, a day in the reader's form, everything else as it is anywhere."""
        if key == "offence" and value in self.offences:
            return said(self.offences[value])
        if key == "where" and isinstance(value, str):
            return _place(value)
        if key in ("payee", "sort", "scope") and value in FOUL_CODES:
            return str(FOUL_CODES[value])
        column = VALUED.get(key)
        if column is None or not isinstance(value, str) or not value:
            return self._text(value)
        if column.choices:
            return str(dict(column.flatchoices).get(value, value))
        day = parse_date(value)
        return date_format(day) if day else _moment(value)

    def _text(self, value: Any) -> str:
        if value is None or value == "" or value == []:
            return DASH
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, list):
            return listed(map(self._text, value))
        if isinstance(value, dict):
            return clauses(f"{_name(key, inner)} {self._value(key, inner)}" for key, inner in value.items())
        if not isinstance(value, str):
            return str(value)
        if value in self.named:
            return self.named[value]
        if DIGEST.fullmatch(value):
            return format_html('<code class="hash" lang="zxx">{}</code>', value)
        if value in Role.Name.values:
            return str(Role.Name(value).label)
        if value in PAPERS:
            return str(PAPERS[value].title)
        if value in SeatChoices.values:
            return str(SeatChoices(value).label)
        for codes in (Application.State, ApplicationMail.Kind, Draw.State, Draw.Scheme, ScreenPart.Kind, Award.Kind):
            if value in codes.values:
                return str(codes(value).label)
        if value in STATE_NAMES:
            return str(STATE_NAMES[State(value)])
        if value in EFFECT_WORDS:
            return str(EFFECT_WORDS[value])
        if value in Measure.State.values:
            return str(Measure.State(value).label)
        if value in Entry.Status.values:
            return str(Entry.Status(value).label)
        return _moment(value)


def _own_kinds(entries: Iterable[AuditEntry]) -> dict[str, Text]:
    """The names of the kinds of fouls that the entries' events added, asked for only where an entry has one."""
    named = [
        entry
        for entry in entries
        if entry.about.startswith("foul_kind:") or "offence" in {**_facts(entry.before), **_facts(entry.after)}
    ]
    kinds = FoulKind.objects.filter(event__head__in={entry.head_id for entry in named}) if named else []
    return {kind.code: kind.as_rule.name for kind in kinds}


def _name(key: str, value: Any) -> str:
    """What a key is called; a foul's scope is no event's."""
    if key == "scope" and value in FOUL_CODES:
        return _("belongs to")
    return str(NAMES.get(key, key))


def _place(text: str) -> str:
    """Where a foul happened: "3/12 W 5" is session 3, table 12, West, hand 5; "3" the session."""
    found = re.fullmatch(r"(\d+)/(\d+) ([ESWN]) (\d+)", text)
    if found is None:
        session = number_in(text)
        return text or DASH if session is None else place_words(session)
    session_number, table, seat, hand = found.groups()
    return place_words(int(session_number), int(table), seat, int(hand))


def _facts(stored: Any) -> dict[str, Any]:
    return stored if isinstance(stored, dict) else {}


def _ids(kind: str, texts: Iterable[str]) -> set[int]:
    """The ids in the texts that name a row of the kind ("account:12")."""
    parts = (text.partition(":") for text in texts)
    numbers = {number_in(pk, most=MOST_KEY) for word, _colon, pk in parts if word == kind}
    return {number for number in numbers if number is not None}


def _moment(text: str) -> str:
    """A moment in the reader's form; any other text as it is."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        return text
    return date_format(localtime(moment), "DATETIME_FORMAT") if moment and moment.tzinfo else text


def _texts(*values: Any) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from _texts(*value.values())
        elif isinstance(value, list):
            yield from _texts(*value)


@cache
def _actions() -> dict[str, Action]:
    load_services()
    return REGISTRY
