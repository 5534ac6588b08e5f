"""Who may make which papers."""

from django.http import HttpRequest

from common.actions.engine import Service
from scoring.papers.exports.papers import PLAYER_CODES, TABLE_CARDS
from scoring.sheets.services.codes.cards import issue_player_codes, issue_table_codes
from tournament.papers.exports.kinds import Kind
from web.shared.access import EventAccess, event_desk

#: Papers with codes -> the service that issues the codes; making them needs the right to that service.
ISSUES: dict[str, Service] = {TABLE_CARDS.name: issue_table_codes, PLAYER_CODES.name: issue_player_codes}


def may_make(desk: EventAccess, kind: Kind) -> bool:
    return kind.name not in ISSUES or desk.may(ISSUES[kind.name], desk.event.ledger)


def papers_desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may_print)
    return desk
