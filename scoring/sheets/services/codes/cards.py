"""Cards of tables and players: issue and revoke codes, open a table on a phone, take the pen."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from scoring.sheets.models.codes import PlayerCode, TableCode, TablePhone
from scoring.sheets.rules.codes import PLAYER_DIGITS, TableAccess
from scoring.sheets.selectors.codes.table_codes import code_digest, player_code_digest
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

ISSUERS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE]
#: Validity of a card in days if the event has no last day.
VALID_DAYS = 7
VALID_ONLY = {"valid": Answer.SAFE, "expired": Answer.REFUSED, "revoked": Answer.REFUSED}


@action("event.table_codes", summary=gettext_lazy("Issue cards of tables"), roles=ISSUERS, subject="event")
def issue_table_codes(_context: ActionContext, event: Event, *, codes: Mapping[int, TableAccess]) -> Done:
    """Make ``codes`` valid until the end of the event's last day, and revoke earlier cards of these tables.

    ``codes``: table number -> access made by `scoring.sheets.rules.codes.new_table_access`. The caller prints them at
    once: only digests are stored, here and under the idempotency key. The answer has ``tables`` and ``expires``.
    """
    if not codes or any(number < 1 for number in codes):
        raise Refused(_("Choose the tables."), where="tables")
    now = timezone.now()
    expires = _end_of(event, now)
    TableCode.objects.filter(event=event, number__in=codes, revoked_at=None).update(revoked_at=now)
    TableCode.objects.bulk_create(
        TableCode(
            event=event,
            number=number,
            token_hash=token_hash(access.token),
            code_hash=code_digest(access.code),
            made_at=now,
            expires=expires,
        )
        for number, access in sorted(codes.items())
    )
    answer = {"tables": sorted(codes), "expires": expires.isoformat()}
    return Done(answer, f"event:{event.slug}", after={"tables": len(codes)}, raises=())


@action(
    "table_code.revoke",
    summary=gettext_lazy("Revoke a table's card"),
    roles=ISSUERS,
    subject="table code",
    states={"valid": Answer.SAFE, "expired": Answer.SAFE, "revoked": Answer.REFUSED},
)
def revoke_table_code(_context: ActionContext, code: TableCode) -> Done:
    """Revoke the card for every phone."""
    code.revoked_at = timezone.now()
    code.save(update_fields=["revoked_at"])
    return Done({"table": code.number}, _audit_name(code), raises=())


@action(
    "table_code.open",
    summary=gettext_lazy("Open a table's card on a phone"),
    roles=[BEARER],
    subject="table code",
    states=VALID_ONLY,
)
def open_table(_context: ActionContext, code: TableCode) -> Done:
    """Register a phone that showed the card; it gets the pen if no other phone has it.

    The answer has ``phone``, the id for the phone's session, and its ``number``.
    """
    last = code.phones.aggregate(last=Max("number"))["last"] or 0
    phone = TablePhone.objects.create(code=code, number=last + 1, opened_at=timezone.now())
    if code.pen_id is None:
        code.pen = phone
        code.save(update_fields=["pen"])
    answer = {"phone": phone.pk, "number": phone.number}
    return Done(answer, _audit_name(code), after={"phone": phone.number}, raises=())


@action(
    "table_code.take_pen",
    summary=gettext_lazy("Write with this device from now on"),
    roles=[BEARER],
    subject="table code",
    states=VALID_ONLY,
)
def take_pen(_context: ActionContext, code: TableCode, *, phone: TablePhone) -> Done:
    """Give the pen to this phone; the phone that had it can only read."""
    if phone.code_id != code.pk:
        raise Refused(_("This device has opened another table's card."))
    before, code.pen = code.pen, phone
    code.save(update_fields=["pen"])
    changed = before != phone
    was = {"phone": before.number} if before else None
    return Done({"phone": phone.pk}, _audit_name(code), was, {"phone": phone.number}, changed=changed)


@action("event.player_codes", summary=gettext_lazy("Issue personal codes of players"), roles=ISSUERS, subject="event")
def issue_player_codes(_context: ActionContext, event: Event, *, codes: Mapping[int, str]) -> Done:
    """Replace the personal codes of players and reset their wrong tries.

    ``codes``: player's number -> code made by `scoring.sheets.rules.codes.new_player_codes`. The caller prints them at
    once: only digests are stored.
    """
    entries = {entry.number: entry for entry in event.entries.filter(number__in=codes)}
    unknown = sorted(set(codes) - set(entries))
    if unknown:
        raise Refused(_("There is no player %(number)d.") % {"number": unknown[0]}, where="codes")
    if not codes or any(len(code) != PLAYER_DIGITS or not code.isdecimal() for code in codes.values()):
        raise Refused(_("Choose the players."), where="codes")
    now = timezone.now()
    PlayerCode.objects.filter(entry__in=entries.values()).delete()
    PlayerCode.objects.bulk_create(
        PlayerCode(entry=entry, digest=player_code_digest(entry.pk, codes[number]), issued_at=now)
        for number, entry in sorted(entries.items())
    )
    answer = {"players": sorted(codes)}
    return Done(answer, f"event:{event.slug}", after={"players": len(codes)}, raises=())


def _end_of(event: Event, now: datetime) -> datetime:
    """Return the midnight after the event's last day, or a week from now if that is unknown or past."""
    last = event.ends or event.starts
    if last is not None:
        expires = timezone.make_aware(datetime.combine(last + timedelta(days=1), time()))
        if expires > now:
            return expires
    return now + timedelta(days=VALID_DAYS)


def _audit_name(code: TableCode) -> str:
    return f"table_code:{code.number}"
