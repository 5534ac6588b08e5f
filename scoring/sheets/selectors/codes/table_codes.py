"""Which card a token or a typed code belongs to, which sheet it opens, and which phone writes."""

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

#: What a phone is called as an actor.
PHONE = "phone:"


def code_digest(code: str) -> str:
    """What is stored of a code that people type: so few characters need a key that is not in the database."""
    return salted_hmac("table code", plain_code(code), algorithm="sha256").hexdigest()


def player_code_digest(entry_id: int, code: str) -> str:
    """What is stored of a player's number."""
    return salted_hmac("player code", f"{entry_id}:{code}", algorithm="sha256").hexdigest()


def leader_code_digest(team_id: int, code: str) -> str:
    """What is stored of the number of a team's leader."""
    return salted_hmac("leader code", f"{team_id}:{code}", algorithm="sha256").hexdigest()


def address_digest(address: str) -> str:
    """Return the keyed digest of the network address from which a code was tried, as it is stored."""
    return salted_hmac("code address", address, algorithm="sha256").hexdigest()


def code_of_token(token: str) -> TableCode | None:
    """The card whose QR holds the token, revoked and expired ones too."""
    return _codes().filter(token_hash=token_hash(token)).first()


def code_of_letters(letters: str) -> TableCode | None:
    """The card with these six characters, in whatever case and with whatever spaces they were typed."""
    return _codes().filter(code_hash=code_digest(letters)).first()


def table_codes(event: Event) -> dict[int, TableCode]:
    """Table number -> its valid or expired card, with the phone that writes."""
    codes = event.table_codes.filter(revoked_at=None).select_related("pen").order_by("number")
    return {code.number: code for code in codes}


def phone_by_id(phone_id: int) -> TablePhone | None:
    """The phone with its card and event."""
    return TablePhone.objects.select_related("code__event__head").filter(pk=phone_id).first()


def phone_actor(phone: TablePhone, name: str, device: str, sheet: Sheet | None) -> Actor:
    """The phone as an actor who may write on ``sheet``, the one its card opens now (None: on none)."""
    return Actor(ref=f"{PHONE}{phone.pk}", name=name, device=device, shown=sheet)


def holds_pen(actor: Actor) -> bool:
    """Whether the actor is no phone, or the one that writes at its table with a card that is valid."""
    if not actor.ref.startswith(PHONE):
        return True
    number = int(actor.ref.removeprefix(PHONE))
    return TableCode.objects.filter(pen_id=number, revoked_at=None, expires__gt=timezone.now()).exists()


@dataclass(frozen=True)
class Opened:
    """What a card opens: the ``sheets`` of its table that are not signed and whose session has started, by session.

    ``waiting`` is the sheet that comes next, from ``starts``, where nothing else is open.
    """

    sheets: tuple[Sheet, ...] = ()
    waiting: Sheet | None = None
    starts: datetime | None = None

    @property
    def sheet(self) -> Sheet | None:
        """The one to begin with: the last that has begun by the timetable, or the first."""
        timed = [sheet for sheet in self.sheets if sheet.table.session.starts]
        return timed[-1] if timed else next(iter(self.sheets), None)


def opened_by(code: TableCode, now: datetime | None = None) -> Opened:
    """The sheets that the card opens now; nothing without a valid card.

    Usually one. While a sheet waits for its signatures and the next session begins it is two; a session without a
    planned start begins once the sheets before it are signed. A table that moved is opened by its own card and by the
    one of its new place.
    """
    now = now or timezone.now()
    if code.state != TableCode.State.VALID:
        return Opened()
    here = Q(table__number=code.number) | Q(table__moved_to=code.number)
    sheets = Sheet.objects.filter(here, table__session__event=code.event_id)
    related = ("table__session__event__head", "table__session__clock")
    unsigned = sheets.exclude(state__in=Sheet.COUNTED).select_related(*related)
    found: list[Sheet] = []
    for sheet in unsigned.order_by("table__session__number"):
        starts = sheet.table.session.starts
        if starts is not None and starts > now and not _started(sheet):
            return Opened(tuple(found)) if found else Opened((), sheet, starts)
        if starts is None and found:
            break
        found.append(sheet)
    return Opened(tuple(found))


def _started(sheet: Sheet) -> bool:
    """Whether the chief referee started the session, perhaps before its planned time."""
    clock = getattr(sheet.table.session, "clock", None)
    return clock is not None and clock.started_at is not None


def _codes() -> QuerySet[TableCode]:
    return TableCode.objects.select_related("event__head")
