"""Results of web sites: the token, sending results with it, and declining them (A9 3.5, 5.3.3)."""

import json
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE, HEAD_ONLY
from ranking.record.models.records import ResultList
from ranking.record.models.sites import SiteResults, SiteToken
from ranking.record.selectors.result_lists import plan_of
from ranking.record.selectors.site_results import corrected_by, sent_results
from ranking.record.services.list_headers import TEXTS, ListedEvent, header_of
from tournament.access.rules import token_hash
from tournament.events.models.events import Event

#: Days that a token is valid, unless it is ended or replaced.
TOKEN_DAYS = 365
State = SiteResults.State


@action("site.token", summary=_("Create the token of a web site"), roles=HEAD_ONLY, subject="body")
def make_token(context: ActionContext, body: Body, *, token: str) -> Done:
    """Keep the hash of a new token, which ends the earlier one at once. Only the caller knows the token."""
    if body.kind != Body.Kind.WEB or not body.site:
        raise Refused(_("Only the body of a web site can have a token. Its web site must be named first."))
    _end_tokens(context, body)
    now = timezone.now()
    row = SiteToken.objects.create(
        body=body,
        token_hash=token_hash(token),
        made_at=now,
        made_by=context.actor.name[:150],
        expires=now + timedelta(days=TOKEN_DAYS),
    )
    return Done({"token": row.pk}, f"body:{body.slug}", after={"until": row.expires.isoformat()}, raises=())


@action("site.end_token", summary=_("Revoke the token of a web site"), roles=HEAD_ONLY, subject="body")
def end_token(context: ActionContext, body: Body) -> Done:
    """End the token of the body: results sent with it are refused from now on."""
    ended = _end_tokens(context, body)
    return Done({"ended": ended}, f"body:{body.slug}", after={"deleted": ended}, raises=(), changed=bool(ended))


@action("site.send", summary=_("Send results of a web event"), roles=[BEARER], subject="body")
def send_results(
    context: ActionContext,
    body: Body,
    *,
    slug: str,
    header: Mapping[str, Any],
    sheets: list[dict[str, Any]],
    heading: int,
    mapping: dict[str, int],
    digest: str,
) -> Done:
    """Keep the results of one event as a list, for a member of the body to look at and take into the record.

    ``header``: name, starts, ends, sessions, and optionally place, country, rules, players,
    sanction_number; ``heading`` and ``mapping`` are those of the one sheet in ``sheets``; ``digest`` is over everything
    sent, and works as an idempotency key: the same results, waiting or recorded, change nothing. Other figures replace
    the waiting ones, or correct the record. Refused if a row cannot be read.
    """
    last = sent_results(body, slug)
    if last and last.digest == digest and (last.state == State.WAITING or last.recorded_id):
        return Done(_answer(last, same=True), f"site_results:{last.pk}", changed=False)
    texts: dict[str, Any] = {name: str(header.get(name) or "") for name in TEXTS} | {"slug": slug}
    texts["rules"] = texts["rules"] or Event.Rules.WMO_2014
    event = ListedEvent(
        starts=date.fromisoformat(header["starts"]),
        ends=date.fromisoformat(header["ends"]),
        sessions=header["sessions"],
        players=header.get("players"),
        **texts,
    )
    event_header = header_of(body, event)
    _replace_waiting(body, slug)
    now = timezone.now()
    sent = SiteResults.objects.create(body=body, event=slug, digest=digest, rows=0, sent_at=now)
    row = ResultList.objects.create(
        body=body, sent=sent, actor_ref=context.actor.ref, file_name=slug, file_digest=digest,
        sheets=json.dumps(sheets, ensure_ascii=False), heading=heading, mapping=mapping, header=event_header,
    )  # fmt: skip
    body.site_tokens.filter(ended_at=None).update(used_at=now)
    plan = plan_of(row)
    if plan.fault or plan.wrong or not plan.matches:
        raise Refused(_("Some rows cannot be read. Nothing was imported."))
    sent.rows = len(plan.matches)
    sent.save(update_fields=["rows"])
    answer = _answer(sent) | {"undecided": plan.undecided, "class": plan.classification().letter or ""}
    answer["correction"] = corrected_by(body, slug) is not None
    after = {"event": slug, "rows": sent.rows, "file": digest[:16]}
    return Done(answer, f"site_results:{sent.pk}", after=after, raises=(LIVE,))


@action("site.decline", summary=_("Decline results that a web site sent"), roles=COMMITTEE, subject="body")
def decline_results(context: ActionContext, body: Body, *, sent: int) -> Done:
    """Decline waiting results with a reason, which the site's program gets."""
    row = SiteResults.objects.filter(body=body, pk=sent, state=State.WAITING).first()
    if row is None:
        raise Refused(_("There is already a decision."))
    if not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    row.state = State.DECLINED
    row.reason = context.reason[:500]
    row.decided_at = timezone.now()
    row.decided_by = context.actor.name[:150]
    row.save()
    ResultList.objects.filter(sent=row).delete()
    after = {"event": row.event, "file": row.digest[:16]}
    return Done({"sent": row.pk}, f"site_results:{row.pk}", after=after, raises=(LIVE,))


def _end_tokens(context: ActionContext, body: Body) -> int:
    open_tokens = body.site_tokens.filter(ended_at=None)
    return open_tokens.update(ended_at=timezone.now(), ended_by=context.actor.name[:150])


def _replace_waiting(body: Body, slug: str) -> None:
    """Mark waiting results of the event as replaced by those sent now."""
    waiting = SiteResults.objects.filter(body=body, event=slug, state=State.WAITING)
    ResultList.objects.filter(sent__in=waiting).delete()
    waiting.update(state=State.REPLACED)


def _answer(sent: SiteResults, *, same: bool = False) -> dict[str, Any]:
    return {"event": sent.event, "state": sent.state, "rows": sent.rows, "unchanged": same}
