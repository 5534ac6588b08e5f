"""The table that a scoring device names, and who the device is when it writes there."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest

from common.actions.engine import Service
from common.actions.errors import Conflict, Refused
from common.actions.permissions import Actor
from common.numbers import number_in
from scoring.game.rules.game import Game
from scoring.game.rules.imj.game import IMJ
from scoring.settings.selectors import game_of_event
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.documents import hand_document
from scoring.sheets.selectors.facts.finding import live_sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.selectors.facts.slots import hand_value
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from scoring.sheets.selectors.facts.versions import changed_by_others
from scoring.sheets.services.facts.hands import record_hand
from tournament.access.models import ApiToken
from web.api.devices.refusals import NotWritten, out_of_date, refusal
from web.api.interface import mistakes
from web.api.tokens import event_of, token_of
from web.shared.requests.devices import device_of

#: `If-Match`: the version in quotes as in `ETag`, weak if something on the way compressed the answer.
VERSION = re.compile(r'(?:W/)?"(\d+)"|(\d+)')


@dataclass
class DeviceTable:
    """A sheet and the device that may write on it."""

    token: ApiToken
    sheet: Sheet
    device: str

    @cached_property
    def facts(self) -> TableSheet:
        """The current facts of the sheet."""
        return TableSheet(facts_of(self.sheet))

    @cached_property
    def game(self) -> Game:
        return game_of_event(self.sheet.table.session.event)

    @property
    def actor(self) -> Actor:
        """The device as the author of a write, with the least rights: those of the card of this table.

        The token names no role, because one is enough for every device: to write the hands of a sheet, as the phone
        with the table's card does. So the actor holds no role of the account, however many that has; `event_of` asks
        before whether the account itself may write hands here now. Unlike a phone it writes without the pen, as an
        official does. The audit log has the account as author, and the token's name after the account's.
        """
        account = self.token.account
        name = f"{account} · {self.token.name}"[:200]
        return Actor(ref=f"account:{account.pk}", name=name, device=self.device, shown=self.sheet)

    def write(self, request: HttpRequest, service: Service, number: int, **payload: Any) -> dict[str, Any]:
        """Call the service for hand ``number``; return its version and state, and whether others wrote meanwhile.

        Raises NotWritten.
        """
        seen, version = self._seen(request), self.sheet.version
        if seen > version:
            hands = {row.no: self.shown(hand_value(row)) for row in self.facts.facts.hands}
            raise out_of_date(f"the sheet has version {version}", version, hands.get(number))
        key = request.headers.get("Idempotency-Key", "")
        # Two devices of one account may choose the same key.
        key = f"token:{self.token.pk}:{key}" if key else ""
        try:
            answer = service(self.actor, self.sheet, key=key, seen=seen, **payload)
        except Conflict as conflict:
            theirs = conflict.theirs["hand"][str(number)]
            message = f"hand {number} was changed after version {seen}"
            raise out_of_date(message, conflict.version, theirs and self.shown(theirs)) from None
        except Refused as refused:
            names = {"points": "fans"} if self.game.key == IMJ.key else {}
            raise refusal(refused, names) from None
        return answer | {"merged": changed_by_others(self.sheet, number, seen, answer["version"])}

    def _seen(self, request: HttpRequest) -> int:
        """Return the version that the device has seen."""
        given = request.headers.get("If-Match")
        if given is None:
            raise NotWritten(428, mistakes("If-Match", "send the version that you have read, as in ETag"))
        matched = VERSION.fullmatch(given.strip())
        seen = number_in(matched[1] or matched[2]) if matched else None
        if seen is None:
            raise NotWritten(422, mistakes("If-Match", 'is not a version of a sheet; send it as in ETag, such as "5"'))
        return seen

    def shown(self, value: Mapping[str, Any]) -> dict[str, Any]:
        """Return the value of a hand as in the event file."""
        return hand_document(self.game.key, value)


def table_of(request: HttpRequest, slug: str, session: int, number: int) -> DeviceTable:
    """Return the table for the request's token; raises TokenRefused without the right, NotWritten if there is none."""
    token = token_of(request)
    event = event_of(token, slug, record_hand, "scoring_settings", "play_settings", "imj_settings")
    sheet = live_sheet(event, session, number)
    if sheet is None:
        raise NotWritten(404, mistakes("table", "there is no such table"))
    return DeviceTable(token, sheet, device_of(request))
