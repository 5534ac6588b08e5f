"""Create and change bodies, and set their members."""

import hashlib
from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.labels import AuditLabels, column_labels, column_values, declare_labels
from common.actions.merging import fields_to_write
from common.actions.models.ledgers import Ledger
from common.i18n.text_fields import text_labels
from common.i18n.texts import Texts
from ranking.bodies.models import Body, BodyInvitation, BodyMember, BodySeal, PinSettings
from ranking.bodies.selectors.body_values import SETTINGS, TEXTS, body_values
from ranking.bodies.selectors.roles import LEDGER_NAME
from tournament.access.models import AccountInvitation
from tournament.access.services.account_invitations import make_invitation
from tournament.access.services.roles import refuse_helper
from tournament.people.models.accounts import Account
from tournament.people.services.checking import check_row

#: The roles of all members of a body, and of its chairs only.
COMMITTEE = [BodyMember.Role.CHAIR, BodyMember.Role.MEMBER]
HEAD_ONLY = [BodyMember.Role.CHAIR]


declare_labels(
    __name__,
    AuditLabels(
        keys={
            **column_labels(Body, "kind", "site"),
            **column_labels(PinSettings, *SETTINGS),
            "countries": _("Countries"),
            **text_labels(_("promise in {language}"), "promise_"),
            **text_labels(_("fees in {language}"), "fees_"),
            **text_labels(_("end of mails in {language}"), "mail_end_"),
            "public_address": Body._meta.get_field("address").verbose_name,
            "member_title": BodyMember._meta.get_field("title").verbose_name,
            "seal_digest": _("Seal"),
            "web_site": Body._meta.get_field("site").verbose_name,
        },
        values={**column_values(Body), **column_values(PinSettings)},
        subjects={"body": _("Body %(name)s"), "account_invitation": _("Invitation to an account %(name)s")},
    ),
)


@action("body.create", summary=_("Create a body that confirms classes and issues pins"), roles=[], subject="none")
def create_body(
    _context: ActionContext,
    _subject: None,
    *,
    slug: str,
    name: str,
    kind: str,
    countries: list[str] | None = None,
    site: str = "",
    address: str = "",
) -> Done:
    """Create a body with the default interpretation of A9; the answer holds its id."""
    if Body.objects.filter(slug=slug).exists():
        raise Refused(_("This id is already used."), where="slug")
    body = Body(slug=slug, name=name, kind=kind, countries=countries or [], site=site, address=address)
    body.ledger = Ledger(name=LEDGER_NAME.format(slug))
    check_row(body, exclude=("ledger",))
    body.ledger.save()
    body.save()
    PinSettings.objects.create(body=body)
    after = {"name": name, "kind": kind, "countries": body.countries, "web_site": site}
    return Done({"body": body.slug}, f"body:{body.slug}", after=after, ledger=body.ledger)


@action("body.change", summary=_("Change a body and its interpretation of A9"), roles=HEAD_ONLY, subject="body")
def change_body(_context: ActionContext, body: Body, *, base: Mapping[str, Any], **values: Any) -> Done:
    """Change the values that differ from ``base``, which the form showed: those of `body_values`."""
    settings = body.pin_settings
    before = body_values(body)
    changed = fields_to_write(base, values, before)
    for name in changed:
        column, _underscore, language = name.rpartition("_")
        if column in TEXTS:
            setattr(body, column, _with_text(getattr(body, column), language, values[name]))
        else:
            setattr(settings if name in SETTINGS else body, name, values[name])
    check_row(body)
    check_row(settings)
    body.save()
    settings.save()
    after = body_values(body)
    differing = sorted(name for name in changed if before[name] != after[name])
    old = {name: before[name] for name in differing}
    new = {name: after[name] for name in differing}
    for row in (old, new):
        # "address" is the label of an address in other entries.
        if "address" in row:
            row["public_address"] = row.pop("address")
    return Done({"body": body.slug}, f"body:{body.slug}", old, new, raises=(LIVE,), changed=bool(differing))


def _with_text(texts: Texts, language: str, text: str) -> dict[str, str]:
    """Return the texts with that of one language replaced, or left out if it is empty."""
    others = {key: kept for key, kept in texts.items() if key != language}
    return others | ({language: text.strip()} if text.strip() else {})


@action("body.set_seal", summary=_("Set the seal of a body"), roles=HEAD_ONLY, subject="body")
def set_seal(_context: ActionContext, body: Body, *, jpeg: bytes) -> Done:
    """Print this seal on certificates from now on; empty: none, so that the place stays free for a stamp."""
    before = BodySeal.objects.filter(body=body).first()
    old, new = _digest(bytes(before.jpeg) if before else b""), _digest(jpeg)
    if jpeg:
        BodySeal.objects.update_or_create(body=body, defaults={"jpeg": jpeg})
    elif before:
        before.delete()
    values = {"seal_digest": old}, {"seal_digest": new}
    return Done({"body": body.slug}, f"body:{body.slug}", *values, raises=(), changed=old != new)


def _digest(data: bytes) -> str | None:
    return hashlib.sha256(data).hexdigest()[:16] if data else None


@action("body.set_member", summary=_("Set who works for a body"), roles=HEAD_ONLY, subject="body")
def set_member(_context: ActionContext, body: Body, *, account: Account, role: str, title: str = "") -> Done:
    """Give ``account`` a role in the body (of BodyMember.Role); an empty ``role`` removes the member.

    ``title`` is printed under the name on certificates.

    Refused for an unknown role, for the account of an event's helper, and for the last chair of a body.
    """
    if role and role not in BodyMember.Role.values:
        raise Refused(_("There is no such role."), where="role")
    if role:
        refuse_helper(account)
    membership = body.members.filter(account=account).first()
    before, title_before = (membership.role, membership.title) if membership else ("", "")
    other_chairs = body.members.filter(role=BodyMember.Role.CHAIR).exclude(account=account)
    if before == BodyMember.Role.CHAIR and role != before and not other_chairs.exists():
        raise Refused(_("A body needs at least one head."), where="role")
    if role:
        BodyMember.objects.update_or_create(account=account, body=body, defaults={"role": role, "title": title})
    elif membership:
        membership.delete()
    target = f"account:{account.pk}"
    old = {"role": before or None, "member_title": title_before or None}
    new = {"role": role or None, "member_title": (title if role else "") or None}
    return Done({"account": account.pk, "role": role}, target, old, new, raises=(), changed=old != new)


@action("body.invite", summary=_("Invite a person to work for a body"), roles=HEAD_ONLY, subject="body")
def invite_member(context: ActionContext, body: Body, *, role: str, mail: str, token: str) -> Done:
    """Invite a person to an account with a role in the body (of BodyMember.Role), as `invite_to_role` for an event."""
    if role not in BodyMember.Role.values:
        raise Refused(_("There is no such role."), where="role")
    invitation = make_invitation(context, AccountInvitation(granted_on=body.ledger), mail, token)
    BodyInvitation.objects.create(invitation=invitation, body=body, role=role)
    after = {"role": role, "until": invitation.expires.isoformat()}
    return Done({"invitation": invitation.pk}, f"account_invitation:{invitation.pk}", after=after, raises=())


@action(
    "body.withdraw_invitation", summary=_("Withdraw an invitation to work for a body"), roles=HEAD_ONLY, subject="body"
)
def withdraw_member_invitation(_context: ActionContext, body: Body, *, invitation: int) -> Done:
    """Withdraw an open invitation of the body; its address no longer works."""
    rows = AccountInvitation.objects.select_for_update(of=("self",)).select_related("body_invitation")
    row = rows.filter(body_invitation__body=body, pk=invitation).first()
    if row is None or row.state != AccountInvitation.State.OPEN:
        raise Refused(_("This invitation no longer works."))
    row.revoked_at = timezone.now()
    row.save(update_fields=["revoked_at"])
    before = {"role": row.body_invitation.role}
    return Done({"invitation": row.pk}, f"account_invitation:{row.pk}", before=before, raises=())


def give_role_of_invitation(_context: ActionContext, invitation: AccountInvitation, account: Account) -> None:
    """Let the account work for the body whose invitation it accepts; a member keeps the role that it has."""
    given = BodyInvitation.objects.filter(invitation=invitation).first()
    if given:
        BodyMember.objects.get_or_create(account=account, body=given.body, defaults={"role": given.role})
