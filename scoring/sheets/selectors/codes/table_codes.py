"""Look up cards by token or typed code, the sheets they open, and the phone that may write."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from common.actions.permissions import Actor
from scoring.sheets.models.codes import TableCode, TablePhone
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import plain_code
from tournament.access.rules import token_hash
from tournament.events.models.events import Event

#: Prefix of a phone's ref as an actor.
PHONE = "phone:"


def code_digest(code: str) -> str:
    """Return the stored digest of a typed code; so few characters need a key from outside the database."""
    return salted_hmac("table code", plain_code(code), algorithm="sha256").hexdigest()


def player_code_digest(entry_id: int, code: str) -> str:
    """Return the stored digest of a player's personal code."""
    return salted_hmac("player code", f"{entry_id}:{code}", algorithm="sha256").hexdigest()


def leader_code_digest(team_id: int, code: str) -> str:
    """Return the stored digest of a team leader's personal code."""
    return salted_hmac("leader code", f"{team_id}:{code}", algorithm="sha256").hexdigest()


def address_digest(address: str) -> str:
    """Return the stored digest of the network address of a try."""
    return salted_hmac("code address", address, algorithm="sha256").hexdigest()


def code_of_token(token: str) -> TableCode | None:
    """Return the card whose QR has the token, also a revoked or expired one."""
    return _codes().filter(token_hash=token_hash(token)).first()


def code_of_letters(letters: str) -> TableCode | None:
    """Return the card with these six characters; case and spaces do not matter."""
    return _codes().filter(code_hash=code_digest(letters)).first()


def table_codes(event: Event) -> dict[int, TableCode]:
    """Return table number -> its valid or expired card, with the phone that has the pen."""
    codes = event.table_codes.filter(revoked_at=None).select_related("pen").order_by("number")
    return {code.number: code for code in codes}


def player_code_numbers(event: Event) -> list[int]:
    """Return the numbers of the players who have a personal code."""
    return list(event.entries.filter(player_code__isnull=False).values_list("number", flat=True))


def phone_by_id(phone_id: int) -> TablePhone | None:
    """Return the phone with its card and event."""
    return TablePhone.objects.select_related("code__event__ledger").filter(pk=phone_id).first()


def phone_actor(phone: TablePhone, name: str, device: str, sheet: Sheet | None) -> Actor:
    """Return the phone as an actor for ``sheet``, which its card opens now (None: for no sheet)."""
    return Actor(ref=f"{PHONE}{phone.pk}", name=name, device=device, shown=sheet)


def holds_pen(actor: Actor) -> bool:
    """Whether the actor is not a phone, or the phone that has the pen of a valid card."""
    if not actor.ref.startswith(PHONE):
        return True
    number = int(actor.ref.removeprefix(PHONE))
    return TableCode.objects.filter(pen_id=number, revoked_at=None, expires__gt=timezone.now()).exists()


@dataclass(frozen=True)
class Opened:
    """The sheets that a card opens: unsigned ones of its table in sessions that have started, by session.

    ``waiting``: the next sheet, from ``starts`` on, if no other is open.
    """

    sheets: tuple[Sheet, ...] = ()
    waiting: Sheet | None = None
    starts: datetime | None = None

    @property
    def sheet(self) -> Sheet | None:
        """The sheet to show first: the last one begun by the timetable, or the first one."""
        timed = [sheet for sheet in self.sheets if sheet.table.session.starts]
        return timed[-1] if timed else next(iter(self.sheets), None)


def opened_by(code: TableCode, now: datetime | None = None) -> Opened:
    """Return the sheets that the card opens now; none for an invalid card.

    Usually it is one. It is two if the next session begins before a sheet is signed. A session without a planned start
    begins once the earlier sheets are signed. The cards of its own number and of its new position open a moved table.
    """
    now = now or timezone.now()
    if code.state != TableCode.State.VALID:
        return Opened()
    at_card = Q(table__number=code.number) | Q(table__moved_to=code.number)
    sheets = Sheet.objects.filter(at_card, table__session__event=code.event_id)
    related = ("table__session__event__ledger", "table__session__clock")
    unsigned = sheets.exclude(state__in=Sheet.COUNTED).select_related(*related)
    opened: list[Sheet] = []
    for sheet in unsigned.order_by("table__session__number"):
        starts = sheet.table.session.starts
        if starts is not None and starts > now and not _started(sheet):
            return Opened(tuple(opened)) if opened else Opened((), sheet, starts)
        if starts is None and opened:
            break
        opened.append(sheet)
    return Opened(tuple(opened))


def _started(sheet: Sheet) -> bool:
    """Whether the chief referee started the session, perhaps before its planned time."""
    clock = getattr(sheet.table.session, "clock", None)
    return clock is not None and clock.started_at is not None


def _codes() -> QuerySet[TableCode]:
    return TableCode.objects.select_related("event__ledger")
