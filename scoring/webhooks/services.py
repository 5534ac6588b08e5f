"""Add, test and remove webhooks; note what they are to be told, and how each try ended."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.labels import AuditLabels, declare_labels
from scoring.webhooks.models import Delivery, Webhook
from scoring.webhooks.rules import is_address, minutes_until_again
from scoring.webhooks.selectors import news_for
from tournament.people.services.accounts import lock_people

MOST_WEBHOOKS = 20
#: Deliveries that are kept after they have ended.
KEPT = timedelta(days=30)

declare_labels(
    __name__,
    AuditLabels(
        keys={"webhook": _("Webhook"), "deliveries": _("Requests"), "status": _("Status of the answer")},
        subjects={"webhook": _("Webhook %(name)s"), "webhooks": _("Webhooks")},
    ),
)


@action("webhook.add", summary=_("Add a webhook"), roles=[], subject="none")
def add_webhook(context: ActionContext, _subject: None, *, address: str, secret: str) -> Done:
    """Tell ``address`` of releases and corrections from now on. Refused: a wrong address, too many webhooks."""
    ledger = lock_people(context)
    if not is_address(address):
        raise Refused(_("Enter an address that begins with https://"), where="address")
    if Webhook.objects.filter(address=address).exists():
        raise Refused(_("This address is a webhook already."), where="address")
    if Webhook.objects.count() >= MOST_WEBHOOKS:
        raise Refused(_("There are at most %(most)d webhooks.") % {"most": MOST_WEBHOOKS})
    # A release is dated to the second.
    now = timezone.now().replace(microsecond=0)
    row = Webhook.objects.create(address=address, secret=secret, made_at=now)
    return Done({"webhook": row.pk}, f"webhook:{row.pk}", after={"webhook": address}, raises=(), ledger=ledger)


@action("webhook.remove", summary=_("Remove a webhook"), roles=[], subject="none")
def remove_webhook(context: ActionContext, _subject: None, *, webhook: int) -> Done:
    """Remove a webhook with everything that waits for it."""
    ledger = lock_people(context)
    row = Webhook.objects.filter(pk=webhook).first()
    if row is None:
        raise Refused(_("This webhook is removed already."))
    row.delete()
    return Done({}, f"webhook:{webhook}", before={"webhook": row.address}, raises=(), ledger=ledger)


@action("webhook.test", summary=_("Send a test to a webhook"), roles=[], subject="none")
def send_test(context: ActionContext, _subject: None, *, webhook: int) -> Done:
    """Queue a request that says only that it is a test; the answer holds its id."""
    ledger = lock_people(context)
    row = Webhook.objects.filter(pk=webhook).first()
    if row is None:
        raise Refused(_("This webhook is removed already."))
    now = timezone.now()
    body = {"kind": Delivery.Kind.TEST.value, "at": now.isoformat()}
    delivery = row.deliveries.create(
        kind=Delivery.Kind.TEST, fact=f"test {now.isoformat()}", body=body, made_at=now, next_at=now
    )
    answer = {"delivery": delivery.pk}
    return Done(answer, f"webhook:{row.pk}", after={"webhook": row.address}, raises=(), ledger=ledger)


@action("webhooks.note_news", summary=_("Note what webhooks are to be told"), roles=[], subject="none")
def note_news(context: ActionContext, _subject: None) -> Done:
    """Queue what the webhooks have not been told yet, and delete deliveries that ended long ago.

    The answer holds the number of new deliveries.
    """
    ledger = lock_people(context)
    now = timezone.now()
    Delivery.objects.filter(next_at=None, made_at__lt=now - KEPT).delete()
    count = 0
    for webhook in Webhook.objects.all():
        for news in news_for(webhook):
            webhook.deliveries.create(
                event=news.event, kind=news.kind, fact=news.fact, body=news.body, made_at=now, next_at=now
            )
            count += 1
    answer = {"deliveries": count}
    return Done(answer, "webhooks", after=answer, raises=(), ledger=ledger, changed=bool(count))


@action("webhooks.note_try", summary=_("Note how a request to a webhook ended"), roles=[], subject="none")
def note_try(context: ActionContext, _subject: None, *, delivery: int, status: int) -> Done:
    """Note the status of the answer (0: none): 2xx is accepted, everything else is sent again later."""
    ledger = lock_people(context)
    row = Delivery.objects.filter(pk=delivery).first()
    is_open = row is not None and row.next_at is not None
    if row is not None and is_open:
        now = timezone.now()
        row.tries, row.status = row.tries + 1, status
        minutes = None if 200 <= status < 300 else minutes_until_again(row.tries)
        row.accepted_at = now if 200 <= status < 300 else None
        row.next_at = now + timedelta(minutes=minutes) if minutes else None
        row.save()
    return Done({}, "webhooks", after={"status": status}, raises=(), ledger=ledger, changed=is_open)
