"""Access to a table, for a signed-in official or for a phone that opened the table's card."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from common.actions.permissions import ADMINISTRATOR, Actor
from scoring.fouls.models import Foul
from scoring.fouls.selectors.fouls import standing
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.codes import TableCode, TablePhone
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.codes.table_codes import Opened, opened_by, phone_actor, phone_by_id
from scoring.sheets.selectors.facts.finding import live_sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from scoring.sheets.selectors.referee_calls import open_call
from scoring.sheets.services.facts.writing import TYPISTS
from tournament.access.selectors.roles import OFFICIALS, actor_of
from tournament.events.models.events import Event
from tournament.events.models.tables import Table
from tournament.events.selectors.events import event_by_slug
from web.shared.requests.devices import device_of
from web.shared.requests.time_zones import use_zone_of
from web.shared.table_rows import numbered_name

#: Session key of the phone's id.
PHONE = "table_phone"
#: Session key of the number of the session for which the phone scanned its card.
SCANNED = "table_session"
#: Values of a hand form besides the seats: a hand without a winner (drawn, aborted), and a self-drawn win.
NOBODY, ABORTED = "drawn", "aborted"
SELF_DRAWN = "self"


@dataclass
class AtTable:
    """A table and its reader; ``phone`` is None for officials, who write without holding the pen."""

    event: Event
    sheet: Sheet
    actor: Actor
    phone: TablePhone | None
    opened: Opened
    official: bool

    @cached_property
    def facts(self) -> TableSheet:
        """The current facts of the sheet."""
        return TableSheet(facts_of(self.sheet))

    @cached_property
    def fouls(self) -> int:
        """The number of valid fouls at the table."""
        return standing(Foul.objects.filter(sheet=self.sheet)).count()

    def refreshed(self) -> "AtTable":
        """Return a copy without cached values, with the sheet's state after a write."""
        self.sheet.refresh_from_db(fields=["version", "state"])
        return replace(self)

    @property
    def session(self) -> int:
        return self.sheet.table.session.number

    @property
    def number(self) -> int:
        return self.sheet.table.number

    @property
    def pen(self) -> str:
        """Who holds the pen: "official" (signed in), "mine" (this phone), "other" (another phone)."""
        if self.phone is None:
            return "official"
        return "mine" if self.phone.code.pen_id == self.phone.pk else "other"

    @property
    def open(self) -> bool:
        """Whether the sheet accepts hands now, for a phone: from its card."""
        if self.phone is not None and self.sheet not in self.opened.sheets:
            return False
        return self.sheet.state not in Sheet.COUNTED

    @property
    def writes(self) -> bool:
        """Whether the reader may write hands now."""
        return self.open and (self._may_type if self.phone is None else self.pen == "mine")

    @cached_property
    def _may_type(self) -> bool:
        """Whether an official's roles allow typing hands."""
        return bool(self.actor.roles(self.event.ledger) & {*TYPISTS, ADMINISTRATOR})

    @property
    def other_tables(self) -> list[Table]:
        """The tables of other sessions where the phone may write."""
        return [sheet.table for sheet in self.opened.sheets if sheet != self.sheet]

    @cached_property
    def call(self) -> RefereeCall | None:
        """The open call of the table for a referee."""
        return open_call(self.sheet.table)

    @property
    def marker(self) -> str:
        """The version that a poll compares; it changes with everything that the page shows."""
        call = f"{self.call.pk}{self.call.state}" if self.call else ""
        # A warning does not change the sheet, so the fouls are counted too.
        return f"{self.sheet.version}-{self.sheet.state}-{self.pen}-{int(self.open)}-{call}-{self.fouls}"


def at_table(request: HttpRequest, slug: str, session: int, number: int) -> AtTable:
    """Return the table for the request's reader.

    Raises Http404 if there is no such table, PermissionDenied if the reader is neither an official nor at the table.
    """
    event = event_by_slug(slug, "scoring_settings", "play_settings", "imj_settings")
    if event is None:
        raise Http404
    use_zone_of(event)
    device = device_of(request)
    actor = actor_of(request.user, device)
    if actor.roles(event.ledger) & OFFICIALS:
        sheet = _sheet(event, session, number)
        return AtTable(event, sheet, actor, None, Opened((sheet,)), True)
    phone = phone_of_browser(request)
    opened = opened_on_phone(request, phone) if phone and phone.code.event_id == event.pk else Opened(())
    sheet = _sheet(event, session, number, opened.sheets)
    if phone is None or phone.code.event_id != event.pk or phone.code.number not in (number, sheet.table.moved_to):
        raise PermissionDenied
    # What is written at the table later is not for who sat there before.
    if session > request.session.get(SCANNED, session):
        raise PermissionDenied
    actor = phone_actor(phone, phone_name(phone), device, sheet if sheet in opened.sheets else None)
    return AtTable(event, sheet, actor, phone, opened, False)


def _sheet(event: Event, session: int, number: int, read: Sequence[Sheet] = ()) -> Sheet:
    """Return the sheet of a table, one of ``read`` if it is among them; raises Http404 if there is no such table."""
    here = (sheet for sheet in read if (sheet.table.session.number, sheet.table.number) == (session, number))
    sheet = next(here, None) or live_sheet(event, session, number)
    if sheet is None:
        raise Http404
    sheet.table.session.event = event
    return sheet


def opened_on_phone(request: HttpRequest, phone: TablePhone) -> Opened:
    """Return what the card opens on this phone: no sheet of a session after the one for which it was scanned.

    Players change tables between sessions and take their phones along.
    """
    opened, last = opened_by(phone.code), request.session.get(SCANNED)
    if last is None:
        return opened
    sheets = tuple(sheet for sheet in opened.sheets if sheet.table.session.number <= last)
    waits = opened.waiting is not None and opened.waiting.table.session.number <= last
    return Opened(sheets, opened.waiting if waits else None, opened.starts if waits else None)


def phone_of_browser(request: HttpRequest) -> TablePhone | None:
    """Return the phone of this browser's session if its card is still valid."""
    phone_id = request.session.get(PHONE)
    phone = phone_by_id(phone_id) if phone_id else None
    return phone if phone and phone.code.state == TableCode.State.VALID else None


def phone_name(phone: TablePhone) -> str:
    """Return the name of a phone in the audit log."""
    return _("Table %(table)d, phone %(phone)d") % {"table": phone.code.number, "phone": phone.number}


def seat_choices(table: AtTable) -> list[tuple[str, str]]:
    """Return each seat with number and name of who sits there now: its wind changes with the hand."""
    return [(seat, numbered_name(sitters_at(table, seat)[-1])) for seat in table.facts.facts.seats]


def sitters_at(table: AtTable, seat: str) -> list[Any]:
    """Return the sittings of the seat, the holder first."""
    return sorted(
        (sitting for sitting in table.facts.facts.sittings if sitting.seat == seat),
        key=lambda sitting: sitting.from_hand,
    )
