"""The cards of tables and players: issuing codes, revoking them, opening a table on a phone, taking the pen."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Answer, Call, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from scoring.sheets.models.codes import PlayerCode, TableCode, TablePhone
from scoring.sheets.rules.codes import PLAYER_DIGITS, TableAccess
from scoring.sheets.selectors.codes.table_codes import code_digest, player_code_digest
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

ISSUERS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE]
#: Without a last day of the event a card is valid so many days.
DAYS = 7
VALID_ONLY = {"valid": Answer.SAFE, "expired": Answer.REFUSED, "revoked": Answer.REFUSED}


@action("event.table_codes", summary=gettext_lazy("Issue cards of tables"), roles=ISSUERS, subject="event")
def issue_table_codes(call: Call, event: Event, *, codes: Mapping[int, TableAccess]) -> Done:
    """Make the ``codes`` (table number -> `scoring.sheets.rules.codes.new_table_access`) valid; earlier cards are
    revoked.

    The caller makes them and prints them at once: only digests are stored, here and under the client key. Valid until
    the event's last day is over. The answer holds the ``tables`` and ``expires``.
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
def revoke_table_code(call: Call, code: TableCode) -> Done:
    """Let the card open nothing any more, on every phone."""
    code.revoked_at = timezone.now()
    code.save(update_fields=["revoked_at"])
    return Done({"table": code.number}, _about(code), raises=())


@action(
    "table_code.open",
    summary=gettext_lazy("Open a table's card on a phone"),
    roles=[BEARER],
    subject="table code",
    states=VALID_ONLY,
)
def open_table(call: Call, code: TableCode) -> Done:
    """A phone showed the card: it sees the table's sheet, and writes on it if no other phone does.

    The answer holds the ``phone``'s id, which the phone's session keeps, and its ``number``.
    """
    last = code.phones.aggregate(last=Max("number"))["last"] or 0
    phone = TablePhone.objects.create(code=code, number=last + 1, opened_at=timezone.now())
    if code.pen_id is None:
        code.pen = phone
        code.save(update_fields=["pen"])
    return Done({"phone": phone.pk, "number": phone.number}, _about(code), after={"phone": phone.number}, raises=())


@action(
    "table_code.take_pen",
    summary=gettext_lazy("Write with this phone from now on"),
    roles=[BEARER],
    subject="table code",
    states=VALID_ONLY,
)
def take_pen(call: Call, code: TableCode, *, phone: TablePhone) -> Done:
    """This phone writes now; the one that wrote before only sees the sheet."""
    if phone.code_id != code.pk:
        raise Refused(_("This phone opened another table's card."))
    before, code.pen = code.pen, phone
    code.save(update_fields=["pen"])
    changed = before != phone
    was = {"phone": before.number} if before else None
    return Done({"phone": phone.pk}, _about(code), was, {"phone": phone.number}, changed=changed)


@action("event.player_codes", summary=gettext_lazy("Issue personal codes of players"), roles=ISSUERS, subject="event")
def issue_player_codes(call: Call, event: Event, *, codes: Mapping[int, str]) -> Done:
    """Make the ``codes`` (player's number -> `scoring.sheets.rules.codes.new_player_codes`) theirs, in place of
    earlier ones.

    As with the cards of tables the caller makes and prints them, only digests are stored. Wrong tries are forgotten.
    """
    entries = {entry.number: entry for entry in event.entries.filter(number__in=codes)}
    if unknown := sorted(set(codes) - set(entries)):
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
    """The midnight after the event's last day, or in a week where that is not known or past."""
    last = event.ends or event.starts
    if last is not None:
        expires = timezone.make_aware(datetime.combine(last + timedelta(days=1), time()))
        if expires > now:
            return expires
    return now + timedelta(days=DAYS)


def _about(code: TableCode) -> str:
    return f"table_code:{code.number}"
