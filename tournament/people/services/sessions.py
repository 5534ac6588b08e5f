"""Note where an account is signed in, and end its sessions."""

from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.permissions import SELF
from tournament.people.models.accounts import Account
from tournament.people.models.sessions import AccountSession
from tournament.people.selectors import ended_sessions
from tournament.people.services.accounts import audit_ref, people_ledger


@action("account.seen", summary=_("Note where an account is signed in"), roles=[SELF], subject="account")
def note_session(_context: ActionContext, account: Account, *, session_key: str, device: str) -> Done:
    """Write that the account is signed in at ``device`` now. It does not change the account, so it is not audited."""
    now = timezone.now()
    seen = {"seen_at": now, "device": device}
    if not AccountSession.objects.filter(account=account, session_key=session_key).update(**seen):
        AccountSession.objects.create(account=account, session_key=session_key, began_at=now, **seen)
    return Done({}, "", changed=False)


@action("account.forget_sessions", summary=_("Delete the devices that have signed out"), roles=[], subject="none")
def forget_sessions(_context: ActionContext, _subject: None) -> Done:
    """Delete the rows of ended sessions; the answer holds their number. No person decides it, so it is not audited."""
    deleted, _by_model = ended_sessions().delete()
    return Done({"deleted": deleted}, "", changed=False)


@action("account.end_sessions", summary=_("Sign an account out of devices"), roles=[SELF], subject="account")
def end_sessions(context: ActionContext, account: Account, *, sessions: list[int]) -> Done:
    """End the sessions with these ids; those that have ended already, or are of another account, are left out.

    The answer holds the number of ended sessions.
    """
    ledger = people_ledger(context)
    rows = AccountSession.objects.filter(account=account, pk__in=sessions)
    Session.objects.filter(session_key__in=rows.values("session_key")).delete()
    ended, _by_model = rows.delete()
    after = {"sessions_ended": ended}
    return Done({"ended": ended}, audit_ref(account), after=after, raises=(), ledger=ledger, changed=bool(ended))
